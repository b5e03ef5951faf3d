//===- Report.h - What hls-solve prints -------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_SOLVE_REPORT_H
#define TALOS_TOOLS_HLS_SOLVE_REPORT_H

#include "talos/NLP/Solver.h"

namespace talos::nlp {

/// Whether a point was found; that of a model without variables has no values.
inline bool hasPoint(const Solution &solution) {
  return solution.status == Status::Optimal ||
         solution.status == Status::Feasible;
}

/// Lines "status optimal", "objective 12 3", "bound 12", "nodes 40", then
/// "S0.t2 = 4" for every variable; for an infeasible model "conflict <name>".
void printText(llvm::raw_ostream &os, const Model &model,
               const Solution &solution);
/// The same as an object of JSON.
void printJSON(llvm::raw_ostream &os, const Model &model,
               const Solution &solution);

} // namespace talos::nlp

#endif // TALOS_TOOLS_HLS_SOLVE_REPORT_H
