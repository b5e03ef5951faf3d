//===- Liveness.cpp - Which arrays are loaded, and which are stored -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/ProgramParts.h"
#include "talos/Analysis/Footprint.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

/// Whether the statement writes every element of the array.
static bool coversArray(const Program &program, const Nest &nest,
                        const Access &write) {
  // A context loop of variable bounds may not run before a later read does.
  bool mayWait = llvm::any_of(program.contextsOf(nest), [&](unsigned context) {
    affine::AffineForOp loop = program.contexts[context].op;
    return !loop.hasConstantBounds();
  });
  if (mayWait)
    return false;
  llvm::SmallBitVector fixed(nest.loops.size());
  std::optional<Footprint> box = footprintOf(nest, write.array, fixed);
  if (!box || !box->fullyWritten)
    return false;
  ArrayRef<int64_t> shape = program.arrays[write.array].shape;
  return llvm::all_of(llvm::zip(box->dims, shape), [](auto entry) {
    return std::get<0>(entry).extent == std::get<1>(entry);
  });
}

void analysis::markLiveness(Program &program) {
  SmallVector<bool> defined(program.arrays.size(), false);
  const analysis::Region *region = program.regions.begin();
  auto passRegions = [&](size_t nestsBefore) {
    for (;
         region != program.regions.end() && region->nestsBefore <= nestsBefore;
         ++region)
      for (const analysis::Region::Use &use : region->uses) {
        ArrayInfo &array = program.arrays[use.array];
        array.liveIn |= array.isArgument && !defined[use.array];
        array.liveOut |= array.isArgument && use.writes;
      }
  };
  for (auto [position, nest] : llvm::enumerate(program.nests)) {
    passRegions(position);
    for (const Access &access : nest.accesses)
      if (!access.isWrite && !defined[access.array])
        program.arrays[access.array].liveIn =
            program.arrays[access.array].isArgument;
    const Access &write = nest.write();
    ArrayInfo &array = program.arrays[write.array];
    array.liveOut |= array.isArgument;
    if (coversArray(program, nest, write))
      defined[write.array] = true;
  }
  passRegions(program.nests.size());
  // A whole array is stored: what the nests leave unwritten must hold its old
  // value.
  for (auto [index, array] : llvm::enumerate(program.arrays))
    if (array.liveOut && !defined[index])
      array.liveIn = true;
}
