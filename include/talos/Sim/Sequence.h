//===- Sequence.h - Networks one after the other ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A design may run networks one after the other: each starts when all processes
// of the one before have ended. Most designs are one network, once.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SIM_SEQUENCE_H
#define TALOS_SIM_SEQUENCE_H

#include "talos/Sim/Liveness.h"
#include "talos/Sim/Simulate.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace talos::sim {

struct Sequence {
  std::vector<Network> runs; ///< one at least
  int64_t call = 0;          ///< cycles that a run takes beside its network
};

struct SequenceFigures {
  int64_t cycles = 0;           ///< of all runs; none where one deadlocks
  std::vector<Simulation> runs; ///< up to the one that deadlocks
  std::vector<Liveness> liveness;

  bool isDeadlock() const { return runs.back().isDeadlock; }
  bool isProved() const; ///< every run is proved free of deadlock
};

/// Executes all runs, and proves that they never deadlock. `observer`, which
/// may be null, is told of the first one.
SequenceFigures simulate(const Sequence &sequence,
                         Observer *observer = nullptr);

/// The cycles alone; none where a run deadlocks.
std::optional<int64_t> cyclesOf(const Sequence &sequence);

/// Cycles, then the tables of each run.
void printTables(llvm::raw_ostream &os, const Sequence &sequence,
                 const SequenceFigures &figures);

/// Of one network its own object (talos/Sim/Report.h), of more an object with
/// their `runs`.
llvm::json::Value toJSON(const Sequence &sequence,
                         const SequenceFigures &figures);

} // namespace talos::sim

#endif // TALOS_SIM_SEQUENCE_H
