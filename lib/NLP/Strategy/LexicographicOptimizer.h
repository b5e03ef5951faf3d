//===- LexicographicOptimizer.h - One objective after the other -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_STRATEGY_LEXICOGRAPHICOPTIMIZER_H
#define TALOS_LIB_NLP_STRATEGY_LEXICOGRAPHICOPTIMIZER_H

#include "NLP/BranchAndBound/Search.h"
#include "talos/NLP/Solver.h"

namespace talos::nlp {

/// Rows of all blocks that satisfy all constraints.
struct Point {
  std::vector<uint32_t> rows;      ///< by block; empty: none is known
  std::vector<int64_t> objectives; ///< one a stage
};

/// Minimises the objectives over given tables, one after the other, in windows
/// above a proved bound (destructive lower bounds): a window without a point
/// raises the bound to its top.
///
///   bound <= optimum <= incumbent
///   |------- window -------|
class LexicographicOptimizer {
public:
  /// `rows`: as Search::startingRows() gives them.
  LexicographicOptimizer(const Coupling &coupling, ArrayRef<Table> tables,
                         std::vector<std::vector<uint32_t>> rows,
                         Limits &limits);

  /// Takes from the options what is about the search; elimination stays out.
  void searchAs(const SolverOptions &options) {
    narrowWindowsFrom = options.narrowWindowsFrom;
    windowNodes = options.windowNodes;
    seeksPoint = options.seeksPoint;
    improvesPoint = options.improvesPoint;
    search.shavesRows = options.shavesRows;
    search.mostSplits = options.mostSplits;
    search.mostCompared = options.mostCompared;
    search.partedFrom = options.partedFrom;
    search.leastGain = options.leastGain;
    search.expectsNoPoint = options.expectsNoPoint;
  }
  /// As SolverOptions has it.
  unsigned eliminateFrom = SolverOptions::Never;
  /// A lower bound of the first objective; the caller may know one.
  int64_t bound = INT64_MIN;
  /// A point with more of the first objective is of no use to the caller.
  int64_t most = Search::NoLimit;
  /// Of the last window of the first objective; the caller may know one of
  /// fewer rows, which took little.
  int64_t lastWidth = 0;
  /// Bags that bucket elimination took, if it proved the point.
  unsigned bags = 0;

  /// Minimises the first objective. Optimal or Infeasible: proved for points
  /// whose first objective is at most `limit`. Feasible or Unknown: a limit
  /// struck, and a dive found a point, or none.
  Status first(int64_t limit = Search::NoLimit);
  /// Looks for a good point, and proves nothing.
  void findIncumbent();
  /// Starts with a point that an earlier search over the same rows found.
  void startFrom(const Point &point) {
    search.best = point.rows;
    search.bestObjective = point.objectives;
  }
  /// Minimises the later objectives among points that tie, with `nodes` nodes
  /// for each. False: a limit struck.
  bool settleTies(int64_t nodes);

  Point point() const { return {search.best, search.bestObjective}; }
  int64_t rowsOutside() const { return search.rowsOutside; }
  int64_t rowsDominated() const { return search.rowsDominated; }

private:
  Status proved(int64_t limit);
  int64_t nodesOf(int64_t work, bool probes) const;
  int64_t nodesOfProof() const;
  int64_t nodesOfWindow(unsigned stage) const;
  bool minimise(unsigned stage);
  bool searchWindows(unsigned stage, int64_t low, int64_t ceiling);
  int64_t raiseBound(unsigned stage, int64_t low, int64_t ceiling);
  Status eliminate();
  void dive();
  int64_t percentAbove(int64_t percent) const;
  void diveBelow(int64_t top);
  void findAndImproveIncumbent();
  void findFirstPoint();
  void searchNeighbourhoods(int64_t limit);
  void improveIncumbent();
  bool hasIncumbent() const { return !search.best.empty(); }

  const Coupling &coupling;
  ArrayRef<Table> tables;
  Limits &limits;
  unsigned narrowWindowsFrom = SolverOptions().narrowWindowsFrom;
  int64_t windowNodes = SolverOptions().windowNodes;
  bool seeksPoint = SolverOptions().seeksPoint;
  bool improvesPoint = SolverOptions().improvesPoint;
  bool isSmall; ///< few blocks
  Search search;
  int64_t lastDiveNode = INT64_MAX;
  bool isSettled = false; ///< elimination decided all optimizer
  /// The bound above which findFirstPoint() has found none: again it would not.
  std::optional<int64_t> nothingAbove;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_STRATEGY_LEXICOGRAPHICOPTIMIZER_H
