//===- Liveness.cpp - Which arrays are loaded, and which are stored -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/TaskGraphParts.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/Overwritten.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

/// Whether the task writes every element of the array.
static bool coversArray(const TaskGraph &graph, const Task &task,
                        unsigned array) {
  if (task.kind == TaskKind::Opaque)
    return false;
  // A shared loop of variable bounds may not run before a later read does.
  bool mayWait = llvm::any_of(graph.sharedLoopsOf(task), [&](unsigned l) {
    affine::AffineForOp loop = graph.sharedLoops[l].op;
    return !loop.hasConstantBounds();
  });
  if (mayWait)
    return false;
  const Statement &statement = task.only();
  llvm::SmallBitVector fixed(statement.innerBand.size());
  std::optional<Footprint> box = footprintOf(statement, array, fixed);
  if (!box || !box->fullyWritten)
    return false;
  ArrayRef<int64_t> shape = graph.arrays[array].shape;
  return llvm::all_of(llvm::zip(box->dims, shape), [](auto entry) {
    return std::get<0>(entry).extent == std::get<1>(entry);
  });
}

bool analysis::isOverwritten(const poly::Scop &scop, BlockArgument array) {
  for (auto [index, info] : llvm::enumerate(scop.arrays()))
    if (info.value == array)
      return scop.isFullyWritten(index) && !scop.isLiveIn(index);
  return false;
}

/// A pass that knows the dependences noted it on the argument.
static bool saysOverwritten(func::FuncOp func, const ArrayInfo &array) {
  auto argument = dyn_cast<BlockArgument>(array.value);
  return argument &&
         func.getArgAttr(argument.getArgNumber(), hls::overwrittenAttrName);
}

void analysis::markLiveness(TaskGraph &graph) {
  SmallVector<bool> defined;
  for (const ArrayInfo &array : graph.arrays)
    defined.push_back(saysOverwritten(graph.func, array));
  for (const Task &task : graph.tasks) {
    for (const ArrayUse &use : task.uses) {
      ArrayInfo &array = graph.arrays[use.array];
      // What an opaque task does not write keeps its value.
      bool needsOld = use.reads || task.kind == TaskKind::Opaque;
      bool isOffChip = array.home == Home::OffChip;
      array.liveIn |= isOffChip && needsOld && !defined[use.array];
      array.liveOut |= isOffChip && use.writes;
    }
    for (const ArrayUse &use : task.uses)
      if (use.writes && coversArray(graph, task, use.array))
        defined[use.array] = true;
  }
  // A whole array is stored: what the tasks leave unwritten must hold its old
  // value.
  for (auto [index, array] : llvm::enumerate(graph.arrays))
    if (array.liveOut && !defined[index])
      array.liveIn = true;
}
