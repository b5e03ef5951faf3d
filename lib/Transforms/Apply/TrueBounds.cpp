//===- TrueBounds.cpp - Loops run where their statement may run -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/TrueBounds.h"
#include "talos/Analysis/CoupledNest.h"
#include "talos/Analysis/NestBounds.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

static void setBounds(AffineForOp loop, const LoopBounds &bounds,
                      ValueRange values) {
  auto set = [&](AffineMap map, bool isLower) {
    SmallVector<Value> operands(values);
    affine::canonicalizeMapAndOperands(&map, &operands);
    isLower ? loop.setLowerBound(operands, map)
            : loop.setUpperBound(operands, map);
  };
  set(bounds.lower, true);
  set(bounds.upper, false);
}

/// Strip-mined loops of more than one of the source.
static bool areOfSeveral(ArrayRef<AffineForOp> loops) {
  auto sourceOf = [](AffineForOp loop) {
    std::string name = sourceName(loop);
    name.pop_back(); // the level's digit
    return name;
  };
  return llvm::any_of(loops, [&](AffineForOp loop) {
    return sourceOf(loop) != sourceOf(loops.front());
  });
}

/// The inner one of the coupled loops, by the outer one. Bounds that loops
/// around the nest leave, but for whole groups of unrolled iterations, are not
/// of them.
static void narrowCoupled(const Statement &statement,
                          ArrayRef<AffineForOp> loops) {
  SmallVector<AffineForOp> kept;
  for (AffineForOp loop : loops) {
    if (loop->hasAttr(hls::unrollAttrName))
      continue;
    for (AffineForOp around : kept) {
      int64_t group =
          around->hasAttr(hls::reductionAttrName)
              ? CoupledLoops::groupOf(around.getConstantUpperBound())
              : 1;
      if (auto own = boundsWithin(statement.guard, loops, around, group, loop))
        setBounds(loop, *own, around.getInductionVar());
    }
    kept.push_back(loop);
  }
  if (areOfSeveral(kept))
    kept.back()->setAttr(
        hls::collapsedAttrName,
        Builder(kept.back().getContext()).getI64IntegerAttr(kept.size()));
}

void transforms::narrowLoops(const Statement &statement) {
  SmallVector<AffineForOp> loops, kept;
  for (const LoopInfo &loop : statement.innerBand)
    loops.push_back(loop.op);
  std::optional<NestBounds> bounds = nestBounds(statement.guard, loops);
  if (!bounds)
    return narrowCoupled(statement, loops);
  for (auto [loop, own] : llvm::zip(loops, bounds->loops)) {
    if (loop->hasAttr(hls::unrollAttrName))
      continue;
    kept.push_back(loop);
    // A loop of one iteration carries the directive of the loop around it.
    if (own && loop.getConstantUpperBound() > 1)
      setBounds(loop, *own, bounds->operands);
  }
  // The tool flattens loops inside of others only if their bounds are constant.
  bool varies = llvm::any_of(ArrayRef(kept).drop_front(), [](AffineForOp loop) {
    return !loop.hasConstantBounds();
  });
  AffineForOp last = kept.back();
  if (varies && !last->hasAttr(hls::reductionAttrName))
    last->setAttr(hls::collapsedAttrName,
                  Builder(last.getContext()).getI64IntegerAttr(kept.size()));
}
