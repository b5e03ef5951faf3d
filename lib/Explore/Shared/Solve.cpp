//===- Solve.cpp - Solves the nonlinear program of a space ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Solve.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/Tiles.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

LogicalResult explore::buildModel(const DesignSpace &space, nlp::Model &model) {
  return applyPins(space, model, lowerToModel(space, model));
}

/// Of the space's pins, those that exclude every design, none superfluous.
static std::vector<nlp::Pin> pinsAtFault(const DesignSpace &space,
                                         const nlp::SolverOptions &options) {
  DesignSpace part = space;
  return nlp::conflictingPins(space.pins, [&](ArrayRef<nlp::Pin> pins) {
    part.pins.assign(pins.begin(), pins.end());
    nlp::Model model;
    return succeeded(buildModel(part, model)) &&
           nlp::solve(model, options).status == nlp::Status::Infeasible;
  });
}

/// Names the largest array that no tiles make smaller, if memory is at fault.
static void noteWholeArray(const DesignSpace &space,
                           ArrayRef<std::string> conflict,
                           InFlightDiagnostic &diag) {
  if (!llvm::is_contained(conflict, "BRAM_18K") &&
      !llvm::is_contained(conflict, "URAM"))
    return;
  const ArraySpace *largest = nullptr;
  for (const ArraySpace &array : space.arrays)
    if (!array.mayTile &&
        (!largest || elementsOf(array) > elementsOf(*largest)))
      largest = &array;
  if (!largest)
    return;
  bool isArgument = largest->shape.loaded || largest->shape.stored;
  diag.attachNote(largest->location)
      << "array '" << largest->shape.name << "' of " << elementsOf(*largest)
      << " elements is held whole: "
      << (isArgument ? "loops do not move its references alike"
                     : "the program allocates it, arguments alone can be held "
                       "in tiles");
}

LogicalResult explore::reportNoPoint(const DesignSpace &space,
                                     const nlp::SolverOptions &options,
                                     Tiling tiling,
                                     const nlp::Solution &solution) {
  func::FuncOp func = space.func;
  if (solution.status == nlp::Status::Unknown)
    return func.emitError("no design was found within the limits of the search "
                          "(")
           << solution.nodes
           << " nodes); raise the node limit or the time limit";
  std::vector<nlp::Pin> pins = pinsAtFault(space, options);
  if (!pins.empty()) {
    InFlightDiagnostic diag = func.emitError("no design fits what is pinned: ");
    llvm::interleaveComma(pins, diag, [&](const nlp::Pin &pin) {
      diag << "'" << pin.text() << "'";
    });
    diag << " cannot hold with ";
    llvm::interleaveComma(solution.conflict, diag);
    diag << "; drop or change a pin";
    return diag;
  }
  InFlightDiagnostic diag = func.emitError(
      "no design fits: these constraints cannot hold together: ");
  llvm::interleaveComma(solution.conflict, diag);
  diag << "; allow more of the device or a larger maximum partition";
  bool mayTile = llvm::any_of(space.arrays, [](const ArraySpace &array) {
    return array.mayTile && !array.tiled;
  });
  if (mayTile && tiling == Tiling::Never)
    diag << ", or let tasks hold arrays tile by tile (option tiles)";
  if (tiling != Tiling::Never)
    noteWholeArray(space, solution.conflict, diag);
  return diag;
}

FailureOr<std::unique_ptr<Problem>> explore::buildProblem(DesignSpace space) {
  auto problem = std::make_unique<Problem>();
  problem->space = std::move(space);
  problem->variables = lowerToModel(problem->space, problem->model);
  if (failed(applyPins(problem->space, problem->model, problem->variables)))
    return failure();
  return problem;
}

LogicalResult explore::addDesign(const Problem &problem, Solved &solved) {
  const DesignSpace &space = problem.space;
  const nlp::Solution &solution = solved.solution;
  if (solution.point.empty())
    return success();
  DesignPoint point;
  point.choices = choicesOf(space, problem.variables, solution.point);
  for (auto [t, task] : llvm::enumerate(problem.variables.tasks))
    point.orders.push_back(space.tasks[t].orders[solution.point[task.order]]);
  cost::Numbers<Int> number;
  point.cost = costOfDesign(space, point.choices, number);
  func::FuncOp func = space.func;
  std::vector<std::string> violated = problem.model.violations(solution.point);
  if (!violated.empty())
    return func.emitError("internal error: the solver's point violates '")
           << violated.front() << "'";
  if (!isValid(point.cost) ||
      point.cost.latency.value() != solution.objective.front())
    return func.emitError("internal error: the model says ")
           << solution.objective.front() << " cycles, the rules "
           << point.cost.latency.value();
  solved.design = toAttribute(space, point, "feasible", solution.bound);
  return success();
}

FailureOr<Solved> explore::solveSpace(const DesignSpace &space,
                                      const nlp::SolverOptions &options) {
  FailureOr<std::unique_ptr<Problem>> problem = buildProblem(space);
  if (failed(problem))
    return failure();
  Solved result{nlp::solve((*problem)->model, options), {}};
  if (failed(addDesign(**problem, result)))
    return failure();
  return result;
}
