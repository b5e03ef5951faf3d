//===- SharedProblem.h - The nonlinear program of one set of tiled arrays *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_SHAREDPROBLEM_H
#define TALOS_LIB_EXPLORE_SHARED_SHAREDPROBLEM_H

#include "Explore/Shared/ModelBuilder.h"
#include "talos/Explore/Problem.h"

namespace talos::explore {

class SharedProblem : public Problem {
public:
  /// A program that cannot be built, such as by a pin that names nothing, is an
  /// error at the function.
  static mlir::FailureOr<std::unique_ptr<Problem>> build(DesignSpace space);

  mlir::FailureOr<hls::DesignAttr>
  designOf(const nlp::Solution &solution) const override;

private:
  DesignSpace space; ///< arrays are marked as tiled that are
  ModelVariables variables;
};

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_SHAREDPROBLEM_H
