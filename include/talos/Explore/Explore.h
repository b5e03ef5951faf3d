//===- Explore.h - Chooses a design and proves it optimal -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides: solves the nonlinear programs of a design space and has the best
// point as `#hls.design`. The function's IR is not changed.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_EXPLORE_H
#define TALOS_EXPLORE_EXPLORE_H

#include "talos/Explore/Space.h"

namespace talos::explore {

struct ExploreResult {
  /// Of the best program; status, bound, nodes and space of all of them.
  nlp::Solution solution;
  hls::DesignAttr design;
  double seconds = 0;       ///< wall time, all programs
  unsigned subproblems = 0; ///< that were solved
  std::string scope;        ///< Portfolio::scope
  /// Of the design of the bottleneck search, where the search began with it.
  std::optional<int64_t> bottleneckCycles;
};

/// Nodes of the first run of a subproblem.
constexpr int64_t firstNodesOfRun = 300;

/// What another program's design leaves to look for.
struct Cutoff {
  std::optional<int64_t> mostCycles; ///< more are of no use; none: any are
  /// Where a search fails because no design was found within `mostCycles`: a
  /// proved lower bound of all designs.
  std::optional<int64_t> bound;
};

/// Solves the space's portfolio. Of several subproblems of one group each takes
/// `firstNodes` nodes, then those that are still open take more, within what
/// the others found; `progress` speaks of single ones. Infeasible, Unknown: an
/// error at the function that names the constraints.
/// `memoryLeft`, if given, says by how many bytes the process may still grow:
/// each solution has so much, and where nothing is left the search ends with
/// the best so far, as when time is over. `noPoint`, if given, is set where no
/// point was found: to Infeasible, which is proved, or to Unknown. With
/// `beginsAtBottleneck` the bottleneck search (docs/NLP.md) gives the first
/// design; otherwise it is asked for one where limits struck.
mlir::FailureOr<ExploreResult>
explore(const Space &space, const nlp::SolverOptions &options,
        int64_t firstNodes = firstNodesOfRun,
        std::function<int64_t()> memoryLeft = {},
        std::optional<nlp::Status> *noPoint = nullptr, Cutoff *cutoff = nullptr,
        bool beginsAtBottleneck = false);

/// How this design was found, and the bounds to hold it against; `result` is
/// null for a hand-written point. Fails where the design is outside of the
/// space.
mlir::FailureOr<hls::SearchAttr> describeSearch(const Space &space,
                                                hls::DesignAttr design,
                                                const ExploreResult *result);

} // namespace talos::explore

#endif // TALOS_EXPLORE_EXPLORE_H
