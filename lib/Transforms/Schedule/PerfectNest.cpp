//===- PerfectNest.cpp - Loops that hold nothing but each other -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/PerfectNest.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::presburger;
using namespace talos;

PerfectNest::PerfectNest(AffineForOp root) : loops({root}) {
  while (true) {
    Block &block = body();
    auto inner = dyn_cast<AffineForOp>(block.front());
    if (!inner || inner->getNextNode() != block.getTerminator())
      return;
    loops.push_back(inner);
  }
}

bool talos::runsOnce(AffineForOp loop) {
  return loop && loop.hasConstantBounds() &&
         getConstantTripCount(loop) == std::optional<uint64_t>(1);
}

AffineForOp talos::loopInside(Block &body, Location loc, int64_t trip) {
  auto builder = OpBuilder::atBlockBegin(&body);
  auto loop = AffineForOp::create(builder, loc, 0, trip);
  Block *inside = loop.getBody();
  inside->getOperations().splice(inside->begin(), body.getOperations(),
                                 std::next(body.begin()),
                                 std::prev(body.end()));
  return loop;
}

void talos::dropUnusedLoops(AffineForOp root) {
  SmallVector<AffineForOp> loops = PerfectNest(root).loops;
  for (AffineForOp loop : llvm::reverse(loops))
    if (loop != root && runsOnce(loop) && loop.getInductionVar().use_empty())
      (void)promoteIfSingleIteration(loop);
}

static bool areSimple(ArrayRef<AffineForOp> loops) {
  return llvm::all_of(loops, [](AffineForOp loop) {
    return loop.getStepAsInt() == 1 && loop->getNumResults() == 0;
  });
}

static bool isSimple(Block &body) {
  return llvm::all_of(body, [](Operation &op) {
    return op.getNumRegions() == 0 && !hls::isRegionCall(&op);
  });
}

bool PerfectNest::isSimple() const {
  return areSimple(loops) && ::isSimple(body());
}

Block *PerfectNest::singleBody() const {
  Block *block = &body();
  auto condition = dyn_cast<AffineIfOp>(block->front());
  if (condition && !condition.hasElse() && condition->getNumResults() == 0 &&
      condition->getNextNode() == block->getTerminator())
    block = condition.getThenBlock();
  return areSimple(loops) && ::isSimple(*block) ? block : nullptr;
}

SmallVector<Operation *> PerfectNest::accesses() const {
  SmallVector<Operation *> result;
  for (Operation &op : body())
    if (isa<AffineLoadOp, AffineStoreOp>(op))
      result.push_back(&op);
  return result;
}

SmallVector<Operation *> PerfectNest::around() const {
  SmallVector<Operation *> result;
  getEnclosingAffineOps(*root(), &result);
  return result;
}

SmallVector<Value> PerfectNest::iterators() const {
  SmallVector<Value> result;
  for (Operation *op : around())
    if (auto loop = dyn_cast<AffineForOp>(op))
      result.push_back(loop.getInductionVar());
  for (AffineForOp loop : loops)
    result.push_back(loop.getInductionVar());
  return result;
}

std::optional<SmallVector<AffineExpr>>
PerfectNest::subscripts(Operation *access) const {
  AffineValueMap values;
  MemRefAccess(access).getAccessMap(&values);
  SmallVector<Value> all = iterators();
  SmallVector<AffineExpr> dims;
  for (Value operand : values.getOperands()) {
    auto it = llvm::find(all, operand);
    if (it == all.end())
      return std::nullopt;
    dims.push_back(getAffineDimExpr(it - all.begin(), access->getContext()));
  }
  AffineMap map = values.getAffineMap();
  SmallVector<AffineExpr> result;
  for (AffineExpr expr : map.getResults())
    result.push_back(simplifyAffineExpr(
        expr.replaceDimsAndSymbols(ArrayRef(dims).take_front(map.getNumDims()),
                                   ArrayRef(dims).drop_front(map.getNumDims())),
        all.size(), 0));
  return result;
}

std::optional<SmallVector<unsigned>>
PerfectNest::loopsOf(Operation *access) const {
  std::optional<SmallVector<AffineExpr>> all = subscripts(access);
  llvm::SmallBitVector used(loops.size());
  SmallVector<unsigned> result;
  if (!all)
    return std::nullopt;
  for (AffineExpr subscript : *all) {
    auto dim = dyn_cast<AffineDimExpr>(subscript);
    if (!dim || used.test(dim.getPosition()))
      return std::nullopt;
    used.set(dim.getPosition());
    result.push_back(dim.getPosition());
  }
  return result;
}

