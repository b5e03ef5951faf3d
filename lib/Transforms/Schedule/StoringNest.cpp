//===- StoringNest.cpp - A perfect nest with one store --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StoringNest.h"

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
