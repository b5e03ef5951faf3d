//===- ForwardStores.cpp - Loads of what was stored -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Affine scalar replacement of MLIR 22, and what it must not see:
// - Of an else region it takes ops to run under the condition itself, and drops
//   stores that are read there.
// - Inside of other regions, as of scf.if, it knows no dependences. A load
// there
//   may take the value of a load outside that is itself replaced, and erased.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

#define GEN_PASS_DEF_FORWARDSTORES
#include "talos/Transforms/Passes.h.inc"

static AffineIfOp elseWithAccess(func::FuncOp func) {
  AffineIfOp found;
  func.walk([&](AffineIfOp condition) {
    if (!condition.hasElse() ||
        llvm::all_of(*condition.getElseBlock(),
                     [](Operation &op) { return isMemoryEffectFree(&op); }))
      return WalkResult::advance();
    found = condition;
    return WalkResult::interrupt();
  });
  return found;
}

/// Whether a region around it is none whose dependences are known.
static bool isInOtherRegion(AffineLoadOp load) {
  Operation *op = load->getParentOp();
  while (isa<AffineForOp, AffineIfOp, AffineParallelOp>(op))
    op = op->getParentOp();
  return !isa<func::FuncOp>(op);
}

namespace {
/// Affine loads in other regions are plain ones as long as this lives.
class PlainLoads {
public:
  explicit PlainLoads(func::FuncOp func) {
    func.walk([&](AffineLoadOp load) {
      if (isInOtherRegion(load))
        makePlain(load);
    });
  }
  ~PlainLoads() {
    for (Plain &plain : all)
      makeAffine(plain);
  }

private:
  struct Plain {
    memref::LoadOp load;
    AffineMap map;
    SmallVector<Value> operands;
  };

  void makePlain(AffineLoadOp load) {
    OpBuilder builder(load);
    AffineMap map = load.getAffineMap();
    SmallVector<Value> operands(load.getMapOperands()), indices;
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      indices.push_back(AffineApplyOp::create(builder, load.getLoc(),
                                              map.getSubMap({i}), operands));
    auto plain = memref::LoadOp::create(builder, load.getLoc(),
                                        load.getMemRef(), indices);
    plain->setDiscardableAttrs(load->getDiscardableAttrDictionary());
    load.replaceAllUsesWith(plain.getResult());
    load.erase();
    all.push_back({plain, map, std::move(operands)});
  }

  static void makeAffine(Plain &plain) {
    OpBuilder builder(plain.load);
    auto load =
        AffineLoadOp::create(builder, plain.load.getLoc(),
                             plain.load.getMemRef(), plain.map, plain.operands);
    load->setDiscardableAttrs(plain.load->getDiscardableAttrDictionary());
    SmallVector<Value> indices(plain.load.getIndices());
    plain.load.replaceAllUsesWith(load.getResult());
    plain.load.erase();
    for (Value index : indices)
      index.getDefiningOp()->erase();
  }

  std::vector<Plain> all;
};
} // namespace

AffineIfOp forwardStores(func::FuncOp func, AliasAnalysis &aliases) {
  splitElse(func);
  if (AffineIfOp condition = elseWithAccess(func))
    return condition;
  PlainLoads plain(func);
  DominanceInfo dominance(func);
  PostDominanceInfo postDominance(func);
  affineScalarReplace(func, dominance, postDominance, aliases);
  return {};
}

namespace {
struct ForwardStores : impl::ForwardStoresBase<ForwardStores> {
  void runOnOperation() override {
    AffineIfOp condition =
        forwardStores(getOperation(), getAnalysis<AliasAnalysis>());
    if (!condition)
      return;
    condition.emitOpError(
        "has results, and loads or stores in its else region; run "
        "hls-normalize, or choose a value by arith.select");
    signalPassFailure();
  }
};
} // namespace

} // namespace talos
