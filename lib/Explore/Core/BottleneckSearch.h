//===- BottleneckSearch.h - Raises the slowest nest step by step *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The search of POM (HPCA 2024, section VI) over a space. Stage 1 keeps every
// loop rolled and takes the orders and pipelined loops that are fastest so:
// those in which dependences do not bind the pipelined loop, where there are
// any. Stage 2 keeps these, and unrolls the nest that takes longest a step
// further, as long as the design becomes faster and fits; then it is the next
// nest's turn. Each step is a program of the space with pins, solved for what
// follows from the step: banks, beats, and the split of the pipelined loop.
//
// It proves nothing. It gives the exact search a first design, and a table what
// to compare with.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_CORE_BOTTLENECKSEARCH_H
#define TALOS_LIB_EXPLORE_CORE_BOTTLENECKSEARCH_H

#include "talos/Explore/Space.h"
#include "llvm/ADT/StringMap.h"

namespace talos::explore {

class BottleneckSearch {
public:
  struct Found {
    nlp::Solution solution;
    hls::DesignAttr design;

    int64_t cycles() const { return solution.objective.front(); }
  };

  /// After `mostNodes` of the solver, or when `isOver` says so, the search ends
  /// with what it has.
  BottleneckSearch(const Space &space, const nlp::SolverOptions &options,
                   int64_t mostNodes, std::function<bool()> isOver)
      : space(space), options(options), mostNodes(mostNodes),
        isOver(std::move(isOver)) {}

  /// Begins with the loops of `rolled`, a design that unrolls none; none if
  /// there is no such design within the limits of a step.
  std::optional<Found> run(const Problem &rolled);
  /// Of the solver, over all steps.
  int64_t getNodes() const { return nodes; }

private:
  /// What a step pins: the tasks of a design, but for the factors of one.
  struct Choice {
    hls::DesignAttr design;
    llvm::StringMap<llvm::StringMap<int64_t>> factors;
  };
  std::vector<nlp::Pin> pinsOf(const Choice &choice,
                               llvm::StringRef raised) const;
  std::optional<Found> solve(const Problem &problem,
                             std::optional<int64_t> most);
  std::optional<Found> solve(const Choice &choice, llvm::StringRef raised,
                             int64_t most);
  bool isWithinLimits() const;
  bool raise(llvm::StringRef task, Choice &choice, Found &best);

  const Space &space;
  nlp::SolverOptions options;
  int64_t mostNodes;
  std::function<bool()> isOver;
  int64_t nodes = 0;
  size_t expressions = 0; ///< of the programs so far
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_CORE_BOTTLENECKSEARCH_H
