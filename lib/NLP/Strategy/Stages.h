//===- Stages.h - One objective after the other -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_STRATEGY_STAGES_H
#define TALOS_LIB_NLP_STRATEGY_STAGES_H

#include "NLP/BranchAndBound/Search.h"
#include "talos/NLP/Solver.h"

namespace talos::nlp {

/// Rows of all blocks that satisfy everything.
struct Point {
  std::vector<uint32_t> rows;      ///< by block; empty: none is known
  std::vector<int64_t> objectives; ///< one a stage
};

/// Minimises the objectives over given tables, in windows above a bound.
class Stages {
public:
  /// `rows`: as Search::startingRows() gives them.
  Stages(const Coupling &coupling, llvm::ArrayRef<Table> tables,
         std::vector<std::vector<uint32_t>> rows, Limits &limits);

  /// Blocks from which on elimination comes before branching, and never.
  unsigned eliminateFrom = SolverOptions::Never;
  /// A lower bound of the first objective; the caller may know one.
  int64_t bound = INT64_MIN;
  /// A point with more of the first objective is of no use to the caller.
  int64_t most = Search::NoLimit;
  /// As SolverOptions has it.
  int64_t diveNodes = 0;
  /// Groups that elimination took one after the other, if it proved the point.
  unsigned groups = 0;

  /// As SolverOptions has them.
  void setWorkers(Workers &workers, int64_t togetherFrom) {
    search.workers = &workers;
    search.togetherFrom = togetherFrom;
  }

  /// Minimises the first objective. Optimal or Infeasible: proved for points
  /// with no more than `limit` of it; else a limit struck, and the best point
  /// of a dive is left, if it found one.
  Status first(int64_t limit = Search::NoLimit);
  /// Looks for a good point only.
  void seek();
  /// Starts with a point that an earlier search over the same rows found.
  void know(const Point &point) {
    search.best = point.rows;
    search.bestObjective = point.objectives;
  }
  /// Minimises the later objectives among points that tie; `nodes`: for each.
  /// False: a limit struck.
  bool settleTies(int64_t nodes);

  Point point() const { return {search.best, search.bestObjective}; }
  int64_t rowsOutside() const { return search.rowsOutside; }
  int64_t rowsDominated() const { return search.rowsDominated; }

private:
  Status proved(int64_t limit);
  bool minimise(unsigned stage);
  Status eliminate();
  Status eliminateFirst();
  Status eliminateSecond();
  void dive();
  int64_t percentAbove(int64_t percent) const;
  void diveBelow(int64_t top);
  Search::Outcome window(int64_t top, int64_t nodes);
  void seekPoint();
  void findPoint();
  void closeIn();
  bool hasPoint() const { return !search.best.empty(); }

  const Coupling &coupling;
  llvm::ArrayRef<Table> tables;
  Limits &limits;
  bool isSmall; ///< few blocks
  Search search;
  int64_t lastDiveNode = INT64_MAX;
  bool isSettled = false; ///< elimination decided all stages
  /// The bound above which findPoint() has found none: again it would not.
  std::optional<int64_t> nothingAbove;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_STRATEGY_STAGES_H
