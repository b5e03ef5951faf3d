//===- Report.h - What a simulation shows -----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SIM_REPORT_H
#define TALOS_SIM_REPORT_H

#include "talos/Sim/Liveness.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace talos::sim {

/// Cycles, whether deadlocks are ruled out, a table of the processes, and one
/// of the FIFOs. Those of one stream that have the same width, depth and number
/// of tokens are a row: their writer and reader waited for so many cycles at
/// them together.
void printTables(llvm::raw_ostream &os, const Network &network,
                 const Simulation &simulation, const Liveness &liveness);

/// FIFOs, their depths and the least ones.
void printDepths(llvm::raw_ostream &os, const Network &network,
                 llvm::ArrayRef<int64_t> least);

/// The same figures (docs/Simulation.md).
llvm::json::Value toJSON(const Network &network, const Simulation &simulation,
                         const Liveness &liveness);

/// Collects what happens in a run, and writes it as a value change dump: one
/// cycle is 1 ns.
class Trace : public Observer {
public:
  explicit Trace(const Network &network);
  void moved(unsigned fifo, End end, int64_t time) override;
  void stalled(unsigned process, unsigned fifo, End end, int64_t from,
               int64_t to) override;
  void write(llvm::raw_ostream &os, const Simulation &simulation) const;

private:
  /// A signal is set to, or changed by, a number.
  struct Change {
    int64_t time;
    unsigned signal;
    int64_t value;
  };
  unsigned occupancyOf(unsigned fifo) const { return 3 * fifo; }
  unsigned waitsOf(unsigned fifo, End end) const {
    return 3 * fifo + 1 + (end == End::Write);
  }
  unsigned runningOf(unsigned process) const;
  void declare(llvm::raw_ostream &os) const;

  const Network &network;
  std::vector<unsigned> writers, readers; ///< processes, by FIFO
  std::vector<Change> changes;
};

} // namespace talos::sim

#endif // TALOS_SIM_REPORT_H
