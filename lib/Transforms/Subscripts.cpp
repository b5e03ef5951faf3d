//===- Subscripts.cpp - Editing subscripts of affine accesses -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subscripts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

template <typename OpTy> static void compose(OpTy op) {
  AffineMap map = op.getAffineMap();
  SmallVector<Value> operands(op.getMapOperands());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  op.setMap(simplifyAffineMap(map));
  op.getIndicesMutable().assign(operands);
}

IntegerSet talos::transforms::composedSet(affine::AffineIfOp guard,
                                          SmallVectorImpl<Value> &operands) {
  IntegerSet set = guard.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  operands.assign(guard.operand_begin(), guard.operand_end());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  map = simplifyAffineMap(map);
  return IntegerSet::get(map.getNumDims(), map.getNumSymbols(),
                         map.getResults(), set.getEqFlags());
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
      composeSubscripts(guard.getThenBlock());
    }
  }
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}
