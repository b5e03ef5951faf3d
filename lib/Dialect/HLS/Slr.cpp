//===- Slr.cpp - Processes on the dies of a device ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/Slr.h"
#include <cstdlib>
#include <set>

using namespace mlir;
using namespace talos;

std::optional<int64_t> hls::slrOf(ProcessOp process) {
  auto slr = process->getAttrOfType<IntegerAttr>(slrAttrName);
  return slr ? std::optional<int64_t>(slr.getInt()) : std::nullopt;
}

/// The first of the processes that use the stream, or the last one: a producer
/// stands before its consumer.
static hls::ProcessOp endOf(hls::StreamOp stream, bool isFirst) {
  hls::ProcessOp end;
  for (Operation *user : stream.getResult().getUsers())
    if (auto process = dyn_cast<hls::ProcessOp>(user))
      if (!end || process->isBeforeInBlock(end) == isFirst)
        end = process;
  return end;
}

hls::ProcessOp hls::producerOf(StreamOp stream) { return endOf(stream, true); }
hls::ProcessOp hls::consumerOf(StreamOp stream) { return endOf(stream, false); }

LogicalResult hls::checkProcessesAlone(DataflowOp dataflow) {
  for (Operation &op : dataflow.getBody().front().without_terminator())
    if (!isa<StreamOp, ProcessOp>(op))
      return op.emitError("'")
             << op.getName()
             << "' is no process; run hls-derive-processes first";
  return success();
}

std::string hls::slrRange(int64_t count) {
  return count == 1 ? "SLR0 alone" : "SLR0 to SLR" + std::to_string(count - 1);
}

int64_t hls::boundariesCrossed(StreamOp stream) {
  ProcessOp producer = producerOf(stream), consumer = consumerOf(stream);
  if (!producer || !consumer)
    return 0;
  return std::abs(slrOf(producer).value_or(0) - slrOf(consumer).value_or(0));
}

FailureOr<SmallVector<int64_t>> hls::kernelSlrs(DataflowOp dataflow) {
  std::set<int64_t> left;
  ProcessOp without;
  for (auto process : dataflow.getBody().getOps<ProcessOp>()) {
    if (std::optional<int64_t> slr = slrOf(process))
      left.insert(*slr);
    else if (!without)
      without = process;
  }
  SmallVector<int64_t> order;
  if (left.empty())
    return order;
  if (without)
    return without.emitOpError()
           << "'" << without.getProcessName() << "' has no " << slrAttrName
           << ", and others have; run hls-place-processes";
  while (!left.empty()) {
    StreamOp waits; // of some SLR that is left
    std::set<int64_t> waiting;
    for (auto stream : dataflow.getBody().getOps<StreamOp>()) {
      int64_t from = *slrOf(producerOf(stream)),
              to = *slrOf(consumerOf(stream));
      if (from != to && left.count(from) && waiting.insert(to).second)
        waits = stream;
    }
    auto next =
        llvm::find_if(left, [&](int64_t slr) { return !waiting.count(slr); });
    if (next == left.end())
      return waits.emitOpError()
             << "'" << waits.getStreamName() << "' closes a cycle of kernels: "
             << "SLR" << *slrOf(producerOf(waits))
             << " takes tokens that follow"
             << " from those of SLR" << *slrOf(consumerOf(waits))
             << ", and the other way round; put the processes between them "
                "into one SLR";
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}
