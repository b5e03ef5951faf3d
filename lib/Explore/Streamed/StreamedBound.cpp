//===- StreamedBound.cpp - Cycles that no network does without ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedBound.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::explore;

/// Of the implementation with the fewest.
static int64_t leastDsp(const StreamedOperation &operation) {
  int64_t least = operation.ops.front().dsp;
  for (const target::Operator &op : operation.ops)
    least = std::min(least, op.dsp);
  return least;
}

/// How often the operation is carried out at least; 0 where that is not known.
static Int timesOf(const StreamedOperation &operation,
                   const StreamedNestInfo &nest) {
  Int times = 1;
  llvm::ArrayRef<unsigned> loops = operation.loops;
  for (unsigned loop : loops)
    if (!nest.outside ||
        (loop != nest.outside->first && loop != nest.outside->second))
      times = times * nest.loops[loop].trip;
  if (!nest.outside)
    return times;
  bool hasBoth = llvm::is_contained(loops, nest.outside->first) &&
                 llvm::is_contained(loops, nest.outside->second);
  return hasBoth ? times * nest.outside->points : Int(0);
}

int64_t explore::leastStreamedCycles(const StreamedProgram &program,
                                     int64_t dsp) {
  Int used = 0;
  for (const StreamedNestInfo &nest : program.nests)
    for (const StreamedOperation &operation : nest.operations)
      used = used + timesOf(operation, nest) * leastDsp(operation);
  if (dsp < 1 || !used.isValid())
    return 0;
  return (used.value() + dsp - 1) / dsp;
}
