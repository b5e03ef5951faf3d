//===- StreamedTasks.h - Which nests are tasks between streams --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that fits a stream may be a task with buffers as well. Its arrays have
// another form then, and its variables are those of the shared template, so
// that each set of such nests is a program of its own.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDTASKS_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDTASKS_H

#include "Explore/Streamed/StreamedProgram.h"
#include "talos/NLP/Pins.h"

namespace talos::explore {

/// `S1.task=1` makes a task of nest S1, `S1.task=0` a stream; `S1.tiles=4` a
/// task that computes four tiles of rows, `S1.tiles=1` one that holds arrays
/// whole.
struct TaskPins {
  std::set<std::string> tasks, streams;
  std::map<std::string, int64_t> tiles;
  std::optional<bool> inTurn;   ///< whether all nests run in turn
  std::vector<nlp::Pin> others; ///< that say nothing of this
};

/// As well as `in_turn`. An error at the function for a value other than 0 and
/// 1, for tiles that are no number from 1 on, and for a name of no nest.
mlir::FailureOr<TaskPins> readTaskPins(mlir::func::FuncOp func,
                                       llvm::ArrayRef<nlp::Pin> pins);

/// That says of a nest what it is.
nlp::Pin taskPin(const std::string &nest, bool isTask);

/// That says how many tiles of rows a task computes.
nlp::Pin tilesPin(const std::string &nest, int64_t tiles);

struct StreamedVariant {
  std::set<std::string> tasks; ///< that are one though they may fit a stream
  std::map<std::string, int64_t> tiles; ///< of tasks; absent: one
  StreamedProgram program;

  int64_t tilesOf(const std::string &nest) const {
    auto own = tiles.find(nest);
    return own == tiles.end() ? 1 : own->second;
  }
};

/// Programs by which nests are tasks. The first one has those that fit no
/// stream, if `analysis` allows them, and those that are pinned. The others
/// have some of the nests more that `mayPay` says of: one each, and all. A nest
/// with a pin of its own stays what it is. Each of these programs with a task
/// whose arrays may be cut into tiles of rows is followed by those in which
/// they are: into divisors of the rows, each half as many again as the one
/// before or more, of one task, and of all tasks with as many rows.
mlir::FailureOr<std::vector<StreamedVariant>>
streamedVariants(mlir::func::FuncOp func, const target::Target &target,
                 const target::Resources &usable,
                 const StreamedAnalysis &analysis, const TaskPins &pins);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDTASKS_H
