//===- GuardDomain.cpp - Iterations in which a condition may hold ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/GuardDomain.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::FlatAffineValueConstraints;

static std::optional<FlatAffineValueConstraints>
domainOf(ArrayRef<Value> iterators) {
  FlatAffineValueConstraints domain(iterators.size(), /*numSymbols=*/0,
                                    /*numLocals=*/0, iterators);
  for (Value iterator : iterators)
    if (failed(domain.addAffineForOpDomain(
            affine::getForInductionVarOwner(iterator))))
      return std::nullopt;
  return domain;
}

/// Adds the iterators that `values` are to `iterators`; false if some value is
/// none.
static bool addIterators(ValueRange values, SmallVectorImpl<Value> &iterators) {
  for (Value value : values) {
    if (!affine::isAffineForInductionVar(value))
      return false;
    if (!llvm::is_contained(iterators, value))
      iterators.push_back(value);
  }
  return true;
}

std::optional<GuardDomain> analysis::guardDomain(affine::AffineIfOp guard,
                                                 ArrayRef<AffineForOp> loops) {
  SmallVector<Value> iterators;
  for (AffineForOp loop : loops)
    iterators.push_back(loop.getInductionVar());
  IntegerSet set = guard.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  SmallVector<Value> operands(guard.getOperands());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  if (!addIterators(operands, iterators))
    return std::nullopt;
  // Loops around may have bounds that depend on others.
  for (size_t next = loops.size(); next < iterators.size(); ++next) {
    AffineForOp loop = affine::getForInductionVarOwner(iterators[next]);
    if (!addIterators(loop.getLowerBoundOperands(), iterators) ||
        !addIterators(loop.getUpperBoundOperands(), iterators))
      return std::nullopt;
  }
  std::optional<FlatAffineValueConstraints> all = domainOf(iterators);
  std::optional<FlatAffineValueConstraints> around =
      domainOf(ArrayRef(iterators).drop_front(loops.size()));
  if (!all || !around)
    return std::nullopt;
  // Quotients become variables of their own, which are projected out as
  // rationals: the domain may hold more, but nothing less.
  for (auto [index, expr] : llvm::enumerate(map.getResults())) {
    unsigned value = all->appendDimVar();
    AffineMap own = AffineMap::get(map.getNumDims(), map.getNumSymbols(), expr);
    if (failed(all->addBound(presburger::BoundType::EQ, value, own, operands)))
      return std::nullopt;
    all->addBound(set.isEq(index) ? presburger::BoundType::EQ
                                  : presburger::BoundType::LB,
                  value, int64_t(0));
  }
  all->projectOut(iterators.size(), all->getNumVars() - iterators.size());
  return GuardDomain{std::move(*all), std::move(*around)};
}

/// own * x + rest >= 0, or == 0.
void BoundReader::read(ArrayRef<int64_t> row, bool isEquality) {
  int64_t own = row.front(), by = std::abs(own);
  if (own > 0 || (own < 0 && isEquality))
    lower.push_back(quotient(row, own > 0 ? -1 : 1, by - 1, by));
  if (own < 0 || (own > 0 && isEquality))
    upper.push_back(quotient(row, own < 0 ? 1 : -1, by, by));
}

/// In all iterations of the loops around, `other` bounds at least as much.
bool BoundReader::implies(AffineExpr other, AffineExpr result,
                          bool isLower) const {
  FlatAffineValueConstraints weaker = around;
  unsigned difference = weaker.appendDimVar();
  AffineExpr expr = isLower ? other - result : result - other;
  weaker.addBound(presburger::BoundType::UB, difference, int64_t(-1));
  return succeeded(weaker.addBound(presburger::BoundType::EQ, difference,
                                   mapOf(expr), iterators)) &&
         weaker.isIntegerEmpty();
}

void BoundReader::dropImplied(SmallVectorImpl<AffineExpr> &results,
                              bool isLower) const {
  for (size_t r = 0; r < results.size();) {
    bool isImplied = false;
    for (size_t other = 0; other < results.size() && !isImplied; ++other)
      isImplied = other != r && implies(results[other], results[r], isLower);
    if (isImplied)
      results.erase(results.begin() + r);
    else
      ++r;
  }
}
