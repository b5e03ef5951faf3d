//===- NeighbourhoodSearch.h - Good points of large models ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-first search seldom meets a point of a hundred blocks: it takes the
// fastest row of each block until nothing is left of a budget. This one
//
// * descends with the rows that take the least part of what any budget leaves,
//   the bound of the objective being one of them;
// * halves that bound between what is proved and the best point, so that what
//   is left of the budgets goes where it is needed;
// * opens the rows of a block and its partners again, all others as they are in
//   the best point (large neighbourhood search: Shaw 1998).
//
// Few blocks have more rows each: a descent gives each choice a part of its
// nodes, and neighbourhoods are searched longer and longer.
//
// It proves nothing.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_NEIGHBOURHOODSEARCH_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_NEIGHBOURHOODSEARCH_H

#include "NLP/BranchAndBound/Limits.h"
#include "NLP/BranchAndBound/Propagation.h"

namespace talos::nlp {

class NeighbourhoodSearch {
public:
  /// `base`: propagated, without limits of the objectives. The bounds of
  /// `propagation` are as they were after each call.
  NeighbourhoodSearch(const Coupling &coupling, Propagation &propagation,
                      const Store &base, Limits &limits)
      : coupling(coupling), propagation(propagation), base(base),
        limits(limits) {}

  /// Looks for a point whose first objective is at most `most`, and improves it
  /// towards `bound`.
  void run(int64_t bound, int64_t most);

  /// Of the best point: rows by block, and all objectives. Empty: none found.
  std::vector<uint32_t> rows;
  std::vector<int64_t> objectives;

private:
  enum class Outcome { Found, None, Limit };
  enum class Order { LeastShare, LeastBound };

  bool findBelow(int64_t top);
  Outcome descend(Store store, Order order);
  std::vector<uint32_t> inOrder(const Store &store, BlockId b, Order order);
  void record(Store store);
  void halve(int64_t bound);
  void improve(int64_t bound);
  bool improveAroundAll(int64_t bound);
  bool improveAround(BlockId b);
  bool isSmall() const;
  int64_t nodesOfDescent() const;
  bool countLooks(function_ref<bool()> search);
  int64_t best() const { return objectives.front(); }

  const Coupling &coupling;
  Propagation &propagation;
  const Store &base;
  Limits &limits;
  int64_t nodesAround = 0; ///< that a neighbourhood may take
  /// Of looks at all rows of blocks, in nodes.
  int64_t workOfLooks = 0;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_NEIGHBOURHOODSEARCH_H
