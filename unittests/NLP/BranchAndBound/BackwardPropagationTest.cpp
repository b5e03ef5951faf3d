//===- BackwardPropagationTest.cpp - Ranges that roots demand -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HC4-revise (Benhamou et al. 1999): a constraint lo <= f(x, y) <= hi is
// propagated up and down the expression f. No value of a solution is removed;
// where each variable occurs once and f is monotone, no value is left beyond
// the solutions' least and greatest.
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "Parts.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
using Values = std::vector<int64_t>;
using Function = llvm::function_ref<Expr(Expr, Expr)>;

/// Values of x and y that are left, none if nothing is.
struct Left {
  Values x, y;
  friend bool operator==(const Left &a, const Left &b) {
    return a.x == b.x && a.y == b.y;
  }
  friend void PrintTo(const Left &left, std::ostream *os) {
    *os << testing::PrintToString(left.x) << ", "
        << testing::PrintToString(left.y);
  }
};

Values valuesIn(const Parts &parts, const Store &store, BlockId b) {
  Values result;
  for (uint32_t row : store.domains[b]->rows)
    result.push_back(parts.tables[b].choices[row]);
  llvm::sort(result);
  return result;
}

/// Propagates lo <= f(x, y) <= hi. A third block keeps the constraints from
/// becoming binary tables.
Left propagate(Function f, const Values &xs, const Values &ys, Interval want) {
  Model m;
  Expr x = m.addVariable(m.addBlock("X"), "x", xs),
       y = m.addVariable(m.addBlock("Y"), "y", ys),
       zero = m.addVariable(m.addBlock("Z"), "z", {0});
  Expr value = f(x, y) + zero;
  if (want.lo != INT64_MIN)
    m.addConstraint("least", le(want.lo, value));
  if (want.hi != INT64_MAX)
    m.addConstraint("most", le(value, want.hi));
  m.setObjective({zero, x + zero, y + zero}); // tells all values apart
  Parts parts(m);
  describeCoupling(parts.coupling, parts.tables);
  Propagation propagation(parts.coupling, parts.tables, parts.allRows());
  Store store = propagation.everything();
  if (!propagation.run(store, SIZE_MAX))
    return {};
  return {valuesIn(parts, store, 0), valuesIn(parts, store, 1)};
}

/// Values that belong to a solution, by enumeration.
Left supported(Function f, const Values &xs, const Values &ys, Interval want) {
  Model m;
  Expr x = m.addVariable(m.addBlock("X"), "x", xs),
       y = m.addVariable(m.addBlock("Y"), "y", ys);
  NodeId node = f(x, y).node();
  Left left;
  forEachPoint(m, [&](const Assignment &point) {
    Int value = m.evaluate(node, point);
    if (!value.isValid() || !want.contains(value.value()))
      return;
    left.x.push_back(point[0]);
    left.y.push_back(point[1]);
  });
  for (Values *values : {&left.x, &left.y}) {
    llvm::sort(*values);
    values->erase(std::unique(values->begin(), values->end()), values->end());
  }
  return left;
}

Values upTo(int64_t lo, int64_t hi) {
  Values result;
  for (int64_t v = lo; v <= hi; ++v)
    result.push_back(v);
  return result;
}

Interval hull(const Values &values) {
  return values.empty() ? Interval::none()
                        : Interval{values.front(), values.back()};
}

struct Named {
  const char *name;
  std::function<Expr(Expr, Expr)> f;
  bool isMonotone; ///< in both, where they are positive; each occurs once
};

const std::vector<Named> &functions() {
  static const std::vector<Named> all = {
      {"sum", [](Expr x, Expr y) { return x + y; }, true},
      {"difference", [](Expr x, Expr y) { return x - y; }, true},
      {"product", [](Expr x, Expr y) { return x * y; }, true},
      {"greatest", [](Expr x, Expr y) { return max(x, y); }, true},
      {"least", [](Expr x, Expr y) { return min(x, y); }, true},
      {"quotients",
       [](Expr x, Expr y) { return floorDiv(x, 3) + ceilDiv(y, 2); }, true},
      {"logarithms", [](Expr x, Expr y) { return ceilLog2(x) + ceilLog2(y); },
       true},
      {"nested", [](Expr x, Expr y) { return max(x * 2, 7) + ceilDiv(y, 3); },
       true},
      {"order", [](Expr x, Expr y) { return le(x, y); }, false},
      {"equal", [](Expr x, Expr y) { return eq(x, y); }, false},
      {"choice", [](Expr x, Expr y) { return select(le(x, 3), y, x * 2); },
       false},
      {"quotient", [](Expr x, Expr y) { return floorDiv(x * 4, y); }, false},
      {"remainder", [](Expr x, Expr y) { return mod(x, y) + gcd(x, y); },
       false},
      {"guarded",
       [](Expr x, Expr y) {
         return select(le(x, 2), y, floorDiv(y * 6, x - 2));
       },
       false},
      {"twice", [](Expr x, Expr y) { return x * y - x + max(y, x); }, false}};
  return all;
}
} // namespace

