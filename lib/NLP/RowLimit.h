//===- RowLimit.h - Choices within a limit of the objective -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_ROWLIMIT_H
#define TALOS_LIB_NLP_ROWLIMIT_H

#include "Coupling.h"
#include "WideLevel.h"

namespace talos::nlp {

/// A constraint that says how large the first objective may be.
struct Cap {
  int64_t most;
  unsigned number; ///< of the constraint in the coupling
};

/// Of one block: which choices, also partial ones, may belong to a point within
/// a limit of the first objective, whatever the other blocks do. The variables
/// are given values in an order; all values of one are looked at together, and
/// only what depends on it is computed anew.
class RowLimit {
public:
  /// `coupling`: with ranges (computeStarts()). All must outlive this. `root`:
  /// the coupling node that stands for the objective.
  RowLimit(const Model &model, const Ranges &ranges, const Coupling &coupling,
           BlockId block, uint32_t root);

  int64_t limit = INT64_MAX;
  /// Every complete choice lowers the limit, and the values that take least are
  /// tried first. Choices from before may exceed the last limit.
  bool closesIn = false;
  /// How far above what a choice takes the limit then is, of so many parts; 0:
  /// just below.
  int64_t marginDivisor = 0;
  /// What the complete choices take at least; INT64_MAX: there was none.
  int64_t least = INT64_MAX;
  /// A variable with at least so many values has many.
  size_t wideFrom = SIZE_MAX;
  /// Constraints that alone have ruled out choices, by number in the coupling.
  std::set<unsigned> refuting;

  /// Where the root is the objective: a limit says the same as the constraint.
  void startAt(const Cap &cap);

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

  /// The position of a variable with so many values that they are looked at
  /// under many choices of those before at once, if there is one.
  std::optional<unsigned> wide;
  /// These differ from this position on.
  unsigned first = 0;
  /// Adds to those a choice with this domain index at the position before.
  void collect(uint32_t index);
  /// Domain indices of the variable that may be for each of those, which are
  /// then forgotten.
  std::vector<std::vector<uint32_t>> filter();

private:
  /// Something that tells whether a value may be.
  struct Check {
    SlotCheck what;
    std::vector<unsigned> cone; ///< changing slots that it needs, ascending
    unsigned end = 0;           ///< rows up to here are known when it is asked
  };
  /// The values of one variable, under those chosen before.
  struct Level {
    /// Slots that depend on it: those of the first check, ascending, what the
    /// second needs beyond these, and so on.
    std::vector<unsigned> changing;
    std::vector<Check> checks; ///< that need the fewest slots first
    /// Rows that depend on nothing else: by domain index, known from the start.
    std::vector<std::vector<Interval>> own;
    std::vector<int> ownOf; ///< by row: position in `own`, or -1
    std::vector<int> rowOf; ///< of a slot in lo and hi; -1: none
    llvm::ArrayRef<int64_t> domain;
    std::vector<Interval> now;   ///< by slot, before it has a value
    std::vector<int64_t> lo, hi; ///< [row][lane]
    std::vector<unsigned> kept;  ///< lanes that restrict() left
    bool isPassedOn = false;     ///< the next level has `now` but for one lane
  };

  std::vector<SlotCheck> allChecks() const;
  void addSlots(const Ranges &ranges, const Coupling &coupling, uint32_t root);
  void describeSlot(const Ranges &ranges, Slot &slot) const;
  void addGlance();
  std::map<unsigned, unsigned> findBounded() const;
  void startWide(llvm::ArrayRef<VarId> order);
  void listChanging(Level &level, VarId variable);
  std::vector<Check> checksOf(const std::vector<bool> &changes) const;
  void listOwn(Level &level);
  LaneOperand operand(const Level &level, unsigned slot) const;
  void evaluate(Level &level, llvm::ArrayRef<uint32_t> indices, unsigned from,
                unsigned to) const;
  bool mayHold(const Level &level, const SlotCheck &check, unsigned lane);
  void pack(Level &level, unsigned rows, std::vector<uint32_t> &indices) const;
  Interval at(const Level &level, unsigned slot, unsigned lane) const;

  const Model &model;
  BlockId block;
  std::vector<Slot> slots; ///< operands first
  llvm::DenseMap<NodeId, unsigned> slotOf;
  unsigned objective;
  std::optional<unsigned> glance; ///< what the objective is at least
  std::vector<std::pair<unsigned, unsigned>> constraints; ///< number, slot
  std::vector<Level> levels;                              ///< by position
  std::unique_ptr<WideLevel> wideLevel;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_ROWLIMIT_H
