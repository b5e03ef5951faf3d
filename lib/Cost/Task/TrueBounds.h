//===- TrueBounds.h - Iterations within what loops around leave -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest inside shared loops runs many times, and its condition often leaves a
// different part of its box in each run. Counted is exactly, over all runs, in
// whole tiles of the unrolled copies, which start at multiples of their number.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_TASK_TRUEBOUNDS_H
#define TALOS_LIB_COST_TASK_TRUEBOUNDS_H

#include "talos/Cost/Cost.h"

namespace talos::cost {

/// Leaves of the tables by which a model knows these numbers, at most.
constexpr size_t mostTableLeaves = 4096;

/// Whether StatementShape::ranges, or its coupled loops, have few enough
/// factors for such tables.
bool fitsTable(const StatementShape &shape);

/// Over all runs, iterations of the loops (by position) together, levels 0
/// and 1.
template <typename N>
N iterationsOfRuns(const StatementShape &shape, const TaskChoice<N> &choice,
                   const std::vector<unsigned> &loops,
                   const Numbers<N> &number);

/// With coupled loops that run as one with the others: iterations from one term
/// of a sum to the next, at least.
template <typename N>
N iterationsBetween(const StatementShape &shape, const TaskChoice<N> &choice,
                    const Numbers<N> &number);

/// Runs of the nest.
int64_t countRuns(const StatementShape &shape);

} // namespace talos::cost

#endif // TALOS_LIB_COST_TASK_TRUEBOUNDS_H
