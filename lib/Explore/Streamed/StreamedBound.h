//===- StreamedBound.h - Cycles that no network does without ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDBOUND_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDBOUND_H

#include "Explore/Streamed/StreamedProgram.h"

namespace talos::explore {

/// Cycles that `dsp` DSP slices need at least for the operations of all nests:
/// an operator begins one a cycle. Of each operation the implementation
/// with the fewest counts. Holds for every order, tiling and trip count.
int64_t leastStreamedCycles(const StreamedProgram &program, int64_t dsp);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDBOUND_H
