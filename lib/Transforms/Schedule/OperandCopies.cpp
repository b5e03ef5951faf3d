//===- OperandCopies.cpp - Operands that a nest reads beside what it writes ===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/Expansion.h"
#include "Transforms/Schedule/ArrayCopies.h"
#include "Transforms/Schedule/LocalCopies.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::presburger;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_COPYOPERANDS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

namespace {

/// The same elements read through other loops are copied once.
struct Copied {
  Value array;
  /// Over the iterators around the nest and those of the copy's loops.
  SmallVector<AffineExpr> subscripts;
  IntegerPolyhedron domain;
  SmallVector<int64_t> shape;
  /// The loads that it is for, and the loops of the nest, one a dimension, that
  /// each of them follows.
  SmallVector<std::pair<AffineLoadOp, SmallVector<unsigned>>> loads;
};

/// The copies before one nest.
class OperandCopies {
public:
  explicit OperandCopies(const PerfectNest &nest)
      : nest(nest), outer(nest.around().size()) {}

  /// True if there are any.
  bool run();

private:
  bool isWrittenApart(AffineLoadOp load) const;
  bool hasOpenBank(AffineLoadOp load) const;
  void add(AffineLoadOp load);
  bool isWrittenBefore(AffineLoadOp load) const;
  bool merge(Copied &into, const Copied &other) const;
  bool isInside(const Copied &copied) const;
  Operation *placeOf(const Copied &copied) const;
  bool write(Copied &copied);

