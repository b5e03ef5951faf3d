//===- PipelineRun.h - Calls of pipelined loops in time ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_SIM_PIPELINERUN_H
#define TALOS_LIB_SIM_PIPELINERUN_H

#include "Execution.h"
#include "FifoState.h"

namespace talos::sim {

/// One direction of a port: at most `beats` beats in `cycles` cycles.
class PortState {
public:
  PortState(int64_t beats, int64_t cycles) : beats(beats), cycles(cycles) {}
  /// The first cycle at which the next beat may move.
  int64_t ready() const { return whole + (part != 0); }
  void move(int64_t time) {
    ++moved;
    if (time > ready()) { // it was idle
      whole = time;
      part = 0;
    }
    part += cycles;
    whole += part / beats;
    part %= beats;
  }
  int64_t beatsMoved() const { return moved; }

private:
  int64_t beats, cycles, moved = 0;
  int64_t whole = 0, part = 0; ///< free from cycle whole + part / beats on
};

/// What pipelines have in common: FIFOs, ports, and who waits for them.
struct World : Machine {
  explicit World(const Program &program, Observer *observer);

  const Program &program;
  const Rules &rules;
  Observer *observer;
  std::vector<FifoState> fifos;
  std::vector<PortState> ports; ///< loads and stores of each
  /// Pipelines that wait until more is known of a FIFO, by its end.
  std::vector<int> waiting;
  std::vector<FifoFigures> fifoFigures;
  std::vector<ProcessFigures> processFigures;
  int64_t iterations = 0;

  std::unique_ptr<PipelineRun> createRun(const NodeProgram &call,
                                         unsigned process, unsigned number,
                                         llvm::ArrayRef<int64_t> loops,
                                         int64_t start) override;
  Waiting waitingAt(const PipelineAccess &access) const;
  static End endOf(const PipelineAccess &access) {
    return access.kind == Access::Write ? End::Write : End::Read;
  }
  PortState &portOf(const PipelineAccess &access) {
    return ports[2 * access.index + (access.kind == Access::Store)];
  }
  /// Whether the time at which an access may happen is known.
  bool isKnown(const PipelineAccess &access) const {
    return access.kind == Access::Read    ? fifos[access.index].isReadKnown()
           : access.kind == Access::Write ? fifos[access.index].isWriteKnown()
                                          : true;
  }
  /// That time; 0 if there is no limit.
  int64_t readyTime(const PipelineAccess &access);
  void commit(const PipelineAccess &access, int64_t time);
  /// A pipeline of the process waits at the access in the cycles [from, to).
  void stall(unsigned process, const PipelineAccess &access, int64_t from,
             int64_t to);
  int &waiter(unsigned fifo, End end) {
    return waiting[2 * fifo + (end == End::Write)];
  }
};

} // namespace talos::sim

#endif // TALOS_LIB_SIM_PIPELINERUN_H
