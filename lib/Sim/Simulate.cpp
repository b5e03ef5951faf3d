//===- Simulate.cpp - Executes a network token by token -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Simulate.h"
#include "Execution.h"
#include "PipelineRun.h"
#include "Verify.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::ArrayRef;

Observer::~Observer() = default;

/// The beats of all ports, both ways, spread evenly over the banks.
static int64_t bankCyclesOf(const Network &network, const World &world) {
  if (network.banks == 0)
    return 0;
  int64_t busy = 0;
  for (auto [i, port] : llvm::enumerate(network.ports))
    for (const PortState &way : ArrayRef(world.ports).slice(2 * i, 2))
      busy += port.parts *
              llvm::divideCeil(way.beatsMoved() * port.cycles, port.beats);
  return llvm::divideCeil(busy, network.banks);
}

Simulation sim::simulate(const Network &network, Observer *observer) {
  Program program;
  [[maybe_unused]] std::optional<Fault> fault = compile(network, program);
  assert(!fault && "the network is not verified");
  fault = connect(program);
  assert(!fault && "the network is not verified");
  World world(program, observer);
  for (ProcessFigures &process : world.processFigures)
    process.start = network.rules.run;
  Execution execution(program, world);
  Simulation result;
  result.isDeadlock = !execution.run();
  result.iterations = world.iterations;
  result.calls = execution.calls();
  result.processes = std::move(world.processFigures);
  for (auto [process, end] :
       llvm::zip_equal(result.processes, execution.ends())) {
    process.end = end;
    if (!result.isDeadlock)
      result.cycles = std::max(result.cycles, end);
  }
  result.bankCycles = bankCyclesOf(network, world);
  if (!result.isDeadlock)
    result.cycles = std::max(result.cycles, result.bankCycles);
  for (auto [fifo, figures] : llvm::zip_equal(world.fifos, world.fifoFigures)) {
    figures.tokens = fifo.read();
    figures.most = fifo.most();
  }
  result.fifos = std::move(world.fifoFigures);
  if (result.isDeadlock)
    result.cycle = execution.findCycle();
  return result;
}

std::string sim::explain(const Network &network,
                         llvm::ArrayRef<Waiting> cycle) {
  std::vector<std::string> parts;
  for (const Waiting &w : cycle) {
    std::string name = "'" + network.processes[w.process].name + "' waits for ";
    const Fifo &fifo = network.fifos[w.fifo];
    if (w.end == End::Read)
      name += "token " + std::to_string(w.token) + " of '" + fifo.name + "'";
    else
      name += "a place in '" + fifo.name + "' (depth " +
              std::to_string(fifo.depth) + ", full)";
    parts.push_back(std::move(name));
  }
  return llvm::join(parts, ", ");
}
