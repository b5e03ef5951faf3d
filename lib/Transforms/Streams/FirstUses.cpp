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
/// What is not negative in tiles that use the operand: a sum over the loops,
/// and a constant.
class UsedRow {
public:
  UsedRow(IntegerSet unused, ArrayRef<int64_t> trips, ArrayRef<bool> moves)
      : unused(unused), trips(trips), moves(moves), factors(trips.size()) {
    FlatLinearValueConstraints flat(unused);
    SmallVector<int64_t> coefficients = flat.getInequality64(0);
    for (unsigned loop = 0; loop < unused.getNumDims(); ++loop)
      factors[loop] = -coefficients[loop];
    constant = -coefficients.back() - 1;
    for (unsigned loop = 0; loop < trips.size(); ++loop) {
      int64_t last = factors[loop] * (trips[loop] - 1);
      if (!moves[loop])
        gain += std::max<int64_t>(0, last);
      else
        (last < 0 ? least : most) += last;
    }
  }
  std::optional<TokenUses> uses() const;

private:
  std::optional<unsigned> laterLoop() const;
  std::optional<IntegerSet> firstUses(std::optional<unsigned> later) const;
  std::optional<IntegerSet> kept() const;

  IntegerSet unused;
  ArrayRef<int64_t> trips;
  ArrayRef<bool> moves;
  SmallVector<int64_t> factors;
  int64_t constant = 0;
  int64_t gain = 0; ///< of the loops that do not move tokens, at most
  int64_t least = 0, most = 0; ///< of those that do
};
} // namespace

/// The one loop that does not move tokens, and bounds the tiles with one that
/// does, so that tokens are new from a tile of the former on that grows with
/// the latter; loops between these two would move other tokens before.
std::optional<unsigned> UsedRow::laterLoop() const {
  SmallVector<unsigned> lacked, moving;
  for (auto [loop, factor] : llvm::enumerate(factors))
    if (factor != 0)
      (moves[loop] ? moving : lacked).push_back(loop);
  if (lacked.size() != 1 || moving.size() != 1 || factors[moving[0]] > 0 ||
      constant + most - factors[lacked[0]] >= 0)
    return std::nullopt;
  for (unsigned loop = lacked[0] + 1; loop < moving[0]; ++loop)
    if (moves[loop] && trips[loop] > 1)
      return std::nullopt;
  return lacked[0];
}

std::optional<IntegerSet>
UsedRow::firstUses(std::optional<unsigned> later) const {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equal;
  for (unsigned loop = 0; loop < trips.size(); ++loop) {
    AffineExpr at = getAffineDimExpr(loop, unused.getContext());
    bool isLater = loop == later;
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

/// Where the best iteration of the loops that do not move a token uses it.
std::optional<IntegerSet> UsedRow::kept() const {
  if (constant + gain + least >= 0)
    return std::nullopt;
  AffineExpr sum = getAffineConstantExpr(constant + gain, unused.getContext());
  unsigned dims = 0;
  for (auto [loop, factor] : llvm::enumerate(factors))
    if (moves[loop])
      sum = sum + getAffineDimExpr(dims++, unused.getContext()) * factor;
  return IntegerSet::get(dims, 0, sum, {false});
}

std::optional<TokenUses> UsedRow::uses() const {
  if (constant + gain + most < 0)
    return std::nullopt;
  bool isAtStart = gain == 0 || constant + least >= 0;
  std::optional<unsigned> later = isAtStart ? std::nullopt : laterLoop();
  if (!isAtStart && !later)
    return std::nullopt;
  return TokenUses{firstUses(later), kept(), later.has_value()};
}

std::optional<TokenUses> talos::tokenUses(IntegerSet unused,
                                          ArrayRef<int64_t> trips,
                                          ArrayRef<bool> moves) {
  return UsedRow(unused, trips, moves).uses();
}
