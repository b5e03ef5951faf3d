//===- FoldFills.cpp - Nests start with the constant that fills an array --===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/StoringNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/InitialValue.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_FOLDFILLS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// The constant that the nest stores in every element of an array, and nothing
/// else.
static std::optional<std::pair<AffineStoreOp, TypedAttr>>
fillOf(AffineForOp root) {
  StoringNest nest(root);
  TypedAttr value;
  if (!nest.isKnown() || nest.nest.accesses().size() != 1 ||
      !nest.storesAll() ||
      !matchPattern(nest.store.getValueToStore(), m_Constant(&value)))
    return std::nullopt;
  return std::pair(nest.store, value);
}

/// The only store of a nest, if of this array the nest reads the elements alone
/// that it stores in the same iteration.
static AffineStoreOp updateOf(Operation &op, Value array) {
  SmallVector<AffineStoreOp> stores;
  SmallVector<AffineLoadOp> loads;
  bool isOther = false;
  op.walk([&](Operation *inner) {
    if (auto store = dyn_cast<AffineStoreOp>(inner))
      stores.push_back(store);
    else if (auto load = dyn_cast<AffineLoadOp>(inner);
             load && load.getMemRef() == array)
      loads.push_back(load);
    else
      isOther |= llvm::is_contained(inner->getOperands(), array);
  });
  if (isOther || stores.size() != 1 || stores.front().getMemRef() != array)
    return {};
  AffineStoreOp store = stores.front();
  bool isSame = llvm::all_of(loads, [&](AffineLoadOp load) {
    return load.getAffineMap() == store.getAffineMap() &&
           llvm::equal(load.getMapOperands(), store.getMapOperands());
  });
  return isSame ? store : AffineStoreOp();
}

/// No op before it sees the array, and the first one after it that does updates
/// its elements one by one.
static bool fold(AffineForOp root) {
  auto fill = fillOf(root);
  if (!fill)
    return false;
  auto [filled, value] = *fill;
  Value array = filled.getMemRef();
  for (Operation *op = root->getPrevNode(); op; op = op->getPrevNode())
    if (isAccessed(*op, array))
      return false;
  Operation *user = nextAccess(root, array);
  AffineStoreOp update =
      isa_and_present<AffineForOp>(user) ? updateOf(*user, array) : nullptr;
  if (!update)
    return false;
  update->setAttr(hls::initialAttrName, value);
  root.erase();
  return true;
}

namespace {
struct FoldFillsPass : talos::impl::FoldFillsBase<FoldFillsPass> {
  using FoldFillsBase::FoldFillsBase;

  void runOnOperation() override {
    transforms::changeNests(getOperation(), getArgument(), fold);
  }
};
} // namespace
