//===- LagrangianBoundTest.cpp - Prices bound every completion ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/LagrangianBound.h"
#include "Agreement.h"
#include "TreeDecomposition/Trees.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// The aggregates' values at a point.
static std::vector<int64_t> joinedAt(const Trees &trees,
                                     const RowsOfBlocks &rows) {
  std::vector<Int> values = trees.parts.valuesAt(rows);
  std::vector<int64_t> joined(trees.structure->size(), 0);
  for (const SeparableTerm &term : trees.structure->terms)
    joined[term.aggregate] = trees.structure->join(
        term.aggregate, joined[term.aggregate], values[term.node].value());
  return joined;
}

static bool isWithin(const Box &box, llvm::ArrayRef<int64_t> values) {
  for (auto [value, lo, hi] : llvm::zip(values, box.lo, box.hi))
    if (value < lo || value > hi)
      return false;
  return true;
}

/// At the best prices found, at no prices and at any others, in the whole box
/// and in its parts: no solution is below the bound of its box.
TEST(LagrangianBound, IsBelowTheOptimumAtAllPrices) {
  unsigned tight = 0, met = 0, boxes = 0, split = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 3);
    Parts parts(m);
    if (!parts.isSmall())
      continue;
    Trees trees(parts);
    std::vector<PointOfRows> points = parts.points();
    if (trees.bags.empty())
      continue;
    LagrangianBound lagrangian(*trees.structure, trees.bags);
    std::optional<Box> whole = lagrangian.start();
    if (points.empty())
      continue;
    ASSERT_TRUE(whole) << "seed " << seed;
    int64_t optimum = optimumOf(points)->front();
    tight += whole->bound == optimum;
    if (lagrangian.incumbent) {
      ++met;
      ASSERT_GE(lagrangian.incumbent->objectives, *optimumOf(points))
          << "seed " << seed;
    }
    std::vector<Box> all{*whole};
    if (std::optional<std::vector<Box>> parts = lagrangian.split(*whole))
      llvm::append_range(all, *parts);
    Random random(seed);
    for (const PointOfRows &point : points) {
      std::vector<int64_t> values = joinedAt(trees, point.rows);
      for (const Box &box : all)
        if (isWithin(box, values)) {
          ++boxes;
          ASSERT_LE(box.bound, point.objective.front()) << "seed " << seed;
        }
    }
    // Points that others beat may be in no box, but the optimum is in one.
    ASSERT_LE(whole->bound, optimum) << "seed " << seed;
    if (all.size() > 1) {
      ++split;
      int64_t least = INT64_MAX;
      for (const Box &part : llvm::drop_begin(all))
        least = std::min(least, part.bound);
      ASSERT_LE(least, optimum) << "seed " << seed;
    }
    // mayReach() says whether the bound at the prices of the box entered, with
    // all that is to be paid at least, is below some objective.
    for (unsigned i = 0; i < 8; ++i) {
      Box priced = *whole;
      for (int64_t &price : priced.prices)
        price = i == 0 ? 0 : random.in(0, int64_t(1) << random.in(0, 40));
      lagrangian.enter(priced);
      ASSERT_TRUE(lagrangian.mayReach(
          optimum, priced.lo, lagrangian.up(trees.bags.size() - 1, /*key=*/0)))
          << "seed " << seed;
    }
  }
  EXPECT_GT(tight, 50u);
  EXPECT_GT(met, 100u);
  EXPECT_GT(boxes, 5000u);
  EXPECT_GT(split, 10u);
}

namespace {
/// Blocks with three ways each that cost 0, 5 or 10 and take 6, 3 or 0 of a
/// budget: half of the budget buys half of the cost.
std::optional<Box> boundOf(unsigned blocks, int64_t budget, int64_t &optimum) {
  Model m;
  Expr cost = m.constant(0), use = m.constant(0);
  for (unsigned i = 0; i < blocks; ++i) {
    Expr x = m.addVariable(m.addBlock("B" + std::to_string(i)), "x", {0, 1, 2});
    cost = cost + x * 5;
    use = use + (2 - x) * 3;
  }
  m.addConstraint("budget", le(use, budget));
  m.setObjective({cost});
  Parts parts(m);
  Trees trees(parts);
  optimum = optimumOf(parts.points())->front();
  return LagrangianBound(*trees.structure, trees.bags).start();
}
} // namespace

TEST(LagrangianBound, IsTightWithoutAGap) {
  int64_t optimum;
  for (int64_t budget : {0, 3, 6, 9, 12, 18}) {
    std::optional<Box> box = boundOf(3, budget, optimum);
    EXPECT_EQ(optimum, 30 - 5 * budget / 3);
    EXPECT_EQ(box->bound, optimum) << "budget " << budget;
  }
}

/// A budget between two uses leaves a gap: 4 buy no more than 3 do, but by the
/// lagrangian 4 / 3 as much.
TEST(LagrangianBound, LeavesTheDualityGap) {
  int64_t optimum;
  std::optional<Box> box = boundOf(3, 4, optimum);
  EXPECT_EQ(optimum, 25);
  EXPECT_EQ(box->bound, 24); // 30 - 20 / 3, rounded up
}
