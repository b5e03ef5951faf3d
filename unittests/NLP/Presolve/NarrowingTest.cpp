//===- NarrowingTest.cpp - Rows within a limit of the objective -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/Narrowing.h"
#include "Agreement.h"
#include "Parts.h"
#include <set>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// A row as what the other blocks see of it.
static std::vector<int64_t> featuresOf(const Table &table, uint32_t row) {
  std::vector<int64_t> result;
  for (const std::vector<int64_t> &column : table.features)
    result.push_back(column[row]);
  return result;
}

static std::set<std::vector<int64_t>> allFeaturesOf(const Table &table) {
  std::set<std::vector<int64_t>> result;
  for (uint32_t row = 0; row < table.rows; ++row)
    result.insert(featuresOf(table, row));
  return result;
}

/// Batches of rows: the ranges of a row hold what the roots take with it,
/// whatever the rows of the other blocks.
TEST(RowRanges, HoldTheValuesOfAllRows) {
  unsigned compared = 0, points = 0;
  forEachRandomModel(200, [&](uint32_t seed, Parts &parts, const auto &) {
    computeNodeRanges(parts.coupling, parts.tables);
    RowRanges ranges(parts.coupling, parts.tables);
    std::vector<uint32_t> roots(parts.coupling.objectives);
    for (const CouplingConstraint &c : parts.coupling.constraints)
      roots.push_back(c.node);
    for (BlockId b = 0; b < parts.tables.size(); ++b) {
      std::vector<uint32_t> own;
      for (uint32_t n : roots)
        if (llvm::is_contained(parts.coupling.nodes[n].support, b))
          own.push_back(n);
      std::vector<std::vector<Interval>> byRow(parts.tables[b].rows);
      ranges.of(b, own, parts.allRows()[b],
                [&](size_t from, size_t count, Lanes &lanes) {
                  for (size_t l = 0; l < count; ++l)
                    for (uint32_t n : own)
                      byRow[from + l].push_back(lanes.at(n, l));
                });
      parts.forEachCombination([&](const RowsOfBlocks &rows) {
        std::vector<Int> values = parts.valuesAt(rows);
        ASSERT_EQ(byRow[rows[b]].size(), own.size()) << "seed " << seed;
        for (auto [n, range] : llvm::zip(own, byRow[rows[b]])) {
          if (!values[n].isValid())
            continue;
          ++compared;
          points += range.isPoint();
          ASSERT_TRUE(range.contains(values[n].value())) << "seed " << seed;
        }
      });
    }
  });
  EXPECT_GT(compared, 50000u);
  EXPECT_GT(points, 1000u);
}

/// Every row of a point within the limit stays, whatever the limit.
TEST(Narrowing, KeepsTheRowsOfPointsWithinTheLimit) {
  size_t all = 0, kept = 0;
  forEachRandomModel(500, [&](uint32_t seed, Parts &parts, const auto &points) {
    Narrowing narrowing(parts.coupling, parts.tables);
    std::vector<int64_t> limits;
    for (size_t rows : {1, 2, 4})
      if (std::optional<int64_t> limit = narrowing.limitFor(rows))
        limits.push_back(*limit);
    if (auto best = optimumOf(points))
      limits.push_back(best->front());
    for (int64_t limit : limits) {
      std::vector<Table> some = narrowing.within(limit);
      std::vector<std::set<std::vector<int64_t>>> left;
      for (auto [whole, part] : llvm::zip(parts.tables, some)) {
        all += whole.rows;
        kept += part.rows;
        left.push_back(allFeaturesOf(part));
      }
      for (const PointOfRows &point : points)
        for (auto [b, row] : llvm::enumerate(point.rows))
          if (point.objective.front() <= limit)
            ASSERT_TRUE(left[b].count(featuresOf(parts.tables[b], row)))
                << "seed " << seed;
    }
  });
  EXPECT_LT(kept, all * 9 / 10);
}

/// Twenty rows that cost 10 to 200, beside a block that costs at least 5.
static void addCosts(Model &m) {
  BlockId s = m.addBlock("S"), a = m.addBlock("A");
  std::vector<int64_t> domain(20);
  std::iota(domain.begin(), domain.end(), 1);
  Expr x = m.addVariable(s, "x", domain), f = m.addVariable(a, "f", {5, 6});
  m.addConstraint("fits", le(mod(x, f), 4));
  m.setObjective({x * 10 + f});
}

TEST(Narrowing, LeavesExactlyTheRowsWithinTheLimit) {
  Model m;
  addCosts(m);
  Parts parts(m);
  Narrowing narrowing(parts.coupling, parts.tables);
  std::vector<Table> some = narrowing.within(47);
  EXPECT_EQ(some[0].rows, 4u); // 10 x + 5 <= 47
  EXPECT_EQ(some[1].rows, 2u); // 10 + f <= 47
  EXPECT_EQ(narrowing.within(15)[1].rows, 1u);
  EXPECT_EQ(narrowing.within(14)[0].rows, 0u);
}

/// The limit is the bound of the first row beyond those that are wanted.
TEST(Narrowing, LimitsTheNumberOfRows) {
  Model m;
  addCosts(m);
  Parts parts(m);
  Narrowing narrowing(parts.coupling, parts.tables);
  EXPECT_EQ(narrowing.limitFor(4), std::optional<int64_t>(55));
  size_t largest = 0;
  for (const Table &table : narrowing.within(55))
    largest = std::max(largest, table.rows);
  EXPECT_EQ(largest, 5u);
  EXPECT_EQ(narrowing.limitFor(100), std::nullopt); // no table has so many
}
