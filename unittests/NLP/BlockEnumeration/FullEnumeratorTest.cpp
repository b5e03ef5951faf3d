//===- FullEnumeratorTest.cpp - All choices of a block --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/TableBuilder.h"
#include "Parts.h"
#include <set>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
/// A block with constraints, and features that are valid everywhere.
struct RandomBlock {
  explicit RandomBlock(uint32_t seed) {
    Random random(seed);
    std::vector<Expr> pool = randomExpressions(m, random, 10);
    for (unsigned i = random.in(0, 2); i > 0; --i)
      constraints.push_back(random.pick(pool).node());
    ranges = computeRanges(m);
    for (unsigned i = 0; i < 3; ++i)
      if (NodeId id = random.pick(pool).node(); !ranges.mayFail[id])
        features.push_back(id);
  }

  bool holds(const Assignment &point) const {
    return llvm::all_of(m.evaluate(constraints, point), [](Int value) {
      return value.isValid() && value.value() != 0;
    });
  }

  std::vector<int64_t> featuresAt(const Assignment &point) const {
    std::vector<int64_t> result;
    for (Int value : m.evaluate(features, point))
      result.push_back(value.value());
    return result;
  }

  Model m;
  Ranges ranges;
  std::vector<NodeId> constraints, features;
};
} // namespace

/// The same rows as brute force, one for choices that look the same.
TEST(FullEnumerator, ListsWhatBruteForceLists) {
  size_t merged = 0, left = 0, points = 0;
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    RandomBlock block(seed);
    Table table = enumerateBlock(block.m, block.ranges, 0, block.constraints,
                                 block.features);
    std::set<std::vector<int64_t>> truth, choices;
    forEachPoint(block.m, [&](const Assignment &point) {
      ++points;
      if (!block.holds(point))
        return;
      truth.insert(block.featuresAt(point));
      std::vector<int64_t> choice;
      for (VarId v : table.variables)
        choice.push_back(point[v]);
      choices.insert(std::move(choice));
    });
    ASSERT_TRUE(table.isComplete());
    ASSERT_EQ(table.feasible, int64_t(choices.size())) << "seed " << seed;
    ASSERT_EQ(table.rows, truth.size()) << "seed " << seed;
    left += table.rows;
    merged += choices.size() - table.rows;
    for (size_t row = 0; row < table.rows; ++row) {
      Assignment point;
      for (const Variable &v : block.m.variables())
        point.push_back(v.domain.front());
      for (auto [i, v] : llvm::enumerate(table.variables))
        point[v] = table.choices[row * table.variables.size() + i];
      ASSERT_TRUE(block.holds(point)) << "seed " << seed;
      std::vector<int64_t> features;
      for (const std::vector<int64_t> &column : table.features)
        features.push_back(column[row]);
      ASSERT_EQ(features, block.featuresAt(point)) << "seed " << seed;
      ASSERT_EQ(truth.erase(features), 1u) << "seed " << seed;
    }
  }
  EXPECT_GT(merged, 5000u);
  EXPECT_LT(left, points / 2);
}

/// A constraint over all variables of a hundred nodes is tested at many choices
/// at once: they are still those that brute force lists, and too many are told.
TEST(FullEnumerator, TestsLongConstraintsTogether) {
  Model m;
  BlockId block = m.addBlock("A");
  std::vector<int64_t> domain(12);
  std::iota(domain.begin(), domain.end(), 0);
  Expr x = m.addVariable(block, "x", domain),
       y = m.addVariable(block, "y", domain),
       z = m.addVariable(block, "z", domain), sum = m.constant(0);
  for (int64_t i = 1; i <= 25; ++i)
    sum = sum + min(x * i + y, z * z + i);
  Expr few = le(sum, 700), odd = eq(mod(sum, 3), 1);
  std::vector<NodeId> constraints = {few.node(), odd.node(), le(x, z).node()};
  int64_t feasible = 0;
  forEachPoint(m, [&](const Assignment &point) {
    feasible += llvm::all_of(m.evaluate(constraints, point),
                             [](Int value) { return value.value() != 0; });
  });
  ASSERT_GT(feasible, 100);
  Ranges ranges = computeRanges(m);
  NodeId features[] = {x.node(), y.node(), z.node()};
  EnumerationRequest request;
  request.most = feasible;
  Table table =
      enumerateBlock(m, ranges, block, constraints, features, request);
  EXPECT_TRUE(table.isComplete());
  EXPECT_EQ(table.feasible, feasible);
  EXPECT_EQ(int64_t(table.rows), feasible);
  for (size_t row = 0; row < table.rows; ++row) {
    Assignment point;
    for (const std::vector<int64_t> &column : table.features)
      point.push_back(column[row]);
    for (Int value : m.evaluate(constraints, point))
      ASSERT_NE(value.value(), 0);
  }
  request.most = feasible - 1;
  EXPECT_TRUE(enumerateBlock(m, ranges, block, constraints, features, request)
                  .isTooLarge);
}

