//===- Lanes.cpp - Ranges of coupling nodes for many rows -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lanes.h"
#include "Exact.h"
#include <algorithm>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

Lanes::Lanes(const Coupling &coupling, llvm::ArrayRef<uint32_t> inputs,
             llvm::ArrayRef<uint32_t> nodes, Scratch &scratch)
    : coupling(coupling), scratch(scratch) {
  int32_t next = 0;
  for (uint32_t n : inputs)
    slot[n] = next++;
  for (uint32_t n : nodes) {
    Step step{n, next, {-1, -1, -1}};
    for (unsigned i = 0; i < operandCount(coupling.nodes[n].op); ++i)
      if (auto known = slot.find(coupling.nodes[n].x[i]); known != slot.end())
        step.x[i] = known->second;
    slot[n] = next++;
    steps.push_back(step);
  }
  size_t size = std::max(scratch.lows.size(), size_t(next) * Count);
  scratch.lows.resize(size);
  scratch.highs.resize(size);
}

LaneOperand Lanes::operand(const Step &step, unsigned i,
                           llvm::ArrayRef<Interval> now) const {
  int32_t s = step.x[i];
  if (s < 0) {
    uint32_t node = coupling.nodes[step.node].x[i];
    return {&now[node].lo, &now[node].hi, 0};
  }
  return {&scratch.lows[size_t(s) * Count], &scratch.highs[size_t(s) * Count],
          1};
}

void Lanes::run(unsigned count, llvm::ArrayRef<Interval> now) {
  for (const Step &step : steps) {
    const CNode &node = coupling.nodes[step.node];
    bool isPositive = coupling.nodes[node.x[0]].start.lo >= 0 &&
                      coupling.nodes[node.x[1]].start.lo >= 0;
    size_t out = size_t(step.out) * Count;
    applyLanes(
        node.op, node.plain, isPositive,
        {operand(step, 0, now), operand(step, 1, now), operand(step, 2, now)},
        count, node.start, &scratch.lows[out], &scratch.highs[out]);
  }
}

void nlp::applyLanes(Op op, bool isPlain, bool isPositive,
                     const LaneOperand (&x)[3], unsigned count, Interval within,
                     int64_t *lo, int64_t *hi) {
  const LaneOperand &a = x[0], &b = x[1], &c = x[2];
  auto each = [&](auto f) {
    for (unsigned l = 0; l < count; ++l) {
      Interval r = f(Interval{a.lo[l * a.stride], a.hi[l * a.stride]},
                     Interval{b.lo[l * b.stride], b.hi[l * b.stride]});
      lo[l] = r.lo;
      hi[l] = r.hi;
    }
  };
  auto general = [&] {
    for (unsigned l = 0; l < count; ++l) {
      Interval r = apply(op, {a.lo[l * a.stride], a.hi[l * a.stride]},
                         {b.lo[l * b.stride], b.hi[l * b.stride]},
                         {c.lo[l * c.stride], c.hi[l * c.stride]});
      lo[l] = r.lo;
      hi[l] = r.hi;
    }
  };
  // A product that may overflow, but does not here.
  auto product = [](Interval x, Interval y) {
    Interval r;
    return x.lo >= 0 && y.lo >= 0 && !x.isEmpty() && !y.isEmpty() &&
                   !__builtin_mul_overflow(x.hi, y.hi, &r.hi)
               ? Interval{x.lo * y.lo, r.hi}
               : apply(Op::Mul, x, y, {});
  };
  // Plain nodes cannot overflow, and their operands are never empty.
  auto points = [](Interval x, Interval y) {
    return x.isPoint() && y.isPoint();
  };
  switch (isPlain ? op : Op::Constant) {
  case Op::Add:
    each([](Interval x, Interval y) {
      return Interval{x.lo + y.lo, x.hi + y.hi};
    });
    break;
  case Op::Sub:
    each([](Interval x, Interval y) {
      return Interval{x.lo - y.hi, x.hi - y.lo};
    });
    break;
  case Op::Min:
    each([](Interval x, Interval y) {
      return Interval{std::min(x.lo, y.lo), std::min(x.hi, y.hi)};
    });
    break;
  case Op::CeilLog2: // plain: at least 1
    each([](Interval x, Interval) {
      return Interval{log2Of(x.lo), log2Of(x.hi)};
    });
    break;
  case Op::Max:
    each([](Interval x, Interval y) {
      return Interval{std::max(x.lo, y.lo), std::max(x.hi, y.hi)};
    });
    break;
  case Op::Le:
    each([](Interval x, Interval y) {
      return Interval{x.hi <= y.lo, x.lo <= y.hi};
    });
    break;
  case Op::Mod:
    each([&](Interval x, Interval y) {
      return isPositive && points(x, y)
                 ? Interval::point(x.lo - floorOf(x.lo, y.lo) * y.lo)
                 : apply(Op::Mod, x, y, {});
    });
    break;
  case Op::Gcd:
    each([&](Interval x, Interval y) {
      return points(x, y) ? Interval::point(std::gcd(x.lo, y.lo))
                          : apply(Op::Gcd, x, y, {});
    });
    break;
  case Op::Eq:
    each([&](Interval x, Interval y) {
      return points(x, y) ? Interval::point(x.lo == y.lo)
                          : apply(Op::Eq, x, y, {});
    });
    break;
  case Op::Mul:
    if (isPositive)
      each([](Interval x, Interval y) {
        return Interval{x.lo * y.lo, x.hi * y.hi};
      });
    else
      general();
    break;
  case Op::Select:
    for (unsigned l = 0; l < count; ++l) {
      int64_t clo = a.lo[l * a.stride], chi = a.hi[l * a.stride];
      Interval x{b.lo[l * b.stride], b.hi[l * b.stride]},
          y{c.lo[l * c.stride], c.hi[l * c.stride]};
      bool may = clo != 0 || chi != 0, mayNot = clo <= 0 && chi >= 0;
      lo[l] = !mayNot ? x.lo : !may ? y.lo : std::min(x.lo, y.lo);
      hi[l] = !mayNot ? x.hi : !may ? y.hi : std::max(x.hi, y.hi);
    }
    break;
  case Op::FloorDiv:
    if (isPositive)
      each([](Interval x, Interval y) {
        return Interval{floorOf(x.lo, y.hi), floorOf(x.hi, y.lo)};
      });
    else
      general();
    break;
  case Op::CeilDiv:
    if (isPositive)
      each([](Interval x, Interval y) {
        return Interval{ceilOf(x.lo, y.hi), ceilOf(x.hi, y.lo)};
      });
    else
      general();
    break;
  default:
    if (op == Op::Mul)
      each(product);
    else
      general();
  }
  if (within == Interval::everything())
    return;
  for (unsigned l = 0; l < count; ++l) {
    lo[l] = std::max(lo[l], within.lo);
    hi[l] = std::min(hi[l], within.hi);
  }
}
