//===- Network.cpp - A design as a network of processes -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Sim/Network.h"
#include "talos/Support/Int.h"

using namespace talos;
using namespace talos::sim;

std::optional<int64_t> sim::pipelineLatency(const Leaf &leaf, int64_t pre) {
  Int iterations = 1;
  for (const Counter &counter : leaf.counters)
    iterations = iterations * Int(counter.trip);
  Int latency = (iterations - Int(1)) * Int(leaf.interval) +
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
