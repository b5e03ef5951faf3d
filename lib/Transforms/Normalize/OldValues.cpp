//===- OldValues.cpp - Statements that compute everywhere -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/OldValues.h"
#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/ZeroOutside.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace {
/// An iterator is at least, or at most, a constant.
struct Side {
  Value iterator;
  bool isLeast = false;
  int64_t constant = 0;
};
} // namespace

/// None if the condition is something else.
static std::optional<SmallVector<Side>> sidesOf(AffineIfOp condition) {
  IntegerSet set = condition.getIntegerSet();
  SmallVector<Side> sides;
  for (unsigned c = 0; c < set.getNumConstraints(); ++c) {
    AffineExpr expr = set.getConstraint(c);
    std::optional<Side> side;
    for (unsigned i = 0; i < set.getNumDims(); ++i)
      for (int64_t factor : {1, -1}) {
        AffineExpr rest = simplifyAffineExpr(
            expr - getAffineDimExpr(i, condition.getContext()) * factor,
            set.getNumDims(), set.getNumSymbols());
        // factor * iterator + constant >= 0
        if (auto constant = dyn_cast<AffineConstantExpr>(rest))
          side = Side{condition.getOperand(i), factor == 1,
                      -factor * constant.getValue()};
      }
    if (!side || set.isEq(c))
      return std::nullopt;
    sides.push_back(*side);
  }
  return sides;
}

/// Dimensions in which the access may leave its array, in all iterations of the
/// loops around the condition.
template <typename Access>
static SmallVector<int64_t> dimensionsOutside(Access access,
                                              AffineIfOp condition) {
  IterationBox box(opsAround(condition));
  AffineMap map = access.getAffineMap();
  SmallVector<Value> operands(access.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<int64_t> result;
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    auto holds = [&](AffineExpr least) {
      return box.implies(
          AffineMap::get(map.getNumDims(), map.getNumSymbols(), least),
          operands);
    };
    if (!holds(expr) || !holds(access.getMemRefType().getDimSize(d) - 1 - expr))
      result.push_back(d);
  }
  return result;
}

/// Each iteration of these loops writes an element of its own.
static bool isSubscript(AffineStoreOp store, Value iterator) {
  AffineMap map = store.getAffineMap();
  SmallVector<Value> operands(store.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  return llvm::any_of(map.getResults(), [&](AffineExpr expr) {
    return llvm::any_of(llvm::seq(map.getNumDims()), [&](unsigned d) {
      return operands[d] == iterator && expr.isFunctionOfDim(d);
    });
  });
}

/// Arguments and globals hold values, local arrays what an op in front of the
/// outermost loop stores.
static bool hasOldValue(AffineStoreOp store) {
  Value array = store.getMemRef();
  if (!isa_and_present<memref::AllocOp>(array.getDefiningOp()))
    return true;
  Block &body = store->getParentOfType<func::FuncOp>().getBody().front();
  Operation *here = body.findAncestorOpInBlock(*store);
  return llvm::any_of(array.getUsers(), [&](Operation *user) {
    return isa<AffineStoreOp>(user) &&
           body.findAncestorOpInBlock(*user)->isBeforeInBlock(here);
  });
}

/// All loops of the nest are subscripts of the store, which stays inside, where
/// there is something.
static bool mayStoreAlways(AffineStoreOp store, AffineIfOp condition) {
  if (!hasOldValue(store))
    return false;
  for (Operation *op = condition->getParentOp(); isa<AffineForOp>(op);
       op = op->getParentOp()) {
    if (!isSubscript(store, cast<AffineForOp>(op).getInductionVar()))
      return false;
    if (!llvm::hasSingleElement(op->getBlock()->without_terminator()))
      break;
  }
  return dimensionsOutside(store, condition).empty();
}

static bool canRunAlways(Operation &op, AffineIfOp condition) {
  if (auto store = dyn_cast<AffineStoreOp>(op))
    return mayStoreAlways(store, condition);
  return isa<AffineLoadOp>(op) || (isPure(&op) && op.getNumRegions() == 0);
}

static Value holdsAt(ArrayRef<Side> sides, OpBuilder &builder, Location loc) {
  Type type = builder.getI32Type();
  Value result;
  for (const Side &side : sides) {
    Value iterator =
        arith::IndexCastOp::create(builder, loc, type, side.iterator);
    Value constant = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, side.constant));
    Value holds = arith::CmpIOp::create(
        builder, loc,
        side.isLeast ? arith::CmpIPredicate::sge : arith::CmpIPredicate::sle,
        iterator, constant);
    result =
        result ? arith::AndIOp::create(builder, loc, result, holds) : holds;
  }
  return result;
}

/// What the statement reads of the element anyway, or a load of it.
static Value oldValue(AffineStoreOp store, OpBuilder &builder) {
  for (Operation *op = store->getPrevNode(); op && !isa<AffineStoreOp>(op);
       op = op->getPrevNode()) {
    auto load = dyn_cast<AffineLoadOp>(op);
    if (load && load.getMemRef() == store.getMemRef() &&
        load.getAffineMap() == store.getAffineMap() &&
        load.getMapOperands() == store.getMapOperands())
      return load;
  }
  return AffineLoadOp::create(builder, store.getLoc(), store.getMemRef(),
                              store.getAffineMap(), store.getMapOperands());
}

bool talos::storeOldValues(AffineIfOp condition) {
  std::optional<SmallVector<Side>> sides = sidesOf(condition);
  Block *block = condition.getThenBlock();
  if (!sides || condition.hasElse() ||
      !llvm::all_of(block->without_terminator(),
                    [&](Operation &op) { return canRunAlways(op, condition); }))
    return false;
  OpBuilder builder(condition);
  for (Operation &op :
       llvm::make_early_inc_range(block->without_terminator())) {
    op.moveBefore(condition);
    if (auto load = dyn_cast<AffineLoadOp>(op)) {
      SmallVector<int64_t> outside = dimensionsOutside(load, condition);
      if (!outside.empty())
        load->setAttr(hls::zeroOutsideAttrName,
                      builder.getDenseI64ArrayAttr(outside));
    }
    auto store = dyn_cast<AffineStoreOp>(op);
    if (!store)
      continue;
    builder.setInsertionPoint(store);
    Location loc = store.getLoc();
    Value old = oldValue(store, builder);
    store.getValueMutable().assign(
        arith::SelectOp::create(builder, loc, holdsAt(*sides, builder, loc),
                                store.getValueToStore(), old));
  }
  return true;
}
