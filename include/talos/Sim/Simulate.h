//===- Simulate.h - Executes a network token by token -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When every token is written and read follows from equations that have one
// least solution (docs/Simulation.md). Every pipeline is run as far as the
// times that it needs are known, so nothing is done for idle cycles, and in
// which order pipelines are run does not matter.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SIM_SIMULATE_H
#define TALOS_SIM_SIMULATE_H

#include "talos/Sim/Network.h"

namespace talos::sim {

/// One end of a FIFO.
enum class End { Read, Write };

/// Calls for everything that happens; in the order of time for each FIFO end
/// and each call alone.
class Observer {
public:
  virtual ~Observer();
  virtual void moved(unsigned fifo, End end, int64_t time) = 0;
  /// A call of the process waits at an end of the FIFO in the cycles
  /// [from, to).
  virtual void stalled(unsigned process, unsigned fifo, End end, int64_t from,
                       int64_t to) = 0;
};

struct FifoFigures {
  int64_t tokens = 0;
  int64_t most = 0;       ///< tokens in it at once
  int64_t writeStall = 0; ///< cycles that its writer waited for a free place
  int64_t readStall = 0;  ///< cycles that its reader waited for a token
};

struct ProcessFigures {
  int64_t start = 0, end = 0;
  /// Cycles of waiting at FIFOs and ports, summed over calls side by side.
  int64_t stall = 0;
  int64_t portStall = 0; ///< of these, at ports
};

/// A pipeline that waits for ever.
struct Waiting {
  unsigned process = 0, fifo = 0;
  End end = End::Read; ///< Read: for a token; Write: for a free place
  int64_t token = 0;   ///< from 0
};

struct Simulation {
  bool isDeadlock = false;
  /// The largest end of a process, or what the banks take for all beats, if
  /// that is more; none of a deadlock.
  int64_t cycles = 0;
  int64_t bankCycles = 0; ///< what they take; 0: no bank is known
  std::vector<ProcessFigures> processes;
  std::vector<FifoFigures> fifos;
  int64_t iterations = 0; ///< of leaves
  int64_t calls = 0;      ///< of leaves, also those that their condition skips
  /// Of a deadlock: processes each of which waits for the next one, the last
  /// one for the first.
  std::vector<Waiting> cycle;
};

/// Executes a network that `verify` accepts.
Simulation simulate(const Network &network, Observer *observer = nullptr);

/// "'dot' waits for a place in 'fwd' (all 32 hold tokens), 'axpy' waits for
/// token 0 of 'tmp'" of the processes that wait for each other.
std::string explain(const Network &network, llvm::ArrayRef<Waiting> cycle);

} // namespace talos::sim

#endif // TALOS_SIM_SIMULATE_H
