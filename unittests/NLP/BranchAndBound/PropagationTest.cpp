//===- PropagationTest.cpp - Rows that are left are a superset ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Propagation.h"
#include "Agreement.h"
#include "NLP/Presolve/SurrogateConstraints.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static std::vector<std::vector<uint32_t>> rowsOf(const Store &store) {
  std::vector<std::vector<uint32_t>> result;
  for (const DomainPtr &list : store.domains)
    result.push_back(list->rows);
  return result;
}

static bool holds(const Store &store, const RowsOfBlocks &rows) {
  for (auto [list, row] : llvm::zip(store.domains, rows))
    if (!llvm::is_contained(list->rows, row))
      return false;
  return true;
}

/// Whatever the limits of the objectives, every point within them stays; and
/// what stays is a fixed point.
TEST(Propagation, LosesNoPointWithinTheLimits) {
  unsigned refuted = 0, dropped = 0;
  forEachRandomModel(600, [&](uint32_t seed, Parts &parts, const auto &points) {
    if (seed % 2)
      addSurrogateConstraints(parts.coupling, parts.tables);
    describeCoupling(parts.coupling, parts.tables);
    Propagation propagation(parts.coupling, parts.tables, parts.allRows());
    Random random(seed);
    for (unsigned i = 0; i < 4; ++i) {
      for (auto [o, most] :
           llvm::zip(parts.coupling.objectives, propagation.objectiveBounds)) {
        Interval range = parts.coupling.nodes[o].range;
        bool isWide = double(range.hi) - double(range.lo) > 1e6;
        most = i == 0   ? Propagation::NoLimit
               : isWide ? random.in(0, 200)
                        : random.in(range.lo, range.hi);
      }
      Store store = propagation.everything();
      bool isOpen = propagation.run(store, SIZE_MAX);
      Store again = store, fewer = store;
      bool isOpenByRows = isOpen && propagation.dropRows(fewer);
      auto isWithin = [&](const PointOfRows &point) {
        return llvm::all_of(
            llvm::zip(point.objective, propagation.objectiveBounds),
            [](auto of) { return std::get<0>(of) <= std::get<1>(of); });
      };
      for (const PointOfRows &point : points) {
        ASSERT_TRUE(!isWithin(point) || (isOpen && holds(store, point.rows)))
            << "seed " << seed;
        ASSERT_TRUE(!isWithin(point) ||
                    (isOpenByRows && holds(fewer, point.rows)))
            << "seed " << seed;
      }
      refuted += !isOpenByRows;
      if (!isOpen)
        continue;
      ASSERT_TRUE(propagation.run(again, SIZE_MAX)) << "seed " << seed;
      ASSERT_EQ(rowsOf(again), rowsOf(store)) << "seed " << seed;
      for (auto [list, table] : llvm::zip(store.domains, parts.tables))
        dropped += table.rows - list->rows.size();
      for (BlockId b = 0; b < store.domains.size(); ++b) {
        std::vector<uint32_t> fitting = propagation.rowsThatFit(store, b);
        std::vector<bool> fits(parts.tables[b].rows, false);
        for (uint32_t position : fitting)
          fits[store.domains[b]->rows[position]] = true;
        for (const PointOfRows &point : points)
          ASSERT_TRUE(!isWithin(point) || fits[point.rows[b]])
              << "seed " << seed;
      }
    }
  });
  EXPECT_GT(refuted, 300u);
  EXPECT_GT(dropped, 3000u);
}

/// With one row left in every block, what stays is a point, and the ranges of
/// the objectives are its values.
TEST(Propagation, IsExactForSingleRows) {
  unsigned feasible = 0, infeasible = 0;
  forEachRandomModel(300, [&](uint32_t seed, Parts &parts, const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    Propagation propagation(parts.coupling, parts.tables, parts.allRows());
    auto known = points.begin();
    parts.forEachCombination([&](const RowsOfBlocks &rows) {
      Store store = propagation.everything();
      for (auto [b, row] : llvm::enumerate(rows))
        store.domains[b] = propagation.pick(b, *store.domains[b], row);
      bool isPoint = known != points.end() && known->rows == rows;
      ASSERT_EQ(propagation.run(store, SIZE_MAX), isPoint) << "seed " << seed;
      ++(isPoint ? feasible : infeasible);
      if (!isPoint)
        return;
      for (auto [i, value] : llvm::enumerate(known->objective))
        ASSERT_EQ(propagation.objective(i), Interval::point(value))
            << "seed " << seed;
      ++known;
    });
  });
  EXPECT_GT(feasible, 1000u);
  EXPECT_GT(infeasible, 1000u);
}

