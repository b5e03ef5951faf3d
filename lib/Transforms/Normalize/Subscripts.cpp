//===- Subscripts.cpp - Editing subscripts of affine accesses -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

/// `map` over loop iterators and symbols; `operands` becomes its operands.
static AffineMap composedMap(AffineMap map, SmallVectorImpl<Value> &operands) {
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  return simplifyAffineMap(map);
}

template <typename OpTy> static void compose(OpTy op) {
  SmallVector<Value> operands(op.getMapOperands());
  op.setMap(composedMap(op.getAffineMap(), operands));
  op.getIndicesMutable().assign(operands);
}

IntegerSet talos::transforms::composedSet(affine::AffineIfOp guard,
                                          SmallVectorImpl<Value> &operands) {
  IntegerSet set = guard.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  operands.assign(guard.operand_begin(), guard.operand_end());
  map = composedMap(map, operands);
  return IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                         map.getResults(), set.getEqFlags());
}

void talos::transforms::keepInside(OpBuilder &builder, Location loc,
                                   ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> box, AffineMap map,
                                   ValueRange operands) {
  SmallVector<AffineExpr> inside;
  for (auto [dim, extent] : llvm::enumerate(shape))
    if (extent % box[dim] != 0)
      inside.push_back(extent - 1 - map.getResult(dim));
  if (inside.empty())
    return;
  SmallVector<bool> equalities(inside.size(), false);
  auto set = IntegerSet::get(map.getNumDims(), map.getNumSymbols(), inside,
                             equalities);
  auto guard = affine::AffineIfOp::create(builder, loc, set, operands,
                                          /*withElseRegion=*/false);
  builder.setInsertionPointToStart(guard.getThenBlock());
}

void talos::transforms::composeBounds(func::FuncOp func) {
  func.walk([](Operation *op) {
    if (auto guard = dyn_cast<affine::AffineIfOp>(op)) {
      SmallVector<Value> operands;
      IntegerSet set = composedSet(guard, operands);
      guard.setConditional(set, operands);
    }
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (!loop)
      return;
    SmallVector<Value> operands(loop.getLowerBoundOperands());
    AffineMap map = composedMap(loop.getLowerBoundMap(), operands);
    loop.setLowerBound(operands, map);
    operands.assign(loop.getUpperBoundOperands().begin(),
                    loop.getUpperBoundOperands().end());
    map = composedMap(loop.getUpperBoundMap(), operands);
    loop.setUpperBound(operands, map);
  });
}

void talos::transforms::composeSubscripts(Block *block) {
  for (Operation &op : *block) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      compose(load);
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      compose(store);
    if (auto guard = dyn_cast<affine::AffineIfOp>(op)) {
      SmallVector<Value> operands;
      IntegerSet set = composedSet(guard, operands);
      guard.setConditional(set, operands);
    }
    if (isa<affine::AffineIfOp, scf::IfOp>(op))
      for (Region &branch : op.getRegions())
        for (Block &inner : branch)
          composeSubscripts(&inner);
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}
