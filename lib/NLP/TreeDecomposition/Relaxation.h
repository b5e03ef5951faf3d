//===- Relaxation.h - Budgets as prices -------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Lagrangian relaxation of a program over a clique tree: each budget is
// added to the first objective, its overuse times a price. What is left is a
// shortest path over the tree. The best prices give the best bound. A maximum
// is no sum over the tree: it is bounded on both sides (a box), entries above
// are left out, and it counts with the lower one.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_TREEDECOMPOSITION_RELAXATION_H
#define TALOS_LIB_NLP_TREEDECOMPOSITION_RELAXATION_H

#include "NLP/TreeDecomposition/CliqueTree.h"

namespace talos::nlp {

/// Limits of channels, and the prices that give the best bound there.
struct Box {
  /// By channel. Of sums `lo` is 0 and `hi` what budgets allow; only maxima are
  /// split.
  std::vector<int64_t> lo, hi;
  std::vector<int64_t> prices; ///< by budget
  int64_t bound = 0;           ///< of the first objective
};

struct Incumbent {
  std::vector<int64_t> objectives;
  std::vector<uint32_t> entries; ///< by clique
};

class Relaxation {
public:
  using Wide = __int128;

  Relaxation(const Channels &channels, llvm::ArrayRef<Clique> cliques);

  /// The box of everything, with its bound. None: numbers are too large, or
  /// there is no solution.
  std::optional<Box> start();

  /// The parts of a box that is wide enough to be split, with their bounds;
  /// parts without a solution are left out. None: it is not.
  std::optional<std::vector<Box>> split(const Box &box);

  /// Makes the functions below speak of this box.
  void enter(const Box &box);
  /// Whether channel values of a subtree, completed by at least `rest`, may
  /// lead to an objective of at most `top`.
  bool mayReach(int64_t top, llvm::ArrayRef<int64_t> values,
                int64_t rest) const;
  /// The least that is to be paid in the subtree of a clique, and outside of
  /// it, by separator key.
  int64_t up(unsigned clique, uint32_t key) const { return ups[clique][key]; }
  int64_t down(unsigned clique, uint32_t key) const {
    return downs[clique][key];
  }
  /// The sum of what the children of an entry have to pay at least; more than
  /// any cost if one of them has nothing to offer.
  int64_t upOfChildren(const Clique &clique, size_t entry) const;
  /// Whether the values of an entry alone stay within the box.
  bool isInBox(const Clique &clique, size_t entry) const;

  /// The best solution met on the way.
  std::optional<Incumbent> incumbent;

private:
  void collectValues();
  void setWeights();
  bool sendUp();
  void sendDown();
  void meet(llvm::ArrayRef<std::vector<uint32_t>> best);
  bool findPrice(unsigned budget, unsigned bits);
  bool improve(unsigned rounds, unsigned bits);
  Wide overuse(const LinearBudget &budget) const;
  int64_t bound() const;

  const Channels &channels;
  llvm::ArrayRef<Clique> cliques;
  std::vector<std::vector<int64_t>> maxima; ///< values, by channel; ascending
  int64_t scale = 1;                        ///< one unit of the objective
  Wide ceiling = 0; ///< no solution has a larger first objective
  Box box;
  std::vector<int64_t> weights; ///< by channel
  Wide constant = 0;            ///< of the priced objective
  std::vector<std::vector<int64_t>> costs, ups, downs;
  std::vector<int64_t> point; ///< channel values of the relaxed optimum
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_TREEDECOMPOSITION_RELAXATION_H
