//===- Propagation.h - What is left of the rows of all blocks ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Propagation drops rows that cannot be part of a solution within the bounds of
// the objectives. It repeats, until nothing changes:
//
// * arc consistency: rows without a partner row in a binary table are dropped;
// * forward propagation: the ranges of all columns give the ranges of all nodes
//   above them;
// * backward propagation: constraints and bounds give the ranges in which
//   columns have to lie, and rows outside are dropped.
//
// The rows that are left are a superset of the solutions in the store. They are
// exactly the solution, if there is one, when every block has one row left.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_PROPAGATION_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_PROPAGATION_H

#include "NLP/BranchAndBound/BackwardPropagation.h"
#include "NLP/BranchAndBound/Store.h"
#include "NLP/Evaluate/Lanes.h"
#include "NLP/Presolve/BinaryTables.h"
#include <array>

namespace talos::nlp {

/// Batch evaluators of the nodes below the interval columns of each block, of
/// the nodes above its columns, and of those above its columns and those of its
/// partners.
struct Evaluators {
  Evaluators() = default;
  Evaluators(const Evaluators &other);

  Lanes::Scratch scratch;
  std::vector<std::unique_ptr<Lanes>> below, above, around; ///< by block
};

/// A copy serves another thread: it shares no memory that changes.
class Propagation {
public:
  static constexpr int64_t NoLimit = INT64_MAX;
  static constexpr size_t RefreshAll = SIZE_MAX;

  /// `rows`: the rows that blocks may take at all; none may be empty.
  Propagation(const Coupling &coupling, ArrayRef<Table> tables,
              std::vector<std::vector<uint32_t>> rows);

  /// Largest admitted value of each objective.
  std::vector<int64_t> objectiveBounds;

  Store everything() const { return {initial}; }

  /// Drops rows of `store` to a fixed point; false: a block has no row left.
  /// Interval columns of blocks with more rows than `maxRefreshed` are not
  /// evaluated anew.
  /// `changed`: a block whose rows the caller changed; unset: all of them.
  bool run(Store &store, size_t maxRefreshed,
           std::optional<BlockId> changed = std::nullopt);

  /// The range of an objective after run() has returned true.
  Interval objective(unsigned i) const { return now[coupling.objectives[i]]; }

  /// `domain` with the rows at these positions, ascending.
  DomainPtr pick(BlockId b, const Domain &domain,
                 ArrayRef<uint32_t> positions) const;

  /// For each row of the block in `store`: a lower bound of the objective with
  /// it, and INT64_MAX where the row cannot be. Cheaper and weaker than run().
  std::vector<int64_t> boundRows(const Store &store, BlockId b,
                                 unsigned objective);
  /// Positions of the rows that this does not refute, ascending.
  std::vector<uint32_t> rowsLeft(const Store &store, BlockId b);

  /// Positions of the rows that are not refuted by ranges that partners have
  /// where only those of their rows are left that fit, ascending.
  std::vector<uint32_t> rowsThatFit(const Store &store, BlockId b);

  struct RowMerit {
    /// The largest part that the row takes of what a constraint, or the bound
    /// of an objective, still leaves.
    double share;
    int64_t bound; ///< as boundRows() has it
  };
  std::vector<RowMerit> meritOfRows(const Store &store, BlockId b,
                                    unsigned objective);

  /// For each row of the block in `store`: the part that it takes of what a
  /// constraint, or the bound of an objective, still leaves, at most 1; of that
  /// one in which its rows differ most.
  std::vector<double> sharesOfRows(const Store &store, BlockId b);

  /// How many evaluations of the whole coupling meritOfRows() is worth.
  int64_t workOfRows(const Store &store, BlockId b) const;

  /// Drops rows that boundRows() refutes, and propagates, to a fixed point;
  /// false: a block has no row left. To be called after run() returned true.
  bool dropRows(Store &store);

  ArrayRef<BinaryTable> binaryTables() const { return *allBinaryTables; }
  /// By coupling constraint: a binary table stands for it.
  const std::vector<bool> &tabulatedConstraints() const { return isTabulated; }
  /// These positions in a domain of the block, in groups: rows of one group fit
  /// the same rows of other blocks in all binary tables.
  std::vector<std::vector<uint32_t>> alike(BlockId b, const Domain &domain,
                                           ArrayRef<uint32_t> positions) const;

