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

/// Operations of the whole program, by operator.
static std::vector<std::pair<std::string, Int>>
countOperations(const DesignSpace &space) {
  std::map<std::string, Int> counts;
  for (const TaskSpace &task : space.tasks) {
    Int instances = task.instances ? Int(*task.instances) : Int::invalid();
    for (auto [name, count] : task.only().operations())
      counts[name] = counts[name] + instances * count;
  }
  return {counts.begin(), counts.end()};
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
                                            array.mostPorts()));
  }
  return bound;
}

static std::vector<std::string> assumedOperators(const DesignSpace &space) {
  std::set<std::string> names;
  for (const TaskSpace &task : space.tasks)
    for (const auto &[name, count] : task.only().operations()) {
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
  summary.dspBound =
      cost::dspBound(countOperations(space), space.target, space.usable);
  summary.bandwidthBound = bandwidthBoundOf(space);
  summary.assumed = assumedOperators(space);
  for (const TaskSpace &task : space.tasks)
    summary.orders.emplace_back(task.name, int64_t(task.orders.size()));
  return summary;
}
