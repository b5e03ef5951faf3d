//===- Reschedule.h - A function in the order of a schedule -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_RESCHEDULE_H
#define TALOS_TRANSFORMS_RESCHEDULE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Poly/ScheduleCandidates.h"

namespace talos::transforms {

/// Rewrites the nests of an affine function so that the instances of its
/// statements, in the order of `Scop::build(func)->statements()`, run at the
/// times of `schedule`. Statements keep their names; a loop of the source keeps
/// its name and attributes where a time is that loop. A loop of several
/// iterators has the names of all of them. Every statement stands
/// in one place. Fails, with an error at `func` that names a dependence, if the
/// schedule is not legal, or one that says why it is no schedule of `func`;
/// `func` is as it was then.
mlir::LogicalResult reschedule(mlir::func::FuncOp func,
                               const poly::Schedule &schedule);

/// What is done to a function before its statements are scheduled.
enum class Preparation {
  None,
  /// Local arrays, and arguments that serve iterations one after the other,
  /// have an element for each of these iterations.
  Private,
  /// Old and new values of rows and columns that the loops around fix are local
  /// arrays; statements that read both of them run in any order.
  Pivots,
  /// Statements are cut along the planes where their dependences change.
  Split
};

struct PromisingSchedule {
  Preparation preparation = Preparation::None;
  poly::ScheduleCandidate candidate; ///< of the function after that
  /// Arrays are laid out as the sequential times of several iterators run.
  bool skewsLayouts = false;
};

/// Schedules of a distributed function that promise fewer cycles than the loops
/// as they are, the most promising one first. Prepared functions are looked at
/// if they promise a tenth less than the function as it is.
mlir::FailureOr<std::vector<PromisingSchedule>>
promisingSchedules(mlir::func::FuncOp func);

/// Prepares the function and runs it in that order.
mlir::LogicalResult reschedule(mlir::func::FuncOp func,
                               const PromisingSchedule &schedule);

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_RESCHEDULE_H
