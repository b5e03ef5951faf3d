//===- UnrolledBand.cpp - Loops that are written out together -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/UnrolledBand.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;
using affine::AffineForOp;

static bool isWhole(AffineForOp loop) {
  auto unroll = loop->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName);
  return unroll && unroll.getFactor() == 0 && loop.hasConstantBounds() &&
         loop.getNumIterOperands() == 0;
}

int64_t transforms::copiesOf(AffineForOp loop) {
  auto unroll = loop->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName);
  if (!unroll)
    return 1;
  if (unroll.getFactor() != 0)
    return unroll.getFactor();
  return affine::getConstantTripCount(loop).value_or(1);
}

SmallVector<AffineForOp> transforms::unrolledBand(AffineForOp inner) {
  if (!isWhole(inner) ||
      llvm::any_of(inner.getBody()->getOperations(),
                   [](Operation &op) { return op.getNumRegions() != 0; }))
    return {};
  SmallVector<AffineForOp> band = {inner};
  for (auto outer = dyn_cast<AffineForOp>(inner->getParentOp());
       outer && isWhole(outer) &&
       llvm::hasSingleElement(outer.getBody()->without_terminator());
       outer = dyn_cast<AffineForOp>(outer->getParentOp()))
    band.push_back(outer);
  return band;
}

/// Without divisions: different values of an operand that it depends on give
/// different sums.
static bool isSum(AffineExpr expr) {
  return !expr.walk([](AffineExpr part) {
                AffineExprKind kind = part.getKind();
                bool divides = kind == AffineExprKind::Mod ||
                               kind == AffineExprKind::FloorDiv ||
                               kind == AffineExprKind::CeilDiv;
                return divides ? WalkResult::interrupt()
                               : WalkResult::advance();
              })
              .wasInterrupted();
}

/// A subscript depends on the iteration of `loop`, and on none of the loops in
/// it.
static bool tellsCopiesApart(const affine::MemRefAccess &access,
                             AffineForOp loop) {
  affine::AffineValueMap map;
  access.getAccessMap(&map);
  return llvm::any_of(map.getAffineMap().getResults(), [&](AffineExpr expr) {
    bool depends = false;
    for (unsigned dim = 0; dim < map.getNumDims(); ++dim) {
      if (!expr.isFunctionOfDim(dim))
        continue;
      if (map.getOperand(dim) == loop.getInductionVar())
        depends = true;
      else if (!loop.isDefinedOutsideOfLoop(map.getOperand(dim)))
        return false;
    }
    return depends && isSum(expr);
  });
}

bool transforms::mayRunSideBySide(AffineForOp loop, AffineForOp inner) {
  if (loop == inner)
    return true;
  SmallVector<Operation *> loads, stores;
  for (Operation &op : inner.getBody()->without_terminator()) {
    if (isa<affine::AffineStoreOp>(op))
      stores.push_back(&op);
    else if (isa<affine::AffineLoadOp>(op))
      loads.push_back(&op);
    else if (!isMemoryEffectFree(&op))
      return false;
  }
  for (Operation *store : stores) {
    affine::MemRefAccess written(store);
    if (!tellsCopiesApart(written, loop))
      return false;
    for (Operation *op : llvm::concat<Operation *>(loads, stores)) {
      affine::MemRefAccess other(op);
      if (hls::originOf(other.memref) == hls::originOf(written.memref) &&
          other != written)
        return false;
    }
  }
  return true;
}
