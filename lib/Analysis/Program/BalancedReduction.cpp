//===- BalancedReduction.cpp - Reductions whose terms a tree combines -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/BalancedReduction.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

TypedAttr analysis::neutralValue(Operation *op) {
  if (!op || op->getNumResults() != 1)
    return {};
  if (isa<arith::AddFOp, arith::SubFOp>(op)) {
    auto type = dyn_cast<FloatType>(op->getResult(0).getType());
    return type ? FloatAttr::get(type, -0.0) : FloatAttr();
  }
  auto type = dyn_cast<IntegerType>(op->getResult(0).getType());
  if (!type)
    return {};
  unsigned bits = type.getWidth();
  std::optional<llvm::APInt> value =
      llvm::TypeSwitch<Operation *, std::optional<llvm::APInt>>(op)
          .Case<arith::MaxSIOp>(
              [&](auto) { return llvm::APInt::getSignedMinValue(bits); })
          .Case<arith::MinSIOp>(
              [&](auto) { return llvm::APInt::getSignedMaxValue(bits); })
          .Case<arith::MaxUIOp>(
              [&](auto) { return llvm::APInt::getMinValue(bits); })
          .Case<arith::MinUIOp>(
              [&](auto) { return llvm::APInt::getMaxValue(bits); })
          .Default([](Operation *) { return std::nullopt; });
  return value ? IntegerAttr::get(type, *value) : IntegerAttr();
}

bool analysis::combinesByTree(Operation *op, Value old, bool guarded,
                              bool reassociates) {
  if (!neutralValue(op))
    return false;
  if (isa<arith::SubFOp>(op) && op->getOperand(0) != old)
    return false;
  if (isa<arith::AddFOp, arith::SubFOp>(op))
    return guarded && reassociates &&
           llvm::is_contained(op->getOperands(), old);
  return true;
}

namespace {

/// Projects loops out of a condition. A constraint +-x + rest >= 0 over one of
/// them bounds it by whole numbers, so that its range is not empty if and only
/// if no lower bound is above an upper one.
class Projection {
public:
  Projection(affine::AffineIfOp guard, ArrayRef<AffineForOp> loops)
      : loops(loops), bounds(loops.size()), context(guard.getContext()) {
    IntegerSet set = guard.getIntegerSet();
    conditions = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                set.getConstraints(), context);
    operands.assign(guard.getOperands().begin(), guard.getOperands().end());
    affine::fullyComposeAffineMapAndOperands(&conditions, &operands);
    for (auto [index, condition] : llvm::enumerate(conditions.getResults()))
      isKnown &= add(condition, set.isEq(index));
  }

  std::optional<Condition> run();

private:
  struct Bounds {
    SmallVector<AffineExpr> lower, upper;
  };
  bool add(AffineExpr condition, bool isEquality);
  void keep(AffineExpr expr, bool isEquality);
  std::optional<int64_t> leastOf(AffineExpr expr) const;
  AffineExpr operandExpr(unsigned position) const {
    unsigned dims = conditions.getNumDims();
    return position < dims ? getAffineDimExpr(position, context)
                           : getAffineSymbolExpr(position - dims, context);
  }

  ArrayRef<AffineForOp> loops;
  SmallVector<Bounds> bounds; ///< by loop
  MLIRContext *context;
  AffineMap conditions;
  SmallVector<Value> operands;
  SmallVector<AffineExpr> kept;
  SmallVector<bool> equalities; ///< of kept
  bool isKnown = true;
};

} // namespace

/// `condition` >= 0, or == 0. False where the projection would not be exact.
bool Projection::add(AffineExpr condition, bool isEquality) {
  std::optional<unsigned> own, at;
  for (auto [position, operand] : llvm::enumerate(operands))
    for (auto [l, loop] : llvm::enumerate(loops)) {
      unsigned dims = conditions.getNumDims();
      bool uses = position < dims
                      ? condition.isFunctionOfDim(position)
                      : condition.isFunctionOfSymbol(position - dims);
      if (!uses || AffineForOp(loop).getInductionVar() != operand)
        continue;
      if (own)
        return false;
      own = l;
      at = position;
    }
  if (!own) {
    keep(condition, isEquality);
    return true;
  }
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(condition, conditions.getNumDims(),
                                    conditions.getNumSymbols(), &flat)) ||
      flat.size() != operands.size() + 1 || std::abs(flat[*at]) != 1)
    return false;
  AffineExpr iterator = operandExpr(*at);
  AffineExpr bound = simplifyAffineExpr(
      flat[*at] > 0 ? iterator - condition : condition + iterator,
      conditions.getNumDims(), conditions.getNumSymbols());
  if (flat[*at] > 0 || isEquality)
    bounds[*own].lower.push_back(bound);
  if (flat[*at] < 0 || isEquality)
    bounds[*own].upper.push_back(bound);
  return true;
}

/// The greatest constant that the iterator of a loop is at least (its lower
/// bound is the greatest of several), or the least that it is at most.
static std::optional<int64_t> constantEnd(AffineForOp loop, bool isLower) {
  std::optional<int64_t> end;
  AffineMap map = isLower ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
  for (AffineExpr result : map.getResults())
    if (auto constant = dyn_cast<AffineConstantExpr>(result)) {
      int64_t value = isLower ? constant.getValue() : constant.getValue() - 1;
      end = !end      ? value
            : isLower ? std::max(*end, value)
                      : std::min(*end, value);
    }
  return end;
}

