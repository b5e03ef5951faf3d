//===- Addresses.h - When the operands of a statement are ready -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Address delays of a statement's references: how much later than the iteration
// starts each operand can be read, because its index needs a remainder or its
// row a multiplication. An index over several loops, as in x[2 i + p], takes as
// many values as these together.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_RULES_ADDRESSES_H
#define TALOS_LIB_COST_RULES_ADDRESSES_H

#include "Cost/Task/Expression.h"

namespace talos::cost {

template <typename N> class Addresses {
public:
  /// `carried` is 1 if the pipelined loop carries the reduction: then the other
  /// loops stay outside, and their indices stand still inside it.
  Addresses(const StatementShape &shape, const TaskChoice<N> &choice, N carried,
            const target::DepthRules &rules, const Numbers<N> &number)
      : shape(shape), choice(choice), carried(carried), rules(rules),
        number(number) {}

  /// Delays within the pipelined loop, by reference.
  std::vector<N> inside() const;
  /// Delays of the indices of the loops around it, by reference.
  std::vector<N> outside() const;
  /// The longest of some delays.
  N greatest(const std::vector<N> &delays) const;

private:
  /// What moves in a subscript.
  struct RunningIndex {
    N values; ///< that it takes
    N step;   ///< divides all of them, but for a constant
  };
  std::optional<RunningIndex> runningIndex(const ReferenceShape &reference,
                                           unsigned dim, const N &factor,
                                           const std::vector<N> &values) const;
  N delay(unsigned reference, const std::vector<N> &values) const;
  std::vector<N> delays(const std::vector<N> &values) const;

  const StatementShape &shape;
  const TaskChoice<N> &choice;
  N carried;
  const target::DepthRules &rules;
  const Numbers<N> &number;
};

} // namespace talos::cost

#endif // TALOS_LIB_COST_RULES_ADDRESSES_H
