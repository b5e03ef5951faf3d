//===- OpenBanks.cpp - Subscripts whose banks are not known ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/OpenBanks.h"
#include "talos/Analysis/Footprint.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {

/// How a subscript moves with a loop.
enum class Move {
  Not,   ///< it stands still, or follows other loops
  Alone, ///< the loop and a constant
  Open,  ///< the loop or its negative, loops around the nest and a constant
  Other
};

} // namespace

static Move moveOf(const Statement &statement, const Access &access,
                   unsigned dimension, unsigned loop) {
  AffineExpr expr = access.map.getResult(dimension);
  if (!expr.isFunctionOfDim(loop))
    return Move::Not;
  if (access.subscripts[dimension].simple)
    return Move::Alone;
  unsigned loops = statement.innerBand.size();
  std::optional<LinearForm> form =
      linearForm(expr, loops, access.map.getNumSymbols());
  if (!form)
    return Move::Other;
  ArrayRef<int64_t> own(form->coefficients.begin(), loops);
  // Copies of a loop that counts down lie side by side as well.
  bool isOnly = std::abs(own[loop]) == 1 && llvm::count(own, 0) + 1 == loops;
  bool isMoved = llvm::any_of(ArrayRef(form->coefficients).drop_front(loops),
                              [](int64_t factor) { return factor != 0; });
  return isOnly && isMoved ? Move::Open : Move::Other;
}

/// By dimension, how much `access` differs from `first`; none if not by
/// constants.
static std::optional<SmallVector<int64_t>> distance(const Access &access,
                                                    const Access &first) {
  SmallVector<int64_t> result;
  for (auto [mine, its] :
       llvm::zip_equal(access.map.getResults(), first.map.getResults())) {
    auto constant = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
        mine - its, access.map.getNumDims(), access.map.getNumSymbols()));
    if (!constant)
      return std::nullopt;
    result.push_back(constant.getValue());
  }
  return result;
}

/// Loops around the nest move the accesses differently, so that they are
/// counted apart.
static bool areMovedApart(const Statement &statement, const Access &one,
                          const Access &other) {
  unsigned loops = statement.innerBand.size(),
           symbols = one.map.getNumSymbols();
  return llvm::any_of(
      llvm::zip_equal(one.map.getResults(), other.map.getResults()),
      [&](auto pair) {
        auto mine = linearForm(std::get<0>(pair), loops, symbols);
        auto its = linearForm(std::get<1>(pair), loops, symbols);
        return mine && its &&
               ArrayRef(mine->coefficients).drop_front(loops) !=
                   ArrayRef(its->coefficients).drop_front(loops);
      });
}

/// Those that differ from `first` by constants, itself among them; none if
/// others of its array are not read apart from them.
static SmallVector<const Access *> alikeAccesses(const Statement &statement,
                                                 const Access &first) {
  SmallVector<const Access *> result;
  bool isWritten = false, hasOthers = false;
  for (const Access &access : statement.accesses) {
    if (access.array != first.array)
      continue;
    isWritten |= access.isWrite;
    if (distance(access, first)) {
      result.push_back(&access);
      continue;
    }
    hasOthers = true;
    if (!areMovedApart(statement, access, first))
      return {};
  }
  return hasOthers && isWritten ? SmallVector<const Access *>() : result;
}

std::optional<OpenBanks> analysis::openBanks(const Statement &statement,
                                             const Access &first,
                                             unsigned loop) {
  SmallVector<const Access *> accesses = alikeAccesses(statement, first);
  if (accesses.empty())
    return std::nullopt;
  SmallVector<Move> moves;
  for (unsigned d = 0; d < first.subscripts.size(); ++d) {
    moves.push_back(moveOf(statement, first, d, loop));
    bool isOther = moves.back() == Move::Not && !first.subscripts[d].simple;
    if (moves.back() == Move::Other || isOther)
      return std::nullopt;
  }
  if (!llvm::is_contained(moves, Move::Open))
    return std::nullopt;
  OpenBanks result;
  result.apart = llvm::is_contained(moves, Move::Alone);
  if (!result.apart && (accesses.size() > 1 || first.isWrite))
    return std::nullopt;
  for (auto [d, move] : llvm::enumerate(moves)) {
    int64_t least = 0, most = 0;
    for (const Access *access : accesses) {
      std::optional<SmallVector<int64_t>> offsets = distance(*access, first);
      if (!offsets)
        return std::nullopt;
      least = std::min(least, (*offsets)[d]);
      most = std::max(most, (*offsets)[d]);
    }
    if (move == Move::Not && least != most)
      return std::nullopt;
    if (move == Move::Alone)
      result.span = std::max(result.span, most - least);
  }
  return result;
}

std::optional<unsigned> analysis::openLoop(const Statement &statement,
                                           const Access &access) {
  for (unsigned loop = 0; loop < statement.innerBand.size(); ++loop)
    if (openBanks(statement, access, loop))
      return loop;
  return std::nullopt;
}