/// A value that the expression is at least, by constant bounds of the loops.
std::optional<int64_t> Projection::leastOf(AffineExpr expr) const {
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(expr, conditions.getNumDims(),
                                    conditions.getNumSymbols(), &flat)) ||
      flat.size() != operands.size() + 1)
    return std::nullopt;
  int64_t least = flat.back();
  for (auto [operand, factor] : llvm::zip(operands, flat)) {
    if (factor == 0)
      continue;
    AffineForOp loop = affine::getForInductionVarOwner(operand);
    std::optional<int64_t> end =
        loop ? constantEnd(loop, factor > 0) : std::nullopt;
    if (!end)
      return std::nullopt;
    least += factor * *end;
  }
  return least;
}

/// Unless the loops around leave no doubt.
void Projection::keep(AffineExpr expr, bool isEquality) {
  std::optional<int64_t> least = leastOf(expr);
  if (!isEquality && least && *least >= 0)
    return;
  kept.push_back(expr);
  equalities.push_back(isEquality);
}

std::optional<Condition> Projection::run() {
  if (!isKnown)
    return std::nullopt;
  for (auto [loop, own] : llvm::zip(loops, bounds)) {
    if (own.lower.empty() && own.upper.empty())
      continue;
    if (!AffineForOp(loop).hasConstantBounds())
      return std::nullopt;
    own.lower.push_back(getAffineConstantExpr(
        AffineForOp(loop).getConstantLowerBound(), context));
    own.upper.push_back(getAffineConstantExpr(
        AffineForOp(loop).getConstantUpperBound() - 1, context));
    for (AffineExpr lower : own.lower)
      for (AffineExpr upper : own.upper)
        keep(simplifyAffineExpr(upper - lower, conditions.getNumDims(),
                                conditions.getNumSymbols()),
             /*isEquality=*/false);
  }
  Condition result;
  result.operands = operands;
  if (kept.empty()) {
    result.set =
        IntegerSet::get(0, 0, {getAffineConstantExpr(0, context)}, {true});
    result.operands.clear();
    return result;
  }
  result.set = IntegerSet::get(conditions.getNumDims(),
                               conditions.getNumSymbols(), kept, equalities);
  affine::canonicalizeSetAndOperands(&result.set, &result.operands);
  return result;
}

std::optional<Condition> analysis::conditionOfAny(affine::AffineIfOp guard,
                                                  ArrayRef<AffineForOp> loops) {
  return Projection(guard, loops).run();
}

bool analysis::mayMeet(affine::AffineLoadOp load, affine::AffineStoreOp store,
                       affine::AffineIfOp guard) {
  AffineMap read = load.getAffineMap(), written = store.getAffineMap();
  SmallVector<Value> readAt(load.getMapOperands()),
      writtenAt(store.getMapOperands());
  affine::fullyComposeAffineMapAndOperands(&read, &readAt);
  affine::fullyComposeAffineMapAndOperands(&written, &writtenAt);
  affine::FlatAffineValueConstraints same;
  for (Value operand : llvm::concat<Value>(readAt, writtenAt))
    if (failed(same.addInductionVarOrTerminalSymbol(operand)))
      return true;
  if (guard) {
    for (Value operand : guard.getOperands())
      if (failed(same.addInductionVarOrTerminalSymbol(operand)))
        return true;
    same.addAffineIfOpDomain(guard);
  }
  for (unsigned d = 0; d < read.getNumResults(); ++d) {
    unsigned place = same.appendDimVar();
    for (auto &[map, operands] : {std::pair(read, ValueRange(readAt)),
                                  std::pair(written, ValueRange(writtenAt))})
      if (failed(same.addBound(presburger::BoundType::EQ, place,
                               map.getSubMap({d}), operands)))
        return true;
  }
  return !same.isIntegerEmpty();
}

/// The terms do not depend on each other.
static bool readsOthersAlone(const Statement &statement) {
  unsigned array = statement.write().array;
  return llvm::none_of(statement.accesses, [&](const Access &access) {
    auto load = dyn_cast<affine::AffineLoadOp>(access.op);
    return load && access.array == array && load != statement.accumulator &&
           mayMeet(load, statement.store, statement.guard);
  });
}

bool analysis::isBalanced(const Statement &statement, bool reassociates) {
  affine::AffineStoreOp store = statement.store;
  if (!statement.accumulator || !readsOthersAlone(statement))
    return false;
  affine::AffineLoadOp accumulator = statement.accumulator;
  if (!combinesByTree(store.getValueToStore().getDefiningOp(), accumulator,
                      bool(statement.guard), reassociates))
    return false;
  SmallVector<AffineForOp> reductions;
  for (const LoopInfo &loop : statement.innerBand)
    if (loop.reduction)
      reductions.push_back(loop.op);
  return !statement.guard ||
         conditionOfAny(statement.guard, reductions).has_value();
}
