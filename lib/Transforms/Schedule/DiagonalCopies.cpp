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
/// Elements whose subscripts are equal in some dimensions, or constants.
struct Diagonal {
  Value array;
  /// By dimension of the array: that of the copy, or a constant.
  SmallVector<AffineExpr> subscripts;
  /// By dimension of the copy: the shortest one of the array that it stands
  /// for.
  SmallVector<unsigned> sources;

  bool operator==(const Diagonal &other) const {
    return array == other.array && subscripts == other.subscripts;
  }
  ArrayRef<int64_t> extents() const {
    return cast<MemRefType>(array.getType()).getShape();
  }
  /// Of iterators over the whole array: what is 0 of these elements.
  SmallVector<AffineExpr> distances() const;
  /// Of one element there is a dimension as well.
  SmallVector<int64_t> shape() const;
};
} // namespace

SmallVector<AffineExpr> Diagonal::distances() const {
  SmallVector<AffineExpr> result;
  for (auto [dim, subscript] : llvm::enumerate(subscripts)) {
    AffineExpr own = getAffineDimExpr(dim, array.getContext());
    auto place = dyn_cast<AffineDimExpr>(subscript);
    if (!place && extents()[dim] > 1)
      result.push_back(own - subscript);
    else if (place && sources[place.getPosition()] != dim)
      result.push_back(own - getAffineDimExpr(sources[place.getPosition()],
                                              array.getContext()));
  }
  return result;
}

SmallVector<int64_t> Diagonal::shape() const {
  SmallVector<int64_t> shape;
  for (unsigned source : sources)
    shape.push_back(extents()[source]);
  if (shape.empty())
    shape.push_back(1);
  return shape;
}

/// None if a subscript is neither an iterator nor a constant. Iterators by
/// dimension of the copy are left in `iterators`.
static std::optional<Diagonal> diagonalOf(AffineLoadOp load,
                                          SmallVector<Value> &iterators) {
  AffineValueMap access(load.getAffineMap(), load.getMapOperands());
  access.composeSimplifyAndCanonicalize();
  Diagonal diagonal{load.getMemRef(), {}, {}};
  for (auto [dim, subscript] :
       llvm::enumerate(access.getAffineMap().getResults())) {
    if (isa<AffineConstantExpr>(subscript)) {
      diagonal.subscripts.push_back(subscript);
      continue;
    }
    auto place = dyn_cast<AffineDimExpr>(subscript);
    if (!place)
      return std::nullopt;
    Value iterator = access.getOperand(place.getPosition());
    unsigned own = llvm::find(iterators, iterator) - iterators.begin();
    diagonal.subscripts.push_back(getAffineDimExpr(own, load.getContext()));
    if (own == iterators.size()) {
      iterators.push_back(iterator);
      diagonal.sources.push_back(dim);
    } else if (diagonal.extents()[dim] <
               diagonal.extents()[diagonal.sources[own]]) {
      diagonal.sources[own] = dim;
    }
  }
  if (diagonal.distances().empty())
    return std::nullopt;
  return diagonal;
}

/// Those of the copy, where `iterators` are subscripts.
static AffineMap subscriptsIn(const Diagonal &diagonal) {
  MLIRContext *context = diagonal.array.getContext();
  return diagonal.sources.empty() ? AffineMap::getConstantMap(0, context)
                                  : AffineMap::getMultiDimIdentityMap(
                                        diagonal.sources.size(), context);
}

/// A nest over the whole array before `root` stores what lies on the diagonal.
static Value copyBefore(AffineForOp root, const Diagonal &diagonal) {
  Value copy = makeCopy(root->getParentOfType<func::FuncOp>(), diagonal.array,
                        diagonal.shape());
  OpBuilder builder(root);
  Location loc = root.getLoc();
  SmallVector<Value> all = loopOver(builder, loc, diagonal.extents()), own;
  SmallVector<AffineExpr> distances = diagonal.distances();
  IntegerSet onDiagonal = IntegerSet::get(
      all.size(), 0, distances, SmallVector<bool>(distances.size(), true));
  SmallVector<Value> used(all);
  canonicalizeSetAndOperands(&onDiagonal, &used);
  auto condition = AffineIfOp::create(builder, loc, onDiagonal, used,
                                      /*withElseRegion=*/false);
  builder.setInsertionPointToStart(condition.getThenBlock());
  for (unsigned source : diagonal.sources)
    own.push_back(all[source]);
  Value element = AffineLoadOp::create(builder, loc, diagonal.array, all);
  nameCopying(AffineStoreOp::create(builder, loc, element, copy,
                                    subscriptsIn(diagonal), own),
              diagonal.array);
  return copy;
}

/// Of all arrays that the nest does not store; elements of constant subscripts
/// where it may be a process, since a task has whole arrays.
static bool copyDiagonals(AffineForOp root) {
  llvm::SmallPtrSet<Value, 2> stored;
  root.walk([&](AffineStoreOp store) { stored.insert(store.getMemRef()); });
  bool mayStream = PerfectNest(root).singleBody() != nullptr;
  SmallVector<AffineLoadOp> loads;
  root.walk([&](AffineLoadOp load) {
    if (!stored.contains(load.getMemRef()))
      loads.push_back(load);
  });
  SmallVector<std::pair<Diagonal, Value>> copies;
  for (AffineLoadOp load : loads) {
    SmallVector<Value> iterators;
    std::optional<Diagonal> diagonal = diagonalOf(load, iterators);
    bool hasConstants =
        diagonal &&
        llvm::any_of(diagonal->subscripts, llvm::IsaPred<AffineConstantExpr>);
    if (!diagonal || (hasConstants && !mayStream))
      continue;
    auto *known = llvm::find_if(
        copies, [&](const auto &made) { return made.first == *diagonal; });
    if (known == copies.end()) {
      copies.push_back({*diagonal, copyBefore(root, *diagonal)});
      known = &copies.back();
    }
    OpBuilder builder(load);
    load.replaceAllUsesWith(
        AffineLoadOp::create(builder, load.getLoc(), known->second,
                             subscriptsIn(*diagonal), iterators)
            .getResult());
    load.erase();
  }
  return !copies.empty();
}

namespace {
struct CopyDiagonalsPass : talos::impl::CopyDiagonalsBase<CopyDiagonalsPass> {
  using CopyDiagonalsBase::CopyDiagonalsBase;

  void runOnOperation() override {
    transforms::changeNests(getOperation(), getArgument(), copyDiagonals);
  }
};
} // namespace
