//===- Lanes.cpp - Ranges of coupling nodes for many rows -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lanes.h"
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

Lanes::Operand Lanes::operand(const Step &step, unsigned i,
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
  for (const Step &step : steps)
    runStep(step, count, now);
}

void Lanes::runStep(const Step &step, unsigned count,
                    llvm::ArrayRef<Interval> now) {
  const CNode &node = coupling.nodes[step.node];
  int64_t *outLo = &scratch.lows[size_t(step.out) * Count],
          *outHi = &scratch.highs[size_t(step.out) * Count];
  Operand a = operand(step, 0, now), b = operand(step, 1, now),
          c = operand(step, 2, now);
  auto each = [&](auto f) {
    for (unsigned l = 0; l < count; ++l) {
      Interval r = f(Interval{a.lo[l * a.stride], a.hi[l * a.stride]},
                     Interval{b.lo[l * b.stride], b.hi[l * b.stride]});
      outLo[l] = r.lo;
      outHi[l] = r.hi;
    }
  };
  auto general = [&] {
    for (unsigned l = 0; l < count; ++l) {
      Interval r = apply(node.op, {a.lo[l * a.stride], a.hi[l * a.stride]},
                         {b.lo[l * b.stride], b.hi[l * b.stride]},
                         {c.lo[l * c.stride], c.hi[l * c.stride]});
      outLo[l] = r.lo;
      outHi[l] = r.hi;
    }
  };
  // Plain nodes cannot overflow, and their operands are never empty.
  bool positive = coupling.nodes[node.x[0]].start.lo >= 0 &&
                  coupling.nodes[node.x[1]].start.lo >= 0;
  auto points = [](Interval x, Interval y) {
    return x.isPoint() && y.isPoint();
  };
  switch (node.plain ? node.op : Op::Constant) {
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
      return positive && points(x, y) ? Interval::point(x.lo % y.lo)
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
    if (positive)
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
      outLo[l] = !mayNot ? x.lo : !may ? y.lo : std::min(x.lo, y.lo);
      outHi[l] = !mayNot ? x.hi : !may ? y.hi : std::max(x.hi, y.hi);
    }
    break;
  case Op::FloorDiv:
    if (positive)
      each([](Interval x, Interval y) {
        return Interval{x.lo / y.hi, x.hi / y.lo};
      });
    else
      general();
    break;
  case Op::CeilDiv:
    if (positive)
      each([](Interval x, Interval y) {
        return Interval{x.lo / y.hi + (x.lo % y.hi != 0),
                        x.hi / y.lo + (x.hi % y.lo != 0)};
      });
    else
      general();
    break;
  default:
    general();
  }
  for (unsigned l = 0; l < count; ++l) {
    outLo[l] = std::max(outLo[l], node.start.lo);
    outHi[l] = std::min(outHi[l], node.start.hi);
  }
}
