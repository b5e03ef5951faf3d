//===- RandomNetwork.cpp - Small networks ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomNetwork.h"
#include "NaiveSimulator.h"
#include "talos/Sim/NetworkFile.h"
#include <random>

using namespace talos::sim;

namespace {
class Generator {
public:
  Generator(unsigned seed, const RandomOptions &options)
      : random(seed), options(options) {}
  Network generate();

private:
  int64_t pick(int64_t least, int64_t most) {
    return least + int64_t(random() % uint64_t(most - least + 1));
  }
  Predicate predicate();
  int64_t tokensOf(const Leaf &leaf, const Predicate &predicate) const;
  void addLeaf(unsigned number);
  void join(unsigned from, unsigned to);
  void addProcess(unsigned leaf);

  std::mt19937 random;
  RandomOptions options;
  Network network;
  std::vector<int64_t> calls; ///< of each leaf
};
} // namespace

/// Conditions on the counters a, b and c, which every leaf has.
Predicate Generator::predicate() {
  static const char *const texts[] = {
      "a == 0",           "b == 0",      "c == 1",
      "a >= 1",           "b <= 1",      "b + c <= 3",
      "a - b >= 0",       "2*a + b < 4", "(a + b) % 2 == 0",
      "(b + c) / 2 == 1", "c != 1",      "c % 2 == 1",
      "-2*c + 3 > 0",     "b > 0",       "(a + 3*c) / 2 % 2 != 0"};
  auto condition = [&] {
    return *parseCondition(texts[pick(0, std::size(texts) - 1)]);
  };
  Predicate result;
  switch (pick(0, 3)) {
  case 0:
    break;
  case 1:
    result = Predicate::all({condition()});
    break;
  case 2:
    result = Predicate::all({condition(), condition()});
    break;
  default:
    result.cases = {{condition()}, {condition(), condition()}};
  }
  return result;
}

int64_t Generator::tokensOf(const Leaf &leaf,
                            const Predicate &predicate) const {
  int64_t tokens = 0;
  for (int64_t k = 0; k < naive::allIterations(leaf); ++k)
    tokens += naive::holds(predicate, naive::valuesOf(leaf, k));
  return tokens;
}

void Generator::addLeaf(unsigned number) {
  Leaf leaf;
  leaf.name = "leaf" + std::to_string(number);
  leaf.counters = {{"a", pick(1, 3)}, {"b", pick(1, 4)}, {"c", pick(1, 4)}};
  leaf.interval = pick(0, 3) == 0 ? pick(2, 3) : 1;
  leaf.iterationLatency = pick(1, 12);
  leaf.entry = pick(0, 2);
  leaf.latency = *pipelineLatency(leaf, pick(0, 2)) + leaf.entry;
  if (options.withFlushable && pick(0, 2) == 0)
    leaf.style = Style::Flushable;
  network.addLeaf(std::move(leaf));
  calls.push_back(options.withLevels && pick(0, 2) == 0 ? pick(2, 3) : 1);
}

/// Adds a FIFO where predicates are found that move as many tokens.
void Generator::join(unsigned from, unsigned to) {
  Leaf &writer = network.leaves[from], &reader = network.leaves[to];
  for (int trial = 0; trial < 40; ++trial) {
    Predicate write = predicate(), read = predicate();
    int64_t tokens = tokensOf(writer, write) * calls[from];
    if (tokens == 0 || tokens != tokensOf(reader, read) * calls[to])
      continue;
    Fifo fifo;
    fifo.name = "fifo" + std::to_string(network.fifos.size());
    fifo.depth = pick(1, 9);
    fifo.crossing = std::max<int64_t>(0, pick(-5, 6));
    writer.accesses.push_back({Access::Write, fifo.name,
                               pick(0, writer.iterationLatency - 1), write});
    reader.accesses.push_back(
        {Access::Read, fifo.name, pick(0, reader.iterationLatency - 1), read});
    network.fifos.push_back(std::move(fifo));
    return;
  }
}

/// The calls of a leaf, in a loop or one after the other.
void Generator::addProcess(unsigned leaf) {
  Process process{"process" + std::to_string(leaf), Node::callOf(leaf)};
  if (calls[leaf] > 1) {
    std::vector<Segment> segments(1);
    segments[0].nodes = {process.body};
    if (pick(0, 1) == 0) {
      segments[0].loop = "n";
      segments[0].trip = calls[leaf];
      segments[0].bodyCost = pick(0, 3);
    } else {
      segments.resize(calls[leaf], segments[0]);
    }
    process.body = Node::levelOf(std::move(segments));
  }
  network.processes.push_back(std::move(process));
}

Network Generator::generate() {
  network.name = "random";
  network.rules.run = pick(0, 5);
  network.rules.fifoLatency = pick(1, 3);
  network.rules.fifoFree = pick(1, 2);
  unsigned count = pick(2, 6);
  for (unsigned i = 0; i < count; ++i)
    addLeaf(i);
  for (unsigned to = 1; to < count; ++to)
    for (unsigned from = 0; from < to; ++from)
      if (pick(0, 2) > 0)
        join(from, to);
  for (unsigned i = 0; i < count; ++i)
    addProcess(i);
  return std::move(network);
}

Network talos::sim::randomNetwork(unsigned seed, const RandomOptions &options) {
  return Generator(seed, options).generate();
}
