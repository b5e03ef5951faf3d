//===- RowLimit.h - Choices within a limit of the objective -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_ROWLIMIT_H
#define TALOS_LIB_NLP_ROWLIMIT_H

#include "Lanes.h"
#include <set>

namespace talos::nlp {

/// Of one block: which choices, also partial ones, may belong to a point within
/// a limit of the first objective, whatever the other blocks do. The variables
/// are given values in an order; all values of one are looked at together, and
/// only what depends on it is computed anew.
class RowLimit {
public:
  /// `coupling`: with ranges (computeStarts()) and an objective. All must
  /// outlive this.
  RowLimit(const Model &model, const Ranges &ranges, const Coupling &coupling,
           BlockId block);

  int64_t limit = INT64_MAX;
  /// Every complete choice lowers the limit to somewhat above what it takes at
  /// least, and the values that take least are tried first. Choices from before
  /// may exceed the last limit.
  bool closesIn = false;
  /// What the complete choices take at least; INT64_MAX: there was none.
  int64_t least = INT64_MAX;
  /// Constraints that alone have ruled out choices, by number in the coupling.
  std::set<unsigned> refuting;

  /// Of all constraints, to heed only some.
  void heed(llvm::ArrayRef<unsigned> some);

  /// Of variables that follow each other in this order.
  void start(llvm::ArrayRef<VarId> order);

  /// Leaves those domain indices of the variable at position p that may be,
  /// given the values chosen before.
  void restrict(unsigned p, std::vector<uint32_t> &indices);

  /// Of those that restrict() left, chooses number i. False: since then the
  /// limit has fallen below it.
  bool choose(unsigned p, unsigned i);

private:
  /// A node over the block, or one that others decide and that is the same for
  /// all its choices.
  struct Slot {
    NodeId node;
    Op op;
    Interval range;  ///< whatever the block and the others choose
    Interval within; ///< where that says more than the operands' ranges
    bool isFixed;
    bool isOfObjective = false;
    bool isPlain = false;    ///< neither it nor an operand may fail
    bool isPositive = false; ///< the first two operands are not negative
    unsigned x[3] = {0, 0, 0};
  };
  /// The values of one variable, under those chosen before.
  struct Level {
    /// Slots that depend on it, ascending; first those of the objective.
    std::vector<unsigned> changing;
    unsigned ofObjective = 0; ///< how many
    /// Rows that depend on nothing else: by domain index, known from the start.
    std::vector<std::pair<unsigned, std::vector<Interval>>> own;
    std::vector<bool> isOwn; ///< by row
    std::vector<int> rowOf;  ///< of a slot in lo and hi; -1: none
    llvm::ArrayRef<int64_t> domain;
    std::vector<Interval> now;   ///< by slot, before it has a value
    std::vector<int64_t> lo, hi; ///< [row][lane]
    std::vector<unsigned> kept;  ///< lanes
    bool isPassedOn = false;     ///< the next level has `now` but for one lane
  };

  void addSlots(const Ranges &ranges, const Coupling &coupling);
  void describeSlot(const Ranges &ranges, Slot &slot) const;
  void listChanging(Level &level, VarId variable);
  void listOwn(Level &level);
  LaneOperand operand(const Level &level, unsigned slot) const;
  void evaluate(Level &level, unsigned count, unsigned from, unsigned to);
  bool mayHold(const Level &level, unsigned lane);
  Interval at(const Level &level, unsigned slot, unsigned lane) const;

  const Model &model;
  BlockId block;
  std::vector<Slot> slots; ///< operands first
  llvm::DenseMap<NodeId, unsigned> slotOf;
  unsigned objective;
  std::vector<std::pair<unsigned, unsigned>> constraints; ///< number, slot
  std::vector<Level> levels;                              ///< by position
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_ROWLIMIT_H
