//===- AnnotateTripCounts.cpp - How often loops run -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "talos/Analysis/Counting.h"
#include "talos/Analysis/Network.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"
#include <numeric>

namespace talos {
#define GEN_PASS_DEF_ANNOTATETRIPCOUNTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

/// Bounds are constants.
static int64_t iterations(affine::AffineForOp loop) {
  return *affine::getConstantTripCount(loop);
}

/// Of a region that runs several times: bounds are constants in each run. Of
/// loops that run as one the innermost has the iterations of all.
static void annotateRuns(hls::DataflowOp dataflow) {
  std::vector<analysis::RegionRun> runs = analysis::runsOf(dataflow);
  llvm::MapVector<Operation *, SmallVector<int64_t>> counts;
  for (const analysis::RegionRun &run : runs)
    for (auto [pipelined, ofRun] : run.loops) {
      int64_t all = 1;
      affine::AffineForOp own = ofRun;
      for (auto loop = pipelined; loop;
           loop = dyn_cast<affine::AffineForOp>(loop->getParentOp())) {
        all *= iterations(own);
        if (!loop.hasConstantBounds())
          counts[loop].push_back(iterations(own));
        own = dyn_cast<affine::AffineForOp>(own->getParentOp());
      }
      if (pipelined->hasAttr(hls::collapsedAttrName)) {
        SmallVector<int64_t> &together = counts[pipelined];
        if (!pipelined.hasConstantBounds())
          together.pop_back();
        together.push_back(all);
      }
    }
  for (auto &[loop, ofRuns] : counts) {
    // None in the runs of other nests of the process.
    ofRuns.resize(runs.size(), 0);
    int64_t sum = std::accumulate(ofRuns.begin(), ofRuns.end(), int64_t(0));
    loop->setAttr(hls::tripCountAttrName,
                  hls::TripCountAttr::get(
                      loop->getContext(), *llvm::min_element(ofRuns),
                      *llvm::max_element(ofRuns), sum / int64_t(runs.size())));
  }
}

void transforms::annotateTripCounts(func::FuncOp func) {
  for (hls::DataflowOp dataflow : hls::dataflowsOf(func))
    if (hls::sequenceOf(dataflow))
      annotateRuns(dataflow);
  func.walk([&](affine::AffineForOp loop) {
    if (loop->getParentOfType<hls::SequenceOp>())
      return;
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
