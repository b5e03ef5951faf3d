//===- Report.cpp - The figures of a simulation ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Report.h"
#include "talos/Support/TextTable.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;

static std::string text(int64_t number) { return std::to_string(number); }

void sim::printTables(llvm::raw_ostream &os, const Network &network,
                      const Simulation &simulation, const Liveness &liveness) {
  os << "cycles " << simulation.cycles << "\n";
  if (!simulation.isDeadlock && simulation.bankCycles == simulation.cycles)
    os << "which the banks of the memory take\n";
  if (liveness.isProved)
    os << "proved free of deadlock\n\n";
  else
    os << "not proved free of deadlock: " << explain(network, liveness.cycle)
       << "; " << explainDepths(network, liveness) << "\n\n";
  TextTable processes(
      {"process", "start", "end", "waits", "of these at ports"});
  for (auto [process, figures] :
       llvm::zip_equal(network.processes, simulation.processes))
    processes.add({process.name, text(figures.start), text(figures.end),
                   text(figures.stall), text(figures.portStall)});
  processes.print(os);
  if (network.fifos.empty())
    return;
  TextTable fifos({"FIFO", "bits", "depth", "tokens", "most at once",
                   "writer waits", "reader waits"});
  for (auto [fifo, figures] : llvm::zip_equal(network.fifos, simulation.fifos))
    fifos.add({fifo.name, text(fifo.bits), text(fifo.depth),
               text(figures.tokens), text(figures.most),
               text(figures.writeStall), text(figures.readStall)});
  fifos.print(os);
}

void sim::printDepths(llvm::raw_ostream &os, const Network &network,
                      llvm::ArrayRef<int64_t> least) {
  TextTable table({"FIFO", "depth", "least"});
  for (auto [fifo, depth] : llvm::zip_equal(network.fifos, least))
    table.add({fifo.name, text(fifo.depth), text(depth)});
  table.print(os);
}

llvm::json::Value sim::toJSON(const Network &network,
                              const Simulation &simulation,
                              const Liveness &liveness) {
  using llvm::json::Object;
  llvm::json::Array processes, fifos;
  for (auto [process, figures] :
       llvm::zip_equal(network.processes, simulation.processes))
    processes.push_back(Object{{"name", process.name},
                               {"start", figures.start},
                               {"end", figures.end},
                               {"waits", figures.stall},
                               {"waits_at_ports", figures.portStall}});
  for (auto [fifo, figures] : llvm::zip_equal(network.fifos, simulation.fifos))
    fifos.push_back(Object{{"name", fifo.name},
                           {"bits", fifo.bits},
                           {"depth", fifo.depth},
                           {"tokens", figures.tokens},
                           {"most", figures.most},
                           {"writer_waits", figures.writeStall},
                           {"reader_waits", figures.readStall}});
  return Object{{"schema", "talos-simulation"},
                {"schema_version", 1},
                {"network", network.name},
                {"cycles", simulation.cycles},
                {"bank_cycles", simulation.bankCycles},
                {"proved_free_of_deadlock", liveness.isProved},
                {"processes", std::move(processes)},
                {"fifos", std::move(fifos)}};
}
