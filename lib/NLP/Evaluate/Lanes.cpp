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

Lanes::Lanes(const Coupling &coupling, ArrayRef<uint32_t> inputs,
             ArrayRef<uint32_t> nodes, Scratch &scratch)
    : coupling(coupling), scratch(scratch) {
  int32_t next = 0;
  for (uint32_t n : inputs)
    slot[n] = next++;
  for (uint32_t n : nodes) {
    Step step{n, next, {-1, -1, -1}};
    for (unsigned i = 0; i < operandCount(coupling.nodes[n].op); ++i)
      if (auto known = slot.find(coupling.nodes[n].operands[i]);
          known != slot.end())
        step.x[i] = known->second;
    slot[n] = next++;
    steps.push_back(step);
  }
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
        count, node.range, &scratch.lows[out], &scratch.highs[out]);
  }
}
