//===- NestBounds.h - What loops around leave of a nest ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest inside shared loops has the box that all of its runs need, and a
// condition. In one run, with the iterators of the shared loops fixed, the
// condition often leaves a smaller box: its bounds as affine maps, and how many
// runs have which one.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_NESTBOUNDS_H
#define TALOS_ANALYSIS_NESTBOUNDS_H

#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// Bounds of one loop: the greatest result of `lower` and the least of `upper`.
struct LoopBounds {
  mlir::AffineMap lower, upper;
};

struct NestBounds {
  /// Iterators of loops around the nest: the dimensions of all maps.
  llvm::SmallVector<mlir::Value> operands;
  /// By loop of the nest; none where no bound depends on the operands.
  llvm::SmallVector<std::optional<LoopBounds>> loops;
};

/// The box in one run: all iterations in which the guard may hold lie in it. Of
/// `loops`, those of the nest in any form (strip-mined, or not), counted from 0
/// to a constant; others among the guard's operands run around the nest. Where
/// a condition on these alone does not hold, all loops have no iterations.
/// None if the guard bounds no loop by them.
std::optional<NestBounds>
nestBounds(mlir::affine::AffineIfOp guard,
           llvm::ArrayRef<mlir::affine::AffineForOp> loops);

/// Runs with the same box, first and end of each loop.
struct RunBox {
  llvm::SmallVector<std::pair<int64_t, int64_t>> loops;
  int64_t runs = 0;
};

/// All runs of the task in one run of the program, by box; sorted. None
/// without true bounds, and where there are more than 2^20 iterations of the
/// shared loops to walk through.
std::optional<std::vector<RunBox>> runBoxes(const TaskGraph &graph,
                                            const Task &task);

/// Several loops of the nest are not unrolled, run over their true bounds, and
/// are flattened: code then counts through them as one loop, since the tool
/// flattens no loop of varying bounds.
bool countsAsOne(const Statement &statement, hls::TaskPointAttr task);

/// Checks a point with `true_bounds`; `error` begins the diagnostic. Nothing
/// changes but iterations in which the statement does not run. What counts as
/// one loop must carry no dependence, since the tool sees none of its order.
mlir::LogicalResult
verifyTrueBounds(const TaskGraph &graph, const Task &source,
                 const poly::Scop &scop, hls::TaskPointAttr task,
                 llvm::function_ref<mlir::InFlightDiagnostic()> error);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_NESTBOUNDS_H