  /// Blocks that a binary table connects with b.
  ArrayRef<BlockId> partners(BlockId b) const { return partnersOf[b]; }
  /// How many of them have more than one row.
  unsigned openPartners(const Store &store, BlockId b) const {
    return llvm::count_if(partnersOf[b],
                          [&](BlockId a) { return !store.isSingle(a); });
  }
  /// The block to decide next: few rows first, and those that decide much for
  /// others; none: all have one row.
  std::optional<BlockId> chooseBlock(const Store &store) const;
  /// Features that decide which branch of a select an objective takes.
  ArrayRef<std::pair<BlockId, unsigned>> controls() const {
    return controlColumns;
  }

private:
  void findEvaluated();
  std::unique_ptr<Lanes> lanesAbove(ArrayRef<BlockId> some,
                                    std::vector<uint32_t> &constraints);
  /// Of the needed columns of a block, over some of its rows.
  struct ColumnRanges {
    void add(ArrayRef<Interval> more);
    bool hasRows = false;
    std::vector<Interval> of; ///< in the order of the needed columns
  };
  std::vector<ColumnRanges> rangesByGroup(const Store &store,
                                          const BinaryTable &table,
                                          unsigned side) const;
  Lanes &lanesAround(BlockId b);
  template <typename PositionOf>
  void setColumns(Lanes &lanes, const Store &store, BlockId b, unsigned count,
                  PositionOf positionOf) const;
  void findOpened(const std::vector<bool> &needed);
  void findControls();
  void evaluateIntervalColumns(BlockId b, Domain &domain);
  Interval valueAt(BlockId b, const Domain &domain, unsigned column,
                   size_t position) const;
  void computeRanges(BlockId b, Domain &domain,
                     const Domain *wider = nullptr) const;
  void forward(const Store &store);
  void setColumn(uint32_t n, Interval range);
  void evaluate(uint32_t n, Interval known);
  bool isStale(uint32_t n) const;
  bool asksNothing(uint32_t n) const;
  bool isAdmitted() const;
  bool contract();
  bool filter(Store &store, BlockId b, bool &dropped);
  bool makeArcConsistent(Store &store);
  bool revise(Store &store, const BinaryTable &binaryTable, unsigned from,
              bool &dropped);
  const BitVector &groupsOf(const Domain &domain, unsigned binaryTable,
                            unsigned side) const;
  bool refresh(Store &store, size_t maxRefreshed);
  void visitRows(const Store &store, BlockId b,
                 function_ref<void(const Lanes &, unsigned)> visit);
  int64_t boundRow(const Lanes &lanes, unsigned lane,
                   ArrayRef<uint32_t> constraints, unsigned objective) const;
  template <typename Add>
  void addShares(const Lanes &lanes, unsigned lane, BlockId b, Add add) const;
  unsigned countKnown(const Store &store, BlockId b) const;

  const Coupling &coupling;
  ArrayRef<Table> tables;
  std::shared_ptr<const std::vector<BinaryTable>> allBinaryTables;
  std::vector<bool> isTabulated; ///< by coupling constraint
  std::vector<std::vector<std::pair<unsigned, unsigned>>>
      binaryTablesOf; ///< by block: binary table, side
  std::vector<std::vector<BlockId>> partnersOf;
  std::vector<std::pair<BlockId, unsigned>> controlColumns;
  std::vector<DomainPtr> initial;

  /// All nodes that are no columns, ascending. A node that is not always
  /// evaluated is below an interval column: it is evaluated in stores where a
  /// block that opens it has one row.
  std::vector<uint32_t> evaluated;
  std::vector<bool> alwaysEvaluated;
  std::vector<SmallVector<BlockId, 2>> openedBy; ///< by node
  std::vector<uint32_t> active; ///< what the present store evaluates
  std::vector<bool> isTop;      ///< above, and below a root
  std::vector<std::vector<unsigned>> columns; ///< needed ones, by block
  std::vector<Interval> now;                  ///< by node, in the present store
  /// What the evaluation of a node reads, side by side.
  struct Step {
    Interval range; ///< over the whole domains
    /// Where it has fewer, the first one again.
    std::array<uint32_t, 3> operands;
    Op op;
    bool isPlain;  ///< as CouplingNode has it
    bool isColumn; ///< an interval column
  };
  std::vector<Step> steps; ///< by node
  /// By node: its range follows from those of its operands, and so do theirs.
  std::vector<uint8_t> isTold;
  /// The last store, and the same of it before anything was required: what has
  /// the same operands in the next one is not evaluated anew.
  std::vector<DomainPtr> domainsBefore;
  std::vector<Interval> rangeBefore;
  std::vector<uint8_t> isToldBefore, wasActive;
  std::vector<uint8_t> isNew; ///< by node: it differs from before
  BackwardPropagation backward;
  std::vector<bool> dirty; ///< blocks whose binary tables are to be revised
  Evaluators evaluators;
  /// Roots, by block: above it, and above it or its partners.
  std::vector<std::vector<uint32_t>> constraintsAbove, constraintsAround;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_PROPAGATION_H
