//===- ProbingTest.cpp - Rows that cannot be alone go ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Probing.h"
#include "Agreement.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static std::vector<std::vector<uint32_t>> rowsOf(const Store &store) {
  std::vector<std::vector<uint32_t>> result;
  for (const DomainPtr &domain : store.domains)
    result.push_back(domain->rows);
  return result;
}

namespace {
/// Values that differ along every edge of a graph: propagation by itself sees
/// nothing, as every value has a partner in each neighbour.
struct Colouring {
  Colouring(std::vector<std::vector<int64_t>> domains,
            const std::vector<std::pair<unsigned, unsigned>> &edges) {
    std::vector<Expr> x;
    for (const std::vector<int64_t> &domain : domains)
      x.push_back(m.addVariable(m.addBlock("B" + std::to_string(x.size())), "x",
                                domain));
    for (auto [a, b] : edges)
      m.addConstraint("edge " + std::to_string(a) + " " + std::to_string(b),
                      x[a] - x[b]);
    parts = std::make_unique<Parts>(m);
    describeCoupling(parts->coupling, parts->tables);
    propagation = std::make_unique<Propagation>(parts->coupling, parts->tables,
                                                parts->allRows());
    store = propagation->everything();
  }

  bool propagate() { return propagation->run(store, Propagation::RefreshAll); }

  Model m;
  std::unique_ptr<Parts> parts;
  std::unique_ptr<Propagation> propagation;
  Store store;
  Limits limits;
};
} // namespace

/// A triangle of the values 0, 1, 2 whose other two corners leave 2 to A: with
/// 0 or 1 in A, both would have to take the one that is left.
TEST(Probing, DropsWhatPropagationAloneKeeps) {
  Colouring c({{0, 1, 2}, {0, 1}, {0, 1}}, {{0, 1}, {0, 2}, {1, 2}});
  ASSERT_TRUE(c.propagate());
  EXPECT_EQ(rowsOf(c.store),
            (std::vector<std::vector<uint32_t>>{{0, 1, 2}, {0, 1}, {0, 1}}));
  Probing probing(*c.propagation, c.limits);
  ASSERT_TRUE(probing.run(c.store));
  EXPECT_EQ(rowsOf(c.store),
            (std::vector<std::vector<uint32_t>>{{2}, {0, 1}, {0, 1}}));
  EXPECT_GT(c.limits.nodes, 0);
}

/// Three corners cannot take two values.
TEST(Probing, RefutesWhatPropagationAloneKeeps) {
  Colouring c({{0, 1}, {0, 1}, {0, 1}}, {{0, 1}, {0, 2}, {1, 2}});
  ASSERT_TRUE(c.propagate());
  EXPECT_FALSE(Probing(*c.propagation, c.limits).run(c.store));
}

/// Every value is in a solution: a path has one for each.
TEST(Probing, KeepsConsistentRows) {
  Colouring c({{0, 1}, {0, 1}, {0, 1}}, {{0, 1}, {1, 2}});
  ASSERT_TRUE(c.propagate());
  std::vector<std::vector<uint32_t>> before = rowsOf(c.store);
  EXPECT_TRUE(Probing(*c.propagation, c.limits).run(c.store));
  EXPECT_EQ(rowsOf(c.store), before);
}

/// What a node limit leaves untried stays.
TEST(Probing, LimitsKeepRows) {
  Colouring c({{0, 1, 2}, {0, 1}, {0, 1}}, {{0, 1}, {0, 2}, {1, 2}});
  ASSERT_TRUE(c.propagate());
  c.limits.nodeLimit = 1;
  Probing probing(*c.propagation, c.limits);
  ASSERT_TRUE(probing.run(c.store));
  EXPECT_EQ(rowsOf(c.store)[1], (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(c.limits.nodes, 1);
}

/// No point within the bounds of the objectives loses a row; a child is what
/// propagation leaves, and its bound is one. Threads change nothing.
TEST(Probing, LosesNoPoint) {
  unsigned refuted = 0, dropped = 0, children = 0;
  Workers workers(2);
  forEachRandomModel(500, [&](uint32_t seed, Parts &parts, const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    Propagation propagation(parts.coupling, parts.tables, parts.allRows());
    std::optional<std::vector<int64_t>> best = optimumOf(points);
    int64_t most = best ? best->front() + int64_t(seed % 9) : 50;
    propagation.objectiveBounds.front() = most;
    Store store = propagation.everything();
    if (!propagation.run(store, Propagation::RefreshAll))
      return;
    Limits limits, shared;
    shared.workers = &workers;
    Probing probing(propagation, limits), together(propagation, shared);
    auto isLeft = [&](const Store &left, const PointOfRows &point) {
      for (auto [domain, row] : llvm::zip(left.domains, point.rows))
        if (!llvm::is_contained(domain->rows, row))
          return false;
      return true;
    };
    for (BlockId b = 0; b < parts.tables.size(); ++b)
      for (auto [i, row] : llvm::enumerate(store.domains[b]->rows)) {
        std::optional<Probing::Child> child =
            probing.probe(store, b, uint32_t(i));
        children += child.has_value();
        for (const PointOfRows &point : points) {
          if (point.rows[b] != row || point.objective.front() > most)
            continue;
          ASSERT_TRUE(child && isLeft(child->store, point)) << "seed " << seed;
          ASSERT_LE(child->bound, point.objective.front()) << "seed " << seed;
        }
      }
    Store probed = store, same = store;
    bool isOpen = probing.run(probed);
    refuted += !isOpen;
    ASSERT_EQ(together.run(same), isOpen) << "seed " << seed;
    if (isOpen) {
      ASSERT_EQ(rowsOf(same), rowsOf(probed)) << "seed " << seed;
      for (auto [left, whole] : llvm::zip(probed.domains, store.domains))
        dropped += whole->rows.size() - left->rows.size();
    }
    for (const PointOfRows &point : points)
      ASSERT_TRUE(point.objective.front() > most ||
                  (isOpen && isLeft(probed, point)))
          << "seed " << seed;
  });
  EXPECT_GT(children, 500u);
  EXPECT_GT(dropped, 20u);
}
