//===- SimulationBenchmark.cpp - Tokens a second of a network -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulation, and proof of freedom from deadlock, of the published networks and
// of chains of processes, which move a token a cycle. Counters: `tokens` a
// second, each written and read once, and `cycles` of the network.
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Liveness.h"
#include "talos/Sim/NetworkFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>

using namespace talos::sim;

static Network published(const std::string &name) {
  std::string path = TALOS_SOURCE_DIR "/test/Sim/Inputs/" + name + ".json";
  auto text = llvm::cantFail(
      llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path)));
  return llvm::cantFail(parseNetwork(text->getBuffer(), path)).network;
}

/// Processes one behind the other, of a few stages each.
static Network chain(Style style) {
  constexpr int64_t processes = 16, tokens = 1'000'000;
  Network network;
  network.name = "chain";
  for (int64_t i = 0; i < processes; ++i) {
    Leaf leaf;
    leaf.name = "leaf" + std::to_string(i);
    leaf.counters = {{"i", tokens}};
    leaf.iterationLatency = 8;
    leaf.style = style;
    leaf.latency = *pipelineLatency(leaf, /*pre=*/0);
    std::string in = "f" + std::to_string(i - 1), out = "f" + std::to_string(i);
    if (i > 0)
      leaf.accesses.push_back({Access::Read, in, /*stage=*/0});
    if (i + 1 < processes) {
      leaf.accesses.push_back({Access::Write, out, /*stage=*/7});
      network.fifos.push_back({out, /*bits=*/32, /*depth=*/8});
    }
    network.addLeaf(std::move(leaf));
    network.processes.push_back({"p" + std::to_string(i), Node::callOf(i)});
  }
  return network;
}

static void simulation(benchmark::State &state, const Network &network) {
  Simulation last;
  int64_t tokens = 0;
  for (auto _ : state) {
    last = simulate(network);
    for (const FifoFigures &fifo : last.fifos)
      tokens += fifo.tokens;
  }
  state.counters["cycles"] = double(last.cycles);
  state.counters["tokens"] =
      benchmark::Counter(double(tokens), benchmark::Counter::kIsRate);
}

static void proof(benchmark::State &state, const Network &network) {
  for (auto _ : state)
    if (!proveLive(network).isProved)
      return state.SkipWithError("the network is not proved free of deadlock");
}

int main(int argc, char **argv) {
  std::vector<std::pair<std::string, Network>> networks;
  for (const char *name : {"gemm", "2mm", "3mm"})
    networks.emplace_back(name, published(name));
  networks.emplace_back("stalling-chain", chain(Style::Stalling));
  networks.emplace_back("flushable-chain", chain(Style::Flushable));
  for (const auto &entry : networks) {
    const std::string &name = entry.first;
    const Network &network = entry.second;
    benchmark::RegisterBenchmark(
        ("simulate/" + name).c_str(),
        [&](benchmark::State &state) { simulation(state, network); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        ("prove/" + name).c_str(),
        [&](benchmark::State &state) { proof(state, network); })
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
