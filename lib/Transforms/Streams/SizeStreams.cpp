//===- SizeStreams.cpp - Depths without deadlock --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Network.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_SIZESTREAMS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

namespace {
struct SizeStreams : talos::impl::SizeStreamsBase<SizeStreams> {
  void runOnOperation() override {
    for (auto dataflow : getOperation().getOps<hls::DataflowOp>())
      if (failed(size(dataflow)))
        return signalPassFailure();
  }

  LogicalResult size(hls::DataflowOp dataflow) {
    analysis::TargetAnalysis targets(getOperation());
    FailureOr<const target::Target *> target = targets.of(getOperation());
    if (failed(target))
      return failure();
    FailureOr<std::vector<int64_t>> depths =
        analysis::provedDepths(dataflow, **target);
    if (failed(depths))
      return failure();
    size_t fifo = 0;
    for (auto stream : dataflow.getBody().getOps<hls::StreamOp>()) {
      int64_t depth = 0;
      for (int64_t i = 0; i < stream.getResult().getType().getFifos(); ++i)
        depth = std::max(depth, (*depths)[fifo++]);
      stream.setDepth(depth);
    }
    return success();
  }
};
} // namespace
