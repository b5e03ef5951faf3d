//===- Interval.cpp - Ranges and monotonicity of expressions --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Interval.h"
#include "NLP/Evaluate/Program.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

namespace {
/// Cuts a range to 64 bits; what lies outside is an overflow, hence invalid.
Interval cut(Wide lo, Wide hi, bool &fails) {
  if (lo >= INT64_MIN && hi <= INT64_MAX)
    return {int64_t(lo), int64_t(hi)};
  fails = true;
  if (lo > INT64_MAX || hi < INT64_MIN)
    return Interval::none();
  return {int64_t(std::max<Wide>(lo, INT64_MIN)),
          int64_t(std::min<Wide>(hi, INT64_MAX))};
}

Interval multiply(Interval a, Interval b, bool &fails) {
  Wide p[] = {Wide(a.lo) * b.lo, Wide(a.lo) * b.hi, Wide(a.hi) * b.lo,
              Wide(a.hi) * b.hi};
  return cut(*std::min_element(p, p + 4), *std::max_element(p, p + 4), fails);
}

/// Keeps the positive part; the rest is invalid as a divisor.
Interval positive(Interval b, bool &fails) {
  if (b.lo >= 1)
    return b;
  fails = true;
  return b.hi < 1 ? Interval::none() : Interval{1, b.hi};
}

Interval divide(Op op, Interval a, Interval b, bool &fails) {
  b = positive(b, fails);
  if (b.isEmpty())
    return b;
  // Monotone in each operand where the other is fixed: corners suffice.
  return {nlp::apply(op, a.lo, a.lo >= 0 ? b.hi : b.lo, 0),
          nlp::apply(op, a.hi, a.hi >= 0 ? b.lo : b.hi, 0)};
}

Interval remainder(Interval a, Interval b, bool &fails) {
  b = positive(b, fails);
  if (b.isEmpty())
    return b;
  // floorDiv(a, b) * b may lie below the least integer.
  fails |= a.lo < INT64_MIN + b.hi;
  if (a.lo >= 0 && a.hi < b.lo)
    return a;
  if (b.isPoint() && a.lo >= 0 && a.lo / b.lo == a.hi / b.lo)
    return {a.lo % b.lo, a.hi % b.lo};
  return {0, a.lo >= 0 ? std::min(a.hi, b.hi - 1) : b.hi - 1};
}

Interval commonDivisor(Interval a, Interval b, bool &fails) {
  a = positive(a, fails);
  b = positive(b, fails);
  if (a.isEmpty() || b.isEmpty())
    return Interval::none();
  return {1, std::min(a.hi, b.hi)};
}

Interval equal(Interval a, Interval b) {
  if (a.hi < b.lo || b.hi < a.lo)
    return {0, 0};
  return {a.isPoint() && b.isPoint(), 1};
}

Interval choose(Interval c, Interval a, Interval b) {
  if (c == Interval::point(0))
    return b;
  return c.contains(0) ? hullOf(a, b) : a;
}
} // namespace

Interval nlp::apply(Op op, Interval a, Interval b, Interval c, bool *mayFail) {
  bool ignored;
  bool &fails = mayFail ? *mayFail : ignored;
  fails = false;
  unsigned n = operandCount(op);
  if (a.isEmpty() || (n == 2 && b.isEmpty()))
    return Interval::none();
  if (n != 3 && a.isPoint() && (n < 2 || b.isPoint())) {
    Int exact = nlp::apply(op, Int(a.lo), Int(b.lo), Int(0));
    fails = !exact.isValid();
    return fails ? Interval::none() : Interval::point(exact.value());
  }
  switch (op) {
  case Op::Constant:
  case Op::Variable:
    return a;
  case Op::Add:
    return cut(Wide(a.lo) + b.lo, Wide(a.hi) + b.hi, fails);
  case Op::Sub:
    return cut(Wide(a.lo) - b.hi, Wide(a.hi) - b.lo, fails);
  case Op::Mul:
    return multiply(a, b, fails);
  case Op::FloorDiv:
  case Op::CeilDiv:
    return divide(op, a, b, fails);
  case Op::Mod:
    return remainder(a, b, fails);
  case Op::Gcd:
    return commonDivisor(a, b, fails);
  case Op::Min:
    return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
  case Op::Max:
    return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
  case Op::Le:
    return {a.hi <= b.lo, a.lo <= b.hi};
  case Op::Eq:
    return equal(a, b);
  case Op::Select:
    return choose(a, b, c);
  case Op::CeilLog2:
    a = positive(a, fails);
    if (a.isEmpty())
      return a;
    return {ceilLog2(Int(a.lo)).value(), ceilLog2(Int(a.hi)).value()};
  }
  return Interval::none();
}

CheckedRange nlp::apply(Op op, CheckedRange a, CheckedRange b, CheckedRange c) {
  CheckedRange result;
  result.range = apply(op, a.range, b.range, c.range, &result.mayFail);
  if (op == Op::Select)
    result.mayFail |= (!(a.range == Interval::point(0)) && b.mayFail) ||
                      (a.range.contains(0) && c.mayFail);
  else if (operandCount(op) == 2)
    result.mayFail |= b.mayFail;
  result.mayFail |= a.mayFail;
  return result;
}

