//===- Network.h - A dataflow region as a network ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dataflow region as room Sim executes it. A process is one pipelined loop:
// its body is scheduled as soon as possible over all unrolled iterations, which
// gives the iteration latency, the stage of every access to a stream or a port,
// and the initiation interval; conditions become predicates of the counters.
//
// The interval is the greatest of: what the loop asks for; accesses to one
// FIFO, to one port, and to one bank of a buffer over its ports; and for each
// buffer the delay from a load to a store of what follows from it, over the
// distance of iterations that isl proves (Poly/CarriedState.h).
//
// A process of kind task is a sequence: each nest that fills or empties a
// buffer is such a loop, and all its tasks together take the cycles that the
// estimator of tasks says (talos/Analysis/QoR.h). Neighbouring tasks run side
// by side if what fills and empties has no buffer and no stream in common with
// the others; in a loop over tiles each does so on other copies of the buffers.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_NETWORK_H
#define TALOS_ANALYSIS_NETWORK_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Sim/Sequence.h"
#include "talos/Target/Target.h"

namespace talos::analysis {

/// The loops that are flattened into a pipelined one, that among them,
/// outermost first: those of the process, or of a fill or drain of it.
llvm::SmallVector<mlir::affine::AffineForOp>
flattenedLoops(mlir::affine::AffineForOp pipelined);

/// One iteration of a process.
struct ProcessSchedule {
  int64_t interval = 1;
  std::string reason; ///< why the interval is more than the loop asks for
  int64_t depth = 1;  ///< iteration latency
  std::vector<sim::Access> accesses;
  std::vector<std::string> counters;  ///< names of the loops, outermost first
  bool loads = false, stores = false; ///< of an off-chip array
};

/// Schedules a pipelined loop of a process, that of all or one that fills or
/// empties a buffer of a task. A located diagnostic says what cannot be
/// estimated: an op without an operator, a condition that is no comparison of
/// an affine expression of iterators.
mlir::FailureOr<ProcessSchedule>
schedulePipeline(mlir::affine::AffineForOp pipelined,
                 const target::Target &target);

/// A run of a dataflow region. Where an hls.sequence runs it, `dataflow` stands
/// in `function`, a copy of its function, with the numbers of the run in place
/// of parameters; otherwise it is the region itself.
struct RegionRun {
  mlir::OwningOpRef<mlir::func::FuncOp> function; ///< null: no copy
  hls::DataflowOp dataflow;
  /// The pipelined loops that have iterations in this run, those of the
  /// function itself first.
  llvm::SmallVector<
      std::pair<mlir::affine::AffineForOp, mlir::affine::AffineForOp>>
      loops;
};

/// Those of the region; one if no hls.sequence runs it.
std::vector<RegionRun> runsOf(hls::DataflowOp dataflow);

/// The network of a region, each FIFO of an array of FIFOs a FIFO of its own
/// (`a[1]`). Loops need constant bounds: a region with parameters has none, but
/// its runs have. What sim::verify refuses, such as
/// tokens written that are not those read, is an error at the stream or
/// process.
mlir::FailureOr<sim::Network> networkOf(hls::DataflowOp dataflow,
                                        const target::Target &target);

/// Those of the top function's region, one a run, for the target that it names.
mlir::FailureOr<sim::Sequence> networksOf(mlir::ModuleOp module);

/// By FIFO of the network of a region: a depth for which all its runs are
/// proved free of deadlock, the one that is there where that is enough.
mlir::FailureOr<std::vector<int64_t>>
provedDepths(hls::DataflowOp dataflow, const target::Target &target);

/// An error at every stream that is not deep enough for the proof that no run
/// of a region deadlocks (talos/Sim/Liveness.h).
llvm::LogicalResult checkDeadlock(hls::DataflowOp dataflow,
                                  const target::Target &target);

/// The name of a FIFO in the network.
std::string fifoName(hls::StreamOp stream, int64_t number);

/// The name of the array behind the port of an argument, or what it is called
/// without one.
std::string portName(mlir::BlockArgument argument);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_NETWORK_H
