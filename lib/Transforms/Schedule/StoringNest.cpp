//===- StoringNest.cpp - A perfect nest with one store --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StoringNest.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

StoringNest::StoringNest(AffineForOp root)
    : nest(root), body(nest.singleBody()) {
  if (!body)
    return;
  SmallVector<AffineStoreOp> stores(body->getOps<AffineStoreOp>());
  if (stores.size() != 1)
    return;
  store = stores.front();
  for (auto load : body->getOps<AffineLoadOp>())
    if (load.getMemRef() == store.getMemRef())
      old.push_back(load);
}

AffineIfOp StoringNest::condition() const {
  return dyn_cast<AffineIfOp>(body->getParentOp());
}

bool StoringNest::readsOwnElements() const {
  return llvm::all_of(old, [&](AffineLoadOp load) {
    return MemRefAccess(load) == MemRefAccess(store);
  });
}

bool StoringNest::storesAll() const {
  AffineStoreOp own = store;
  std::optional<SmallVector<AffineExpr>> subscripts = nest.subscripts(own);
  if (!subscripts || condition())
    return false;
  llvm::SmallBitVector used(nest.loops.size());
  for (auto [extent, subscript] :
       llvm::zip_equal(own.getMemRefType().getShape(), *subscripts)) {
    auto dim = dyn_cast<AffineDimExpr>(subscript);
    if (!dim && isa<AffineConstantExpr>(subscript) && extent == 1)
      continue;
    if (!dim || used.test(dim.getPosition()))
      return false;
    AffineForOp loop = nest.loops[dim.getPosition()];
    if (!loop.hasConstantBounds() || loop.getConstantLowerBound() != 0 ||
        loop.getConstantUpperBound() != extent)
      return false;
    used.set(dim.getPosition());
  }
  return true;
}

bool talos::isAccessed(Operation &op, Value array) {
  return op
      .walk([&](Operation *inner) {
        return llvm::is_contained(inner->getOperands(), array) &&
                       !isa<memref::DeallocOp>(inner)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

Operation *talos::nextAccess(Operation *op, Value array) {
  do
    op = op->getNextNode();
  while (op && !isAccessed(*op, array));
  return op;
}

Operation *talos::onlyOtherAccess(Operation *op, Value array) {
  Operation *other = nullptr;
  for (Operation *user : array.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    Operation *there = op->getBlock()->findAncestorOpInBlock(*user);
    if (there == op || there == other)
      continue;
    if (other)
      return nullptr;
    other = there;
  }
  return other;
}
