//===- SimulateTest.cpp - Networks against oracles ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Simulate.h"
#include "NaiveSimulator.h"
#include "RandomNetwork.h"
#include "talos/Sim/NetworkFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::sim;

namespace {

TEST(Simulate, RandomNetworksAsCycleByCycle) {
  unsigned deadlocks = 0, moving = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    Network network = randomNetwork(seed);
    std::optional<Fault> fault = verify(network);
    ASSERT_FALSE(fault) << seed << ": " << fault->message;
    Simulation fast = simulate(network);
    naive::Result slow = naive::simulate(network);
    ASSERT_EQ(fast.isDeadlock, slow.isDeadlock) << seed;
    deadlocks += fast.isDeadlock;
    if (fast.isDeadlock)
      continue;
    moving += network.fifos.size() > 1;
    for (size_t i = 0; i < network.processes.size(); ++i) {
      EXPECT_EQ(fast.processes[i].end, slow.ends[i]) << seed << " " << i;
      const Node &body = network.processes[i].body;
      unsigned leaf = body.kind == Node::Call
                          ? body.leaf
                          : body.segments.front().nodes.front().leaf;
      if (network.leaves[leaf].style == Style::Stalling)
        EXPECT_EQ(fast.processes[i].stall, slow.frozen[i]) << seed << " " << i;
    }
    for (size_t i = 0; i < network.fifos.size(); ++i)
      EXPECT_EQ(fast.fifos[i].most, slow.most[i]) << seed << " " << i;
    ASSERT_FALSE(testing::Test::HasFailure()) << seed;
  }
  // The comparison is worth something.
  EXPECT_GT(deadlocks, 100u);
  EXPECT_GT(moving, 500u);
}

/// A chain of leaves that move a token an iteration.
Network chain(llvm::ArrayRef<std::pair<int64_t, int64_t>> stages,
              int64_t tokens, int64_t depth) {
  Network network;
  network.rules = Rules();
  for (auto [i, stage] : llvm::enumerate(stages)) {
    Leaf leaf;
    leaf.name = "leaf" + std::to_string(i);
    leaf.counters = {{"i", tokens}};
    leaf.interval = stage.first;
    leaf.iterationLatency = stage.second;
    leaf.latency = *pipelineLatency(leaf, 0);
    if (i > 0)
      leaf.accesses.push_back({Access::Read, "f" + std::to_string(i - 1), 0});
    if (i + 1 < stages.size()) {
      std::string fifo = "f" + std::to_string(i);
      leaf.accesses.push_back({Access::Write, fifo, stage.second - 1});
      network.fifos.push_back({fifo, 32, depth});
    }
    network.addLeaf(std::move(leaf));
    network.processes.push_back({"p" + std::to_string(i), Node::callOf(i)});
  }
  return network;
}

TEST(Simulate, ChainTakesItsSlowestStage) {
  // Issue of the first iteration at `entry`; each stage passes the first token
  // on after its latency and the FIFO's; then the slowest one counts.
  for (int64_t slowest : {0, 1, 2}) {
    std::vector<std::pair<int64_t, int64_t>> stages = {{1, 5}, {1, 9}, {1, 3}};
    stages[slowest].first = 4;
    Network network = chain(stages, 100, 16);
    ASSERT_FALSE(verify(network));
    Simulation simulation = simulate(network);
    int64_t first = 1 + (5 - 1) + 2 + (9 - 1) + 2;
    EXPECT_EQ(simulation.cycles, first + 99 * 4 + 3);
  }
}

TEST(Simulate, ShortFifoLimitsTheRate) {
  // A place is free again latency + free cycles after its token was written.
  Network network = chain({{1, 2}, {1, 2}}, 50, 1);
  ASSERT_FALSE(verify(network));
  Simulation simulation = simulate(network);
  EXPECT_EQ(simulation.cycles, 1 + 1 + 2 + 49 * (2 + 1) + 2);
  EXPECT_EQ(simulation.fifos[0].most, 1);
  network.fifos[0].depth = 3;
  EXPECT_EQ(simulate(network).cycles, 1 + 1 + 2 + 49 + 2);
}

