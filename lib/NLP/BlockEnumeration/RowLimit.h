//===- RowLimit.h - Choices within a limit of the objective -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_ROWLIMIT_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_ROWLIMIT_H

#include "NLP/BlockEnumeration/WideLevel.h"
#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// How large the first objective may be.
struct Cap {
  int64_t most;
  /// Of the constraint in the coupling that says so, if one does.
  std::optional<unsigned> number = std::nullopt;
};

/// A value at some position for a partial choice, by number there.
struct Lane {
  unsigned partial;
  uint32_t index; ///< into the variable's domain
};

/// Of one block: which choices, also partial ones, may belong to a point within
/// a limit of the first objective, whatever the other blocks do. The variables
/// are given values in an order, those of many partial choices together, a lane
/// each, and only what depends on a variable is computed anew.
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
  /// Lanes that restrict() has looked at.
  int64_t work = 0;
  /// A variable with at least so many values has many.
  size_t wideFrom = SIZE_MAX;
  /// Constraints that alone have ruled out choices, by number in the coupling.
  std::set<unsigned> refuting;

  /// Where the root is the objective: a limit says the same as the constraint.
  void startAt(const Cap &cap);

  /// Of all constraints, to heed only some.
  void heed(llvm::ArrayRef<unsigned> some);

  /// Lanes that are looked at together.
  static constexpr size_t MaxLanes = 64;

  /// Of variables that follow each other in this order. Then there is one
  /// partial choice at the first position, the empty one.
  void start(llvm::ArrayRef<VarId> order);

  /// Leaves those of at most MaxLanes lanes at position p that may be, those
  /// that take least first if it closes in.
  void restrict(unsigned p, std::vector<Lane> &lanes);

  /// Of the lanes that restrict() left at the last position: number i is a
  /// complete choice. False: since then the limit has fallen below it.
  bool complete(unsigned i);

  /// Adds these of the lanes that restrict() left to the partial choices at the
  /// next position.
  void passOn(unsigned p, llvm::ArrayRef<unsigned> kept);

  /// With so many partial choices at position p it is time to go on there.
  size_t enough(unsigned p) const {
    return wide == p ? EnoughForWide : MaxLanes;
  }
  /// Whether a partial choice at position p is within the limit still.
  bool isWithin(unsigned p, unsigned partial) const {
    return levels[p].bounds[partial] <= limit;
  }
  /// The partial choices at position p, those that take least first if it
  /// closes in.
  std::vector<unsigned> partials(unsigned p) const;
  /// Forgets the partial choices at position p.
  void clear(unsigned p) { levels[p].bounds.clear(); }

  /// The position of a variable with so many values that not all are looked at
  /// one by one, if there is one.
  std::optional<unsigned> wide;
  /// Domain indices there that may be, for each of the partial choices.
  std::vector<std::vector<uint32_t>> filter();

private:
  /// Something that tells whether a value may be.
  struct Check {
    SlotCheck what;
    std::vector<unsigned> cone; ///< changing slots that it needs, ascending
    unsigned end = 0;           ///< rows up to here are known when it is asked
    int64_t asked = 0, refuted = 0; ///< lanes
  };
  /// A slot that variables before decide, and from which row on it is read.
  struct Input {
    unsigned slot, row;
  };
  /// The values of one variable, under those chosen before.
  struct Level {
    /// Slots that depend on it: those of the first check, ascending, what the
    /// second needs beyond these, and so on.
    std::vector<unsigned> changing;
    std::vector<Check> checks; ///< those first that tell most for their work
    int64_t arrangeAt = FirstArranged; ///< once so many lanes have been asked
    int64_t asked = 0;
    /// Rows that depend on nothing else: by domain index, known from the start.
    std::vector<std::vector<Interval>> own;
    std::vector<int> ownOf; ///< by slot: position in `own`, or -1
    std::vector<int> rowOf; ///< of a slot in lo and hi; -1: none
    llvm::ArrayRef<int64_t> domain;
    unsigned position;
    /// Slots that variables before decide: read by this level's rows, the first
    /// ones first, or by later levels' too.
    std::vector<Input> inputs;
    std::vector<int> inputOf; ///< by slot; -1: none
    std::vector<unsigned> carried;
    std::vector<int> carriedOf; ///< by slot; -1: none
    // The partial choices.
    size_t room = 0;                   ///< for so many
    std::vector<int64_t> bounds;       ///< of the objective
    std::vector<int64_t> nowLo, nowHi; ///< [carried][partial]
    // Lanes.
    std::vector<Lane> lanes;
    std::vector<int64_t> lo, hi;     ///< [row][lane]
    std::vector<int64_t> inLo, inHi; ///< [input][lane]
    std::vector<unsigned> kept;      ///< lanes that are left
  };
  /// Checks leave ever fewer of them.
  static constexpr size_t EnoughForWide = 512;
  /// So many lanes tell which checks to ask first; how many more tell better.
  static constexpr int64_t FirstArranged = 256, ArrangedGrowth = 8;

  /// Whether the slot is one number in each lane at position p.
  bool isPoint(unsigned slot, unsigned p) const { return pointFrom[slot] <= p; }

  std::vector<SlotCheck> allChecks() const;
  void findPoints(llvm::ArrayRef<VarId> order);
  void addSlots(const Ranges &ranges, const Coupling &coupling, uint32_t root);
  void describeSlot(const Ranges &ranges, Slot &slot) const;
  void addGlance();
  std::map<unsigned, unsigned> findBounded() const;
  void startWide(llvm::ArrayRef<VarId> order);
  void listChanging(Level &level, VarId variable);
  std::vector<Check> checksOf(const std::vector<bool> &changes) const;
  void arrange(Level &level) const;
  void listRows(Level &level) const;
  void listOwn(Level &level);
  void listInputs();
  void listCarried();
  LaneOperand operand(const Level &level, unsigned slot) const;
  void load(Level &level, unsigned from, unsigned to) const;
  void evaluate(Level &level, unsigned from, unsigned to) const;
  bool mayHold(const Level &level, const SlotCheck &check, unsigned lane);
  void pack(Level &level, unsigned rows) const;
  Interval at(const Level &level, unsigned slot, unsigned lane) const;
  Interval given(const Level &level, unsigned slot, unsigned partial) const;
  int64_t boundOf(const Level &level, unsigned lane) const;

  const Model &model;
  BlockId block;
  std::vector<Slot> slots; ///< operands first
  llvm::DenseMap<NodeId, unsigned> slotOf;
  unsigned objective;
  std::optional<unsigned> glance; ///< what the objective is at least
  std::vector<std::pair<unsigned, unsigned>> constraints; ///< number, slot
  std::vector<Level> levels;                              ///< by position
  std::vector<Interval> initial; ///< by slot, without any value
  /// By slot: from which position on it is one number, of which only the lower
  /// end is kept then; or Never.
  std::vector<unsigned> pointFrom;
  static constexpr unsigned Never = UINT_MAX;
  std::unique_ptr<WideLevel> wideLevel;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_ROWLIMIT_H
