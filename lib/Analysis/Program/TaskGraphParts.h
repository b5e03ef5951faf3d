//===- TaskGraphParts.h - How a task graph is made --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_PROGRAM_TASKGRAPHPARTS_H
#define TALOS_LIB_ANALYSIS_PROGRAM_TASKGRAPHPARTS_H

#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// An access of the task's statement: the map over the loops around it, with
/// applies and symbols folded in. `arrays`: positions in TaskGraph::arrays.
/// Errors are at the op.
mlir::FailureOr<Access>
accessOf(const TaskGraph &graph, const Task &task,
         const llvm::DenseMap<mlir::Value, unsigned> &arrays,
         mlir::Operation *op);

/// Sets Statement::accumulator and LoopInfo::reduction; the accesses are
/// known.
void findAccumulation(Statement &statement);

/// Sets ArrayInfo::liveIn and ArrayInfo::liveOut.
void markLiveness(TaskGraph &graph);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_PROGRAM_PROGRAMPARTS_H