/// What the shape of a quotient says beyond its operands' ranges: where they
/// are valid, a / gcd(a, b) and a / min(a, b) are at least 1.
static Interval sharpen(const Model &model, const Node &node, Interval r) {
  if (node.op != Op::FloorDiv && node.op != Op::CeilDiv)
    return r;
  const Node &divisor = model.nodes()[node.operands[1]];
  bool isPart = divisor.op == Op::Gcd || divisor.op == Op::Min;
  if (isPart && (divisor.operands[0] == node.operands[0] ||
                 divisor.operands[1] == node.operands[0]))
    r.lo = std::max<int64_t>(r.lo, 1);
  return r;
}

Ranges nlp::computeRanges(const Model &model, ArrayRef<Interval> domains) {
  Ranges r;
  r.interval.reserve(model.nodes().size());
  r.mayFail.reserve(model.nodes().size());
  for (const Node &node : model.nodes()) {
    if (operandCount(node.op) == 0) {
      r.interval.push_back(node.op == Op::Constant ? Interval::point(node.value)
                                                   : domains[node.value]);
      r.mayFail.push_back(false);
      continue;
    }
    auto of = [&](unsigned i) {
      NodeId x = node.operands[i];
      return CheckedRange{r.interval[x], r.mayFail[x]};
    };
    CheckedRange result = nlp::apply(node.op, of(0), of(1), of(2));
    r.interval.push_back(sharpen(model, node, result.range));
    r.mayFail.push_back(result.mayFail || r.interval.back().isEmpty());
  }
  return r;
}

Ranges nlp::computeRanges(const Model &model) {
  std::vector<Interval> domains;
  for (const Variable &v : model.variables())
    domains.push_back({v.domain.front(), v.domain.back()});
  return computeRanges(model, domains);
}

Direction nlp::reverse(Direction d) {
  if (d == Direction::Nondecreasing)
    return Direction::Nonincreasing;
  return d == Direction::Nonincreasing ? Direction::Nondecreasing : d;
}

Direction nlp::compose(Direction outer, Direction inner) {
  if (outer == Direction::Independent || inner == Direction::Independent)
    return Direction::Independent;
  if (outer == Direction::Unknown || inner == Direction::Unknown)
    return Direction::Unknown;
  return outer == Direction::Nondecreasing ? inner : reverse(inner);
}

Direction nlp::join(Direction a, Direction b) {
  if (a == Direction::Independent || a == b)
    return b;
  return b == Direction::Independent ? a : Direction::Unknown;
}

/// eq(x, y) is a threshold where one side bounds the other.
static Direction equalityDirection(Interval x, Interval y) {
  if (y.isPoint() && x.lo >= y.lo)
    return Direction::Nonincreasing;
  if (y.isPoint() && x.hi <= y.lo)
    return Direction::Nondecreasing;
  return Direction::Unknown;
}

Direction nlp::operandDirection(Op op, unsigned i, Interval a, Interval b,
                                Interval c) {
  const Direction up = Direction::Nondecreasing,
                  down = Direction::Nonincreasing, unknown = Direction::Unknown;
  Interval other = i == 0 ? b : a;
  switch (op) {
  case Op::Constant:
  case Op::Variable:
    return Direction::Independent;
  case Op::Add:
  case Op::Min:
  case Op::Max:
  case Op::CeilLog2:
    return up;
  case Op::Sub:
    return i == 0 ? up : down;
  case Op::Mul:
    return other.lo >= 0 ? up : other.hi <= 0 ? down : unknown;
  case Op::FloorDiv:
  case Op::CeilDiv:
    if (i == 0)
      return up;
    return a.lo >= 0 ? down : a.hi <= 0 ? up : unknown;
  case Op::Mod:
    // The dividend itself: constant in the divisor, but as valid as it is.
    return a.lo >= 0 && a.hi < b.lo ? up : unknown;
  case Op::Gcd:
    return unknown;
  case Op::Le:
    return i == 0 ? down : up;
  case Op::Eq:
    return equalityDirection(i == 0 ? a : b, other);
  case Op::Select:
    if (i != 0)
      return up;
    if (a.lo < 0 && a.hi > 0)
      return unknown;
    // The condition's truth grows with it (a >= 0) or falls (a <= 0).
    if (b.lo >= c.hi)
      return a.lo >= 0 ? up : down;
    if (b.hi <= c.lo)
      return a.lo >= 0 ? down : up;
    return unknown;
  }
  return unknown;
}

Direction nlp::direction(const Model &model, const Ranges &ranges, NodeId f,
                         NodeId g) {
  if (f == g)
    return Direction::Nondecreasing;
  if (f < g)
    return Direction::Independent;
  DenseMap<NodeId, Direction> of; // Independent where there is none
  of[g] = Direction::Nondecreasing;
  for (NodeId id : model.cone(f)) {
    if (id <= g)
      continue;
    const Node &node = model.nodes()[id];
    Interval x[3];
    unsigned n = operandCount(node.op);
    for (unsigned i = 0; i < n; ++i)
      x[i] = ranges.interval[node.operands[i]];
    Direction all = Direction::Independent;
    for (unsigned i = 0; i < n; ++i)
      if (auto known = of.find(node.operands[i]); known != of.end())
        all = join(all, compose(operandDirection(node.op, i, x[0], x[1], x[2]),
                                known->second));
    if (all == Direction::Independent)
      continue;
    of[id] = ranges.mayFail[id] ? Direction::Unknown : all;
  }
  return of.count(f) ? of[f] : Direction::Independent;
}
