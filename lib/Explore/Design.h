//===- Design.h - The cost of a design, over integers and expressions -*- C++
//-*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the rules of room Cost over a design space. The same code builds
// the model (over expressions) and evaluates a point (over integers).
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_DESIGN_H
#define TALOS_LIB_EXPLORE_DESIGN_H

#include "talos/Explore/DesignSpace.h"

namespace talos::explore {

/// The choices of one task; loops as in TaskSpace::loops.
template <typename N> struct TaskChoices {
  std::vector<cost::LoopChoice<N>> loops;
  cost::Accumulator accumulator = cost::Accumulator::Direct;
  std::optional<N> stall;              ///< as cost::TaskChoice::stall
  std::optional<std::vector<N>> ports; ///< as cost::TaskChoice::ports
};

template <typename N> struct DesignChoices {
  std::vector<TaskChoices<N>> tasks;
  std::vector<std::vector<N>> factors; ///< by array and dimension
};

template <typename N> struct DesignCost {
  std::vector<cost::TaskCost<N>> tasks;
  std::vector<cost::ArrayCost<N>> arrays;
  N latency; ///< cycles of the top function
  cost::DesignResources<N> resources;
};

/// 1 if a loop stays outside of a loop further in at every depth: where it has
/// iterations at a deeper level, the other one has none at a level further out.
template <typename N>
N staysOutside(const cost::LoopChoice<N> &outer,
               const cost::LoopChoice<N> &inner) {
  N levels01 = max(eq(outer.t1 * outer.t2, 1), eq(inner.t0, 1));
  N levels12 = max(eq(outer.t2, 1), eq(inner.t1 * inner.t0, 1));
  return levels01 * levels12;
}

/// The calls of the top function in program order: loads, tasks, stores.
template <typename N>
std::vector<cost::Call<N>> callsOf(const DesignSpace &space,
                                   const DesignCost<N> &cost,
                                   const cost::Numbers<N> &number) {
  std::vector<cost::Call<N>> calls;
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].shape.loaded)
      calls.push_back({cost.arrays[a].loadLatency, {{a, true}}, {}, true, {}});
  auto region = space.regions.begin();
  for (unsigned t = 0; t <= space.tasks.size(); ++t) {
    for (; region != space.regions.end() && region->tasksBefore == t; ++region)
      calls.push_back({number(0), region->uses, {}, true, region->context});
    if (t < space.tasks.size())
      calls.push_back(
          {cost.tasks[t].latency, space.tasks[t].uses, cost.tasks[t].operators,
           !space.tasks[t].statement.shape().guarded, space.tasks[t].context});
  }
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].shape.stored)
      calls.push_back(
          {cost.arrays[a].storeLatency, {{a, false}}, {}, true, {}});
  return calls;
}

template <typename N>
cost::TaskCost<N> costOfTask(const DesignSpace &space, unsigned task,
                             const DesignChoices<N> &choices,
                             const std::vector<cost::ArrayCost<N>> &arrays,
                             const cost::Numbers<N> &number) {
  cost::TaskChoice<N> choice;
  choice.loops = choices.tasks[task].loops;
  choice.accumulator = choices.tasks[task].accumulator;
  choice.stall = choices.tasks[task].stall;
  choice.ports = choices.tasks[task].ports;
  const TaskSpace &source = space.tasks[task];
  choice.fromOldValue = choice.accumulator == cost::Accumulator::LocalAdd
                            ? !space.treeReduction || !source.isFloatSum
                            : !source.startsFromZero;
  const cost::Statement &statement = source.statement;
  for (const cost::ReferenceShape &reference : statement.shape().references)
    choice.references.push_back(
        {choices.factors[reference.array], arrays[reference.array].registers});
  return cost::taskCost(statement, choice, space.target.rules,
                        space.treeReduction, number);
}

template <typename N>
DesignCost<N> costOfDesign(const DesignSpace &space,
                           const DesignChoices<N> &choices,
                           const cost::Numbers<N> &number) {
  DesignCost<N> result;
  std::vector<N> registers;
  for (unsigned a = 0; a < space.arrays.size(); ++a) {
    result.arrays.push_back(cost::arrayCost(
        space.arrays[a].shape, choices.factors[a], space.target, number));
    registers.push_back(result.arrays.back().registers);
  }
  for (unsigned t = 0; t < space.tasks.size(); ++t)
    result.tasks.push_back(
        costOfTask(space, t, choices, result.arrays, number));
  std::vector<cost::Call<N>> calls = callsOf(space, result, number);
  result.latency = cost::topLatency(calls, space.contexts, registers,
                                    space.target.rules, number);
  result.resources = cost::designResources(
      cost::designOperators(calls, registers, space.reuse, number),
      result.tasks, result.arrays, space.target, number);
  return result;
}

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_DESIGN_H
