//===- Cycles.cpp - Cycles of a small graph ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/Cycles.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;

using Edges = std::vector<std::pair<unsigned, unsigned>>;
using Path = std::vector<unsigned>; // positions of edges

/// Adds all cycles that go on from `path`, over nodes above its first one.
static void extend(Path &path, const Edges &edges, std::vector<Path> &cycles) {
  unsigned first = edges[path.front()].first, last = edges[path.back()].second;
  if (last == first) {
    cycles.push_back(path);
    return;
  }
  auto isSeen = [&](unsigned node) {
    return llvm::any_of(path,
                        [&](unsigned e) { return edges[e].first == node; });
  };
  for (auto [e, edge] : llvm::enumerate(edges)) {
    if (edge.first != last || edge.first < first || isSeen(edge.first))
      continue;
    path.push_back(e);
    extend(path, edges, cycles);
    path.pop_back();
  }
}

std::vector<Path> cost::simpleCycles(const Edges &edges) {
  std::vector<Path> cycles;
  for (unsigned e = 0; e < edges.size(); ++e) {
    Path path = {e};
    extend(path, edges, cycles);
  }
  return cycles;
}
