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

Lanes::Lanes(const Coupling &coupling, BlockId block,
             std::vector<uint32_t> nodeList)
    : coupling(coupling), block(block), nodes(std::move(nodeList)),
      slot(coupling.nodes.size(), -1) {
  int32_t next = 0;
  for (uint32_t n : coupling.blocks[block].features)
    slot[n] = next++;
  for (uint32_t n : nodes)
    slot[n] = next++;
  lo.resize(size_t(next) * Count);
  hi.resize(size_t(next) * Count);
}

Lanes::Operand Lanes::operand(uint32_t node,
                              llvm::ArrayRef<Interval> now) const {
  int32_t s = slot[node];
  if (s < 0)
    return {&now[node].lo, &now[node].hi, 0};
  return {&lo[size_t(s) * Count], &hi[size_t(s) * Count], 1};
}

void Lanes::run(const Table &table, llvm::ArrayRef<uint32_t> rows,
                llvm::ArrayRef<Interval> now, llvm::ArrayRef<Interval> caps) {
  const BlockView &view = coupling.blocks[block];
  for (size_t f = 0; f < view.features.size(); ++f) {
    size_t base = size_t(slot[view.features[f]]) * Count;
    for (size_t l = 0; l < rows.size(); ++l)
      lo[base + l] = hi[base + l] = table.features[f][rows[l]];
  }
  for (uint32_t n : nodes) {
    const CNode &node = coupling.nodes[n];
    int64_t *outLo = &lo[size_t(slot[n]) * Count];
    int64_t *outHi = &hi[size_t(slot[n]) * Count];
    Operand a = operand(node.x[0], now), b = operand(node.x[1], now),
            c = operand(node.x[2], now);
    auto each = [&](auto f) {
      for (size_t l = 0; l < rows.size(); ++l) {
        Interval r = f(Interval{a.lo[l * a.stride], a.hi[l * a.stride]},
                       Interval{b.lo[l * b.stride], b.hi[l * b.stride]});
        outLo[l] = r.lo;
        outHi[l] = r.hi;
      }
    };
    auto general = [&] {
      for (size_t l = 0; l < rows.size(); ++l) {
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
    default:
      general();
    }
    for (size_t l = 0; l < rows.size(); ++l) {
      outLo[l] = std::max(outLo[l], caps[n].lo);
      outHi[l] = std::min(outHi[l], caps[n].hi);
    }
  }
}
