//===- Slots.h - What the choices of one block decide -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_SLOTS_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_SLOTS_H

#include "talos/NLP/Interval.h"
#include <optional>

namespace talos::nlp {

/// A node over the block, or one that others decide and that is the same for
/// all its choices. Operands come first.
struct Slot {
  NodeId node;
  Op op;
  Interval range;  ///< whatever the block and the others choose
  Interval within; ///< where that says more than the operands' ranges
  bool isFixed;
  std::optional<VarId> variable;
  bool isPlain = false;    ///< neither it nor an operand may fail
  bool isPositive = false; ///< the first two operands are not negative
  unsigned x[3] = {0, 0, 0};
};

/// Something that tells whether a choice may be.
struct SlotCheck {
  std::optional<unsigned> constraint; ///< its number; none: the objective
  unsigned slot;

  /// `limit`: of the objective.
  bool mayHold(Interval range, int64_t limit) const {
    return constraint ? range.mayHold() : range.lo <= limit;
  }
};

/// The slot and what it needs that the block decides, by slot.
std::vector<bool> coneOf(llvm::ArrayRef<Slot> slots, unsigned root);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_SLOTS_H
