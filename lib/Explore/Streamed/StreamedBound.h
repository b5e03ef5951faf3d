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

/// Cycles that the usable DSPs and LUTs need at least for the operations of all
/// nests: an operator begins one a cycle. Each weighted sum of the two limits
/// is a limit; of each operation the implementation that takes the least of it
/// counts. At least the beats of each array of memory, of one port if it is a
/// vector, else of `maxPorts`. Holds for every order, tiling and trip count.
int64_t leastStreamedCycles(const StreamedProgram &program,
                            const target::Resources &usable, int64_t maxPorts);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDBOUND_H
