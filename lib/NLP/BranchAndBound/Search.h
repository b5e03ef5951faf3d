//===- Search.h - Depth-first search over the rows of blocks ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_SEARCH_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_SEARCH_H

#include "NLP/BranchAndBound/Probing.h"

namespace talos::nlp {

/// Depth-first branch and bound over the rows of all blocks.
class Search {
public:
  static constexpr int64_t NoLimit = Propagation::NoLimit;

  /// `rows`: as startingRows() gives them.
  Search(const Coupling &coupling, ArrayRef<Table> tables,
         std::vector<std::vector<uint32_t>> rows, Limits &limits);

  /// The rows of each block that no other one dominates.
  static std::vector<std::vector<uint32_t>>
  startingRows(const Coupling &coupling, ArrayRef<Table> tables);

  /// Largest admitted value of each objective.
  std::vector<int64_t> &objectiveBounds() {
    return propagation.objectiveBounds;
  }

  /// Starts to minimise objective `stage` within objectiveBounds(). False:
  /// there is no solution.
  bool prepare(unsigned stage);
  /// A lower and an upper bound of the stage's objective.
  int64_t rootBound() const { return range.lo; }
  int64_t rootCeiling() const { return range.hi; }

  /// The store that prepare() leaves.
  const Store &start() const { return base; }
  const Propagation &rules() const { return propagation; }
  Propagation &rules() { return propagation; }

  enum class Outcome { Exhausted, Improved, Limit };
  /// Looks for the best solution with objective[stage] <= limit. Exhausted:
  /// there is none, or `best` holds it. Improved: `best` holds a solution much
  /// better than the limit; a new window below it is faster than the rest of
  /// this one.
  Outcome searchWindow(int64_t limit);

  /// Rows of the best solution so far, by block; empty: none.
  std::vector<uint32_t> best;
  std::vector<int64_t> bestObjective;

  /// Looks for any solution: takes rows without probing them.
  bool skipsProbing = false;
  /// The same, with a part of the nodes for each choice.
  bool quickDives = false;

  /// As SolverOptions has it.
  bool shavesRows = true;
  unsigned mostSplits = UINT_MAX;
  size_t mostCompared = SolverOptions().mostCompared,
         partedFrom = SolverOptions().partedFrom;
  double leastGain = SolverOptions().leastGain;
  bool expectsNoPoint = SolverOptions().expectsNoPoint;

  int64_t rowsDominated = 0, rowsOutside = 0;

private:
  using Child = Probing::Child;
  enum class Step { Done, Limit, Restart };

  bool raiseBound();
  std::vector<Child> findSplit(const Store &store, int64_t bound);
  bool hasManyRows(const Store &store) const;
  std::optional<BlockId> blockToPart(const Store &store) const;
  std::optional<BlockId> chooseBlock(Store &store, int64_t least,
                                     bool &isRefuted);
  Step descend(Store store, unsigned splits);
  Step branch(Store store, int64_t least, unsigned splits);
  Step descendInto(std::vector<Child> children, unsigned splits);
  Step branchOnEach(const Store &store, BlockId b,
                    ArrayRef<Probing::Positions> each);
  Step branchOnProbes(const Store &store, BlockId b);
  Step branchOnRows(const Store &store, BlockId b);
  Step branchOnParts(const Store &store, BlockId b);
  Step quickDive(Store store);
  bool tooLarge(int64_t bound) const;
  std::vector<std::pair<int64_t, uint32_t>>
  inOrder(ArrayRef<int64_t> bounds) const;
  Step record(const Store &store);

  const Coupling &coupling;
  ArrayRef<Table> tables;
  Limits &limits;
  Propagation propagation;
  Probing probing;
  unsigned stage = 0;
  Interval range;
  int64_t windowTop = 0;
  bool isIncomplete = false; ///< choices of the window were given up
  Store base;                ///< what the stage starts from
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_SEARCH_H
