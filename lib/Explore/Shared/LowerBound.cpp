//===- LowerBound.cpp - Cycles that no design can do without --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/LowerBound.h"
#include "Explore/Shared/Adders.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/Layouts.h"
#include "talos/Dialect/HLS/Placement.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static cost::BoundContext contextOf(const DesignSpace &space) {
  return {space.target, space.usable, space.maxPartition, space.treeReduction};
}

/// 6.18: every beat of a transfer takes a cycle. Without a choice of the port
/// the beats are as wide as ports can be, on as many as there may be.
static Int transferBound(const DesignSpace &space, const ArraySpace &array,
                         const std::optional<cost::PortChoice<Int>> &port) {
  Int words = 1;
  for (int64_t extent : array.shape.extents)
    words = words * extent;
  if (port)
    return ceilDiv(words, port->ports ? port->beat * *port->ports : port->beat);
  return cost::bandwidthBound(words, array.shape.elementBits,
                              space.target.rules.transfers.maxWidth *
                                  array.layouts.maxPorts);
}

static void addTransfers(const DesignSpace &space,
                         const DesignChoices<Int> &choices,
                         ProgramBound &bound) {
  for (auto [a, array] : llvm::enumerate(space.arrays)) {
    std::optional<cost::PortChoice<Int>> port;
    if (!choices.ports.empty())
      port = choices.ports[a];
    Int cycles = transferBound(space, array, port);
    bound.loads.push_back(array.shape.loaded ? cycles : Int(0));
    bound.stores.push_back(array.shape.stored ? cycles : Int(0));
  }
}

/// 6.21 and 6.20: neighbouring tasks of one body take the longest chain of
/// those that wait for each other; bodies of shared loops run one after the
/// other.
static Int chainOf(const DesignSpace &space, const ProgramBound &bound) {
  DesignCost<Int> cost;
  for (unsigned a = 0; a < space.arrays.size(); ++a) {
    cost.arrays.emplace_back();
    cost.arrays.back().loadLatency = bound.loads[a];
    cost.arrays.back().storeLatency = bound.stores[a];
  }
  for (Int cycles : bound.tasks) {
    cost.tasks.emplace_back();
    cost.tasks.back().latency = cycles;
  }
  std::vector<cost::TaskFigures<Int>> tasks =
      figuresOf(space, cost, cost::Numbers<Int>()).tasks;
  std::vector<Int> ends;
  Int total = 0;
  for (size_t first = 0; first < tasks.size();) {
    size_t last = first;
    Int longest = 0;
    for (; last < tasks.size() &&
           tasks[last].sharedLoop == tasks[first].sharedLoop;
         ++last) {
      Int start = 0;
      for (size_t before = first; before < last; ++before)
        if (waits(tasks[before].uses, tasks[last].uses))
          start = max(start, ends[before]);
      ends.push_back(start + tasks[last].latency);
      longest = max(longest, ends.back());
    }
    Int times = tasks[first].sharedLoop
                    ? space.sharedLoops[*tasks[first].sharedLoop].iterations
                    : 1;
    total = total + times * longest;
    first = last;
  }
  return total;
}

/// Times that a task runs.
static int64_t executions(const DesignSpace &space, const TaskSpace &task) {
  return task.context ? space.sharedLoops[*task.context].iterations : 1;
}

/// The least of what the statement takes in any design.
static Int leastOf(const TaskSpace &task,
                   llvm::function_ref<Int(const cost::Statement &)> of) {
  Int least = of(task.only());
  for (const cost::Statement *statement : task.possibleStatements())
    least = min(least, of(*statement));
  return least;
}

/// All operations, each DSP busy in every cycle (6.17).
static Int workOf(const DesignSpace &space) {
  Int work = 0;
  for (const TaskSpace &task : space.tasks)
    if (task.instances) {
      work = work + leastOf(task, [&](const cost::Statement &statement) {
               return cost::leastWork(statement, *task.instances,
                                      contextOf(space));
             });
    }
  return space.usable.dsp > 0 ? ceilDiv(work, space.usable.dsp) : Int(0);
}

static void finish(const DesignSpace &space, ProgramBound &bound) {
  bound.chain = chainOf(space, bound);
  bound.work = workOf(space);
  bound.cycles = max(bound.chain, bound.work);
}

ProgramBound explore::boundOfAnyDesign(const DesignSpace &space) {
  ProgramBound bound;
  for (const TaskSpace &task : space.tasks) {
    // Iterations of an average execution: their sum is what counts.
    Int points = task.instances
                     ? floorDiv(Int(*task.instances), executions(space, task))
                     : Int(1);
    bound.tasks.push_back(leastOf(task, [&](const cost::Statement &statement) {
      return cost::anyTaskBound(statement, points, contextOf(space));
    }));
  }
  addTransfers(space, DesignChoices<Int>(), bound);
  finish(space, bound);
  return bound;
}

bool explore::holdsTiles(hls::DesignAttr design) {
  return llvm::any_of(design.getArrays(), [](hls::ArrayPointAttr point) {
    return hls::placementOf(point).kind == hls::PlacementKind::Tile;
  });
}

FailureOr<ProgramBound> explore::boundOfDesign(const DesignSpace &whole,
                                               hls::DesignAttr design) {
  DesignSpace space = whole;
  func::FuncOp func = space.func;
  if (holdsTiles(design))
    return func.emitError("the lower bound is of designs that cache arrays "
                          "whole; in this one tasks hold tiles");
  if (failed(setAdders(space, design)))
    return failure();
  FailureOr<DesignPoint> point = fromAttribute(space, design);
  if (failed(point))
    return failure();
  offerLayouts(space, point->choices);
  ProgramBound bound;
  for (auto [task, choices] : llvm::zip(space.tasks, point->choices.tasks)) {
    bound.details.push_back(cost::taskBound(
        task.statementWith(choices.pairs), choices.loops, choices.accumulator,
        contextOf(space), hasTrueBounds(task, choices)));
    bound.tasks.push_back(bound.details.back().latency);
  }
  addTransfers(space, point->choices, bound);
  finish(space, bound);
  bound.cycles = max(bound.cycles, boundOfAnyDesign(space).cycles);
  return bound;
}

void explore::printBound(const DesignSpace &space, const ProgramBound &bound,
                         StringRef what, llvm::raw_ostream &os) {
  os << what << " of @" << func::FuncOp(space.func).getName() << ": at least "
     << bound.cycles.value() << " cycles (chain " << bound.chain.value()
     << ", work on " << space.usable.dsp << " DSP " << bound.work.value()
     << ")\n";
  for (auto [t, task] : llvm::enumerate(space.tasks)) {
    os << "  task " << task.name << ": " << bound.tasks[t].value();
    if (t < bound.details.size()) {
      const cost::TaskBound &detail = bound.details[t];
      os << " = " << detail.outer.value() << " x (body " << detail.body.value()
         << " + II " << detail.ii.value() << " x (" << detail.iterations.value()
         << " - 1)), critical path " << detail.criticalPath.value();
    }
    if (int64_t times = executions(space, task); times != 1)
      os << ", " << times << " times";
    os << "\n";
  }
  for (auto [a, array] : llvm::enumerate(space.arrays)) {
    if (array.shape.loaded)
      os << "  load " << array.shape.name << ": " << bound.loads[a].value()
         << "\n";
    if (array.shape.stored)
      os << "  store " << array.shape.name << ": " << bound.stores[a].value()
         << "\n";
  }
}
