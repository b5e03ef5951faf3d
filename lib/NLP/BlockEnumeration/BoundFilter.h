//===- BoundFilter.h - Choices within a bound of the objective --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_BOUNDFILTER_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_BOUNDFILTER_H

#include "NLP/BlockEnumeration/ValueClassFilter.h"

namespace talos::nlp {

/// A bound that the first objective must not exceed.
struct ObjectiveBound {
  int64_t value;
  /// Number of the coupling constraint that states the bound, if one does.
  std::optional<unsigned> constraint = std::nullopt;
};

/// A partial choice, by its number at a position, with a value for the variable
/// at this position.
struct Lane {
  unsigned partial;
  uint32_t index; ///< into the variable's domain
};

/// Tells which choices of one block, partial choices included, may belong to a
/// point within a limit of the first objective, whatever the other blocks do.
/// The variables are given values in a fixed order. Many partial choices are
/// evaluated together, a lane each, and only the nodes that depend on the
/// variable at hand are evaluated anew.
class BoundFilter {
public:
  /// `coupling`: with ranges (computeNodeRanges()). All must outlive this.
  /// `root`: the coupling node that stands for the objective.
  BoundFilter(const Model &model, const Ranges &ranges,
              const Coupling &coupling, BlockId block, uint32_t root);

  int64_t limit = INT64_MAX;
  /// Every complete choice lowers the limit, and values with the least bound
  /// come first. Choices that were complete earlier may exceed the last limit.
  bool isTightening = false;
  /// The limit is then the bound of the choice plus this fraction of it; 0:
  /// just below the bound.
  int64_t marginDivisor = 0;
  /// No point has a lower objective: the limit counts from here at least.
  int64_t atLeast = INT64_MIN;
  /// The least bound of a complete choice; INT64_MAX: there was none.
  int64_t least = INT64_MAX;
  /// Lanes that restrict() has evaluated.
  int64_t work = 0;
  /// A variable with at least so many values is wide: see ValueClassFilter.
  size_t wideFrom = SIZE_MAX;
  /// Coupling constraints, by number, that have excluded a choice by
  /// themselves.
  std::set<unsigned> refuting;

  /// Sets the limit. The constraint that states the bound is then redundant.
  void startAt(const ObjectiveBound &objectiveBound);

  /// Tests no coupling constraints but these.
  void heed(ArrayRef<unsigned> some);

  /// Lanes that are evaluated together.
  static constexpr size_t MaxLanes = 64;

  /// Sets the order of the variables. There is then one partial choice at the
  /// first position, the empty one.
  void start(ArrayRef<VarId> order);

  /// Removes the lanes, at most MaxLanes at position p, that are excluded.
  /// While it is tightening, lanes with the least bound come first.
  void restrict(unsigned p, std::vector<Lane> &lanes);

  /// Takes lane number i of those that restrict() left at the last position as
  /// a complete choice. False: the limit has fallen below its bound since then.
  bool complete(unsigned i);

  /// Makes these lanes of those that restrict() left at position p partial
  /// choices at the next position.
  void passOn(unsigned p, ArrayRef<unsigned> kept);

  /// With so many partial choices at position p the next values are due.
  size_t enough(unsigned p) const {
    return wide == p ? EnoughForWide : MaxLanes;
  }
  /// Whether a partial choice at position p is still within the limit.
  bool isWithin(unsigned p, unsigned partial) const {
    return levels[p].bounds[partial] <= limit;
  }
  /// The partial choices at position p; while it is tightening, those with the
  /// least bound first.
  std::vector<unsigned> partials(unsigned p) const;
  /// Forgets the partial choices at position p.
  void clear(unsigned p) { levels[p].bounds.clear(); }

  /// The position of the wide variable, if there is one.
  std::optional<unsigned> wide;
  /// Domain indices there that are not excluded, for each partial choice.
  std::vector<std::vector<uint32_t>> filterValueClasses();

private:
  /// A test, and what it takes at one level.
  struct Check {
    BoundCheck what;
    std::vector<unsigned> cone; ///< the changing slots below it, ascending
    unsigned end = 0;           ///< rows up to here are evaluated before it
  };
  /// The evaluation of one variable under the values of earlier variables.
  struct Level {
    /// The slots that depend on the variable, and those given by earlier ones
    /// that they read. First those of the first check, operands first, then
    /// those that the second needs besides, and so on.
    std::vector<unsigned> rows;
    std::vector<int> rowOf;    ///< by slot; -1: none
    std::vector<bool> isGiven; ///< by slot: earlier variables alone decide it
    std::vector<Check> checks; ///< those that take least first
    /// Values, by domain index, of slots that depend on this variable alone.
    std::vector<std::vector<Interval>> own;
    std::vector<int> ownOf; ///< by slot: position in `own`, or -1
    ArrayRef<int64_t> domain;
    unsigned position;
    /// Slots that earlier variables decide and this or a later level reads.
    std::vector<unsigned> carried;
    std::vector<int> carriedOf; ///< by slot; -1: none
    // The partial choices.
    size_t room = 0;                   ///< for so many partial choices
    std::vector<int64_t> bounds;       ///< of the objective
    std::vector<int64_t> nowLo, nowHi; ///< [carried][partial]
    // Lanes.
    std::vector<Lane> lanes;
    std::vector<int64_t> lo, hi; ///< [row][lane]
    std::vector<unsigned> kept;  ///< lanes that are left
  };
  /// Partial choices that a wide level waits for.
  static constexpr size_t EnoughForWide = 512;

  /// Whether the slot is one number in each lane at position p.
  bool isPoint(unsigned slot, unsigned p) const { return pointFrom[slot] <= p; }

  void findPoints(ArrayRef<VarId> order);
  void startWide(ArrayRef<VarId> order);
  std::vector<Check> checksOf(const DenseSet<uint32_t> &changing) const;
  void listRows(Level &level) const;
  void listOwn(Level &level);
  void listCarried();
  LaneOperand operand(const Level &level, unsigned slot) const;
  void evaluate(Level &level, unsigned from, unsigned to) const;
  Interval at(const Level &level, unsigned slot, unsigned lane) const;
  Interval given(const Level &level, unsigned slot, unsigned partial) const;
  int64_t boundOf(const Level &level, unsigned lane) const;

  const Model &model;
  BlockProgram program;
  std::vector<Level> levels;     ///< by position
  std::vector<Interval> initial; ///< by slot, while no variable has a value
  /// By slot: the position from which on it is one number (then only the lower
  /// end is kept), or Never.
  std::vector<unsigned> pointFrom;
  static constexpr unsigned Never = UINT_MAX;
  std::unique_ptr<ValueClassFilter> valueClasses;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_BOUNDFILTER_H
