//===- PortfolioConflict.cpp - Why no design of a portfolio fits ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PortfolioSearch.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// A conflict of one candidate proves nothing about one that is not decided.
LogicalResult PortfolioSearch::explainConflict() {
  if (llvm::any_of(candidates, [](const Candidate &candidate) {
        return !candidate.isDecided;
      })) {
    best.solution.status = nlp::Status::Unknown;
  } else if (!portfolio->explainsFirst()) {
    FailureOr<Solved> explained = solveFirst(options);
    if (failed(explained))
      return failure();
    best.solution = std::move(explained->solution);
  }
  return success();
}

/// Of the space's pins, those that exclude every design, none superfluous.
std::vector<nlp::Pin> PortfolioSearch::pinsAtFault() const {
  return nlp::conflictingPins(space.getPins(), [&](ArrayRef<nlp::Pin> pins) {
    FailureOr<std::unique_ptr<Problem>> problem = space.lower(pins);
    return succeeded(problem) &&
           nlp::solve((*problem)->model, options).status ==
               nlp::Status::Infeasible;
  });
}

/// Says why no point was found: always an error.
LogicalResult PortfolioSearch::reportNoPoint() const {
  func::FuncOp func = space.getFunc();
  const nlp::Solution &solution = best.solution;
  if (solution.status == nlp::Status::Unknown)
    return func.emitError("no design was found within the limits of the search "
                          "(")
           << nodes << " nodes); raise the node limit or the time limit";
  std::vector<nlp::Pin> pins = pinsAtFault();
  if (!pins.empty()) {
    InFlightDiagnostic diag = func.emitError("no design fits what is pinned: ");
    llvm::interleaveComma(pins, diag, [&](const nlp::Pin &pin) {
      diag << "'" << pin.text() << "'";
    });
    std::vector<std::string> others = solution.conflict;
    llvm::erase_if(others, [&](const std::string &constraint) {
      return llvm::any_of(pins, [&](const nlp::Pin &pin) {
        return constraint == "pin " + pin.text();
      });
    });
    if (!others.empty()) {
      diag << " cannot hold with ";
      llvm::interleaveComma(others, diag);
    }
    diag << "; drop or change a pin";
    return diag;
  }
  InFlightDiagnostic diag = func.emitError(
      "no design fits: these constraints cannot hold together: ");
  llvm::interleaveComma(solution.conflict, diag);
  diag << "; ";
  portfolio->advise(solution.conflict, diag);
  return diag;
}
