//===- AnnotateTripCounts.cpp - How often loops run -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Counting.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_ANNOTATETRIPCOUNTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

void transforms::annotateTripCounts(func::FuncOp func) {
  func.walk([&](affine::AffineForOp loop) {
    auto collapsed = loop->getAttrOfType<IntegerAttr>(hls::collapsedAttrName);
    if (loop.hasConstantBounds() && !collapsed)
      return;
    // Of loops that run as one, all iterations together.
    if (auto trips = analysis::tripCounts(loop, /*thorough=*/false,
                                          collapsed ? collapsed.getInt() : 1))
      loop->setAttr(hls::tripCountAttrName,
                    hls::TripCountAttr::get(loop.getContext(), trips->least,
                                            trips->most, trips->average));
  });
}

namespace {
struct AnnotateTripCounts
    : talos::impl::AnnotateTripCountsBase<AnnotateTripCounts> {
  void runOnOperation() override {
    transforms::annotateTripCounts(getOperation());
  }
};
} // namespace
