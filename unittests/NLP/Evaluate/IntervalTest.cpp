//===- IntervalTest.cpp - Ranges and monotonicity are sound ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Interval.h"
#include "NLP/Evaluate/RangeArithmetic.h"
#include "RandomExpr.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

TEST(Interval, HoldsEveryValueOfRandomExpressions) {
  unsigned invalid = 0, narrow = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Random random(seed);
    Model m;
    std::vector<Expr> pool = randomExpressions(m, random, 14);
    Ranges ranges = computeRanges(m);
    std::vector<NodeId> all;
    for (NodeId id = 0; id < m.nodes().size(); ++id)
      all.push_back(id);
    forEachPoint(m, [&](const Assignment &point) {
      std::vector<Int> values = m.evaluate(all, point);
      std::vector<Interval> points;
      for (int64_t v : point)
        points.push_back(Interval::point(v));
      Ranges exact = computeRanges(m, points);
      for (NodeId id : all) {
        if (!values[id].isValid()) {
          ++invalid;
          ASSERT_TRUE(ranges.mayFail[id]) << "seed " << seed << " node " << id;
          ASSERT_TRUE(exact.interval[id].isEmpty()) << "seed " << seed;
          continue;
        }
        narrow += ranges.interval[id].isPoint();
        ASSERT_TRUE(ranges.interval[id].contains(values[id].value()))
            << "seed " << seed << " node " << id;
        ASSERT_EQ(exact.interval[id], Interval::point(values[id].value()))
            << "seed " << seed << " node " << id;
      }
    });
  }
  EXPECT_GT(invalid, 1000u);
  EXPECT_GT(narrow, 1000u);
}

namespace {
/// What an operation takes over all operands in some ranges.
struct Span {
  Interval hull = Interval::none();
  bool fails = false;

  void add(Int value) {
    fails |= !value.isValid();
    if (!value.isValid())
      return;
    int64_t v = value.value();
    hull = hull.isEmpty()
               ? Interval::point(v)
               : Interval{std::min(hull.lo, v), std::max(hull.hi, v)};
  }
};

template <typename Visit> void forEachRange(Interval most, Visit visit) {
  for (int64_t lo = most.lo; lo <= most.hi; ++lo)
    for (int64_t hi = lo; hi <= most.hi; ++hi)
      visit(Interval{lo, hi});
}
} // namespace

/// Ranges of remainders and common divisors hold more than is taken; all others
/// are exactly what is taken.
TEST(Interval, SpansWhatOperationsTakeOverSmallRanges) {
  for (Op op : {Op::Add, Op::Sub, Op::Mul, Op::FloorDiv, Op::CeilDiv, Op::Mod,
                Op::Gcd, Op::Min, Op::Max, Op::Le, Op::Eq, Op::CeilLog2})
    forEachRange({-4, 5}, [&](Interval a) {
      forEachRange({-4, 5}, [&](Interval b) {
        Span span;
        for (int64_t x = a.lo; x <= a.hi; ++x)
          for (int64_t y = b.lo; y <= b.hi; ++y)
            span.add(apply(op, Int(x), Int(y), Int(0)));
        bool fails = false;
        Interval range = apply(op, a, b, Interval::point(0), &fails);
        ASSERT_EQ(fails, span.fails) << int(op);
        if (op != Op::Mod && op != Op::Gcd)
          ASSERT_EQ(range.isEmpty() ? Interval::none() : range, span.hull)
              << int(op);
        if (!span.hull.isEmpty())
          ASSERT_EQ(intersection(range, span.hull), span.hull) << int(op);
        bool plainFails = false;
        ASSERT_EQ(applyPlain(op, a, b, Interval::point(0), &plainFails), range)
            << int(op);
        ASSERT_EQ(plainFails, fails) << int(op);
      });
    });
}

TEST(Interval, QuotientsByAPartAreAtLeastOne) {
  Model m;
  BlockId a = m.addBlock("A"), b = m.addBlock("B");
  Expr x = m.addVariable(a, "x", {1, 2, 3, 12}),
       y = m.addVariable(b, "y", {1, 5, 8});
  Expr parts[] = {floorDiv(x, min(x, y)), floorDiv(y, min(x, y)),
                  ceilDiv(x, min(x, y)), floorDiv(x, gcd(x, y))};
  Expr whole = gcd(parts[0], parts[1]), other = floorDiv(x, max(x, y));
  Ranges ranges = computeRanges(m);
  for (Expr part : parts)
    EXPECT_EQ(ranges.interval[part.node()].lo, 1);
  EXPECT_FALSE(ranges.mayFail[whole.node()]);
  EXPECT_EQ(ranges.interval[other.node()].lo, 0);
}

