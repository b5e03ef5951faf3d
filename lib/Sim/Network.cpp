//===- Network.cpp - A design as a network of processes -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Network.h"
#include "talos/Support/Int.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;

/// Whether the values of the leaf's first counters are left out.
static bool isSkipped(const Leaf &leaf, llvm::ArrayRef<int64_t> values) {
  auto holds = [&](const Condition &condition) {
    int64_t value = condition.constant - condition.bound;
    for (const Condition::Term &term : condition.terms)
      for (auto [counter, at] : llvm::zip(leaf.counters, values))
        if (counter.name == term.variable)
          value += term.coefficient * at;
    return value >= 0;
  };
  return llvm::any_of(leaf.skip.cases, [&](llvm::ArrayRef<Condition> all) {
    return llvm::all_of(all, holds);
  });
}

std::vector<int64_t> sim::ranksOf(const Leaf &leaf) {
  if (leaf.skip.cases.empty())
    return {};
  std::vector<int64_t> ranks, values(leaf.skipDepth);
  int64_t rank = 0;
  while (true) {
    ranks.push_back(isSkipped(leaf, values) ? -1 : rank++);
    unsigned counter = leaf.skipDepth;
    while (counter > 0 &&
           ++values[counter - 1] == leaf.counters[counter - 1].trip)
      values[--counter] = 0;
    if (counter == 0)
      return ranks;
  }
}

std::optional<int64_t> sim::iterationsOf(const Leaf &leaf) {
  std::vector<int64_t> ranks = ranksOf(leaf);
  Int iterations = 1;
  for (size_t i = ranks.empty() ? 0 : leaf.skipDepth; i < leaf.counters.size();
       ++i)
    iterations = iterations * Int(leaf.counters[i].trip);
  if (!ranks.empty())
    iterations =
        iterations *
        Int(llvm::count_if(ranks, [](int64_t rank) { return rank >= 0; }));
  if (!iterations.isValid())
    return std::nullopt;
  return iterations.value();
}

std::optional<int64_t> sim::pipelineLatency(const Leaf &leaf, int64_t pre) {
  std::optional<int64_t> iterations = iterationsOf(leaf);
  if (!iterations)
    return std::nullopt;
  Int latency = (Int(*iterations) - Int(1)) * Int(leaf.interval) +
                Int(leaf.iterationLatency) + Int(1) + Int(pre);
  if (!latency.isValid())
    return std::nullopt;
  return latency.value();
}

Node Node::callOf(unsigned leaf) {
  Node node;
  node.leaf = leaf;
  return node;
}

Node Node::levelOf(std::vector<Segment> segments) {
  Node node;
  node.kind = Level;
  node.segments = std::move(segments);
  return node;
}
