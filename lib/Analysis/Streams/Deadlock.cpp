//===- Deadlock.cpp - Streams that are deep enough ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "talos/Analysis/Network.h"
#include "talos/Analysis/Passes.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Sim/Liveness.h"
#include "talos/Sim/Report.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace talos::analysis {
#define GEN_PASS_DEF_CHECKDEADLOCK
#include "talos/Analysis/Passes.h.inc"
} // namespace talos::analysis

/// Those of one run.
static FailureOr<std::vector<int64_t>>
depthsOfRun(hls::DataflowOp dataflow, const target::Target &target) {
  FailureOr<sim::Network> network = networkOf(dataflow, target);
  if (failed(network))
    return failure();
  std::vector<int64_t> depths = sim::proveLive(*network).enough;
  // C simulation has no pipelines, in which tokens have room on their way: an
  // iteration ends before the next one begins.
  for (sim::Leaf &leaf : network->leaves) {
    leaf.iterationLatency = 1;
    for (sim::Access &access : leaf.accesses)
      access.stage = 0;
  }
  for (auto [depth, alone] :
       llvm::zip_equal(depths, sim::proveLive(*network).enough))
    depth = std::max(depth, alone);
  return depths;
}

FailureOr<std::vector<int64_t>>
analysis::provedDepths(hls::DataflowOp dataflow, const target::Target &target) {
  std::vector<int64_t> depths;
  for (const RegionRun &run : runsOf(dataflow)) {
    FailureOr<std::vector<int64_t>> own = depthsOfRun(run.dataflow, target);
    if (failed(own))
      return failure();
    depths.resize(own->size(), 1);
    for (auto [depth, needed] : llvm::zip_equal(depths, *own))
      depth = std::max(depth, needed);
  }
  return depths;
}

static LogicalResult checkRun(hls::DataflowOp dataflow,
                              const target::Target &target) {
  FailureOr<sim::Network> network = networkOf(dataflow, target);
  if (failed(network))
    return failure();
  sim::Liveness liveness = sim::proveLive(*network);
  if (liveness.isProved)
    return success();
  size_t fifo = 0;
  for (auto stream : dataflow.getBody().getOps<hls::StreamOp>()) {
    int64_t least = 0;
    for (int64_t i = 0; i < stream.getResult().getType().getFifos(); ++i)
      least = std::max(least, liveness.enough[fifo++]);
    if (least > int64_t(stream.getDepth()))
      stream.emitError("stream '")
          << stream.getStreamName() << "' of depth " << stream.getDepth()
          << " may let the design deadlock ("
          << sim::explain(*network, liveness.cycle) << "); a depth of " << least
          << " does not (hls-size-streams sets it)";
  }
  return failure();
}

LogicalResult analysis::checkDeadlock(hls::DataflowOp dataflow,
                                      const target::Target &target) {
  for (const RegionRun &run : runsOf(dataflow))
    if (failed(checkRun(run.dataflow, target)))
      return failure();
  return success();
}

static LogicalResult printLeastDepths(hls::DataflowOp dataflow,
                                      const target::Target &target) {
  for (const RegionRun &run : runsOf(dataflow)) {
    FailureOr<sim::Network> network = networkOf(run.dataflow, target);
    if (failed(network))
      return failure();
    sim::printDepths(llvm::outs(), *network, sim::leastDepths(*network));
  }
  return success();
}

namespace {
struct CheckDeadlock : analysis::impl::CheckDeadlockBase<CheckDeadlock> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<func::FuncOp> top = hls::topOf(getOperation());
    if (failed(top))
      return signalPassFailure();
    for (hls::DataflowOp dataflow : hls::dataflowsOf(*top))
      if (failed(check(*top, dataflow)))
        signalPassFailure();
  }

  LogicalResult check(func::FuncOp func, hls::DataflowOp dataflow) {
    FailureOr<const target::Target *> target =
        getAnalysis<TargetAnalysis>().of(func);
    if (failed(target))
      return failure();
    if (leastDepths && failed(printLeastDepths(dataflow, **target)))
      return failure();
    return checkDeadlock(dataflow, **target);
  }
};
} // namespace
