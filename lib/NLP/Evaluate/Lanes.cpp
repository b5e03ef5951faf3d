//===- Lanes.cpp - Ranges of coupling nodes for many rows -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Evaluate/Lanes.h"
#include <algorithm>

using namespace talos::nlp;

/// The range of a node, or everything if the ranges of its operands say as
/// much.
static Interval knownOf(const Coupling &coupling, const CouplingNode &node) {
  auto of = [&](unsigned i) { return coupling.nodes[node.operands[i]].range; };
  Interval given = apply(node.op, of(0), of(1), of(2));
  bool isTold = !given.isEmpty() && given.lo >= node.range.lo &&
                given.hi <= node.range.hi;
  return isTold ? Interval::everything() : node.range;
}

Lanes::Lanes(const Coupling &coupling, ArrayRef<uint32_t> inputs,
             ArrayRef<uint32_t> nodes, ArrayRef<uint32_t> results,
             Scratch &scratch)
    : coupling(coupling), scratch(scratch) {
  constexpr uint32_t Kept = UINT32_MAX;
  DenseMap<uint32_t, uint32_t> lastUse; // by operand
  for (uint32_t n : nodes)
    for (uint32_t x : coupling.nodes[n].inputs())
      lastUse[x] = n;
  for (ArrayRef<uint32_t> some : {inputs, results})
    for (uint32_t n : some)
      lastUse[n] = Kept;
  int32_t next = 0;
  std::vector<int32_t> unused;
  for (uint32_t n : inputs)
    slot[n] = next++;
  for (uint32_t n : nodes) {
    // An operation may not write where it reads.
    bool isNew = unused.empty();
    Step step{n,
              isNew ? next++ : unused.back(),
              {-1, -1, -1},
              knownOf(coupling, coupling.nodes[n])};
    if (!isNew)
      unused.pop_back();
    for (auto [i, x] : llvm::enumerate(coupling.nodes[n].inputs()))
      if (auto known = slot.find(x); known != slot.end())
        step.x[i] = known->second;
    for (uint32_t x : coupling.nodes[n].inputs())
      if (auto known = slot.find(x); known != slot.end() && lastUse[x] == n) {
        unused.push_back(known->second);
        slot.erase(known);
      }
    slot[n] = step.out;
    steps.push_back(step);
  }
  for (uint32_t n : nodes)
    if (lastUse.lookup(n) != Kept)
      slot.erase(n);
  size_t size = std::max(scratch.lows.size(), size_t(next) * Count);
  scratch.lows.resize(size);
  scratch.highs.resize(size);
}

Lanes::Lanes(const Lanes &other, Scratch &scratch)
    : coupling(other.coupling), steps(other.steps), slot(other.slot),
      scratch(scratch) {}

LaneOperand Lanes::operand(const Step &step, unsigned i,
                           ArrayRef<Interval> now) const {
  int32_t s = step.x[i];
  if (s < 0) {
    uint32_t node = coupling.nodes[step.node].operands[i];
    return {&now[node].lo, &now[node].hi, 0};
  }
  return {&scratch.lows[size_t(s) * Count], &scratch.highs[size_t(s) * Count],
          1};
}

void Lanes::run(unsigned count, ArrayRef<Interval> now) {
  for (const Step &step : steps) {
    const CouplingNode &node = coupling.nodes[step.node];
    bool isPositive = coupling.nodes[node.operands[0]].range.lo >= 0 &&
                      coupling.nodes[node.operands[1]].range.lo >= 0;
    size_t out = size_t(step.out) * Count;
    applyLanes(
        node.op, node.plain, isPositive,
        {operand(step, 0, now), operand(step, 1, now), operand(step, 2, now)},
        count, step.within, &scratch.lows[out], &scratch.highs[out]);
  }
}
