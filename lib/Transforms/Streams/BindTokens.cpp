//===- BindTokens.cpp - Deep memories of tokens in URAM -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_BINDTOKENS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

/// Words of a bank: dimensions that are complete are banks.
static int64_t wordsOf(hls::BufferOp buffer) {
  hls::PartitionAttr partition = buffer.getPartitionAttr();
  int64_t words = 1;
  for (auto [dim, extent] :
       llvm::enumerate(buffer.getResult().getType().getShape()))
    if (!partition ||
        partition.getDims()[dim].getKind() != hls::PartitionKind::Complete)
      words *= extent;
  return words;
}

/// The lanes of a token, the last dimension with a bank each, become a word.
static void packLanes(hls::BufferOp buffer, hls::ProcessOp process) {
  hls::PartitionAttr partition = buffer.getPartitionAttr();
  if (!partition || partition.getDims().empty() ||
      partition.getDims().back().getKind() != hls::PartitionKind::Complete)
    return;
  int64_t banks = buffer.getResult().getType().getShape().back();
  bool areLanes = llvm::any_of(process.getInputs(), [&](Value input) {
    auto type = dyn_cast<hls::StreamType>(input.getType());
    return type && type.getLanes() == banks;
  });
  if (banks == 1 || !areLanes)
    return;
  MLIRContext *context = buffer.getContext();
  SmallVector<hls::PartitionDimAttr> dims(partition.getDims());
  dims.back() =
      hls::PartitionDimAttr::get(context, hls::PartitionKind::Reshape, banks);
  buffer.setPartitionAttr(hls::PartitionAttr::get(context, dims));
}

namespace {
struct BindTokens : talos::impl::BindTokensBase<BindTokens> {
  void runOnOperation() override {
    SmallVector<hls::DataflowOp> dataflows = hls::dataflowsOf(getOperation());
    if (dataflows.empty())
      return;
    analysis::TargetAnalysis targets(getOperation());
    FailureOr<const target::Target *> target = targets.of(getOperation());
    if (failed(target))
      return signalPassFailure();
    if ((*target)->device.total.uram < 1)
      return;
    shallow = (*target)->rules.memories.shallowWords();
    for (hls::DataflowOp dataflow : dataflows)
      bind(dataflow);
  }

  void bind(hls::DataflowOp dataflow) {
    auto uram = hls::StorageAttr::get(&getContext(), hls::StorageKind::URAM,
                                      /*ports=*/2);
    for (auto stream : dataflow.getBody().getOps<hls::StreamOp>())
      if (!stream.getStorageAttr() && int64_t(stream.getDepth()) > shallow)
        stream.setStorageAttr(uram);
    for (auto process : dataflow.getBody().getOps<hls::ProcessOp>()) {
      if (process.getKind() != hls::ProcessKind::Reorder &&
          process.getKind() != hls::ProcessKind::Hold)
        continue;
      for (auto buffer : process.getBody().getOps<hls::BufferOp>()) {
        if (buffer.getStorageAttr() || wordsOf(buffer) <= shallow)
          continue;
        buffer.setStorageAttr(uram);
        packLanes(buffer, process);
      }
    }
  }

  int64_t shallow = 0; ///< words that the tool's own choice holds well
};
} // namespace