TEST(BackwardPropagation, LosesNoSolution) {
  unsigned dropped = 0, empty = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    Random random(seed);
    const Named &named = random.pick(functions());
    Values xs, ys;
    for (Values *values : {&xs, &ys}) {
      int64_t low = random.chance(70) ? 1 : -6;
      for (unsigned i = random.in(2, 7); i > 0; --i)
        values->push_back(random.in(low, 12));
      llvm::sort(*values);
      values->erase(std::unique(values->begin(), values->end()), values->end());
    }
    Interval want{random.chance(50) ? INT64_MIN : random.in(-5, 15),
                  random.chance(50) ? INT64_MAX : random.in(-5, 30)};
    Left left = propagate(named.f, xs, ys, want),
         truth = supported(named.f, xs, ys, want);
    EXPECT_TRUE(llvm::includes(left.x, truth.x) &&
                llvm::includes(left.y, truth.y))
        << named.name << " seed " << seed;
    dropped += xs.size() - left.x.size() + ys.size() - left.y.size();
    empty += left.x.empty();
  }
  EXPECT_GT(dropped, 3000u);
  EXPECT_GT(empty, 200u);
}

/// One limit at a time, over domains without gaps.
TEST(BackwardPropagation, ReachesTheHullOfTheSolutions) {
  unsigned compared = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    Random random(seed);
    const Named &named = random.pick(functions());
    if (!named.isMonotone)
      continue;
    int64_t x = random.in(1, 6), y = random.in(1, 6);
    Values xs = upTo(x, x + random.in(0, 9)), ys = upTo(y, y + random.in(0, 9));
    Interval want = Interval::everything();
    if (random.chance(50))
      want.lo = random.in(1, 40);
    else
      want.hi = random.in(1, 40);
    Left left = propagate(named.f, xs, ys, want),
         truth = supported(named.f, xs, ys, want);
    EXPECT_EQ(hull(left.x), hull(truth.x)) << named.name << " seed " << seed;
    EXPECT_EQ(hull(left.y), hull(truth.y)) << named.name << " seed " << seed;
    ++compared;
  }
  EXPECT_GT(compared, 500u);
}

TEST(BackwardPropagation, ReachesKnownFixedPoints) {
  auto product = [](Expr x, Expr y) { return x * y; };
  EXPECT_EQ(propagate(product, upTo(2, 9), upTo(3, 9), {INT64_MIN, 12}),
            (Left{{2, 3, 4}, {3, 4, 5, 6}}));
  EXPECT_EQ(propagate(product, upTo(1, 9), upTo(1, 4), {30, INT64_MAX}),
            (Left{{8, 9}, {4}}));
  // A greatest of two must be reached by one of them.
  auto greatest = [](Expr x, Expr y) { return max(x, y); };
  EXPECT_EQ(propagate(greatest, upTo(1, 4), upTo(1, 9), {6, 8}),
            (Left{upTo(1, 4), upTo(6, 8)}));
  auto order = [](Expr x, Expr y) { return le(x, y); };
  EXPECT_EQ(propagate(order, upTo(3, 9), upTo(1, 6), {1, 1}),
            (Left{upTo(3, 6), upTo(3, 6)}));
  EXPECT_EQ(propagate(order, upTo(3, 9), upTo(1, 6), {0, 0}),
            (Left{upTo(3, 9), upTo(1, 6)}));
  EXPECT_EQ(propagate(order, upTo(1, 9), upTo(5, 6), {0, 0}),
            (Left{upTo(6, 9), upTo(5, 6)}));
  // An end of a range that must not be met goes.
  auto equal = [](Expr x, Expr y) { return eq(x, y); };
  EXPECT_EQ(propagate(equal, upTo(1, 4), {1}, {0, 0}), (Left{upTo(2, 4), {1}}));
  // A branch whose values are excluded is not taken.
  auto choice = [](Expr x, Expr y) { return select(le(x, 3), y, x * 2); };
  EXPECT_EQ(propagate(choice, upTo(1, 9), upTo(1, 5), {10, 14}),
            (Left{upTo(5, 7), upTo(1, 5)}));
  auto far = [](Expr x, Expr y) { return select(le(x, 3), y, x + 10); };
  EXPECT_EQ(propagate(far, upTo(1, 9), upTo(1, 5), {INT64_MIN, 4}),
            (Left{upTo(1, 3), upTo(1, 4)}));
  // Nothing is demanded of a branch that may not be taken.
  auto guarded = [](Expr x, Expr y) {
    return select(eq(x, 1), y, floorDiv(y, x - 1));
  };
  EXPECT_EQ(propagate(guarded, upTo(1, 2), upTo(1, 9), {7, INT64_MAX}),
            (Left{{1, 2}, upTo(1, 9)}));
}

/// Limits of the objectives are demanded like constraints.
TEST(BackwardPropagation, StartsFromTheObjectivesToo) {
  Model m;
  Expr x = m.addVariable(m.addBlock("X"), "x", upTo(1, 9)),
       y = m.addVariable(m.addBlock("Y"), "y", upTo(1, 9));
  m.setObjective({x * 3 + y, y * y});
  Parts parts(m);
  describeCoupling(parts.coupling, parts.tables);
  Propagation propagation(parts.coupling, parts.tables, parts.allRows());
  propagation.objectiveBounds = {14, 30};
  Store store = propagation.everything();
  ASSERT_TRUE(propagation.run(store, SIZE_MAX));
  EXPECT_EQ(valuesIn(parts, store, 0), upTo(1, 4));
  EXPECT_EQ(valuesIn(parts, store, 1), upTo(1, 5));
  propagation.objectiveBounds = {3, 30};
  store = propagation.everything();
  EXPECT_FALSE(propagation.run(store, SIZE_MAX));
}