TEST(Simulate, PortsLimitTheRate) {
  Network network = chain({{1, 74}, {1, 2}}, 300, 64);
  network.ports.push_back({"gmem", 3, 4});
  network.leaves[0].accesses.push_back({Access::Load, "gmem", 0});
  ASSERT_FALSE(verify(network));
  Simulation simulation = simulate(network);
  // Beat k at ceil(4 k / 3) from the first issue on.
  int64_t last = 1 + (4 * 299 + 2) / 3;
  EXPECT_EQ(simulation.cycles, last + 73 + 2 + 2);
  EXPECT_EQ(simulation.processes[0].portStall, last - 1 - 299);
}

TEST(Simulate, FlushablePipelineDrains) {
  // The writer's second half comes late; a stalling pipeline between them holds
  // tokens back until then, a flushable one does not.
  auto build = [](Style style) {
    Network network = chain({{1, 2}, {1, 30}, {1, 2}}, 8, 4);
    network.leaves[0].counters = {{"part", 2}, {"i", 100}};
    network.leaves[0].latency = *pipelineLatency(network.leaves[0], 0);
    network.leaves[0].accesses[0].when = Predicate::all({lessThan("i", 4)});
    network.leaves[1].style = style;
    return network;
  };
  /// When the tokens of f1 are read.
  struct Reads : Observer {
    void moved(unsigned fifo, End end, int64_t time) override {
      if (fifo == 1 && end == End::Read)
        times.push_back(time);
    }
    void stalled(unsigned, unsigned, End, int64_t, int64_t) override {}
    std::vector<int64_t> times;
  };
  for (Style style : {Style::Stalling, Style::Flushable}) {
    Network network = build(style);
    ASSERT_FALSE(verify(network));
    Reads reads;
    Simulation simulation = simulate(network, &reads);
    ASSERT_EQ(reads.times.size(), 8u);
    EXPECT_EQ(reads.times[3] < 60, style == Style::Flushable);
    EXPECT_EQ(simulation.processes[2].end, naive::simulate(network).ends[2]);
  }
}

TEST(Simulate, DeadlockIsExplained) {
  Network network = chain({{1, 2}, {1, 2}}, 8, 4);
  // A second FIFO, of which the reader wants all before the first one.
  network.fifos.push_back({"late", 32, 8});
  network.leaves[0].accesses.push_back({Access::Write, "late", 1});
  network.leaves[1].counters = {{"half", 2}, {"i", 8}};
  network.leaves[1].latency = *pipelineLatency(network.leaves[1], 0);
  network.leaves[1].accesses[0].when =
      Predicate::all({compare("half", Condition::EQ, 1)});
  network.leaves[1].accesses.push_back(
      {Access::Read, "late", 0, Predicate::all({lessThan("half", 1)})});
  ASSERT_FALSE(verify(network));
  Simulation simulation = simulate(network);
  ASSERT_TRUE(simulation.isDeadlock);
  EXPECT_EQ(explain(network, simulation.cycle),
            "'p0' waits for a place in 'f0' (depth 4, full), 'p1' waits for "
            "token 4 of 'late'");
  network.fifos[0].depth = 8;
  EXPECT_FALSE(simulate(network).isDeadlock);
}

TEST(Simulate, PublishedDesigns) {
  for (const char *name : {"gemm", "2mm", "3mm"}) {
    std::string path =
        std::string(TALOS_SOURCE_DIR "/test/Sim/Inputs/") + name + ".json";
    auto text = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(text)) << path;
    llvm::Expected<NetworkFile> file = parseNetwork((*text)->getBuffer(), path);
    ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
    ASSERT_FALSE(verify(file->network));
    Simulation simulation = simulate(file->network);
    EXPECT_EQ(simulation.cycles, file->referenceCycles);
    EXPECT_EQ(file->referenceEnds.size(), simulation.processes.size());
    for (auto &[process, end] : file->referenceEnds)
      for (size_t i = 0; i < simulation.processes.size(); ++i)
        if (file->network.processes[i].name == process)
          EXPECT_EQ(simulation.processes[i].end, end) << process;
  }
}

} // namespace
