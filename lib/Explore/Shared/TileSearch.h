//===- TileSearch.h - Search over sets of tiled arrays ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILESEARCH_H
#define TALOS_LIB_EXPLORE_SHARED_TILESEARCH_H

#include "Explore/Shared/Solve.h"
#include "talos/Support/Threads.h"
#include <chrono>
#include <deque>
#include <mutex>

namespace talos::explore {

/// A set of arrays to tile, and what is known of its designs.
struct Tiled {
  std::vector<unsigned> arrays;
  int64_t bound = 0;     ///< of their cycles, which are never negative
  double log10Space = 0; ///< unreduced
  /// None is better than the best that was known then.
  bool isDecided = false;
  bool isTimeLimited = false;
  unsigned goes = 0;
  bool isSpent = false; ///< another go would find no more
  // Kept while it is open, or the best.
  std::unique_ptr<Problem> problem;
  std::unique_ptr<nlp::Solver> solver;
};

/// What a set may take; 0: without limit.
struct Effort {
  int64_t nodes;
  int64_t diveNodes; ///< as SolverOptions has it
  bool isLast;
};

/// Solves for sets of tiled arrays, several at a time.
class TileSearch {
public:
  TileSearch(const DesignSpace &space, const nlp::SolverOptions &options,
             Tiling tiling, int64_t firstNodes)
      : space(space), options(options), tiling(tiling), firstNodes(firstNodes),
        workers(options.threads) {}

  mlir::FailureOr<ExploreResult> run();

private:
  mlir::LogicalResult solveUntiled();
  mlir::LogicalResult solveTiled();
  mlir::LogicalResult solveGroup(llvm::ArrayRef<Tiled *> group);
  std::vector<Tiled *> nextWave(llvm::ArrayRef<Tiled *> group) const;
  std::vector<Tiled *> toPrepare(llvm::ArrayRef<Tiled *> group,
                                 llvm::ArrayRef<Tiled *> wave) const;
  Effort effortFor(const Tiled &tiled, bool isAlone) const;
  mlir::LogicalResult solve(llvm::ArrayRef<Tiled *> wave,
                            llvm::ArrayRef<Tiled *> next, bool isAlone);
  mlir::LogicalResult model(Tiled &tiled) const;
  void solve(llvm::ArrayRef<Tiled *> wave, llvm::ArrayRef<Tiled *> next,
             llvm::ArrayRef<Effort> efforts,
             llvm::MutableArrayRef<Solved> solved);
  nlp::SolverOptions optionsOfSet();
  nlp::SolverOptions optionsFor(const Effort &effort);
  void learn(Tiled &tiled, Solved one);
  bool isOpen(const Tiled &tiled) const;
  std::optional<int64_t> mostOf(const Tiled &tiled) const;
  int64_t leastCycles() const { return best.solution.objective.front(); }
  double secondsSpent() const;
  double secondsLeft() const;
  bool isTimeOver() const;
  mlir::LogicalResult settleTies();
  mlir::LogicalResult explainConflict();
  ExploreResult result();

  const DesignSpace &space;
  const nlp::SolverOptions &options;
  Tiling tiling;
  int64_t firstNodes;
  Workers workers;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::mutex reporting;    ///< sets report their progress one at a time
  std::deque<Tiled> tried; ///< none of them tiled comes first
  int64_t nodes = 0;
  Solved best;
  const Tiled *bestTiled = nullptr;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILESEARCH_H