  const PerfectNest &nest;
  unsigned outer; ///< loops around
  std::optional<IntegerPolyhedron> domain;
  std::vector<Copied> copies;
};

/// In the same iteration of the loops around the nest; also if that is not
/// known.
bool OperandCopies::isWrittenBefore(AffineLoadOp load) const {
  for (Operation *op : nest.accesses()) {
    auto store = dyn_cast<AffineStoreOp>(op);
    if (!store || store.getMemRef() != load.getMemRef())
      continue;
    for (unsigned depth = outer + 1; depth <= outer + nest.loops.size() + 1;
         ++depth)
      if (!noDependence(checkMemrefAccessDependence(MemRefAccess(store),
                                                    MemRefAccess(load), depth)))
        return true;
  }
  return false;
}

/// Of the copy's dimension for iterator `dim`: that of the array, if there is
/// one that follows this loop alone, so that both may be cut alike.
std::optional<int64_t> extentFor(unsigned dim, AffineForOp loop,
                                 const Copied &copied) {
  auto type = cast<MemRefType>(copied.array.getType());
  for (auto [d, subscript] : llvm::enumerate(copied.subscripts))
    if (subscript == getAffineDimExpr(dim, subscript.getContext()))
      return type.getDimSize(d);
  return extentOf(loop);
}

/// By the nest, the array, at other subscripts than the load's: what replaces
/// the element that is read needs no copy of it, even if some loop that runs
/// once does not move either.
bool OperandCopies::isWrittenApart(AffineLoadOp load) const {
  auto read = nest.subscripts(load);
  return llvm::any_of(nest.accesses(), [&](Operation *op) {
    auto store = dyn_cast<AffineStoreOp>(op);
    if (!store || store.getMemRef() != load.getMemRef())
      return false;
    auto written = nest.subscripts(op);
    return !written || *written != *read;
  });
}

/// The only loop of the nest that the load follows tells the elements apart
/// that are written, so that its iterations may run side by side, but stands in
/// subscripts of the load beside loops around only, as in y[k - i]: the banks
/// of unrolled copies would not be known before the program runs.
bool OperandCopies::hasOpenBank(AffineLoadOp load) const {
  unsigned variables = outer + nest.loops.size();
  auto isAlone = [&](AffineExpr expr, unsigned dim) {
    AffineExpr rest = expr - getAffineDimExpr(dim, expr.getContext());
    return isa<AffineConstantExpr>(simplifyAffineExpr(rest, variables, 0));
  };
  auto subscripts = nest.subscripts(load);
  std::optional<unsigned> followed;
  for (unsigned dim = outer; dim < variables; ++dim)
    for (AffineExpr expr : *subscripts) {
      if (!expr.isFunctionOfDim(dim))
        continue;
      bool isMoved = llvm::any_of(llvm::seq(outer), [&](unsigned around) {
        return expr.isFunctionOfDim(around);
      });
      if (!isMoved || followed.value_or(dim) != dim)
        return false;
      followed = dim;
    }
  return followed && llvm::all_of(nest.accesses(), [&](Operation *op) {
           auto written = nest.subscripts(op);
           return !isa<AffineStoreOp>(op) ||
                  (written && llvm::any_of(*written, [&](AffineExpr expr) {
                     return isAlone(expr, *followed);
                   }));
         });
}

void OperandCopies::add(AffineLoadOp load) {
  auto subscripts = nest.subscripts(load);
  if (!subscripts || isWrittenBefore(load))
    return;
  SmallVector<unsigned> loops;
  SmallVector<AffineExpr> dims;
  for (unsigned d = 0; d < outer; ++d)
    dims.push_back(getAffineDimExpr(d, load.getContext()));
  IntegerPolyhedron points = *domain;
  for (unsigned l = 0; l < nest.loops.size(); ++l) {
    dims.push_back(getAffineDimExpr(outer + loops.size(), load.getContext()));
    if (llvm::any_of(*subscripts, [&](AffineExpr expr) {
          return expr.isFunctionOfDim(outer + l);
        }))
      loops.push_back(l);
    else
      points.projectOut(outer + loops.size(), 1);
  }
  bool isPart = !loops.empty() && loops.size() < nest.loops.size() &&
                isWrittenApart(load);
  if (!isPart && !hasOpenBank(load))
    return;
  Copied copied{load.getMemRef(), {}, points, {}, {{load, loops}}};
  for (AffineExpr expr : *subscripts)
    copied.subscripts.push_back(expr.replaceDims(dims));
  for (auto [d, l] : llvm::enumerate(loops)) {
    auto extent = extentFor(outer + d, nest.loops[l], copied);
    if (!extent)
      return;
    copied.shape.push_back(*extent);
  }
  if (llvm::none_of(copies,
                    [&](Copied &other) { return merge(other, copied); }))
    copies.push_back(std::move(copied));
}

/// What is read for both is read once, if all of it lies in the array.
bool OperandCopies::merge(Copied &into, const Copied &other) const {
  if (into.array != other.array || into.subscripts != other.subscripts ||
      into.shape != other.shape)
    return false;
  Copied both = into;
  both.domain = commonConstraints(into.domain, other.domain);
  if (!isInside(both))
    return false;
  into.domain = both.domain;
  llvm::append_range(into.loads, other.loads);
  return true;
}

bool OperandCopies::isInside(const Copied &copied) const {
  auto type = cast<MemRefType>(copied.array.getType());
  unsigned variables = copied.domain.getNumVars();
  for (auto [d, subscript] : llvm::enumerate(copied.subscripts)) {
    SmallVector<int64_t> flat;
    if (failed(getFlattenedAffineExpr(subscript, variables, 0, &flat)) ||
        flat.size() != variables + 1)
      return false;
    SmallVector<DynamicAPInt> least, most;
    for (int64_t factor : flat) {
      least.push_back(DynamicAPInt(factor));
      most.push_back(DynamicAPInt(-factor));
    }
    most.back() += type.getDimSize(d) - 1;
    if (!holds(copied.domain, least) || !holds(copied.domain, most))
      return false;
  }
  return true;
}

/// Behind the last op before the nest that may write the array: what stands in
/// between can run beside the copy.
Operation *OperandCopies::placeOf(const Copied &copied) const {
  auto mayWrite = [&](Operation *op) {
    return op
        ->walk([&](Operation *inner) {
          auto store = dyn_cast<AffineStoreOp>(inner);
          bool writes = store ? store.getMemRef() == copied.array
                              : hls::isRegionCall(inner);
          return writes ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  Operation *place = nest.root();
  while (place->getPrevNode() && !mayWrite(place->getPrevNode()) &&
         !isa<memref::AllocOp>(place->getPrevNode()))
    place = place->getPrevNode();
  return place;
}

bool OperandCopies::write(Copied &copied) {
  AffineLoadOp first = copied.loads.front().first;
  ArrayRef<unsigned> loops = copied.loads.front().second;
  SmallVector<LoopBounds> bounds;
  for (unsigned d = 0; d < loops.size(); ++d)
    if (auto found =
            loopBounds(copied.domain, outer + d, nest.root().getContext()))
      bounds.push_back(*found);
  if (bounds.size() != loops.size())
    return false;
  auto func = first->getParentOfType<func::FuncOp>();
  Value local = makeCopy(func, copied.array, copied.shape);
  OpBuilder builder(placeOf(copied));
  SmallVector<Value> ivs = nest.iterators();
  ivs.truncate(outer);
  for (auto [l, limits] : llvm::zip_equal(loops, bounds)) {
    AffineForOp made = makeLoop(builder, limits, ivs, nest.loops[l]);
    ivs.push_back(made.getInductionVar());
    builder.setInsertionPoint(made.getBody()->getTerminator());
  }
  AffineMap map =
      AffineMap::get(ivs.size(), 0, copied.subscripts, builder.getContext());
  Value read =
      AffineLoadOp::create(builder, first.getLoc(), copied.array, map, ivs);
  auto store = AffineStoreOp::create(builder, first.getLoc(), read, local,
                                     ArrayRef(ivs).drop_front(outer));
  nameCopying(store, copied.array);
  for (auto &[load, follows] : copied.loads) {
    SmallVector<Value> own;
    for (unsigned l : follows)
      own.push_back(AffineForOp(nest.loops[l]).getInductionVar());
    builder.setInsertionPoint(load);
    auto instead = AffineLoadOp::create(builder, load.getLoc(), local, own);
    load.replaceAllUsesWith(instead.getResult());
    load.erase();
  }
  return true;
}

bool OperandCopies::run() {
  if (!nest.isSimple())
    return false;
  auto points = nest.domain();
  if (!points || !isUnimodular(*points, outer))
    return false;
  domain = withoutValues(*points);
  for (Operation *op : nest.accesses())
    if (auto load = dyn_cast<AffineLoadOp>(op))
      add(load);
  bool any = false;
  for (Copied &copied : copies)
    any |= write(copied);
  return any;
}

} // namespace

static bool copyOperands(func::FuncOp func) {
  SmallVector<AffineForOp> roots;
  func.walk<WalkOrder::PreOrder>([&](AffineForOp loop) {
    PerfectNest nest(loop);
    if (!nest.isSimple())
      return WalkResult::advance();
    roots.push_back(loop);
    return WalkResult::skip();
  });
  bool any = copyArraysOfTwoDirections(roots);
  for (AffineForOp root : roots)
    any |= OperandCopies(PerfectNest(root)).run();
  return any;
}

namespace {
struct CopyOperandsPass : talos::impl::CopyOperandsBase<CopyOperandsPass> {
  using CopyOperandsBase::CopyOperandsBase;

  void runOnOperation() override {
    transforms::changeTop(getOperation(), getArgument(), copyOperands);
  }
};

} // namespace
