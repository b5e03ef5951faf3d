//===- WidenStores.cpp - Nests that store a part pass over the array ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/LocalCopies.h"
#include "Transforms/Schedule/StoringNest.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_WIDENSTORES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

//===----------------------------------------------------------------------===//
// Elements on diagonals, and of constant subscripts
//===----------------------------------------------------------------------===//

/// Dimensions in which the elements that are stored are not all of them: whose
/// subscript is a constant, or an iterator that an earlier one is already. None
/// where a subscript is anything else.
static SmallVector<unsigned> partialDims(StoringNest &own) {
  std::optional<SmallVector<AffineExpr>> subscripts =
      own.nest.subscripts(own.store);
  if (!subscripts)
    return {};
  SmallVector<unsigned> dims;
  llvm::SmallBitVector used(own.nest.loops.size());
  ArrayRef<int64_t> shape = own.store.getMemRefType().getShape();
  for (auto [number, subscript] : llvm::enumerate(*subscripts)) {
    if (isa<AffineConstantExpr>(subscript)) {
      if (shape[number] > 1)
        dims.push_back(number);
      continue;
    }
    auto dim = dyn_cast<AffineDimExpr>(subscript);
    if (!dim)
      return {};
    if (used.test(dim.getPosition()))
      dims.push_back(number);
    used.set(dim.getPosition());
  }
  return dims;
}

/// The nest gets innermost loops over these dimensions of the array, and stores
/// where their iterators are what the subscripts were.
static void widen(StoringNest &own, ArrayRef<unsigned> dims) {
  AffineIfOp known = own.condition();
  AffineStoreOp store = own.store;
  AffineMap map = store.getAffineMap();
  SmallVector<AffineExpr> subscripts(map.getResults());
  SmallVector<Value> operands(store.getMapOperands().begin(),
                              store.getMapOperands().begin() +
                                  map.getNumDims());
  Block *around = &own.nest.body();
  SmallVector<AffineExpr> rows;
  for (unsigned dim : dims) {
    AffineForOp loop = loopInside(*around, store.getLoc(),
                                  store.getMemRefType().getDimSize(dim));
    AffineExpr iterator = getAffineDimExpr(operands.size(), store.getContext());
    operands.push_back(loop.getInductionVar());
    rows.push_back(iterator - subscripts[dim]);
    subscripts[dim] = iterator;
    around = loop.getBody();
  }
  SmallVector<bool> areEqual(rows.size(), true);
  SmallVector<Value> all(operands);
  if (known) {
    IntegerSet set = known.getIntegerSet();
    AffineMap before = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                      set.getConstraints(), set.getContext());
    llvm::append_range(rows, before.shiftDims(operands.size()).getResults());
    llvm::append_range(areEqual, set.getEqFlags());
    llvm::append_range(all, known.getOperands());
  }
  IntegerSet stores = IntegerSet::get(all.size(), 0, rows, areEqual);
  canonicalizeSetAndOperands(&stores, &all);
  auto builder = OpBuilder::atBlockBegin(around);
  auto condition = AffineIfOp::create(builder, store.getLoc(), stores, all,
                                      /*withElseRegion=*/false);
  Block *then = condition.getThenBlock();
  Block *from = known ? known.getThenBlock() : around;
  then->getOperations().splice(then->begin(), from->getOperations(),
                               known ? from->begin() : std::next(from->begin()),
                               std::prev(from->end()));
  if (known)
    known.erase();
  AffineMap whole =
      AffineMap::get(operands.size(), 0, subscripts, store.getContext());
  auto set = [&](auto access) {
    access.setMap(whole);
    access.getIndicesMutable().assign(operands);
  };
  set(store);
  for (AffineLoadOp load : own.old)
    set(load);
}

static bool widenStore(AffineForOp root) {
  StoringNest own(root);
  if (!own.isKnown() || !own.readsOwnElements())
    return false;
  SmallVector<unsigned> dims = partialDims(own);
  AffineIfOp condition = own.condition();
  bool hasSymbols =
      own.store.getAffineMap().getNumSymbols() > 0 ||
      (condition && condition.getIntegerSet().getNumSymbols() > 0);
  if (dims.empty() || hasSymbols)
    return false;
  widen(own, dims);
  dropUnusedLoops(root);
  if (runsOnce(root) && root.getInductionVar().use_empty())
    (void)promoteIfSingleIteration(root);
  return true;
}

//===----------------------------------------------------------------------===//
// What other elements of the array were
//===----------------------------------------------------------------------===//

/// No iteration loads what one has stored, itself or before it.
static bool loadsOldOnly(const StoringNest &own, AffineLoadOp load) {
  MemRefAccess store(own.store), read(load);
  for (unsigned depth = 1; depth <= own.nest.loops.size() + 1; ++depth)
    if (!noDependence(checkMemrefAccessDependence(store, read, depth)))
      return false;
  return true;
}

/// A nest over the whole array stores it in another one.
static Value copyBefore(AffineForOp root, Value array) {
  ArrayRef<int64_t> shape = cast<MemRefType>(array.getType()).getShape();
  Value copy = makeCopy(root->getParentOfType<func::FuncOp>(), array, shape);
  OpBuilder builder(root);
  SmallVector<Value> all = loopOver(builder, root.getLoc(), shape);
  Value element = AffineLoadOp::create(builder, root.getLoc(), array, all);
  nameCopying(AffineStoreOp::create(builder, root.getLoc(), element, copy, all),
              array);
  return copy;
}

static bool copyOld(AffineForOp root) {
  StoringNest own(root);
  if (!own.isKnown())
    return false;
  SmallVector<AffineLoadOp> others;
  for (AffineLoadOp load : own.old)
    if (!(MemRefAccess(load) == MemRefAccess(own.store)))
      others.push_back(load);
  if (others.empty() || !llvm::all_of(others, [&](AffineLoadOp load) {
        return own.nest.loopsOf(load) && loadsOldOnly(own, load);
      }))
    return false;
  Value copy = copyBefore(root, own.store.getMemRef());
  for (AffineLoadOp load : others)
    load.getMemrefMutable().set(copy);
  return true;
}

namespace {
struct WidenStoresPass : talos::impl::WidenStoresBase<WidenStoresPass> {
  using WidenStoresBase::WidenStoresBase;

  void runOnOperation() override {
    transforms::changeNests(getOperation(), getArgument(),
                            [](AffineForOp root) {
                              bool any = copyOld(root);
                              any |= widenStore(root);
                              return any;
                            });
  }
};
} // namespace
