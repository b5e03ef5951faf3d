//===- Summary.cpp - Facts of a program, for reports ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Summary.h"
#include <set>

using namespace talos;
using namespace talos::explore;

/// Each task with its adders, and its products, as they take the fewest DSPs.
static Int dspBoundOf(const DesignSpace &space) {
  std::vector<std::pair<std::string, Int>> all;
  for (const TaskSpace &task : space.tasks) {
    Int instances = task.instances ? Int(*task.instances) : Int::invalid();
    auto busy = [&](const cost::Statement &statement) {
      target::Resources one{1, 0, 0, 0, 0};
      return cost::dspBound(statement.operations(instances), space.target, one);
    };
    const cost::Statement *least = &task.only();
    for (const cost::Statement *other : task.possibleStatements())
      if (min(busy(*other), busy(*least)) != busy(*least))
        least = other;
    llvm::append_range(all, least->operations(instances));
  }
  return cost::dspBound(all, space.target, space.usable);
}

static Int sourceCyclesOf(const DesignSpace &space) {
  Int cycles = 0;
  for (const TaskSpace &task : space.tasks)
    cycles = cycles + cost::sourceCycles(task.only(),
                                         task.instances ? Int(*task.instances)
                                                        : Int::invalid(),
                                         space.target.rules);
  return cycles;
}

/// Every array has ports of its own: the longest transfer bounds the design.
static Int bandwidthBoundOf(const DesignSpace &space) {
  Int bound = 0;
  for (const ArraySpace &array : space.arrays) {
    if (!array.shape.loaded && !array.shape.stored)
      continue;
    Int words = 1;
    for (int64_t extent : array.shape.extents)
      words = words * extent;
    bound =
        max(bound, cost::bandwidthBound(words, array.shape.elementBits,
                                        space.target.rules.transfers.maxWidth *
                                            array.layouts.maxPorts));
  }
  return bound;
}

static std::vector<std::string> assumedOperators(const DesignSpace &space) {
  std::set<std::string> names;
  for (const TaskSpace &task : space.tasks)
    for (const auto &[name, count] : task.only().operations(1)) {
      llvm::Expected<const target::Operator *> op = space.target.lookup(name);
      if (!op)
        llvm::consumeError(op.takeError());
      else if ((*op)->provenance != target::Provenance::Measured)
        names.insert(name + " (" + target::toString((*op)->provenance).str() +
                     ")");
    }
  return {names.begin(), names.end()};
}

SpaceSummary explore::summaryOf(const DesignSpace &space) {
  SpaceSummary summary;
  summary.sourceCycles = sourceCyclesOf(space);
  summary.dspBound = dspBoundOf(space);
  summary.bandwidthBound = bandwidthBoundOf(space);
  summary.assumed = assumedOperators(space);
  for (const TaskSpace &task : space.tasks)
    summary.orders.emplace_back(task.name, int64_t(task.orders.size()));
  return summary;
}