TEST(FullEnumerator, StopsWhereThereAreTooMany) {
  unsigned tooLong = 0;
  for (uint32_t seed = 0; seed < 300; ++seed) {
    RandomBlock block(seed);
    auto list = [&](int64_t most) {
      EnumerationRequest request;
      request.most = most;
      return enumerateBlock(block.m, block.ranges, 0, block.constraints,
                            block.features, request);
    };
    int64_t all = list(INT64_MAX).feasible;
    EXPECT_TRUE(list(all).isComplete()) << "seed " << seed;
    if (all == 0)
      continue;
    ++tooLong;
    EXPECT_TRUE(list(all - 1).isTooLarge) << "seed " << seed;
  }
  EXPECT_GT(tooLong, 100u);
}

/// Far too many choices are told from a few random ones.
TEST(FullEnumerator, DoesNotStartWhereThereAreFarTooMany) {
  Model m;
  BlockId b = m.addBlock("S0");
  std::vector<int64_t> domain(100);
  std::iota(domain.begin(), domain.end(), 1);
  Expr sum = m.constant(0);
  for (const char *name : {"x", "y", "z", "u", "v", "w"})
    sum = sum + m.addVariable(b, name, domain);
  unsigned asked = 0;
  EnumerationRequest request;
  request.most = 1000;
  request.keepGoing = [&] { return ++asked < 1000; };
  Table table = enumerateBlock(m, computeRanges(m), b, le(sum, 550).node(),
                               sum.node(), request);
  EXPECT_TRUE(table.isTooLarge);
  EXPECT_EQ(table.feasible, 0);
  request.most = INT64_MAX;
  EXPECT_TRUE(enumerateBlock(m, computeRanges(m), b, le(sum, 550).node(),
                             sum.node(), request)
                  .aborted);
  EXPECT_EQ(asked, 1000u);
}

/// Rows that differ are kept in order, also where the set grows.
TEST(RowSet, KeepsOneOfEqualRows) {
  Random random(1);
  Table table;
  table.features.resize(2);
  RowSet set(table);
  std::set<std::pair<int64_t, int64_t>> truth;
  std::vector<std::pair<int64_t, int64_t>> order;
  for (unsigned batch = 0; batch < 100; ++batch) {
    std::vector<int64_t> x, y;
    for (unsigned lane = 0; lane < Program::Lanes; ++lane) {
      x.push_back(random.in(0, 60) << 40);
      y.push_back(random.in(0, 60));
    }
    llvm::ArrayRef<unsigned> added =
        set.insert({x.data(), y.data()}, Program::Lanes);
    std::vector<unsigned> expected;
    for (unsigned lane = 0; lane < Program::Lanes; ++lane)
      if (truth.insert({x[lane], y[lane]}).second) {
        expected.push_back(lane);
        order.push_back({x[lane], y[lane]});
      }
    ASSERT_EQ(added.vec(), expected);
  }
  ASSERT_EQ(table.rows, order.size());
  EXPECT_GT(table.rows, 2000u);
  for (size_t row = 0; row < table.rows; ++row)
    ASSERT_EQ(std::make_pair(table.features[0][row], table.features[1][row]),
              order[row]);
}
