//===- SharedProblem.cpp - The nonlinear program of one set of tiled arrays ===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/SharedProblem.h"
#include "Explore/Shared/DesignPoint.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

FailureOr<std::unique_ptr<Problem>> SharedProblem::build(DesignSpace space) {
  auto problem = std::make_unique<SharedProblem>();
  problem->space = std::move(space);
  problem->variables = lowerToModel(problem->space, problem->model);
  if (failed(applyPins(problem->space, problem->model, problem->variables)))
    return failure();
  return std::unique_ptr<Problem>(std::move(problem));
}

FailureOr<hls::DesignAttr>
SharedProblem::designOf(const nlp::Solution &solution) const {
  DesignPoint point;
  point.choices = choicesOf(space, variables, solution.point);
  for (auto [t, task] : llvm::enumerate(variables.tasks))
    point.orders.push_back(space.tasks[t].orders[solution.point[task.order]]);
  point.cost = costOfDesign(space, point.choices, cost::Numbers<Int>());
  func::FuncOp func = space.func;
  if (!isValid(point.cost) ||
      point.cost.latency.value() != solution.objective.front())
    return func.emitError("internal error: the model says ")
           << solution.objective.front() << " cycles, the rules "
           << point.cost.latency.value();
  return toAttribute(space, point, "feasible", solution.bound);
}
