//===- PlaceProcesses.cpp - SLRs of derived processes ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands before a process that has an SLR stands in that SLR, so that what
// makes an operand of a result crosses no boundary but as the result itself.
// What stands behind the last such process is stored from there.
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_PLACEPROCESSES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

namespace {
/// Streams that a process reads and writes, in the order of its operands.
struct Neighbours {
  SmallVector<hls::ProcessOp> before, behind;
};
} // namespace

static Neighbours neighboursOf(hls::ProcessOp process) {
  Neighbours result;
  for (Value input : process.getInputs())
    if (auto stream = input.getDefiningOp<hls::StreamOp>()) {
      hls::ProcessOp producer = hls::producerOf(stream);
      if (producer == process)
        result.behind.push_back(hls::consumerOf(stream));
      else
        result.before.push_back(producer);
    }
  return result;
}

static void put(hls::ProcessOp process, hls::ProcessOp beside) {
  process->setAttr(hls::slrAttrName, beside->getAttr(hls::slrAttrName));
}

static bool isPlaced(hls::ProcessOp process) {
  return hls::slrOf(process).has_value();
}

/// Beside those that take its tokens, if all of these are in one SLR.
static void placeBefore(hls::ProcessOp process) {
  SmallVector<hls::ProcessOp> users = neighboursOf(process).behind;
  if (!users.empty() && llvm::all_of(users, [&](hls::ProcessOp user) {
        return isPlaced(user) && hls::slrOf(user) == hls::slrOf(users.front());
      }))
    put(process, users.front());
}

/// Beside the one whose tokens it takes, or else the first that takes its own.
static void placeBehind(hls::ProcessOp process) {
  Neighbours neighbours = neighboursOf(process);
  for (ArrayRef<hls::ProcessOp> others :
       {ArrayRef(neighbours.before), ArrayRef(neighbours.behind)})
    for (hls::ProcessOp other : others)
      if (isPlaced(other))
        return put(process, other);
}

static bool isOpen(hls::ProcessOp process) { return !isPlaced(process); }

static void place(hls::DataflowOp dataflow) {
  SmallVector<hls::ProcessOp> processes(
      dataflow.getBody().getOps<hls::ProcessOp>());
  if (llvm::all_of(processes, isOpen))
    return;
  for (hls::ProcessOp process : llvm::reverse(processes))
    if (isOpen(process))
      placeBefore(process);
  for (hls::ProcessOp process : processes)
    if (isOpen(process))
      placeBehind(process);
  // What has no such neighbour feeds, through others, what had none itself.
  for (hls::ProcessOp process : llvm::reverse(processes))
    if (isOpen(process))
      placeBehind(process);
}

namespace {
struct PlaceProcesses : talos::impl::PlaceProcessesBase<PlaceProcesses> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    for (auto dataflow : func.getOps<hls::DataflowOp>()) {
      if (failed(hls::checkProcessesAlone(dataflow)))
        return signalPassFailure();
      place(dataflow);
      if (failed(deepen(func, dataflow)))
        return signalPassFailure();
    }
  }

  /// Tokens on their way have room, so that the way costs no interval.
  LogicalResult deepen(func::FuncOp func, hls::DataflowOp dataflow) {
    if (failed(hls::kernelSlrs(dataflow)))
      return failure();
    analysis::TargetAnalysis targets(func);
    for (auto stream : dataflow.getBody().getOps<hls::StreamOp>()) {
      int64_t boundaries = hls::boundariesCrossed(stream);
      if (boundaries == 0)
        continue;
      FailureOr<const target::Target *> target = targets.of(func);
      if (failed(target))
        return failure();
      stream.setDepth(stream.getDepth() +
                      boundaries * (*target)->device.slrCrossing);
    }
    return success();
  }
};
} // namespace
