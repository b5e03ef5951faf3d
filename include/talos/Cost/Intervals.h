//===- Intervals.h - What asks for an initiation interval -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The terms of which the initiation interval of a task is the greatest, one by
// one, to say which of them it is.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_COST_INTERVALS_H
#define TALOS_COST_INTERVALS_H

#include "talos/Cost/Cost.h"

namespace talos::cost {

enum class IntervalKind {
  CarriedSum,   ///< the pipelined loop carries the sum
  FlattenedSum, ///< a reduction loop is flattened into the pipelined one
  Recurrence,   ///< a value that an earlier iteration stores
  Registers,    ///< the written array is read too and lies in registers
  Ports,        ///< banks of an array serve so many accesses a cycle
};

struct IntervalTerm {
  IntervalKind kind;
  int64_t cycles = 1; ///< the interval that it needs
  unsigned loop = 0;  ///< the pipelined one
  unsigned array = 0; ///< the one that is awaited or crowded
};

/// All that holds in a choice with a pipelined loop (none: empty); the
/// initiation interval is the greatest of them, or 1.
std::vector<IntervalTerm> intervalTerms(const Statement &statement,
                                        const TaskChoice<Int> &choice,
                                        const target::ToolRules &rules,
                                        bool treeReduction);

} // namespace talos::cost

#endif // TALOS_COST_INTERVALS_H
