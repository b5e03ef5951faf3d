//===- BackwardPropagation.cpp - From roots down to columns ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/BackwardPropagation.h"
#include <algorithm>

using namespace talos::nlp;

static int64_t saturate(Wide value) {
  return std::clamp<Wide>(value, INT64_MIN, INT64_MAX);
}

static Wide floorOf(Wide a, Wide b) { return a / b - (a % b != 0 && a < 0); }
static Wide ceilOf(Wide a, Wide b) { return a / b + (a % b != 0 && a > 0); }

bool BackwardPropagation::require(uint32_t node, int64_t lo, int64_t hi) {
  isRequired[node] = true;
  required[node] = {std::max(required[node].lo, lo),
                    std::min(required[node].hi, hi)};
  return !required[node].isEmpty();
}

bool BackwardPropagation::run(ArrayRef<Interval> ranges,
                              const std::vector<bool> &isTabulated,
                              ArrayRef<int64_t> objectiveBounds,
                              ArrayRef<uint32_t> evaluated,
                              ArrayRef<uint8_t> isTold, bool goesOn) {
  now = ranges;
  if (!goesOn)
    isRequired.assign(now.size(), false);
  required.assign(now.begin(), now.end());
  for (auto [i, c] : llvm::enumerate(coupling.constraints)) {
    if (isTabulated[i])
      continue;
    bool positive = now[c.node].lo >= 0, negative = now[c.node].hi <= 0;
    if (!require(c.node, positive ? 1 : INT64_MIN, negative ? -1 : INT64_MAX))
      return false;
  }
  for (auto [o, bound] : llvm::zip(coupling.objectives, objectiveBounds))
    if (!require(o, INT64_MIN, bound))
      return false;
  for (uint32_t n : llvm::reverse(evaluated))
    if (isRequired[n] && !(isTold[n] && required[n] == now[n]) &&
        !requireOperands(coupling.nodes[n], required[n]))
      return false;
  return true;
}

bool BackwardPropagation::requireOperands(const CouplingNode &node,
                                          Interval want) {
  if (node.op == Op::Select)
    return requireSelect(node, want);
  for (uint32_t x : node.inputs())
    if (!require(x, INT64_MIN, INT64_MAX))
      return false;
  uint32_t a = node.operands[0], b = node.operands[1];
  Interval x = now[a], y = now[b];
  switch (node.op) {
  case Op::Add:
    return require(a, saturate(Wide(want.lo) - y.hi),
                   saturate(Wide(want.hi) - y.lo)) &&
           require(b, saturate(Wide(want.lo) - x.hi),
                   saturate(Wide(want.hi) - x.lo));
  case Op::Sub:
    return require(a, saturate(Wide(want.lo) + y.lo),
                   saturate(Wide(want.hi) + y.hi)) &&
           require(b, saturate(Wide(x.lo) - want.hi),
                   saturate(Wide(x.hi) - want.lo));
  case Op::Max:
    return require(a, y.hi < want.lo ? want.lo : INT64_MIN, want.hi) &&
           require(b, x.hi < want.lo ? want.lo : INT64_MIN, want.hi);
  case Op::Min:
    return require(a, want.lo, y.lo > want.hi ? want.hi : INT64_MAX) &&
           require(b, want.lo, x.lo > want.hi ? want.hi : INT64_MAX);
  case Op::Mul:
    return requireProduct(node, want);
  case Op::FloorDiv:
    return !y.isPoint() || require(a, saturate(Wide(want.lo) * y.lo),
                                   saturate(Wide(want.hi) * y.lo + y.lo - 1));
  case Op::CeilDiv:
    return !y.isPoint() || require(a, saturate((Wide(want.lo) - 1) * y.lo + 1),
                                   saturate(Wide(want.hi) * y.lo));
  case Op::CeilLog2:
    return want.hi >= 62 ||
           require(a, 1, int64_t(1) << std::max<int64_t>(0, want.hi));
  case Op::Le:
  case Op::Eq:
    return requireOrder(node, want);
  default:
    return true;
  }
}

/// Of factors that are not negative; others are left alone.
bool BackwardPropagation::requireProduct(const CouplingNode &node,
                                         Interval want) {
  for (unsigned i = 0; i < 2; ++i) {
    Interval x = now[node.operands[i]], y = now[node.operands[1 - i]];
    if (x.lo < 0 || y.lo < 0)
      return true;
    int64_t hi = y.lo >= 1 ? saturate(floorOf(want.hi, y.lo)) : INT64_MAX;
    int64_t lo = y.hi >= 1 && want.lo > 0 ? saturate(ceilOf(want.lo, y.hi)) : 0;
    if (!require(node.operands[i], lo, hi))
      return false;
  }
  return true;
}

bool BackwardPropagation::requireOrder(const CouplingNode &node,
                                       Interval want) {
  uint32_t a = node.operands[0], b = node.operands[1];
  Interval x = now[a], y = now[b];
  bool isTrue = want.lo >= 1, isFalse = want.hi <= 0;
  if (node.op == Op::Le && isTrue)
    return require(a, INT64_MIN, y.hi) && require(b, x.lo, INT64_MAX);
  if (node.op == Op::Le && isFalse)
    return require(a, saturate(Wide(y.lo) + 1), INT64_MAX) &&
           require(b, INT64_MIN, saturate(Wide(x.hi) - 1));
  if (node.op == Op::Eq && isTrue)
    return require(a, y.lo, y.hi) && require(b, x.lo, x.hi);
  if (node.op == Op::Eq && isFalse) {
    auto avoid = [&](uint32_t n, Interval range, Interval other) {
      if (!other.isPoint())
        return true;
      return require(n, saturate(Wide(range.lo) + (range.lo == other.lo)),
                     saturate(Wide(range.hi) - (range.hi == other.lo)));
    };
    return avoid(a, x, y) && avoid(b, y, x);
  }
  return true;
}

bool BackwardPropagation::requireSelect(const CouplingNode &node,
                                        Interval want) {
  Interval condition = now[node.operands[0]];
  auto excluded = [&](uint32_t n) {
    return now[n].isEmpty() || now[n].hi < want.lo || now[n].lo > want.hi;
  };
  bool mayTake =
      !(condition.lo == 0 && condition.hi == 0) && !excluded(node.operands[1]);
  bool mayLeave = condition.contains(0) && !excluded(node.operands[2]);
  if (!mayTake && !mayLeave)
    return false;
  if (mayTake && mayLeave)
    return require(node.operands[0], INT64_MIN, INT64_MAX);
  if (mayLeave)
    return require(node.operands[0], 0, 0) &&
           require(node.operands[2], want.lo, want.hi);
  return require(node.operands[0], condition.lo >= 0 ? 1 : INT64_MIN,
                 condition.hi <= 0 ? -1 : INT64_MAX) &&
         require(node.operands[1], want.lo, want.hi);
}
