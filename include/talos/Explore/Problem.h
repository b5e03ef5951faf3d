//===- Problem.h - A nonlinear program and the designs of its points *- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_EXPLORE_PROBLEM_H
#define TALOS_EXPLORE_PROBLEM_H

#include "talos/Dialect/HLS/HLS.h"
#include "talos/NLP/Solver.h"

namespace talos::explore {

/// A template derives from this what it must know to read a point back.
class Problem {
public:
  virtual ~Problem();

  /// The design of the solution's point, which there is, with the status
  /// "feasible" and the solution's bound. Its figures are evaluated a second
  /// time, over plain integers; a point that they do not confirm is an error at
  /// the function.
  virtual mlir::FailureOr<hls::DesignAttr>
  designOf(const nlp::Solution &solution) const = 0;

  nlp::Model model;
};

} // namespace talos::explore

#endif // TALOS_EXPLORE_PROBLEM_H
