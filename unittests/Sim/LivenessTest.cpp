//===- LivenessTest.cpp - Proofs against simulation -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Liveness.h"
#include "RandomNetwork.h"
#include "talos/Sim/NetworkFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <random>

using namespace talos;
using namespace talos::sim;

namespace {

void setDepths(Network &network, const std::vector<int64_t> &depths) {
  for (auto [fifo, depth] : llvm::zip_equal(network.fifos, depths))
    fifo.depth = depth;
}

/// Writes later, at most at the last stage.
Network delayed(Network network, std::mt19937 &random) {
  for (Leaf &leaf : network.leaves)
    for (Access &access : leaf.accesses)
      if (access.kind == Access::Write)
        access.stage += random() % (leaf.iterationLatency - access.stage);
  return network;
}

TEST(Liveness, WhatIsProvedEndsAtEveryStage) {
  unsigned proved = 0, live = 0, dead = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    Network network = randomNetwork(seed);
    std::mt19937 random(seed);
    bool isProved = proveLive(network).isProved;
    bool ends = !simulate(network).isDeadlock;
    for (unsigned variant = 0; variant < 6; ++variant)
      ends &= !simulate(delayed(network, random)).isDeadlock;
    EXPECT_TRUE(ends || !isProved) << seed;
    proved += isProved;
    live += ends;
    dead += !ends;
  }
  EXPECT_GT(dead, 300u);
  EXPECT_GT(proved, 1000u);
  // Not much of what ends is left without a proof.
  EXPECT_GT(10 * proved, 9 * live);
}

TEST(Liveness, ExactWhereWritesAreLast) {
  unsigned dead = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    Network network =
        randomNetwork(seed, {/*withLevels=*/true, /*withFlushable=*/false});
    for (Leaf &leaf : network.leaves)
      for (Access &access : leaf.accesses)
        if (access.kind == Access::Write)
          access.stage = leaf.iterationLatency - 1;
    Liveness liveness = proveLive(network);
    EXPECT_EQ(liveness.isProved, !simulate(network).isDeadlock) << seed;
    if (liveness.isProved)
      continue;
    ++dead;
    EXPECT_FALSE(liveness.cycle.empty()) << seed;
    EXPECT_FALSE(explainDepths(network, liveness).empty()) << seed;
    setDepths(network, liveness.enough);
    EXPECT_FALSE(simulate(network).isDeadlock) << seed;
  }
  EXPECT_GT(dead, 100u);
}

TEST(Liveness, LeastDepthsAreEnoughAndNotOneLess) {
  unsigned deep = 0;
  for (unsigned seed = 0; seed < 500; ++seed) {
    Network network = randomNetwork(seed);
    std::vector<int64_t> least = leastDepths(network);
    setDepths(network, least);
    EXPECT_TRUE(proveLive(network).isProved) << seed;
    for (auto [fifo, depth] : llvm::zip_equal(network.fifos, least)) {
      if (depth == 1)
        continue;
      ++deep;
      fifo.depth = depth - 1;
      EXPECT_FALSE(proveLive(network).isProved) << seed << " " << fifo.name;
      fifo.depth = depth;
    }
  }
  EXPECT_GT(deep, 200u);
}

/// Four processes: every token goes through `slow`, of `latency` stages, and
/// past it.
Network byPass(int64_t latency, int64_t depth) {
  Network network;
  network.fifos = {
      {"in", 32, 2}, {"past", 32, depth}, {"out", 32, 2}, {"end", 32, 2}};
  auto add = [&](const char *name, int64_t stages,
                 std::vector<const char *> reads,
                 std::vector<const char *> writes) {
    Leaf leaf;
    leaf.name = name;
    leaf.counters = {{"i", 200}};
    leaf.iterationLatency = stages;
    for (const char *fifo : reads)
      leaf.accesses.push_back({Access::Read, fifo, 0});
    for (const char *fifo : writes)
      leaf.accesses.push_back({Access::Write, fifo, stages - 1});
    leaf.latency = *pipelineLatency(leaf, 0);
    network.processes.push_back(
        {name, Node::callOf(network.addLeaf(std::move(leaf)))});
  };
  add("spread", 1, {}, {"in", "past"});
  add("slow", latency, {"in"}, {"out"});
  add("join", 1, {"out", "past"}, {"end"});
  add("sink", 1, {"end"}, {});
  EXPECT_FALSE(verify(network));
  return network;
}

