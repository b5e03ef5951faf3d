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

namespace {
/// FIFOs of one stream, `name[first]` to `name[last]`, that are alike; one that
/// is no part of an array is alone.
struct FifoRow {
  const Fifo *first, *last;
  FifoFigures figures;

  /// Whether the next FIFO is one of them, which is then counted.
  bool take(const Fifo &fifo, const FifoFigures &its) {
    if (streamOf(fifo) != streamOf(*first) || fifo.bits != first->bits ||
        fifo.depth != first->depth || its.tokens != figures.tokens)
      return false;
    last = &fifo;
    figures.most = std::max(figures.most, its.most);
    figures.writeStall += its.writeStall;
    figures.readStall += its.readStall;
    return true;
  }

  /// `A[2]` to `A[5]` are `A[2..5]`.
  std::string name() const {
    if (first == last)
      return first->name;
    llvm::StringRef end = llvm::StringRef(last->name).rsplit('[').second;
    return (llvm::StringRef(first->name).drop_back() + ".." + end).str();
  }

private:
  /// `A[` of `A[2]`; the name of one that is alone.
  static llvm::StringRef streamOf(const Fifo &fifo) {
    llvm::StringRef name = fifo.name;
    return name.ends_with("]") ? name.take_front(name.rfind('[') + 1) : name;
  }
};
} // namespace

static std::vector<FifoRow> rowsOf(const Network &network,
                                   const Simulation &simulation) {
  std::vector<FifoRow> rows;
  for (auto [fifo, figures] : llvm::zip_equal(network.fifos, simulation.fifos))
    if (rows.empty() || !rows.back().take(fifo, figures))
      rows.push_back({&fifo, &fifo, figures});
  return rows;
}

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
  for (const FifoRow &row : rowsOf(network, simulation))
    fifos.add({row.name(), text(row.first->bits), text(row.first->depth),
               text(row.figures.tokens), text(row.figures.most),
               text(row.figures.writeStall), text(row.figures.readStall)});
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
