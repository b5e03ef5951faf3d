//===- LaneOpsTest.cpp - One operation on many ranges, lane by lane -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NLP/Evaluate/LaneOps.h"
#include "RandomExpr.h"
#include "gtest/gtest.h"
#include <map>

using namespace talos;
using namespace talos::nlp;
using talos::nlp::test::Random;

namespace {

/// Lanes of one operand.
struct Operand {
  std::vector<int64_t> lo, hi;
  unsigned stride = 1;

  Interval at(unsigned lane) const {
    return {lo[lane * stride], hi[lane * stride]};
  }
};

/// Around what the loops tell apart: 2^31, 2^52, 2^61 and the ends.
int64_t valueOf(Random &random, unsigned scale) {
  static const int64_t around[] = {10, int64_t(1) << 31, int64_t(1) << 52,
                                   int64_t(1) << 61, INT64_MAX - 20};
  int64_t from = around[random.in(0, scale)];
  int64_t value =
      random.chance(50) ? random.in(from - 20, from + 20) : random.in(0, from);
  return value;
}

Operand operandOf(Random &random, unsigned lanes) {
  Operand x;
  x.stride = random.chance(80);
  unsigned scale = random.chance(50) ? 0 : random.in(0, 4);
  bool arePoints = random.chance(40), mayBeEmpty = random.chance(10);
  int64_t least = random.chance(80) ? 1 : random.chance(50) ? 0 : -30;
  for (unsigned l = 0; l < (x.stride ? lanes : 1); ++l) {
    int64_t a = std::max(least, valueOf(random, scale));
    int64_t b = arePoints ? a : std::max(least, valueOf(random, scale));
    if (a > b && !(mayBeEmpty && random.chance(10)))
      std::swap(a, b);
    x.lo.push_back(random.chance(least < 0 ? 30 : 0) ? -a - 1 : a);
    x.hi.push_back(std::max(b, arePoints ? x.lo.back() : b));
    if (arePoints)
      x.hi.back() = x.lo.back();
  }
  return x;
}

} // namespace

TEST(LaneOpsTest, SaysWhatApplySaysOfEachLane) {
  Random random(1);
  for (unsigned round = 0; round < 20000; ++round) {
    unsigned lanes = random.in(1, 40);
    Op op = Op(random.in(int64_t(Op::Add), int64_t(Op::CeilLog2)));
    std::vector<Operand> x;
    for (unsigned i = 0; i < 3; ++i)
      x.push_back(operandOf(random, lanes));
    bool mayFail = false, isPositive = true;
    std::vector<Interval> expected;
    for (unsigned l = 0; l < lanes; ++l) {
      bool fails;
      expected.push_back(apply(op, x[0].at(l), x[1].at(l), x[2].at(l), &fails));
      mayFail |= fails;
      for (unsigned i = 0; i < operandCount(op); ++i)
        mayFail |= x[i].at(l).isEmpty();
      isPositive &= x[0].at(l).lo >= 0 && x[1].at(l).lo >= 0;
    }
    for (bool isPlain : {false, true}) {
      if (isPlain && mayFail)
        continue;
      std::vector<int64_t> lo(lanes), hi(lanes);
      applyLanes(op, isPlain, isPlain && isPositive,
                 {{x[0].lo.data(), x[0].hi.data(), x[0].stride},
                  {x[1].lo.data(), x[1].hi.data(), x[1].stride},
                  {x[2].lo.data(), x[2].hi.data(), x[2].stride}},
                 lanes, Interval::everything(), lo.data(), hi.data());
      for (unsigned l = 0; l < lanes; ++l)
        if (!expected[l].isEmpty() || lo[l] <= hi[l])
          ASSERT_EQ(expected[l], (Interval{lo[l], hi[l]}))
              << "operation " << int(op) << " of [" << x[0].at(l).lo << ", "
              << x[0].at(l).hi << "], [" << x[1].at(l).lo << ", "
              << x[1].at(l).hi << "]" << (isPlain ? ", plain" : "");
    }
  }
}

TEST(LaneOpsTest, DividesExactlyNextToWholeQuotients) {
  Random random(2);
  for (unsigned round = 0; round < 20000; ++round) {
    int64_t y = random.in(1, int64_t(1) << random.in(1, 40));
    int64_t q = random.in(0, (int64_t(1) << 52) / y - 1);
    int64_t x = std::max<int64_t>(0, q * y + random.in(-1, 1)), lo, hi;
    for (Op op : {Op::FloorDiv, Op::CeilDiv, Op::Mod}) {
      applyLanes(op, true, true, {{&x, &x, 1}, {&y, &y, 1}, {&y, &y, 1}}, 1,
                 Interval::everything(), &lo, &hi);
      Interval expected = apply(op, Interval::point(x), Interval::point(y), {});
      ASSERT_EQ(expected, (Interval{lo, hi})) << x << " by " << y;
    }
  }
}

TEST(LaneOpsTest, SaysOfPointsWhatApplySays) {
  Random random(3);
  std::map<Op, unsigned> compared;
  for (unsigned round = 0; round < 40000; ++round) {
    unsigned lanes = random.in(1, 40);
    Op op = Op(random.in(int64_t(Op::Add), int64_t(Op::CeilLog2)));
    std::vector<Operand> x;
    Interval hull[3];
    for (Interval &range : hull) {
      x.push_back(operandOf(random, lanes));
      auto [least, most] =
          std::minmax_element(x.back().lo.begin(), x.back().lo.end());
      range = {*least, *most};
    }
    bool fails;
    apply(op, hull[0], hull[1], hull[2], &fails);
    if (fails)
      continue;
    std::vector<int64_t> out(lanes);
    applyPoints(op,
                {{x[0].lo.data(), x[0].lo.data(), x[0].stride},
                 {x[1].lo.data(), x[1].lo.data(), x[1].stride},
                 {x[2].lo.data(), x[2].lo.data(), x[2].stride}},
                lanes, out.data());
    auto valueAt = [&](unsigned i, unsigned lane) {
      return Int(x[i].lo[lane * x[i].stride]);
    };
    for (unsigned l = 0; l < lanes; ++l)
      ASSERT_EQ(apply(op, valueAt(0, l), valueAt(1, l), valueAt(2, l)),
                Int(out[l]))
          << "operation " << int(op);
    ++compared[op];
  }
  for (int op = int(Op::Add); op <= int(Op::CeilLog2); ++op)
    EXPECT_GE(compared[Op(op)], 100u) << "operation " << op;
}
