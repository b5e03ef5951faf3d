//===- ForwardScalars.cpp - Local scalars that are values -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

/// The accesses of an array of one element; none if it is used otherwise.
static std::optional<SmallVector<Operation *>>
accessesOf(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  if (!type.hasStaticShape() || type.getNumElements() != 1)
    return std::nullopt;
  SmallVector<Operation *> accesses;
  for (Operation *user : alloc->getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    auto store = dyn_cast<AffineStoreOp>(user);
    bool isAccess = isa<AffineLoadOp>(user) ||
                    (store && store.getValueToStore() != alloc.getResult());
    if (!isAccess)
      return std::nullopt;
    accesses.push_back(user);
  }
  return accesses;
}

/// The store whose value `load` reads, if it stands in the same block with no
/// loop or condition between that stores as well.
static AffineStoreOp sourceOf(AffineLoadOp load,
                              ArrayRef<Operation *> accesses) {
  Block *block = load->getBlock();
  Operation *last = nullptr;
  for (Operation *access : accesses) {
    if (isa<AffineLoadOp>(access))
      continue;
    Operation *here = block->findAncestorOpInBlock(*access);
    if (here && here->isBeforeInBlock(load) &&
        (!last || last->isBeforeInBlock(here)))
      last = here;
  }
  return dyn_cast_or_null<AffineStoreOp>(last);
}

void forwardScalars(func::FuncOp func) {
  auto allocs =
      llvm::to_vector(func.getBody().front().getOps<memref::AllocOp>());
  for (memref::AllocOp alloc : allocs) {
    std::optional<SmallVector<Operation *>> accesses = accessesOf(alloc);
    if (!accesses)
      continue;
    SmallVector<std::pair<AffineLoadOp, AffineStoreOp>> flow;
    for (Operation *access : *accesses)
      if (auto load = dyn_cast<AffineLoadOp>(access))
        flow.emplace_back(load, sourceOf(load, *accesses));
    if (llvm::any_of(flow, [](auto &edge) { return !edge.second; }))
      continue;
    // A value that is stored may be a load that goes as well.
    for (auto [load, store] : flow)
      load.getResult().replaceAllUsesWith(store.getValueToStore());
    for (Operation *user : llvm::make_early_inc_range(alloc->getUsers()))
      user->erase();
    alloc.erase();
  }
}

} // namespace talos
