//===- SearchControl.h - Watching and ending a search -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_SEARCHCONTROL_H
#define TALOS_EXPLORE_SEARCHCONTROL_H

#include "mlir/Pass/AnalysisManager.h"
#include "talos/NLP/Solver.h"
#include <chrono>

namespace talos::explore {

/// How a program that runs hls-explore takes part in its search: an analysis of
/// the module, whose members a pass before hls-explore sets.
struct SearchControl {
  explicit SearchControl(mlir::Operation *) {}

  /// As SolverOptions::progress; called on any thread, one at a time.
  decltype(nlp::SolverOptions::progress) progress;
  /// When the pass' time limit strikes; none: counted from the pass' start.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Becomes true on any thread: ends with the best design so far.
  const std::atomic<bool> *canceled = nullptr;
  /// Bytes by which the process may still grow; empty: as many as it likes. At
  /// 0 the search ends with the best design so far.
  std::function<int64_t()> memoryLeft;
  /// Called where no design was found: with Infeasible, which is proved, or
  /// with Unknown.
  std::function<void(nlp::Status)> noPoint;

  /// A design of more cycles is of no use, as another program has one.
  std::optional<int64_t> mostCycles;
  /// Called where no design within `mostCycles` was found, with a proved lower
  /// bound of all of them. The pass fails then and reports nothing.
  std::function<void(int64_t)> noneWithin;

  /// Passes do not change it.
  bool isInvalidated(const mlir::AnalysisManager::PreservedAnalyses &) const {
    return false;
  }
};

} // namespace talos::explore

#endif // TALOS_EXPLORE_SEARCHCONTROL_H
