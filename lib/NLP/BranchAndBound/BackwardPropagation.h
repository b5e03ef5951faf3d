//===- BackwardPropagation.h - From roots to columns ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward half of HC4-revise: starts from what the roots require
// (constraints hold, objectives stay within their bounds) and derives, node by
// node, the range in which each operand has to lie. A required range is a
// necessary condition, so an empty one refutes the store. A select may have an
// invalid operand in the branch that it does not take: nothing is required of
// an operand in a branch that may be this one.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_BACKWARDPROPAGATION_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_BACKWARDPROPAGATION_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

class BackwardPropagation {
public:
  /// `coupling` must outlive this.
  explicit BackwardPropagation(const Coupling &coupling) : coupling(coupling) {}

  /// Fills `required` and `isRequired`. False: a root cannot have what it
  /// requires. `ranges`: of all nodes; `evaluated`: the nodes with operands to
  /// descend into, ascending; `isTabulated`: by coupling constraint,
  /// constraints to leave out; `isTold`: by node, its range follows from those
  /// of its operands, which it does not narrow unless it is narrowed itself.
  /// `goesOn`: what was required before still is.
  bool run(ArrayRef<Interval> ranges, const std::vector<bool> &isTabulated,
           ArrayRef<int64_t> objectiveBounds, ArrayRef<uint32_t> evaluated,
           ArrayRef<uint8_t> isTold, bool goesOn);

  /// By node: the range in which it has to lie, within its own range.
  std::vector<Interval> required;
  /// By node: whether a root needs its value for certain.
  std::vector<bool> isRequired;

private:
  bool require(uint32_t node, int64_t lo, int64_t hi);
  bool requireOperands(const CouplingNode &node, Interval want);
  bool requireSelect(const CouplingNode &node, Interval want);
  bool requireOrder(const CouplingNode &node, Interval want);
  bool requireProduct(const CouplingNode &node, Interval want);

  const Coupling &coupling;
  ArrayRef<Interval> now; ///< the ranges given to run()
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_BACKWARDPROPAGATION_H
