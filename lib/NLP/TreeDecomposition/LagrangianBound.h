//===- LagrangianBound.h - Budgets as prices --------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Lagrangian relaxation of a model over a tree decomposition: the overuse
// of each budget times a price is added to the first objective. The relaxed
// problem is a shortest path over the tree. The best prices give the best
// bound. A maximum is no sum over the tree. It is therefore bounded on both
// sides (a box): entries above the upper side are left out, and it counts with
// the lower side.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_LAGRANGIANBOUND_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_LAGRANGIANBOUND_H

#include "NLP/TreeDecomposition/TreeDecomposition.h"

namespace talos::nlp {

/// Ranges of all aggregates, and the prices that give the best bound there.
struct Box {
  /// By aggregate. Of sums `lo` is 0 and `hi` what budgets allow; only maxima
  /// are split.
  std::vector<int64_t> lo, hi;
  std::vector<int64_t> prices; ///< by budget
  int64_t bound = 0;           ///< of the first objective
};

/// A solution.
struct Incumbent {
  std::vector<int64_t> objectives;
  std::vector<uint32_t> entries; ///< by bag
};

/// Bounds the first objective in a box.
class LagrangianBound {
public:
  LagrangianBound(const SeparableStructure &structure, ArrayRef<Bag> bags,
                  Limits *limits = nullptr);

  /// The box of everything, with its bound. None: numbers are too large, or
  /// there is no solution.
  std::optional<Box> start();

  /// The parts of a box, with their bounds, but those without a solution. None:
  /// the box is too small to be split.
  std::optional<std::vector<Box>> split(const Box &box);

  /// Makes this box the one that the functions below refer to.
  void enter(const Box &box);
  /// Whether aggregate values of a subtree, completed by at least `rest`, may
  /// lead to an objective of at most `top`.
  bool mayReach(int64_t top, ArrayRef<int64_t> values, int64_t rest) const;
  /// The least priced cost in the subtree of a bag, and outside of it, by
  /// separator key.
  int64_t up(unsigned bag, uint32_t key) const { return ups[bag][key]; }
  int64_t down(unsigned bag, uint32_t key) const { return downs[bag][key]; }
  /// The sum of the least priced costs in the subtrees of an entry's children;
  /// above any cost if a child has no entry for it.
  int64_t upOfChildren(const Bag &bag, size_t entry) const;
  /// Whether the values of an entry alone stay within the box.
  bool isInBox(const Bag &bag, size_t entry) const;

  /// The best solution met on the way.
  std::optional<Incumbent> incumbent;

private:
  void collectValues();
  void setWeights();
  bool sendUp();
  void sendDown();
  void meet(ArrayRef<std::vector<uint32_t>> best);
  bool findPrice(unsigned budget, unsigned bits);
  bool improve(unsigned rounds, unsigned bits);
  Wide overuse(const LinearBudget &budget) const;
  int64_t bound() const;

  const SeparableStructure &structure;
  ArrayRef<Bag> bags;
  Limits *limits; ///< where these strike, prices stay as they are
  std::vector<std::vector<int64_t>> maxima; ///< values, by aggregate; ascending
  int64_t scale = 1;                        ///< one unit of the objective
  Wide ceiling = 0; ///< no solution has a larger first objective
  Box box;
  std::vector<int64_t> weights; ///< by aggregate
  Wide constant = 0;            ///< of the priced objective
  std::vector<std::vector<int64_t>> costs, ups, downs;
  std::vector<int64_t> point; ///< aggregate values of the relaxed optimum
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_LAGRANGIANBOUND_H
