//===- Demands.cpp - What roots demand of what is below them --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the roots (constraints hold, objectives stay within their limits) down
// to the columns: the range that each node must lie in. A demand is a necessary
// condition, so that an empty one refutes the state. Only branches of a select
// that are not taken may be invalid; nothing is demanded of a branch that may
// be one of these.
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Propagation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

using Wide = __int128;

static int64_t cut(Wide value) {
  return std::clamp<Wide>(value, INT64_MIN, INT64_MAX);
}

static Wide floorOf(Wide a, Wide b) { return a / b - (a % b != 0 && a < 0); }
static Wide ceilOf(Wide a, Wide b) { return a / b + (a % b != 0 && a > 0); }

bool Propagation::demand(uint32_t node, int64_t lo, int64_t hi) {
  isWanted[node] = true;
  wanted[node] = {std::max(wanted[node].lo, lo), std::min(wanted[node].hi, hi)};
  return !wanted[node].isEmpty();
}

bool Propagation::backward() {
  isWanted.assign(isWanted.size(), false);
  wanted = now;
  for (auto [i, c] : llvm::enumerate(coupling.constraints)) {
    if (inPair[i])
      continue;
    bool positive = now[c.node].lo >= 0, negative = now[c.node].hi <= 0;
    if (!demand(c.node, positive ? 1 : INT64_MIN, negative ? -1 : INT64_MAX))
      return false;
  }
  for (auto [i, o] : llvm::enumerate(coupling.objectives))
    if (!demand(o, INT64_MIN, upper[i]))
      return false;
  for (uint32_t n : llvm::reverse(active))
    if (isWanted[n] && !demandOperands(coupling.nodes[n], wanted[n]))
      return false;
  return true;
}

bool Propagation::demandOperands(const CNode &node, Interval want) {
  if (node.op == Op::Select)
    return demandSelect(node, want);
  for (unsigned i = 0; i < operandCount(node.op); ++i)
    if (!demand(node.x[i], INT64_MIN, INT64_MAX))
      return false;
  uint32_t a = node.x[0], b = node.x[1];
  Interval x = now[a], y = now[b];
  switch (node.op) {
  case Op::Add:
    return demand(a, cut(Wide(want.lo) - y.hi), cut(Wide(want.hi) - y.lo)) &&
           demand(b, cut(Wide(want.lo) - x.hi), cut(Wide(want.hi) - x.lo));
  case Op::Sub:
    return demand(a, cut(Wide(want.lo) + y.lo), cut(Wide(want.hi) + y.hi)) &&
           demand(b, cut(Wide(x.lo) - want.hi), cut(Wide(x.hi) - want.lo));
  case Op::Max:
    return demand(a, y.hi < want.lo ? want.lo : INT64_MIN, want.hi) &&
           demand(b, x.hi < want.lo ? want.lo : INT64_MIN, want.hi);
  case Op::Min:
    return demand(a, want.lo, y.lo > want.hi ? want.hi : INT64_MAX) &&
           demand(b, want.lo, x.lo > want.hi ? want.hi : INT64_MAX);
  case Op::Mul:
    return demandProduct(node, want);
  case Op::FloorDiv:
    return !y.isPoint() || demand(a, cut(Wide(want.lo) * y.lo),
                                  cut(Wide(want.hi) * y.lo + y.lo - 1));
  case Op::CeilDiv:
    return !y.isPoint() || demand(a, cut((Wide(want.lo) - 1) * y.lo + 1),
                                  cut(Wide(want.hi) * y.lo));
  case Op::CeilLog2:
    return want.hi >= 62 ||
           demand(a, 1, int64_t(1) << std::max<int64_t>(0, want.hi));
  case Op::Le:
  case Op::Eq:
    return demandOrder(node, want);
  default:
    return true;
  }
}

/// Products of numbers that are not negative.
bool Propagation::demandProduct(const CNode &node, Interval want) {
  for (unsigned i = 0; i < 2; ++i) {
    Interval x = now[node.x[i]], y = now[node.x[1 - i]];
    if (x.lo < 0 || y.lo < 0)
      return true;
    int64_t hi = y.lo >= 1 ? cut(floorOf(want.hi, y.lo)) : INT64_MAX;
    int64_t lo = y.hi >= 1 && want.lo > 0 ? cut(ceilOf(want.lo, y.hi)) : 0;
    if (!demand(node.x[i], lo, hi))
      return false;
  }
  return true;
}

bool Propagation::demandOrder(const CNode &node, Interval want) {
  uint32_t a = node.x[0], b = node.x[1];
  Interval x = now[a], y = now[b];
  bool isTrue = want.lo >= 1, isFalse = want.hi <= 0;
  if (node.op == Op::Le && isTrue)
    return demand(a, INT64_MIN, y.hi) && demand(b, x.lo, INT64_MAX);
  if (node.op == Op::Le && isFalse)
    return demand(a, cut(Wide(y.lo) + 1), INT64_MAX) &&
           demand(b, INT64_MIN, cut(Wide(x.hi) - 1));
  if (node.op == Op::Eq && isTrue)
    return demand(a, y.lo, y.hi) && demand(b, x.lo, x.hi);
  if (node.op == Op::Eq && isFalse) {
    auto avoid = [&](uint32_t n, Interval range, Interval other) {
      if (!other.isPoint())
        return true;
      return demand(n, cut(Wide(range.lo) + (range.lo == other.lo)),
                    cut(Wide(range.hi) - (range.hi == other.lo)));
    };
    return avoid(a, x, y) && avoid(b, y, x);
  }
  return true;
}

bool Propagation::demandSelect(const CNode &node, Interval want) {
  Interval condition = now[node.x[0]];
  auto excluded = [&](uint32_t n) {
    return now[n].isEmpty() || now[n].hi < want.lo || now[n].lo > want.hi;
  };
  bool mayTake =
      !(condition.lo == 0 && condition.hi == 0) && !excluded(node.x[1]);
  bool mayLeave = condition.contains(0) && !excluded(node.x[2]);
  if (!mayTake && !mayLeave)
    return false;
  if (mayTake && mayLeave)
    return demand(node.x[0], INT64_MIN, INT64_MAX);
  if (mayLeave)
    return demand(node.x[0], 0, 0) && demand(node.x[2], want.lo, want.hi);
  return demand(node.x[0], condition.lo >= 0 ? 1 : INT64_MIN,
                condition.hi <= 0 ? -1 : INT64_MAX) &&
         demand(node.x[1], want.lo, want.hi);
}
