//===- NaiveSimulator.h - Cycle by cycle, to compare with -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves iterations from stage to stage in every cycle. Shares nothing with the
// simulator but the description of the network. Processes are calls one after
// the other: a call, or a level whose segments have one call each.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_SIM_NAIVESIMULATOR_H
#define TALOS_UNITTESTS_SIM_NAIVESIMULATOR_H

#include "talos/Sim/Network.h"
#include <map>
#include <string>

namespace talos::sim::naive {

using Values = std::map<std::string, int64_t>;
/// Whether a predicate holds; slow and plain.
bool holds(const Predicate &predicate, const Values &values);
/// Values of the counters in an iteration.
Values valuesOf(const Leaf &leaf, int64_t iteration);
int64_t allIterations(const Leaf &leaf);

struct Result {
  bool isDeadlock = false;
  std::vector<int64_t> ends;   ///< by process
  std::vector<int64_t> frozen; ///< by process: cycles of stalling pipelines
  std::vector<int64_t> most;   ///< by FIFO
};
Result simulate(const Network &network);

} // namespace talos::sim::naive

#endif // TALOS_UNITTESTS_SIM_NAIVESIMULATOR_H
