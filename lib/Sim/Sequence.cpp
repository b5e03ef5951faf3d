//===- Sequence.cpp - Networks one after the other ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Sequence.h"
#include "talos/Sim/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;

bool SequenceFigures::isProved() const {
  return llvm::all_of(liveness,
                      [](const Liveness &own) { return own.isProved; });
}

SequenceFigures sim::simulate(const Sequence &sequence, Observer *observer) {
  SequenceFigures figures;
  for (const Network &network : sequence.runs) {
    figures.liveness.push_back(proveLive(network));
    figures.runs.push_back(simulate(network, observer));
    observer = nullptr;
    if (figures.isDeadlock()) {
      figures.cycles = 0;
      return figures;
    }
    figures.cycles += figures.runs.back().cycles + sequence.call;
  }
  return figures;
}

std::optional<int64_t> sim::cyclesOf(const Sequence &sequence) {
  int64_t cycles = 0;
  for (const Network &network : sequence.runs) {
    Simulation simulation = simulate(network);
    if (simulation.isDeadlock)
      return std::nullopt;
    cycles += simulation.cycles + sequence.call;
  }
  return cycles;
}

void sim::printTables(llvm::raw_ostream &os, const Sequence &sequence,
                      const SequenceFigures &figures) {
  if (sequence.runs.size() > 1)
    os << "cycles " << figures.cycles << ", of " << sequence.runs.size()
       << " runs one after the other\n";
  for (auto [number, run] : llvm::enumerate(figures.runs)) {
    if (sequence.runs.size() > 1)
      os << "\nrun " << number + 1 << ": ";
    printTables(os, sequence.runs[number], run, figures.liveness[number]);
  }
}

llvm::json::Value sim::toJSON(const Sequence &sequence,
                              const SequenceFigures &figures) {
  llvm::json::Array runs;
  for (auto [network, run, liveness] :
       llvm::zip(sequence.runs, figures.runs, figures.liveness))
    runs.push_back(toJSON(network, run, liveness));
  if (sequence.runs.size() == 1)
    return std::move(runs.front());
  return llvm::json::Object{{"schema", "talos-simulation"},
                            {"schema_version", 1},
                            {"network", sequence.runs.front().name},
                            {"cycles", figures.cycles},
                            {"proved_free_of_deadlock", figures.isProved()},
                            {"runs", std::move(runs)}};
}
