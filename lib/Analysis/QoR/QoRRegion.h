//===- QoRRegion.h - One iteration of a loop, scheduled ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes the body of a loop symbolically over all its unrolled iterations:
// loads and stores become elements (an address that moves with the loops that
// run, plus a constant), values become nodes of the data-flow graph.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORREGION_H
#define TALOS_LIB_ANALYSIS_QOR_QORREGION_H

#include "Analysis/QoR/QoRGraph.h"
#include "Analysis/QoR/QoRMemory.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Analysis/QoR.h"

namespace talos::analysis {

/// The loops around a region, outermost first: `moving` are flattened into one
/// (the last is the pipelined one), `still` run around them.
struct RegionLoops {
  llvm::SmallVector<mlir::affine::AffineForOp> still, moving;
  bool pipelined = false;
  int64_t beside = 0; ///< cycles of code right before and after the last loop
};

struct RegionQoR {
  int64_t depth = 0; ///< iteration latency
  int64_t ii = 1;
  std::string reason; ///< why ii > 1
  /// The pipelined loop carries a recurrence: loops around it are not
  /// flattened.
  bool carried = false;
  int64_t outerDelay = 0; ///< address delay of the loops around, if carried
  int64_t outputs = 0;    ///< elements written in an iteration
  int64_t selectors = 0;  ///< LUTs that select from registers of open banks
  bool guarded = false;
  std::map<std::string, int64_t> operations; ///< by operator
};

/// Schedules `body` but for the loop `skipped`. `memories` knows every buffer
/// that it accesses.
mlir::FailureOr<RegionQoR>
scheduleRegion(mlir::Block &body, const RegionLoops &loops,
               const Memories &memories, const target::Target &target,
               bool treeReduction, mlir::Operation *skipped = nullptr);

/// Trip count of a loop with constant bounds; a located error otherwise.
mlir::FailureOr<int64_t> constantTrips(mlir::affine::AffineForOp loop);

/// The same of a loop whose bounds may depend on the loops around it: values
/// of its iterator over the whole program, from `first` on, and iterations of
/// one entry in the mean, rounded up.
struct LoopTrips {
  int64_t first = 0, span = 0, mean = 0;
};
mlir::FailureOr<LoopTrips> loopTrips(mlir::affine::AffineForOp loop);

/// Of the loops of a region that run, each counted once.
using RegionTrips = llvm::DenseMap<mlir::Operation *, LoopTrips>;

/// Iterations of nested loops together, outermost first, for one entry of the
/// outermost one in the mean, rounded up.
mlir::FailureOr<int64_t>
meanTrips(llvm::ArrayRef<mlir::affine::AffineForOp> loops);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORREGION_H
