//===- Explore.h - Chooses a design point and proves it optimal -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides: lowers the design space to a nonlinear program, solves it, and
// writes the solution as `#hls.design`. Or evaluates a given design point with
// the same rules. The function's IR is not changed but for attributes.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_EXPLORE_H
#define TALOS_EXPLORE_EXPLORE_H

#include "talos/Dialect/HLS/HLS.h"
#include "talos/Explore/DesignSpace.h"
#include "talos/NLP/Solver.h"

namespace talos::explore {

struct ExploreResult {
  /// Of the best model; status, bound, nodes and space of all tilings.
  nlp::Solution solution;
  hls::DesignAttr design;
  double seconds = 0;   ///< wall time, all tilings
  unsigned tilings = 0; ///< sets of tiled arrays that were solved
};

/// Builds the model of the space, for printing and for solving, with its pins.
/// A pin that names no variable, has no possible value or contradicts another
/// one is an error at the function.
mlir::LogicalResult buildModel(const DesignSpace &space, nlp::Model &model);

/// Solves; arrays that are marked as tiled in the space are, and `tiling` says
/// which others may be: each set is a nonlinear program of its own. Of several
/// sets of one size each takes `firstNodes` nodes, then those that are still
/// open take more, within what the others found; `progress` speaks of single
/// sets. Infeasible, Unknown: an error at the function that names the
/// constraints. On success the design's figures were evaluated a second time,
/// over plain integers, and agree with the model.
mlir::FailureOr<ExploreResult> explore(const DesignSpace &space,
                                       const nlp::SolverOptions &options,
                                       Tiling tiling = Tiling::Never,
                                       int64_t firstNodes = 300);

/// Fills in the predicted cycles and resources of a hand-written point. Fails
/// with a located diagnostic if the point is outside of the space, or exceeds
/// the device. Accumulators `local` and `local_add` are evaluated as well.
mlir::FailureOr<hls::DesignAttr> evaluateDesign(const DesignSpace &space,
                                                hls::DesignAttr design);

/// The dictionary of `hls.search` (HLS.h); `result` is null for a
/// hand-written point.
mlir::DictionaryAttr describeSearch(const DesignSpace &space,
                                    const ExploreResult *result);

} // namespace talos::explore

#endif // TALOS_EXPLORE_EXPLORE_H
