//===- Solve.h - Solves the nonlinear program of a space --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_SOLVE_H
#define TALOS_LIB_EXPLORE_SHARED_SOLVE_H

#include "Explore/Shared/ModelBuilder.h"
#include "talos/Explore/Explore.h"

namespace talos::explore {

/// What the solver found where exactly the marked arrays are tiled.
struct Solved {
  nlp::Solution solution;
  hls::DesignAttr design; ///< null unless a point was found
};

/// The nonlinear program of a space.
struct Problem {
  DesignSpace space;
  nlp::Model model;
  ModelVariables variables;
};

/// A model that cannot be built is an error at the function.
mlir::FailureOr<std::unique_ptr<Problem>> buildProblem(DesignSpace space);

/// A point that the rules do not confirm is an error at the function; that
/// there is no point is none.
mlir::LogicalResult addDesign(const Problem &problem, Solved &solved);

/// All of it.
mlir::FailureOr<Solved> solveSpace(const DesignSpace &space,
                                   const nlp::SolverOptions &options);

/// Says why a search of the tilings `tiling` found no point: always an error.
mlir::LogicalResult reportNoPoint(const DesignSpace &space,
                                  const nlp::SolverOptions &options,
                                  Tiling tiling, const nlp::Solution &solution);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_SOLVE_H
