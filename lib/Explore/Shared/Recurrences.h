//===- Recurrences.h - What a statement awaits of itself --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Self dependences of a statement inside its own nest. Those that a shared
// loop carries do not matter here: shared loops run as written.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_RECURRENCES_H
#define TALOS_LIB_EXPLORE_SHARED_RECURRENCES_H

#include "talos/Analysis/TaskGraph.h"
#include "talos/Cost/Shape.h"
#include "talos/Poly/Scop.h"

namespace talos::explore {

struct Recurrences {
  /// The statement is `X = X op rest` and nothing in rest reads that element:
  /// its reduction loops only accumulate. Otherwise they are loops like others.
  bool accumulates = false;
  /// By loop of the nest: some self dependence has a distance other than 0 in
  /// it, and it is no reduction loop of an accumulation.
  std::vector<bool> sequential;
  /// By loop: what it carries spans so many iterations at least; 1 where
  /// nothing is known, and in accumulations.
  std::vector<int64_t> spans;
  /// By access: empty, or the least distances by loop as
  /// cost::ReferenceShape::distances says.
  std::vector<std::vector<int64_t>> distances;
  /// By access: empty, or by loop as cost::ReferenceShape::conflicts says.
  std::vector<std::vector<cost::Conflict>> conflicts;

  bool isReduction(const analysis::Statement &statement, unsigned loop) const {
    return accumulates && statement.innerBand[loop].reduction;
  }
};

Recurrences findRecurrences(const analysis::TaskGraph &graph,
                            const analysis::Task &task, const poly::Scop &scop);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_RECURRENCES_H