/// Bounds of rows are bounds of all points with them.
TEST(Propagation, BoundsRows) {
  unsigned tight = 0, refuted = 0;
  forEachRandomModel(500, [&](uint32_t seed, Parts &parts, const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    Propagation propagation(parts.coupling, parts.tables, parts.allRows());
    Store store = propagation.everything();
    if (!propagation.run(store, SIZE_MAX))
      return;
    for (BlockId b = 0; b < parts.tables.size(); ++b) {
      std::vector<int64_t> least(parts.tables[b].rows, INT64_MAX);
      for (const PointOfRows &point : points)
        least[point.rows[b]] =
            std::min(least[point.rows[b]], point.objective.front());
      std::vector<int64_t> bounds = propagation.boundRows(store, b, 0);
      ASSERT_EQ(bounds.size(), store.domains[b]->rows.size());
      for (auto [row, bound] : llvm::zip(store.domains[b]->rows, bounds)) {
        ASSERT_LE(bound, least[row]) << "seed " << seed;
        tight += bound == least[row];
        refuted += bound == INT64_MAX;
      }
    }
  });
  EXPECT_GT(tight, 1000u);
  EXPECT_GT(refuted, 10u);
}

//===----------------------------------------------------------------------===//
// The store
//===----------------------------------------------------------------------===//

namespace {
/// Three blocks of values 1 to 6 and a constraint over them.
struct ThreeBlocks {
  ThreeBlocks() {
    std::vector<int64_t> domain{1, 2, 3, 4, 5, 6};
    std::vector<Expr> x;
    for (const char *name : {"A", "B", "C"})
      x.push_back(m.addVariable(m.addBlock(name), "x", domain));
    m.addConstraint("sum", le(x[0] + x[1] + x[2], 8));
    m.setObjective({x[0] * x[1] + x[2]});
    parts = std::make_unique<Parts>(m);
    describeCoupling(parts->coupling, parts->tables);
    propagation = std::make_unique<Propagation>(parts->coupling, parts->tables,
                                                parts->allRows());
  }
  Model m;
  std::unique_ptr<Parts> parts;
  std::unique_ptr<Propagation> propagation;
};
} // namespace

/// A store is changed by replacing domains: copies of it are not touched.
TEST(PropagationStore, CopiesAreIndependent) {
  ThreeBlocks model;
  Propagation &propagation = *model.propagation;
  Store parent = propagation.everything();
  ASSERT_TRUE(propagation.run(parent, SIZE_MAX));
  std::vector<std::vector<uint32_t>> before = rowsOf(parent);
  Store child = parent;
  // Value 5 of A: 5 + x + y <= 8 leaves 1 and 2.
  child.domains[0] = propagation.pick(0, *child.domains[0], {4});
  ASSERT_TRUE(propagation.run(child, SIZE_MAX, /*changed=*/0));
  EXPECT_EQ(rowsOf(child),
            (std::vector<std::vector<uint32_t>>{{4}, {0, 1}, {0, 1}}));
  EXPECT_TRUE(child.isSingle(0));
  EXPECT_EQ(rowsOf(parent), before);
  EXPECT_FALSE(parent.isSingle(0));
  // The next child of the same parent knows nothing of the first.
  Store other = parent;
  other.domains[1] = propagation.pick(1, *other.domains[1], {0, 1});
  ASSERT_TRUE(propagation.run(other, SIZE_MAX, /*changed=*/1));
  EXPECT_EQ(rowsOf(other)[0], before[0]);
}

