//===- ShareCarriers.cpp - Loops that keep the inner ones in order --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of a nest of one statement, such as the wavefronts of a stencil, the outer
// loop may carry all that orders the inner ones. While it belongs to the nest,
// these run in order: they are flattened into one loop, whose iterations depend
// on each other. In one iteration of it they are parallel.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Shared.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos::poly;

namespace talos {

#define GEN_PASS_DEF_SHARECARRIERS
#include "talos/Transforms/Passes.h.inc"

/// The loops of the statement from `first` on that dependences on itself order
/// where the loops before `first` stand still. Sums order none.
static llvm::SmallBitVector orderedLoops(const Scop &scop, unsigned statement,
                                         unsigned first) {
  llvm::SmallBitVector ordered(scop.statements()[statement].loops.size());
  for (const Dependence &d : scop.dependences()) {
    if (d.source != statement || d.target != statement || !d.carrier ||
        *d.carrier < first || d.reduction)
      continue;
    for (unsigned l = first; l < ordered.size(); ++l)
      if (!d.distance[l].isConstant() || *d.distance[l].min != 0)
        ordered.set(l);
  }
  return ordered;
}

/// The least number of loops whose iterations, one at a time, leave a loop
/// inside that nothing orders any more; `shared` if there is none.
static unsigned carriersOf(const Scop &scop, unsigned statement,
                           unsigned shared) {
  llvm::SmallBitVector before = orderedLoops(scop, statement, shared);
  for (unsigned inside = shared + 1; inside < before.size(); ++inside) {
    llvm::SmallBitVector freed = before;
    freed.reset(orderedLoops(scop, statement, inside));
    if (freed.find_next(inside - 1) >= 0)
      return inside;
  }
  return shared;
}

namespace {
struct ShareCarriersPass : impl::ShareCarriersBase<ShareCarriersPass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(hls::checkPrepared(func, getArgument())))
      return signalPassFailure();
    if (!func->hasAttr(hls::topAttrName))
      return;
    auto scop = Scop::build(func);
    if (failed(scop))
      return signalPassFailure();
    bool any = false;
    for (auto [s, statement] : llvm::enumerate((*scop)->statements())) {
      if (hls::isRegionCall(statement.op))
        continue;
      unsigned shared = (*scop)->sharedLoops(s);
      unsigned inside = carriersOf(**scop, s, shared);
      for (unsigned l = shared; l < inside; ++l) {
        affine::AffineForOp loop = statement.loops[l];
        loop->setAttr(hls::sharedAttrName, UnitAttr::get(&getContext()));
        any = true;
      }
    }
    if (any)
      transforms::recordScheduled(
          func, StringAttr::get(&getContext(), getArgument()));
  }
};
} // namespace

} // namespace talos
