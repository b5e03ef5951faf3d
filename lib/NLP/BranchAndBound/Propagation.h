//===- Propagation.h - What is left of the rows of all blocks ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state holds the rows that each block may still take. Propagation drops rows
// that cannot be part of a solution within the limits of the objectives: from
// the ranges of all columns it computes the ranges of what is above them, from
// what constraints and limits admit the ranges that the columns must lie in,
// and it drops rows without a partner in another block. What it leaves is a
// superset of the solutions in the state, and exactly the solution (if it is
// one) when every block has one row left.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_PROPAGATION_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_PROPAGATION_H

#include "NLP/Evaluate/Lanes.h"
#include "NLP/Presolve/Pairs.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <mutex>

namespace talos::nlp {

/// Groups in use of a list of rows, by number of the block's pair: made when
/// asked for, by any thread.
class UsedGroups {
public:
  UsedGroups() = default;
  UsedGroups(const UsedGroups &other) {
    std::lock_guard<std::mutex> lock(other.guard);
    groups = other.groups;
  }
  /// `make` fills an empty set.
  const llvm::BitVector &
  get(size_t number, size_t pairs,
      llvm::function_ref<void(llvm::BitVector &)> make) const {
    std::lock_guard<std::mutex> lock(guard);
    if (groups.empty())
      groups.resize(pairs);
    if (groups[number].empty())
      make(groups[number]);
    return groups[number];
  }

private:
  mutable std::mutex guard;
  mutable std::vector<llvm::BitVector> groups;
};

/// Rows of one block, ascending, and what they span. Immutable once shared.
struct RowList {
  std::vector<uint32_t> rows;
  /// Ranges of the cuts, by cut and position in rows.
  std::vector<std::vector<int64_t>> lo, hi;
  std::vector<Interval> range; ///< by column; only of columns that are needed
  /// How many neighbours had one row when the cuts were evaluated.
  unsigned known = 0;
  UsedGroups groups;
};
using ListPtr = std::shared_ptr<const RowList>;

struct State {
  std::vector<ListPtr> lists; ///< by block
  bool isSingle(BlockId b) const { return lists[b]->rows.size() == 1; }
};

/// Evaluates what stands below the cuts of each block, and above its columns.
struct Evaluators {
  Evaluators() = default;
  Evaluators(const Evaluators &other);

  Lanes::Scratch scratch;
  std::vector<std::unique_ptr<Lanes>> below, above; ///< by block
};

/// A copy is for another thread: it shares no memory that changes.
class Propagation {
public:
  static constexpr int64_t NoLimit = INT64_MAX;

  /// `rows`: the rows that blocks may take at all; none may be empty.
  Propagation(const Coupling &coupling, llvm::ArrayRef<Table> tables,
              std::vector<std::vector<uint32_t>> rows);

  /// Largest admitted value of each objective.
  std::vector<int64_t> upper;

  State everything() const { return {initial}; }

  /// Drops rows of `state` to a fixed point; false: nothing is left. Cuts of
  /// blocks with more rows than `maxRefreshed` are not evaluated anew.
  /// `changed`: a block whose rows the caller changed; unset: all of them.
  bool run(State &state, size_t maxRefreshed,
           std::optional<BlockId> changed = std::nullopt);

  /// The range of an objective after run() has returned true.
  Interval objective(unsigned i) const { return now[coupling.objectives[i]]; }

  /// `list` with the rows at these positions, ascending.
  ListPtr pick(BlockId b, const RowList &list,
               llvm::ArrayRef<uint32_t> positions) const;

  /// For each row of the block in `state`: a lower bound of the objective with
  /// it, and INT64_MAX where the row cannot be. Cheaper and weaker than run().
  std::vector<int64_t> boundRows(const State &state, BlockId b,
                                 unsigned objective);

  /// Drops rows that boundRows() refutes, and what then falls, to a fixed
  /// point; false: nothing is left. After run() has returned true.
  bool dropRows(State &state);

  llvm::ArrayRef<Pair> allPairs() const { return *pairs; }
  /// By coupling constraint: it is one of a pair.
  const std::vector<bool> &constraintsInPairs() const { return inPair; }
  /// Positions in a list of the block, those together whose rows fit the same
  /// rows of other blocks as far as pairs tell.
  std::vector<std::vector<uint32_t>> alike(BlockId b,
                                           const RowList &list) const;

  /// Blocks that a pair connects with b.
  llvm::ArrayRef<BlockId> partners(BlockId b) const { return partnersOf[b]; }
  /// Features that decide which branch of a select an objective takes.
  llvm::ArrayRef<std::pair<BlockId, unsigned>> controls() const {
    return controlColumns;
  }

private:
  void findEvaluated();
  void findOpened(const std::vector<bool> &needed);
  void findControls();
  void evaluateCuts(BlockId b, RowList &list);
  void computeRanges(BlockId b, RowList &list,
                     const RowList *wider = nullptr) const;
  void forward(const State &state);
  void evaluate(uint32_t n, Interval known);
  bool admitted() const;
  bool squeeze();
  bool backward();
  bool demand(uint32_t node, int64_t lo, int64_t hi);
  bool demandOperands(const CNode &node, Interval want);
  bool demandSelect(const CNode &node, Interval want);
  bool demandOrder(const CNode &node, Interval want);
  bool demandProduct(const CNode &node, Interval want);
  bool filter(State &state, BlockId b, bool &dropped);
  bool matchPairs(State &state);
  bool match(State &state, const Pair &pair, unsigned from, bool &dropped);
  const llvm::BitVector &groupsOf(const RowList &list, unsigned pair,
                                  unsigned side) const;
  bool refresh(State &state, size_t maxRefreshed);
  unsigned countKnown(const State &state, BlockId b) const;

  const Coupling &coupling;
  llvm::ArrayRef<Table> tables;
  std::shared_ptr<const std::vector<Pair>> pairs;
  std::vector<bool> inPair; ///< by coupling constraint
  std::vector<std::vector<std::pair<unsigned, unsigned>>>
      pairsOf; ///< by block: pair, side
  std::vector<std::vector<BlockId>> partnersOf;
  std::vector<std::pair<BlockId, unsigned>> controlColumns;
  std::vector<ListPtr> initial;

  /// All nodes but columns, ascending; those that are not always evaluated are
  /// below cuts, for states where a block that opens them has one row.
  std::vector<uint32_t> evaluated;
  std::vector<bool> alwaysEvaluated;
  std::vector<llvm::SmallVector<BlockId, 2>> openedBy; ///< by node
  std::vector<uint32_t> active; ///< what the present state evaluates
  std::vector<bool> isTop;      ///< above, and below a root
  std::vector<std::vector<unsigned>> columns; ///< needed ones, by block
  std::vector<Interval> now, wanted;
  std::vector<bool> isWanted;
  std::vector<bool> dirty; ///< blocks whose pairs are to be matched
  Evaluators evaluators;
  std::vector<std::vector<uint32_t>> constraintsAbove; ///< roots, by block
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_PROPAGATION_H
