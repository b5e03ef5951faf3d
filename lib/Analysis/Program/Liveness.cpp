//===- Liveness.cpp - Which arrays are loaded, and which are stored -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/TaskGraphParts.h"
#include "talos/Analysis/Footprint.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

/// Whether the statement writes every element of the array.
static bool coversArray(const TaskGraph &graph, const Statement &statement,
                        const Access &write) {
  // A shared loop of variable bounds may not run before a later read does.
  bool mayWait =
      llvm::any_of(graph.sharedLoopsOf(statement), [&](unsigned context) {
        affine::AffineForOp loop = graph.sharedLoops[context].op;
        return !loop.hasConstantBounds();
      });
  if (mayWait)
    return false;
  llvm::SmallBitVector fixed(statement.innerBand.size());
  std::optional<Footprint> box = footprintOf(statement, write.array, fixed);
  if (!box || !box->fullyWritten)
    return false;
  ArrayRef<int64_t> shape = graph.arrays[write.array].shape;
  return llvm::all_of(llvm::zip(box->dims, shape), [](auto entry) {
    return std::get<0>(entry).extent == std::get<1>(entry);
  });
}

void analysis::markLiveness(TaskGraph &graph) {
  SmallVector<bool> defined(graph.arrays.size(), false);
  const analysis::Region *region = graph.regions.begin();
  auto passRegions = [&](size_t statementsBefore) {
    for (; region != graph.regions.end() &&
           region->statementsBefore <= statementsBefore;
         ++region)
      for (const analysis::Region::Use &use : region->uses) {
        ArrayInfo &array = graph.arrays[use.array];
        array.liveIn |= array.isArgument && !defined[use.array];
        array.liveOut |= array.isArgument && use.writes;
      }
  };
  for (auto [position, statement] : llvm::enumerate(graph.statements)) {
    passRegions(position);
    for (const Access &access : statement.accesses)
      if (!access.isWrite && !defined[access.array])
        graph.arrays[access.array].liveIn =
            graph.arrays[access.array].isArgument;
    const Access &write = statement.write();
    ArrayInfo &array = graph.arrays[write.array];
    array.liveOut |= array.isArgument;
    if (coversArray(graph, statement, write))
      defined[write.array] = true;
  }
  passRegions(graph.statements.size());
  // A whole array is stored: what the nests leave unwritten must hold its old
  // value.
  for (auto [index, array] : llvm::enumerate(graph.arrays))
    if (array.liveOut && !defined[index])
      array.liveIn = true;
}
