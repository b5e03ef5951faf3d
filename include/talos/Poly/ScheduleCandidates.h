//===- ScheduleCandidates.h - Schedules that free loops ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules of a whole function that isl's schedulers find, each split into
// sequential times, which order every dependence by themselves, and parallel
// ones inside of them. Sequential times are rows of isl's schedule; parallel
// ones are iterators of the source, so that boxes stay boxes.
//
// isl's schedulers minimise coefficients of sizes, not of numbers, so that the
// sizes of arrays and loops are parameters for them. What they return is proved
// legal against the dependences of the program as it is.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_POLY_SCHEDULECANDIDATES_H
#define TALOS_POLY_SCHEDULECANDIDATES_H

#include "talos/Poly/Scop.h"

namespace talos::poly {

/// Who proposed the rows of a schedule.
enum class ScheduleMethod {
  Source,           ///< the loops as they are written
  Coincidence,      ///< isl's: parallel loops outermost, components distributed
  Feautrier,        ///< isl's: as many dependences as possible at every time
  FusedCoincidence, ///< isl's: parallel loops outermost
  InnerFeautrier,   ///< the outermost loop as it is, isl's inside of it
  Strips            ///< strips of the outermost loop, isl's inside of them
};
llvm::StringRef stringify(ScheduleMethod method);

struct ScheduleCandidate {
  ScheduleMethod method = ScheduleMethod::Source;
  /// Legal. Orders of statements and sequential times alternate, then come the
  /// parallel times of each statement, which shares none of them with others.
  Schedule schedule;
  std::string text; ///< Scop::text of it
  /// Distinct sequential times: statements that do not wait for each other run
  /// at the same one. Where there are more than a million, of each statement by
  /// itself.
  int64_t steps = 0;
  int64_t instances = 0; ///< of all statements
  /// Statements with a sequential time of several iterators.
  unsigned skewed = 0;
  /// Estimate for comparison: the latency of every statement's steps and its
  /// instances over the lanes, or the box around those of a step where banks do
  /// not follow it.
  int64_t cost = 0;
};

struct CandidateOptions {
  /// Steps that isl may take for one schedule; symbolic sizes need some 100,000
  /// for ten statements.
  unsigned long maxOperations = 200'000;
  /// Cycles of one step.
  int64_t depth = 25;
  /// Instances that run at a time.
  int64_t lanes = 512;
  /// Arrays can be copied into layouts that follow skewed times. If not, banks
  /// do not follow them: instances of skewed statements run one at a time.
  bool skewsLayouts = true;
};

} // namespace talos::poly

#endif // TALOS_POLY_SCHEDULECANDIDATES_H
