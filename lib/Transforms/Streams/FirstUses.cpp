//===- FirstUses.cpp - Where tokens of an operand are new -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FirstUses.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace talos;

IntegerSet talos::usedTiles(IntegerSet unused) {
  return IntegerSet::get(unused.getNumDims(), 0, {-unused.getConstraint(0) - 1},
                         {false});
}

namespace {
/// What is not negative in tiles that use the operand: a times the one loop
/// that does not move it, b times the one that does, and a constant.
struct UsedRow {
  unsigned lacked = 0, moving = 0; ///< positions of these loops
  int64_t a = 0, b = 0, constant = 0;
};
} // namespace

/// None where more loops, or not both of them, bound the tiles.
static std::optional<UsedRow> rowOf(IntegerSet unused, ArrayRef<bool> moves) {
  UsedRow row;
  FlatLinearValueConstraints flat(unused);
  SmallVector<int64_t> coefficients = flat.getInequality64(0);
  unsigned lacked = 0, moving = 0;
  for (unsigned loop = 0; loop < unused.getNumDims(); ++loop) {
    if (coefficients[loop] == 0)
      continue;
    (moves[loop] ? row.moving : row.lacked) = loop;
    (moves[loop] ? row.b : row.a) = -coefficients[loop];
    ++(moves[loop] ? moving : lacked);
  }
  row.constant = -coefficients.back() - 1;
  return lacked == 1 && moving == 1 ? std::optional(row) : std::nullopt;
}

/// Whether tokens are new from a tile of the loop on that grows with the loop
/// that moves them; loops between these two would move other tokens before.
static bool comesLater(const UsedRow &row, ArrayRef<int64_t> trips,
                       ArrayRef<bool> moves) {
  int64_t last = row.b * (trips[row.moving] - 1),
          least = std::min<int64_t>(0, last), most = std::max<int64_t>(0, last);
  for (unsigned loop = row.lacked + 1; loop < row.moving; ++loop)
    if (moves[loop] && trips[loop] > 1)
      return false;
  return row.a > 0 && row.b < 0 && row.constant + most - row.a < 0 &&
         row.constant + least + row.a * (trips[row.lacked] - 1) >= 0;
}

std::optional<IntegerSet> talos::firstUses(IntegerSet unused,
                                           ArrayRef<int64_t> trips,
                                           ArrayRef<bool> moves) {
  std::optional<UsedRow> row = rowOf(unused, moves);
  if (!row)
    return std::nullopt;
  MLIRContext *context = unused.getContext();
  bool isAtStart =
      row->constant + std::min<int64_t>(0, row->b * (trips[row->moving] - 1)) >=
      0;
  if (!isAtStart && !comesLater(*row, trips, moves))
    return std::nullopt;
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equal;
  for (unsigned loop = 0; loop < trips.size(); ++loop) {
    AffineExpr at = getAffineDimExpr(loop, context);
    bool isLater = loop == row->lacked && !isAtStart;
    if (moves[loop] || (trips[loop] == 1 && !isLater))
      continue;
    constraints.push_back(isLater ? unused.getConstraint(0).replace(at, at - 1)
                                  : at);
    equal.push_back(!isLater);
  }
  if (constraints.empty())
    return std::nullopt;
  return IntegerSet::get(trips.size(), 0, constraints, equal);
}
