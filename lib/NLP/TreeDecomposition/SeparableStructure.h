//===- SeparableStructure.h - Sums and maxima over many blocks --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model of many blocks is coupled in two ways: some constraints connect few
// blocks, while the budgets and the objective depend on all. A separable model
// lets budgets and objective depend on the blocks through a few sums and maxima
// only, the aggregates. The terms of an aggregate are over few blocks, and
// objectives and budgets are nondecreasing in every aggregate.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_SEPARABLESTRUCTURE_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_SEPARABLESTRUCTURE_H

#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// A summand, or an operand of a maximum: valid everywhere and not negative.
struct SeparableTerm {
  uint32_t node;
  unsigned aggregate;
};

/// sum of weights x aggregates + constant; weights are not negative.
struct LinearForm {
  std::vector<int64_t> weights; ///< by aggregate
  int64_t constant = 0;
};

/// `form <= limit`
struct LinearBudget {
  LinearForm form;
  int64_t limit = 0;
};

/// The aggregates of a model, and the objectives and budgets over them.
class SeparableStructure {
public:
  /// `isTabulated`: constraints to leave out. None: the model is not separable.
  static std::optional<SeparableStructure>
  find(const Coupling &coupling, const std::vector<bool> &isTabulated);

  std::vector<bool> isMax; ///< by aggregate; the others are sums
  std::vector<SeparableTerm> terms;
  std::vector<uint32_t> localConstraints; ///< nodes over few blocks
  LinearForm objective;                   ///< the first one
  std::vector<LinearBudget> budgets;

  unsigned size() const { return isMax.size(); }
  int64_t join(unsigned aggregate, int64_t a, int64_t b) const {
    return isMax[aggregate] ? std::max(a, b) : a + b;
  }
  /// The objectives where the aggregates have these values; none if a
  /// constraint over aggregates does not hold.
  std::optional<std::vector<int64_t>>
  objectives(ArrayRef<int64_t> values) const;

private:
  friend class SeparableStructureFinder;
  std::vector<Node> above; ///< operands first; variables are aggregates
  std::vector<unsigned> objectiveRoots, constraintRoots;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_SEPARABLESTRUCTURE_H
