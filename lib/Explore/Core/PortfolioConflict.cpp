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

/// For all pins together, of the time that an error may take, and of the memory
/// of one search, within the user's limits: what is not decided by then counts
/// as needed.
static constexpr double SeekSeconds = 10;
static constexpr int64_t SeekBytes = int64_t(1) << 30;
/// Nodes in which most models that have a point show one.
static constexpr int64_t SeekNodes = 2000;

/// Any point will do, which is sought first: the best one takes longer.
static bool isInfeasible(const nlp::Model &model, nlp::SolverOptions options) {
  nlp::SolverOptions few = options;
  few.seeksPoint = true;
  few.improvesPoint = false;
  few.nodeLimit = SeekNodes;
  nlp::Solution sought = nlp::solve(model, few);
  if (sought.status == nlp::Status::Unknown && !sought.timeLimited &&
      !sought.memoryLimited)
    sought = nlp::solve(model, options);
  return sought.status == nlp::Status::Infeasible;
}

/// Of the space's pins, those that exclude every design, none superfluous that
/// a short search shows to be so.
std::vector<nlp::Pin> PortfolioSearch::pinsAtFault() const {
  double end = secondsSpent() + SeekSeconds;
  if (options.timeLimitSeconds > 0)
    end = std::min(end, secondsSpent() + options.timeLimitSeconds);
  nlp::SolverOptions own = options;
  own.explain = false;
  own.memoryLimit =
      memoryLeft ? std::clamp<int64_t>(memoryLeft(), 1, SeekBytes) : SeekBytes;
  return nlp::conflictingPins(space.getPins(), [&](ArrayRef<nlp::Pin> pins) {
    own.timeLimitSeconds = end - secondsSpent();
    if (own.timeLimitSeconds <= 0)
      return false;
    FailureOr<std::unique_ptr<Problem>> problem = space.lower(pins);
    return succeeded(problem) && isInfeasible((*problem)->model, own);
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
  // Each array in memory needs one.
  if (solution.conflict == std::vector<std::string>{"ports"})
    diag << "raise the limit of ports";
  else
    portfolio->advise(solution.conflict, diag);
  return diag;
}
