//===- Search.h - Depth-first search over the rows of blocks ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_SEARCH_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_SEARCH_H

#include "NLP/BranchAndBound/Propagation.h"
#include "talos/Support/Threads.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <functional>
#include <memory>

namespace talos::nlp {

/// Node and time limits, shared by all searches of one solve.
struct Limits {
  int64_t nodes = 0;
  int64_t nodeLimit = INT64_MAX;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  bool timeHit = false;
  std::function<void(int64_t)> tick;  ///< every 1024 nodes
  int64_t nextTick = 0, nextLook = 0; ///< at the clock

  bool hit();
  bool timeOver();
};

/// At most so many more nodes, for a while.
class FewerNodes {
public:
  FewerNodes(Limits &limits, int64_t nodes)
      : limits(limits), saved(limits.nodeLimit) {
    if (nodes < saved - limits.nodes)
      limits.nodeLimit = limits.nodes + nodes;
  }
  ~FewerNodes() { limits.nodeLimit = saved; }

private:
  Limits &limits;
  int64_t saved;
};

class Search {
public:
  static constexpr int64_t NoLimit = Propagation::NoLimit;

  /// `rows`: as startingRows() gives them.
  Search(const Coupling &coupling, llvm::ArrayRef<Table> tables,
         std::vector<std::vector<uint32_t>> rows, Limits &limits);

  /// The rows of each block that no other one beats.
  static std::vector<std::vector<uint32_t>>
  startingRows(const Coupling &coupling, llvm::ArrayRef<Table> tables);

  /// Largest admitted value of each objective.
  std::vector<int64_t> &upper() { return propagation.upper; }

  /// Starts minimising objective `stage` under the limits of upper(). False: no
  /// solution.
  bool prepare(unsigned stage);
  /// A lower bound of the stage's objective, and the greatest value it takes.
  int64_t rootBound() const { return range.lo; }
  int64_t rootCeiling() const { return range.hi; }

  /// What prepare() leaves.
  const State &start() const { return base; }
  const Propagation &rules() const { return propagation; }

  enum class Outcome { Exhausted, Improved, Limit };
  /// Looks for the best solution with objective[stage] <= limit. Exhausted:
  /// there is none, or `best` holds it. Improved: one was found, much better
  /// than the limit; a window below it is faster than going on.
  Outcome window(int64_t limit);

  /// Rows of the best solution so far, by block; empty: none.
  std::vector<uint32_t> best;
  std::vector<int64_t> bestObjective;

  /// That try rows at the same time, where these take so long, as SolverOptions
  /// has it; none: one thread. What is found does not depend on it.
  Workers *workers = nullptr;
  int64_t togetherFrom = 0;
  /// Looks for any point: no trials of rows before one is taken.
  bool hasty = false;
  /// The same, with a part of the nodes for each choice.
  bool glances = false;

  int64_t rowsDominated = 0, rowsOutside = 0;

private:
  struct Child {
    int64_t bound;
    State state;
  };
  /// What propagation leaves of a state with some rows of a block, if anything.
  using Trial = std::optional<Child>;
  /// Of rows in a list, ascending.
  using Positions = std::vector<uint32_t>;
  enum class Step { Done, Limit, Restart };
  /// Trials evaluate cuts of short lists only.
  static constexpr size_t MaxRefreshedInTrial = 256, NoRefreshLimit = SIZE_MAX;

  bool tighten(int64_t limit, State &state);
  bool raiseBound();
  bool shave(State &state);
  bool shaveBlock(State &state, BlockId b, bool &dropped);
  static Positions allOf(const RowList &list);
  static std::vector<Positions> oneByOne(const Positions &some);
  Trial tryRows(Propagation &with, const State &state, BlockId b,
                llvm::ArrayRef<uint32_t> some) const;
  bool tryEach(const State &state, BlockId b, llvm::ArrayRef<Positions> each,
               llvm::function_ref<void(uint32_t, Child)> take);
  void tryTogether(const State &state, BlockId b,
                   llvm::ArrayRef<Positions> each,
                   llvm::MutableArrayRef<Trial> trials);
  Positions shaveEach(const State &state, BlockId b,
                      llvm::ArrayRef<Positions> each);
  std::vector<Child> findSplit(const State &state, int64_t bound);
  std::optional<BlockId> chooseBlock(const State &state) const;
  unsigned openPartners(const State &state, BlockId b) const;
  Step descend(State state, bool trySplits);
  Step descendInto(std::vector<Child> children, bool trySplits);
  Step branchOnTrials(const State &state, BlockId b);
  Step branchOnRows(const State &state, BlockId b);
  Step glance(State state);
  bool tooLarge(int64_t bound) const;
  Step record(const State &state);
  int64_t boundOf(const Propagation &by) const;

  const Coupling &coupling;
  llvm::ArrayRef<Table> tables;
  Limits &limits;
  Propagation propagation;
  std::vector<std::unique_ptr<Propagation>> others; ///< of further threads
  unsigned stage = 0;
  Interval range;
  int64_t windowTop = 0;
  bool isIncomplete = false; ///< the window, for choices given up
  State base;                ///< what the stage starts from
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_SEARCH_H