std::optional<FlatAffineValueConstraints> PerfectNest::domain() const {
  SmallVector<Operation *> all = around();
  if (!llvm::all_of(all, llvm::IsaPred<AffineForOp>))
    return std::nullopt;
  for (AffineForOp loop : loops)
    all.push_back(loop);
  FlatAffineValueConstraints domain;
  if (failed(getIndexSet(all, &domain)) || domain.getNumLocalVars() != 0 ||
      domain.getNumDimVars() != all.size() || domain.getNumSymbolVars() != 0)
    return std::nullopt;
  return domain;
}

IntegerPolyhedron talos::withoutValues(const IntegerRelation &domain) {
  IntegerPolyhedron points(PresburgerSpace::getSetSpace(domain.getNumVars()));
  for (unsigned i = 0; i < domain.getNumInequalities(); ++i)
    points.addInequality(domain.getInequality(i));
  for (unsigned i = 0; i < domain.getNumEqualities(); ++i)
    points.addEquality(domain.getEquality(i));
  return points;
}

bool talos::holds(const IntegerRelation &domain, ArrayRef<DynamicAPInt> row) {
  SmallVector<DynamicAPInt> negated;
  for (const DynamicAPInt &coefficient : row)
    negated.push_back(-coefficient);
  negated.back() -= 1;
  IntegerRelation rest = domain;
  rest.addInequality(negated);
  return rest.isIntegerEmpty();
}

/// Adds the constraints of `from` that hold in `in` as well.
static void addShared(const IntegerRelation &from, const IntegerRelation &in,
                      IntegerRelation &to) {
  auto add = [&](ArrayRef<DynamicAPInt> row) {
    if (holds(in, row))
      to.addInequality(row);
  };
  for (unsigned i = 0; i < from.getNumInequalities(); ++i)
    add(from.getInequality(i));
  for (unsigned i = 0; i < from.getNumEqualities(); ++i) {
    auto row = llvm::to_vector(from.getEquality(i));
    add(row);
    for (DynamicAPInt &coefficient : row)
      coefficient = -coefficient;
    add(row);
  }
}

IntegerPolyhedron talos::commonConstraints(const IntegerPolyhedron &left,
                                           const IntegerPolyhedron &right) {
  IntegerPolyhedron both(PresburgerSpace::getSetSpace(left.getNumVars()));
  addShared(left, right, both);
  addShared(right, left, both);
  return both;
}

std::optional<LoopBounds> talos::loopBounds(const IntegerRelation &domain,
                                            unsigned position,
                                            MLIRContext *context) {
  IntegerRelation loop = domain;
  loop.projectOut(position + 1, loop.getNumVars() - position - 1);
  loop.removeRedundantInequalities();
  SmallVector<AffineExpr> lower, upper;
  for (unsigned i = 0; i < loop.getNumInequalities(); ++i) {
    auto row = llvm::to_vector(
        llvm::map_range(loop.getInequality(i), [](const DynamicAPInt &value) {
          return int64_t(value);
        }));
    if (row[position] == 0)
      continue;
    if (row[position] != 1 && row[position] != -1)
      return std::nullopt;
    // iterator >= -rest, or iterator < rest + 1
    int64_t sign = -row[position];
    AffineExpr rest = getAffineConstantExpr(sign * row.back(), context);
    for (unsigned d = 0; d < position; ++d)
      rest = rest + getAffineDimExpr(d, context) * (sign * row[d]);
    if (sign < 0)
      lower.push_back(rest);
    else
      upper.push_back(rest + 1);
  }
  if (lower.empty() || upper.empty())
    return std::nullopt;
  return LoopBounds{AffineMap::get(position, 0, lower, context),
                    AffineMap::get(position, 0, upper, context)};
}

AffineForOp talos::makeLoop(OpBuilder &builder, const LoopBounds &bounds,
                            ValueRange ivs, AffineForOp source) {
  AffineMap lower = bounds.lower, upper = bounds.upper;
  SmallVector<Value> lowerOperands(ivs), upperOperands(ivs);
  canonicalizeMapAndOperands(&lower, &lowerOperands);
  canonicalizeMapAndOperands(&upper, &upperOperands);
  auto made = AffineForOp::create(builder, source.getLoc(), lowerOperands,
                                  lower, upperOperands, upper);
  made->setDiscardableAttrs(source->getDiscardableAttrDictionary());
  return made;
}
