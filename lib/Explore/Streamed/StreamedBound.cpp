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

/// Parts of a budget that weigh DSPs against LUTs.
static constexpr int64_t Weights = 16;

/// Of all usable DSPs and LUTs together, weighted, what the operation takes: of
/// the implementation with the least.
static Int leastShare(const StreamedOperation &operation, Int ofDsp,
                      Int ofLut) {
  auto shareOf = [&](const target::Operator &op) {
    return ofDsp * op.dsp + ofLut * op.lut;
  };
  Int least = shareOf(operation.ops.front());
  for (const target::Operator &op : operation.ops)
    least = min(least, shareOf(op));
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

/// Cycles in which so many ports move an array of memory.
static Int leastTransfer(const StreamedArrayInfo &array, int64_t ports) {
  return ceilDiv(array.elements(),
                 Int(array.widestBeat) *
                     (array.shape.size() > 1 ? ports : int64_t(1)));
}

int64_t explore::leastStreamedCycles(const StreamedProgram &program,
                                     const target::Resources &usable,
                                     int64_t maxPorts) {
  int64_t most = 0;
  for (auto [number, array] : llvm::enumerate(program.arrays)) {
    bool isMoved =
        array.uses > 0 ||
        llvm::any_of(program.nests, [&, own = number](const auto &nest) {
          return nest.storesLast(own);
        });
    if (Int cycles = leastTransfer(array, maxPorts);
        array.isOffChip && isMoved && cycles.isValid())
      most = std::max(most, cycles.value());
  }
  if (usable.dsp < 1 || usable.lut < 1)
    return most;
  for (int64_t weight = 0; weight <= Weights; ++weight) {
    // In units in which both budgets are as large.
    Int ofDsp = Int(weight) * usable.lut,
        ofLut = Int(Weights - weight) * usable.dsp, used = 0;
    for (const StreamedNestInfo &nest : program.nests)
      for (const StreamedOperation &operation : nest.operations)
        used = used +
               timesOf(operation, nest) * leastShare(operation, ofDsp, ofLut);
    Int cycles = ceilDiv(used, Int(Weights) * usable.dsp * usable.lut);
    if (cycles.isValid())
      most = std::max(most, cycles.value());
  }
  return most;
}
