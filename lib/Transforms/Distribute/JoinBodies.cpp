//===- JoinBodies.cpp - Bodies of several stores become statements ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/JointStatements.h"
#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

/// The stores of the statements of that name, without those that are gone.
static SmallVector<AffineStoreOp> storesOf(func::FuncOp func,
                                           const JointBody &names) {
  SmallVector<AffineStoreOp> stores;
  func.walk([&](AffineStoreOp store) {
    auto name = store->getAttrOfType<StringAttr>(hls::statementAttrName);
    if (name && llvm::is_contained(names, name.str()))
      stores.push_back(store);
  });
  return stores;
}

/// Conditions that hold for some of them alone may have come in between, and
/// those that run in no iteration are gone.
static bool inOneBlock(ArrayRef<AffineStoreOp> stores) {
  return !stores.empty() && llvm::all_of(stores, [&](AffineStoreOp store) {
    return store->getBlock() == stores.front()->getBlock();
  });
}

/// Values in the place of loads of what an earlier store of the body wrote.
static void forwardValues(Block *body, ArrayRef<AffineStoreOp> stores) {
  for (Operation &op : llvm::make_early_inc_range(*body)) {
    auto load = dyn_cast<AffineLoadOp>(op);
    if (!load)
      continue;
    for (AffineStoreOp store : stores)
      if (store->isBeforeInBlock(load) &&
          MemRefAccess(store) == MemRefAccess(load)) {
        load.replaceAllUsesWith(store.getValueToStore());
        load.erase();
        break;
      }
  }
}

void talos::joinBodies(func::FuncOp func, ArrayRef<JointBody> bodies) {
  IRRewriter rewriter(func.getContext());
  DominanceInfo dominance(func);
  // The others are together in their loops, each a statement of its own.
  SmallVector<JointBody> joint;
  llvm::copy_if(bodies, std::back_inserter(joint), [&](const JointBody &names) {
    return inOneBlock(storesOf(func, names));
  });
  for (const JointBody &names : joint) {
    SmallVector<AffineStoreOp> stores = storesOf(func, names);
    Block *body = stores.front()->getBlock();
    forwardValues(body, stores);
    for (AffineStoreOp store : stores)
      store->moveBefore(body->getTerminator());
    eliminateCommonSubExpressions(rewriter, dominance, body->getParentOp());
  }
  removeDeadArrays(func);
  for (const JointBody &names : joint) {
    SmallVector<AffineStoreOp> stores = storesOf(func, names);
    // Those of an array that nothing reads are gone as well.
    for (AffineStoreOp store : llvm::drop_begin(stores, !stores.empty()))
      store->setAttr(hls::joinedAttrName,
                     stores.front()->getAttr(hls::statementAttrName));
  }
}
