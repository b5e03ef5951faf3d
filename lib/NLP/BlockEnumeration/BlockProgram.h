//===- BlockProgram.h - What a block decides of bounds ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_BLOCKPROGRAM_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_BLOCKPROGRAM_H

#include "NLP/Presolve/Coupling.h"
#include <map>

namespace talos::nlp {

/// A node that depends on the block, or one that other blocks decide, which is
/// the same for all choices of the block.
struct Slot : Node {
  NodeId node;     ///< in the model
  Interval range;  ///< over all choices of all blocks
  Interval within; ///< a range that is tighter than the operands' ranges imply
  bool isFixed;    ///< other blocks decide it
  bool isPlain = false;    ///< neither it nor an operand may fail
  bool isPositive = false; ///< the first two operands are not negative

  bool isVariable(VarId v) const { return op == Op::Variable && value == v; }
  /// The slots that the operation reads; none if other blocks decide it.
  /// Templates over all kinds of nodes ask each for its own.
  // NOLINTNEXTLINE(bugprone-derived-method-shadowing-base-method)
  ArrayRef<uint32_t> inputs() const {
    return isFixed ? ArrayRef<uint32_t>() : Node::inputs();
  }
};

/// A test of a choice: the objective stays within its bound, or a budget holds.
struct BoundCheck {
  std::optional<unsigned> constraint; ///< number; none: the objective
  unsigned slot;

  /// Whether the test may pass with the slot in this range. `limit`: the bound
  /// of the objective.
  bool mayHold(Interval range, int64_t limit) const {
    return constraint ? range.mayHold() : range.lo <= limit;
  }
};

/// The nodes of one block, and above it, that tell which of its choices may
/// belong to a point within a bound of the objective: the objective itself, and
/// budgets (constraints over several blocks). What other blocks decide is a
/// range.
class BlockProgram {
public:
  /// `coupling`: with ranges (computeNodeRanges()). `root`: the coupling node
  /// that stands for the objective.
  BlockProgram(const Model &model, const Ranges &ranges,
               const Coupling &coupling, BlockId block, uint32_t root);

  /// Leaves out budgets, by number of the coupling constraint.
  void keepConstraints(function_ref<bool(unsigned)> isKept);

  /// The objective, a cheap bound of it if the model states one, and budgets.
  std::vector<BoundCheck> checks() const;

  /// The slots below a root, itself included, that the block decides;
  /// ascending.
  std::vector<uint32_t> coneOf(unsigned root) const;

  std::vector<Slot> slots; ///< operands first
  unsigned objective;

private:
  void addSlots(const Ranges &ranges, const Coupling &coupling, uint32_t root);
  void describeSlot(const Ranges &ranges, Slot &slot) const;
  void addCheapBound();
  std::map<unsigned, unsigned> findBounded() const;

  const Model &model;
  BlockId block;
  DenseMap<NodeId, unsigned> slotOf;
  std::optional<unsigned> cheapBound;
  std::vector<std::pair<unsigned, unsigned>> constraints; ///< number, slot
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_BLOCKPROGRAM_H