/// What a list says of its columns is what its rows take.
TEST(PropagationStore, ListsKnowTheRangesOfTheirRows) {
  ThreeBlocks model;
  Propagation &propagation = *model.propagation;
  Store store = propagation.everything();
  DomainPtr some = propagation.pick(0, *store.domains[0], {1, 3, 4});
  EXPECT_EQ(some->rows, (std::vector<uint32_t>{1, 3, 4}));
  bool isSeen = false;
  for (auto [column, range] : llvm::enumerate(some->range))
    if (!range.isEmpty()) {
      isSeen = true;
      EXPECT_EQ(range, (Interval{2, 5})) << "column " << column;
    }
  EXPECT_TRUE(isSeen);
  DomainPtr fewer = propagation.pick(0, *some, {2});
  EXPECT_EQ(fewer->rows, (std::vector<uint32_t>{4}));
}

/// Threads work on copies that share no memory that changes.
TEST(PropagationStore, CopiesForThreadsFindTheSame) {
  forEachRandomModel(100, [&](uint32_t seed, Parts &parts, const auto &) {
    describeCoupling(parts.coupling, parts.tables);
    Propagation propagation(parts.coupling, parts.tables, parts.allRows()),
        copy(propagation);
    for (uint32_t row = 0; row < parts.tables[0].rows; ++row) {
      Store x = propagation.everything(), y = copy.everything();
      x.domains[0] = propagation.pick(0, *x.domains[0], row);
      y.domains[0] = copy.pick(0, *y.domains[0], row);
      bool isOpen = propagation.run(x, SIZE_MAX);
      ASSERT_EQ(copy.run(y, SIZE_MAX), isOpen) << "seed " << seed;
      if (isOpen)
        ASSERT_EQ(rowsOf(x), rowsOf(y)) << "seed " << seed;
    }
  });
}

/// Rows that break a constraint by themselves although the ranges of their
/// columns do not: f and g are both at most 5, and (4, 4) alone is too much.
TEST(Propagation, DropsRowsThatRangesLeave) {
  Model m;
  BlockId a = m.addBlock("A"), b = m.addBlock("B"), c = m.addBlock("C");
  Expr x = m.addVariable(a, "x", {0, 1, 2, 3}),
       y = m.addVariable(b, "y", {1, 2}), z = m.addVariable(c, "z", {1, 2});
  Expr f = lookUp(x, {0, 5, 4, 1}), g = lookUp(x, {5, 0, 4, 1});
  m.addConstraint("both", le(max(f, y) + max(g, z), 7));
  m.setObjective({y + z});
  Parts parts(m);
  describeCoupling(parts.coupling, parts.tables);
  Propagation propagation(parts.coupling, parts.tables, parts.allRows());
  Store store = propagation.everything();
  ASSERT_TRUE(propagation.run(store, SIZE_MAX));
  EXPECT_EQ(rowsOf(store)[a], (std::vector<uint32_t>{0, 1, 2, 3}));
  ASSERT_TRUE(propagation.dropRows(store));
  EXPECT_EQ(rowsOf(store)[a], (std::vector<uint32_t>{0, 1, 3}));
}

/// A row that its own columns do not refute, but those that the rows have that
/// fit it: with x = 2, y must be 2, and 2 * 2 + z is more than 5.
TEST(Propagation, DropsRowsThatPartnersRefute) {
  Model m;
  BlockId a = m.addBlock("A"), b = m.addBlock("B"), c = m.addBlock("C");
  Expr x = m.addVariable(a, "x", {1, 2}), y = m.addVariable(b, "y", {1, 2, 3}),
       z = m.addVariable(c, "z", {2, 3});
  m.addConstraint("same", le(x, y));
  m.addConstraint("sum", le(x * y + z, 5));
  m.setObjective({z});
  Parts parts(m);
  describeCoupling(parts.coupling, parts.tables);
  Propagation propagation(parts.coupling, parts.tables, parts.allRows());
  Store store = propagation.everything();
  EXPECT_EQ(propagation.rowsLeft(store, a), (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(propagation.rowsThatFit(store, a), (std::vector<uint32_t>{0}));
}
