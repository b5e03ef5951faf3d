//===- JoinFills.cpp - What fills the arrays of a nest joins it -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StoringNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_JOINFILLS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// The local array that the nest stores, if it stores no other one and reads
/// none.
static Value filledBy(AffineForOp root) {
  Value array;
  bool isOther = false;
  root.walk([&](Operation *op) {
    auto store = dyn_cast<AffineStoreOp>(op);
    if (store && (!array || store.getMemRef() == array))
      array = store.getMemRef();
    else
      isOther |= !isa<AffineForOp>(op) && !isMemoryEffectFree(op);
  });
  bool isLocal = array && array.getDefiningOp<memref::AllocOp>();
  return isOther || !isLocal ? Value() : array;
}

static void join(AffineForOp root, ArrayRef<AffineForOp> fills) {
  OpBuilder builder(root);
  auto loop = AffineForOp::create(builder, root.getLoc(), 0, 1);
  for (AffineForOp fill : fills)
    fill->moveBefore(loop.getBody()->getTerminator());
  root->moveBefore(loop.getBody()->getTerminator());
}

/// What fills arrays that the nest, a task, alone accesses becomes part of it.
static bool joinAll(AffineForOp root) {
  if (PerfectNest(root).singleBody())
    return false;
  SmallVector<AffineForOp> fills;
  for (AffineForOp fill : root->getBlock()->getOps<AffineForOp>())
    if (Value array = fill == root ? Value() : filledBy(fill);
        array && onlyOtherAccess(fill, array) == root &&
        fill->isBeforeInBlock(root))
      fills.push_back(fill);
  if (fills.empty())
    return false;
  join(root, fills);
  return true;
}

namespace {
struct JoinFillsPass : talos::impl::JoinFillsBase<JoinFillsPass> {
  using JoinFillsBase::JoinFillsBase;

  void runOnOperation() override {
    transforms::changeNests(getOperation(), getArgument(), joinAll);
  }
};
} // namespace
