//===- DiagonalCopies.cpp - Diagonals are copied before they are read -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/LocalCopies.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_COPYDIAGONALS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

namespace {
/// Elements whose subscripts are equal in some dimensions.
struct Diagonal {
  Value array;
  /// By dimension of the array: that of the copy.
  SmallVector<unsigned> dims;
  /// By dimension of the copy: the shortest one of the array that it stands
  /// for.
  SmallVector<unsigned> sources;

  bool operator==(const Diagonal &other) const {
    return array == other.array && dims == other.dims;
  }
  ArrayRef<int64_t> extents() const {
    return cast<MemRefType>(array.getType()).getShape();
  }
};
} // namespace

/// The iterators that are the subscripts, one a dimension; none if a subscript
/// is anything else.
static std::optional<SmallVector<Value>> iteratorsOf(AffineLoadOp load) {
  AffineValueMap access(load.getAffineMap(), load.getMapOperands());
  access.composeSimplifyAndCanonicalize();
  SmallVector<Value> iterators;
  for (AffineExpr subscript : access.getAffineMap().getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(subscript);
    if (!dim)
      return std::nullopt;
    iterators.push_back(access.getOperand(dim.getPosition()));
  }
  return iterators;
}

/// Iterators by dimension of the copy are left in `iterators`.
static std::optional<Diagonal> diagonalOf(AffineLoadOp load,
                                          SmallVector<Value> &iterators) {
  std::optional<SmallVector<Value>> subscripts = iteratorsOf(load);
  if (!subscripts)
    return std::nullopt;
  Diagonal diagonal{load.getMemRef(), {}, {}};
  for (auto [dim, iterator] : llvm::enumerate(*subscripts)) {
    unsigned own = llvm::find(iterators, iterator) - iterators.begin();
    diagonal.dims.push_back(own);
    if (own == iterators.size()) {
      iterators.push_back(iterator);
      diagonal.sources.push_back(dim);
    } else if (diagonal.extents()[dim] <
               diagonal.extents()[diagonal.sources[own]]) {
      diagonal.sources[own] = dim;
    }
  }
  if (iterators.size() == subscripts->size())
    return std::nullopt;
  return diagonal;
}

/// A nest over the whole array before `root` stores what lies on the diagonal.
static Value copyBefore(AffineForOp root, const Diagonal &diagonal) {
  SmallVector<int64_t> shape;
  for (unsigned source : diagonal.sources)
    shape.push_back(diagonal.extents()[source]);
  Value copy =
      makeCopy(root->getParentOfType<func::FuncOp>(), diagonal.array, shape);
  OpBuilder builder(root);
  Location loc = root.getLoc();
  SmallVector<Value> all, own;
  for (int64_t extent : diagonal.extents()) {
    auto loop = AffineForOp::create(builder, loc, 0, extent);
    all.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  SmallVector<AffineExpr> distances;
  for (auto [dim, place] : llvm::enumerate(diagonal.dims))
    if (unsigned source = diagonal.sources[place]; source != dim)
      distances.push_back(builder.getAffineDimExpr(dim) -
                          builder.getAffineDimExpr(source));
  auto onDiagonal = AffineIfOp::create(
      builder, loc,
      IntegerSet::get(all.size(), 0, distances,
                      SmallVector<bool>(distances.size(), true)),
      all, /*withElseRegion=*/false);
  builder.setInsertionPointToStart(onDiagonal.getThenBlock());
  for (unsigned source : diagonal.sources)
    own.push_back(all[source]);
  Value element = AffineLoadOp::create(builder, loc, diagonal.array, all);
  nameCopying(AffineStoreOp::create(builder, loc, element, copy, own),
              diagonal.array);
  return copy;
}

/// Of all arrays that the nest does not store.
static bool copyDiagonals(AffineForOp root) {
  llvm::SmallPtrSet<Value, 2> stored;
  root.walk([&](AffineStoreOp store) { stored.insert(store.getMemRef()); });
  SmallVector<AffineLoadOp> loads;
  root.walk([&](AffineLoadOp load) {
    if (!stored.contains(load.getMemRef()))
      loads.push_back(load);
  });
  SmallVector<std::pair<Diagonal, Value>> copies;
  for (AffineLoadOp load : loads) {
    SmallVector<Value> iterators;
    std::optional<Diagonal> diagonal = diagonalOf(load, iterators);
    if (!diagonal)
      continue;
    auto *known = llvm::find_if(
        copies, [&](const auto &made) { return made.first == *diagonal; });
    if (known == copies.end()) {
      copies.push_back({*diagonal, copyBefore(root, *diagonal)});
      known = &copies.back();
    }
    OpBuilder builder(load);
    load.replaceAllUsesWith(
        AffineLoadOp::create(builder, load.getLoc(), known->second, iterators)
            .getResult());
    load.erase();
  }
  return !copies.empty();
}

namespace {
struct CopyDiagonalsPass : talos::impl::CopyDiagonalsBase<CopyDiagonalsPass> {
  using CopyDiagonalsBase::CopyDiagonalsBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    bool any = false;
    SmallVector<AffineForOp> roots(func.getOps<AffineForOp>());
    for (AffineForOp root : roots)
      any |= copyDiagonals(root);
    if (!any)
      return;
    nameAll(func);
    transforms::recordScheduled(func,
                                StringAttr::get(&getContext(), getArgument()));
  }
};
} // namespace
