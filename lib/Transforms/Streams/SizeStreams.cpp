//===- SizeStreams.cpp - Depths without deadlock --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Network.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace talos {
#define GEN_PASS_DEF_SIZESTREAMS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

/// A task computes tile by tile. What passes it by fills its FIFO to the last
/// token then, and with just as many places would hold up the next tile.
static bool hasTiles(hls::DataflowOp dataflow) {
  return dataflow
      .walk([](hls::TaskOp task) {
        return task.movesTokens() &&
                       task->getParentOfType<affine::AffineForOp>()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct SizeStreams : talos::impl::SizeStreamsBase<SizeStreams> {
  using SizeStreamsBase::SizeStreamsBase;

  void runOnOperation() override {
    if (failed(readDepths()))
      return signalPassFailure();
    for (hls::DataflowOp dataflow : hls::dataflowsOf(getOperation()))
      if (failed(pin(dataflow)) || failed(size(dataflow)))
        return signalPassFailure();
  }

  LogicalResult readDepths() {
    pinned.clear();
    SmallVector<StringRef> parts;
    StringRef(depths).split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
    for (StringRef part : parts) {
      auto [name, text] = part.split('=');
      uint32_t depth = 0;
      if (name.empty() || text.getAsInteger(10, depth) || depth == 0 ||
          depth > INT32_MAX)
        return getOperation().emitError("'")
               << part << "' is no depth of a stream; write stream=number, as "
               << "a=16; a FIFO holds a token or more";
      if (auto [at, isNew] = pinned.insert({name, depth});
          !isNew && at->second != depth)
        return getOperation().emitError("stream '")
               << name << "' cannot have the depths " << at->second << " and "
               << depth;
    }
    return success();
  }

  LogicalResult pin(hls::DataflowOp dataflow) {
    llvm::MapVector<StringRef, int64_t> open = pinned;
    auto streams = dataflow.getBody().getOps<hls::StreamOp>();
    for (hls::StreamOp stream : streams)
      if (auto found = open.find(stream.getStreamName()); found != open.end()) {
        if (uint64_t(found->second) < stream.getDepth())
          stream.emitWarning("stream '")
              << stream.getStreamName() << "' is given the depth "
              << found->second << "; the model, and what it proves, are of "
              << stream.getDepth() << ": only hls-sim says what this takes";
        stream.setDepth(found->second);
        open.erase(found);
      }
    if (open.empty())
      return success();
    InFlightDiagnostic diag = dataflow.emitError("no stream '")
                              << open.front().first
                              << "' to give a depth; streams are ";
    llvm::interleaveComma(streams, diag, [&](hls::StreamOp stream) {
      diag << stream.getStreamName();
    });
    return diag;
  }

  LogicalResult size(hls::DataflowOp dataflow) {
    analysis::TargetAnalysis targets(getOperation());
    FailureOr<const target::Target *> target = targets.of(getOperation());
    if (failed(target))
      return failure();
    FailureOr<std::vector<int64_t>> enough =
        analysis::provedDepths(dataflow, **target);
    if (failed(enough))
      return failure();
    size_t fifo = 0;
    bool isTiled = hasTiles(dataflow);
    for (auto stream : dataflow.getBody().getOps<hls::StreamOp>()) {
      int64_t depth = 0, given = stream.getDepth();
      for (int64_t i = 0; i < stream.getResult().getType().getFifos(); ++i)
        depth = std::max(depth, (*enough)[fifo++]);
      if (isTiled && depth > given)
        depth += given;
      auto pin = pinned.find(stream.getStreamName());
      if (pin != pinned.end() && pin->second < depth)
        return stream.emitError("stream '")
               << stream.getStreamName() << "' is given the depth "
               << pin->second << ", with which the design may deadlock; a "
               << "depth of " << depth << " is proved not to";
      stream.setDepth(depth);
    }
    return success();
  }

  llvm::MapVector<StringRef, int64_t> pinned; ///< depths, by stream
};
} // namespace