TEST(Liveness, ByPassHoldsWhatThePipelineDoes) {
  for (int64_t latency : {1, 2, 7, 40}) {
    Network network = byPass(latency, 1);
    // The first result leaves when `latency` tokens have come in; `spread` has
    // then written as many to the by-pass.
    std::vector<int64_t> least = leastDepths(network);
    EXPECT_EQ(least[1], latency);
    EXPECT_EQ(least[3], 1);
    network.fifos[1].depth = latency - 1;
    if (latency > 1) {
      Liveness liveness = proveLive(network);
      EXPECT_FALSE(liveness.isProved);
      EXPECT_EQ(explainDepths(network, liveness),
                "'past' (depth " + std::to_string(latency - 1) + ") needs " +
                    std::to_string(latency));
      EXPECT_TRUE(simulate(network).isDeadlock);
    }
    network.fifos[1].depth = latency;
    EXPECT_FALSE(simulate(network).isDeadlock);
  }
}

/// `split` writes `tokens` tokens to each of two FIFOs in the same iterations;
/// a task reads each of them by a node of its own.
Network twoNodes(int64_t tokens, int64_t depth) {
  Network network;
  network.fifos = {{"first", 32, 2}, {"second", 32, depth}};
  auto add = [&](const char *name, Access::Kind kind,
                 std::vector<const char *> fifos) {
    Leaf leaf;
    leaf.name = name;
    leaf.counters = {{"i", tokens}};
    for (const char *fifo : fifos)
      leaf.accesses.push_back({kind, fifo, 0});
    leaf.latency = *pipelineLatency(leaf, 0);
    return Node::callOf(network.addLeaf(std::move(leaf)));
  };
  network.processes.push_back(
      {"split", add("split", Access::Write, {"first", "second"})});
  Segment segment;
  segment.nodes = {add("fill_first", Access::Read, {"first"}),
                   add("fill_second", Access::Read, {"second"})};
  network.processes.push_back({"task", Node::levelOf({segment})});
  EXPECT_FALSE(verify(network));
  return network;
}

TEST(Liveness, NodesOfASegmentMayRunInTurn) {
  // The second FIFO holds all that comes until the first node is over.
  for (int64_t tokens : {3, 20, 100}) {
    Network network = twoNodes(tokens, 2);
    EXPECT_FALSE(simulate(network).isDeadlock);
    Liveness liveness = proveLive(network);
    EXPECT_FALSE(liveness.isProved);
    EXPECT_EQ(liveness.enough[1], leastDepths(network)[1]);
    EXPECT_TRUE(proveLive(twoNodes(tokens, liveness.enough[1])).isProved);
    EXPECT_EQ(liveness.enough[1], tokens);
  }
}

TEST(Liveness, PublishedDesigns) {
  for (const char *name : {"gemm", "2mm", "3mm"}) {
    std::string path =
        std::string(TALOS_SOURCE_DIR "/test/Sim/Inputs/") + name + ".json";
    auto text = llvm::MemoryBuffer::getFile(path);
    ASSERT_TRUE(bool(text)) << path;
    llvm::Expected<NetworkFile> file = parseNetwork((*text)->getBuffer(), path);
    ASSERT_TRUE(bool(file)) << llvm::toString(file.takeError());
    ASSERT_FALSE(verify(file->network));
    EXPECT_TRUE(proveLive(file->network).isProved) << name;
  }
}

} // namespace
