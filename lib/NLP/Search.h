//===- Search.h - Depth-first search over the rows of blocks ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_SEARCH_H
#define TALOS_LIB_NLP_SEARCH_H

#include "Lanes.h"
#include <chrono>
#include <functional>
#include <map>
#include <memory>

namespace talos::nlp {

/// Node and time limits, shared by all searches of one solve.
struct Limits {
  int64_t nodes = 0;
  int64_t nodeLimit = INT64_MAX;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  bool timeHit = false;
  std::function<void(int64_t)> tick; ///< every 1024 nodes

  bool hit();
  bool timeOver();
};

/// The rows that a block may still take, and what they span.
struct RowList {
  std::vector<uint32_t> rows;
  std::vector<Interval> range; ///< by column
  std::vector<Interval> lifts; ///< by number in BlockView::lifts
};

class Search {
public:
  static constexpr int64_t NoLimit = INT64_MAX;

  Search(const Coupling &coupling, const std::vector<Table> &tables,
         Limits &limits);

  /// Largest admitted value of each objective.
  std::vector<int64_t> upper;

  /// Starts minimising objective `stage`: drops rows that no limit of `upper`
  /// admits, whatever the other blocks do. False: no solution.
  bool prepare(unsigned stage);
  /// A lower bound of the stage's objective over what is left.
  int64_t rootBound();
  /// The greatest value that the stage's objective can take.
  int64_t rootCeiling() const;

  /// A lower bound from trying rows one by one; it improves what `window`
  /// knows of them. INT64_MAX: some block has no row that fits the others.
  int64_t probeBound();

  enum class Outcome { Exhausted, Improved, Limit };
  /// Looks for a solution with objective[stage] <= limit. Improved: one was
  /// found, and there may be a better one.
  Outcome window(int64_t limit);

  /// Rows of the best solution so far, by block; empty: none.
  std::vector<uint32_t> best;
  std::vector<int64_t> bestObjective;

  int64_t rowsDominated = 0, rowsOutside = 0;

private:
  struct Split {
    BlockId block;
    unsigned column;
    std::vector<std::pair<int64_t, int64_t>> children; ///< bound, value
  };
  struct Candidate {
    llvm::SmallVector<int64_t, 4> bounds;
    uint32_t row;
  };

  using ListPtr = std::shared_ptr<const RowList>;
  using Trail = std::vector<std::pair<BlockId, ListPtr>>;

  bool evaluate(llvm::ArrayRef<BlockId> dirty);
  bool evaluateAll();
  bool admitted() const;
  std::vector<Candidate> candidates(BlockId b, llvm::ArrayRef<uint32_t> rows);
  void resetTo(llvm::ArrayRef<ListPtr> lists);
  int64_t probe(BlockId b, uint32_t row);
  bool prepareRows();
  bool filterAll(std::vector<ListPtr> &lists, bool whole);
  ListPtr makeList(BlockId b, std::vector<uint32_t> rows);
  std::vector<uint32_t> nondominated(BlockId b, std::vector<uint32_t> rows,
                                     bool withLifts);

  bool isKnown(uint32_t node, BlockId b) const;
  ListPtr lookUp(BlockId b);
  ListPtr narrow(BlockId b);
  bool assign(BlockId b, uint32_t row, Trail &trail);
  void undo(BlockId b, const Trail &trail);

  ListPtr restricted(BlockId b, unsigned column, int64_t value);
  std::optional<Split> findSplit();
  void boundBySplits(int64_t &least, unsigned &budget);
  bool descend(bool trySplits);
  bool branchOnSplit(const Split &split);
  bool branchOnBlock(BlockId b);
  void record();

  const Coupling &coupling;
  const std::vector<Table> &tables;
  Limits &limits;
  unsigned stage = 0;

  std::vector<ListPtr> base; ///< rows that this stage starts from
  std::vector<std::vector<int64_t>> baseBound; ///< by block, position in base
  std::vector<std::vector<bool>> probed;       ///< likewise
  std::vector<bool> fromBase; ///< what is remembered was narrowed from base
  bool improved = false;

  std::vector<ListPtr> current;
  std::vector<bool> assigned;
  std::vector<uint32_t> rowOf;
  std::vector<uint32_t> variant; ///< which restrictions a block is under
  std::vector<Interval> now, caps, starts;
  std::vector<std::vector<uint32_t>> constraintsOf; ///< nodes, by block
  std::vector<uint8_t> mark;

  std::vector<std::vector<BlockId>> watchers; ///< blocks that b is neighbour of
  std::vector<std::vector<std::pair<BlockId, unsigned>>>
      liftOwners; ///< by node
  std::vector<std::pair<BlockId, unsigned>> controls;
  /// classes[b][i][row]: equal for rows of neighbour i that b cannot tell
  /// apart.
  std::vector<std::vector<std::vector<uint32_t>>> classes;
  std::vector<std::unique_ptr<Lanes>> wholeCone, linkCone, liftCone;
  std::vector<std::map<std::vector<uint32_t>, ListPtr>> cache;
  size_t cachedRows = 0;
  std::map<std::vector<int64_t>, uint32_t> variantIds;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_SEARCH_H