TEST(Interval, SpansTheBranchesThatMayBeTaken) {
  Interval none = Interval::none();
  EXPECT_EQ(apply(Op::Select, {0, 1}, {2, 3}, {7, 9}), (Interval{2, 9}));
  EXPECT_EQ(apply(Op::Select, {0, 0}, {2, 3}, {7, 9}), (Interval{7, 9}));
  EXPECT_EQ(apply(Op::Select, {1, 4}, {2, 3}, {7, 9}), (Interval{2, 3}));
  EXPECT_EQ(apply(Op::Select, {-1, 1}, none, {7, 9}), (Interval{7, 9}));
  EXPECT_EQ(apply(Op::Select, {0, 1}, {2, 3}, none), (Interval{2, 3}));
  EXPECT_TRUE(apply(Op::Select, none, {2, 3}, {7, 9}).isEmpty());
}

TEST(Interval, OverflowIsInvalidNotWrapped) {
  Interval large{INT64_MAX - 1, INT64_MAX};
  bool fails = false;
  EXPECT_EQ(apply(Op::Add, large, {0, 5}, {}, &fails), large);
  EXPECT_TRUE(fails);
  EXPECT_TRUE(apply(Op::Mul, large, {2, 2}, {}, &fails).isEmpty());
  EXPECT_TRUE(fails);
  EXPECT_EQ(apply(Op::Sub, large, large, {}, &fails), (Interval{-1, 1}));
  EXPECT_FALSE(fails);
}

TEST(Interval, DirectionHoldsOnRandomExpressions) {
  unsigned up = 0, down = 0, independent = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Random random(seed + 7000);
    Model m;
    std::vector<Expr> pool = randomExpressions(m, random, 8);
    Ranges ranges = computeRanges(m);
    for (unsigned var = 0; var < 3; ++var)
      for (Expr f : pool) {
        Direction d = direction(m, ranges, f.node(), pool[var].node());
        if (d == Direction::Unknown)
          continue;
        up += d == Direction::Nondecreasing;
        down += d == Direction::Nonincreasing;
        independent += d == Direction::Independent;
        forEachPoint(m, [&](const Assignment &point) {
          Int here = m.evaluate(f.node(), point);
          Assignment moved = point;
          for (int64_t v : m.variables()[var].domain) {
            if (v <= point[var])
              continue;
            moved[var] = v;
            Int there = m.evaluate(f.node(), moved);
            if (d == Direction::Independent) {
              ASSERT_EQ(here, there) << "seed " << seed;
              continue;
            }
            ASSERT_TRUE(here.isValid() && there.isValid()) << "seed " << seed;
            if (d == Direction::Nondecreasing)
              ASSERT_LE(here.value(), there.value()) << "seed " << seed;
            else
              ASSERT_GE(here.value(), there.value()) << "seed " << seed;
          }
        });
      }
  }
  EXPECT_GT(up, 500u);
  EXPECT_GT(down, 100u);
  EXPECT_GT(independent, 500u);
}

TEST(Interval, KnowsTheShapesOfCostRules) {
  Model m;
  BlockId b = m.addBlock("S0");
  Expr t1 = m.addVariable(b, "t1", {1, 2, 4});
  Expr t2 = m.addVariable(b, "t2", {1, 3, 9});
  Expr flag = m.addVariable(b, "flag", {0, 1});
  Ranges r;
  auto dir = [&](Expr f, Expr g) {
    r = computeRanges(m);
    return direction(m, r, f.node(), g.node());
  };
  EXPECT_EQ(dir(ceilDiv(100 - t1, t2), t2), Direction::Nonincreasing);
  EXPECT_EQ(dir(t1 * t2 + 3, t1), Direction::Nondecreasing);
  EXPECT_EQ(dir(le(t1 * 5, 12), t1), Direction::Nonincreasing);
  EXPECT_EQ(dir(eq(flag, 1), flag), Direction::Nondecreasing);
  EXPECT_EQ(dir(select(eq(flag, 1), m.constant(0), t1), flag),
            Direction::Nonincreasing);
  EXPECT_EQ(dir(mod(t1, t2), t1), Direction::Unknown);
  EXPECT_EQ(dir(t1 + 1, t2), Direction::Independent);
}
