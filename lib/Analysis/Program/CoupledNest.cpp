//===- CoupledNest.cpp - Nests whose condition couples two loops ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/CoupledNest.h"
#include "Analysis/Program/GuardDomain.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::FlatAffineValueConstraints;

/// Of variable `inner`, for a value of `outer`, which no other one bounds.
static std::pair<int64_t, int64_t>
innerRange(const FlatAffineValueConstraints &domain, unsigned outer,
           unsigned inner, int64_t value) {
  int64_t first = INT64_MIN, end = INT64_MAX;
  auto read = [&](ArrayRef<int64_t> row) {
    int64_t own = row[inner], rest = row[outer] * value + row.back();
    if (own > 0)
      first = std::max(first, llvm::divideCeilSigned(-rest, own));
    else if (own < 0)
      end = std::min(end, llvm::divideFloorSigned(rest, -own) + 1);
    else if (row[outer] != 0 && rest < 0)
      end = INT64_MIN;
  };
  for (unsigned r = 0; r < domain.getNumInequalities(); ++r)
    read(domain.getInequality64(r));
  return first < end ? std::pair<int64_t, int64_t>(first, end)
                     : std::pair<int64_t, int64_t>(0, 0);
}

std::optional<CoupledLoops> analysis::coupledLoops(const Statement &statement) {
  if (!statement.guard)
    return std::nullopt;
  SmallVector<AffineForOp> loops;
  for (const LoopInfo &loop : statement.innerBand)
    loops.push_back(loop.op);
  std::optional<GuardDomain> domain = guardDomain(statement.guard, loops);
  if (!domain || domain->around.getNumDimVars() != 0 ||
      domain->all.getNumEqualities() != 0)
    return std::nullopt;
  SmallVector<unsigned> coupled;
  for (unsigned l = 0; l < loops.size(); ++l)
    for (unsigned r = 0; r < domain->all.getNumInequalities(); ++r) {
      SmallVector<int64_t> row = domain->all.getInequality64(r);
      bool isAlone = llvm::count_if(ArrayRef(row).drop_back(),
                                    [](int64_t c) { return c != 0; }) == 1;
      if (row[l] != 0 && !isAlone && !llvm::is_contained(coupled, l))
        coupled.push_back(l);
    }
  if (coupled.size() != 2)
    return std::nullopt;
  if (statement.innerBand[coupled.back()].reduction)
    std::swap(coupled.front(), coupled.back());
  const LoopInfo &outer = statement.innerBand[coupled.front()];
  const LoopInfo &inner = statement.innerBand[coupled.back()];
  if (inner.reduction)
    return std::nullopt;
  CoupledLoops result{
      coupled.front(), coupled.back(), outer.reduction, inner.trip, {}};
  for (int64_t value = 0; value < outer.trip; ++value)
    result.ranges.push_back(
        innerRange(domain->all, result.outer, result.inner, value));
  return result;
}

std::optional<int64_t> analysis::coupledDistance(const Statement &statement,
                                                 const CoupledLoops &coupled,
                                                 hls::TaskPointAttr task) {
  SmallVector<int64_t> unrolled;
  int64_t others = 1;
  for (auto [l, loop] : llvm::enumerate(statement.innerBand)) {
    unrolled.push_back(loopPointOf(task, loop.name).getFactors()[2]);
    if (!loop.reduction && l != coupled.outer && l != coupled.inner)
      others *= loop.trip / unrolled.back();
  }
  std::optional<CoupledLoops::Tiles> tiles =
      coupled.tiles(unrolled[coupled.outer], unrolled[coupled.inner]);
  if (!tiles)
    return std::nullopt;
  return others * tiles->between;
}

std::optional<LoopBounds>
analysis::boundsWithin(affine::AffineIfOp guard, ArrayRef<AffineForOp> nest,
                       AffineForOp around, int64_t group, AffineForOp loop) {
  std::optional<GuardDomain> domain = guardDomain(guard, nest);
  if (!domain)
    return std::nullopt;
  FlatAffineValueConstraints own = domain->all;
  unsigned position = 0, number = own.appendDimVar();
  if (!own.findVar(around.getInductionVar(), &position))
    return std::nullopt;
  // 0 <= iteration - group * number < group
  SmallVector<int64_t> row(own.getNumCols(), 0);
  row[position] = 1;
  row[number] = -group;
  own.addInequality(row);
  row[position] = -1;
  row[number] = group;
  row.back() = group - 1;
  own.addInequality(row);
  for (AffineForOp other : nest)
    if (other != loop && own.findVar(other.getInductionVar(), &position))
      own.projectOut(position, 1);
  if (own.getNumVars() != 2)
    return std::nullopt; // loops around the nest bound it as well
  Value iterator = around.getInductionVar();
  FlatAffineValueConstraints groups(/*numDims=*/1, /*numSymbols=*/0,
                                    /*numLocals=*/0, ArrayRef(iterator));
  own.setValue(1, iterator);
  int64_t last = around.getConstantUpperBound() - 1;
  groups.addBound(presburger::BoundType::LB, 0, int64_t(0));
  groups.addBound(presburger::BoundType::UB, 0, last / group);
  MLIRContext *context = guard.getContext();
  std::optional<LoopBounds> bounds = BoundReader(own, groups, context).bounds();
  if (!bounds)
    return std::nullopt;
  AffineMap numberOf =
      AffineMap::get(1, 0, getAffineDimExpr(0, context).floorDiv(group));
  return LoopBounds{bounds->lower.compose(numberOf),
                    bounds->upper.compose(numberOf)};
}

/// Every term of a sum comes after all iterations of the other loops, of which
/// the code counts as many for each.
LogicalResult
analysis::verifyCoupled(const Statement &statement, const CoupledLoops &coupled,
                        hls::TaskPointAttr task,
                        function_ref<InFlightDiagnostic()> refuse) {
  if (!coupledDistance(statement, coupled, task))
    return refuse() << "needs iterations in every tile of loops '"
                    << statement.innerBand[coupled.outer].name << "' and '"
                    << statement.innerBand[coupled.inner].name
                    << "'; leave it out, or unroll them more";
  bool isBehind = false;
  for (StringAttr name : task.getOrder()) {
    const auto *loop =
        llvm::find_if(statement.innerBand, [&](const LoopInfo &other) {
          return other.name == name.getValue();
        });
    if (loop == statement.innerBand.end())
      continue;
    bool isPipelined = task.getPipelined() == name;
    if (loop->reduction && (isBehind || isPipelined))
      return refuse() << "needs reduction loop '" << loop->name
                      << "' outside of the loops that a condition couples; "
                         "leave it out, or put it first in the order";
    isBehind |= !loop->reduction;
  }
  return success();
}
