//===- UnusedArrays.cpp - Nests whose results nobody uses -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StoringNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_DROPUNUSEDARRAYS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// Stores every element of the array, whatever they are, and reads none.
static bool overwrites(Operation *op, Value array) {
  if (auto store = dyn_cast<AffineStoreOp>(op))
    return store.getMemRef() == array &&
           store.getMemRefType().getNumElements() == 1;
  auto root = dyn_cast<AffineForOp>(op);
  if (!root)
    return false;
  StoringNest nest(root);
  return nest.isKnown() && nest.store.getMemRef() == array &&
         nest.old.empty() && nest.storesAll();
}

/// No op of the body behind `root` uses its elements: others overwrite them, or
/// it is a local array.
static bool isUnused(Value array, Operation *root) {
  if (!isa<MemRefType>(array.getType()))
    return false;
  for (Operation *op = root->getNextNode(); op; op = op->getNextNode()) {
    if (overwrites(op, array))
      return true;
    if (op->walk([&](Operation *user) {
            return llvm::is_contained(user->getOperands(), array) &&
                           !isa<AffineStoreOp, memref::DeallocOp>(user)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          }).wasInterrupted())
      return false;
  }
  return array.getDefiningOp<memref::AllocOp>() != nullptr;
}

/// It stores, and nothing but elements that are not used.
static bool isUnused(Operation *root) {
  bool isStoring = false;
  auto other = root->walk([&](Operation *op) {
    auto store = dyn_cast<AffineStoreOp>(op);
    isStoring |= store != nullptr;
    bool mayGo = store ? isUnused(store.getMemRef(), root)
                       : isa<AffineForOp, AffineIfOp, AffineLoadOp>(op) ||
                             isMemoryEffectFree(op);
    return mayGo ? WalkResult::advance() : WalkResult::interrupt();
  });
  return isStoring && !other.wasInterrupted();
}

/// From the end: what only these have used is unused then.
static bool dropUnused(func::FuncOp func) {
  bool any = false;
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(func.getBody().front()))) {
    bool isLeft = op.getNumResults() > 0 && op.use_empty() &&
                  (isPure(&op) || isa<AffineLoadOp>(op));
    if (!isLeft && !isUnused(&op))
      continue;
    any |= !isLeft;
    op.erase();
  }
  return any;
}

namespace {
struct DropUnusedArraysPass
    : talos::impl::DropUnusedArraysBase<DropUnusedArraysPass> {
  using DropUnusedArraysBase::DropUnusedArraysBase;

  void runOnOperation() override {
    transforms::changeTop(getOperation(), getArgument(), dropUnused);
  }
};
} // namespace
