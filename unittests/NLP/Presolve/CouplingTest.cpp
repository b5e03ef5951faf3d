//===- CouplingTest.cpp - What couples blocks is what the model says ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// Ranges and validity hold at every combination of rows, feasible or not.
TEST(Coupling, RangesHoldTheValuesOfAllRows) {
  unsigned tight = 0, proved = 0;
  forEachRandomModel(400, [&](uint32_t seed, Parts &parts, const auto &) {
    std::vector<bool> mayFail;
    for (const CouplingNode &node : parts.coupling.nodes)
      mayFail.push_back(node.mayFail);
    describeCoupling(parts.coupling, parts.tables);
    for (auto [node, before] : llvm::zip(parts.coupling.nodes, mayFail))
      proved += before && !node.mayFail;
    std::vector<NodeId> origins;
    for (const CouplingNode &node : parts.coupling.nodes)
      origins.push_back(node.origin);
    parts.forEachCombination([&](const RowsOfBlocks &rows) {
      std::vector<Int> values = parts.valuesAt(rows),
                       truth =
                           parts.model.evaluate(origins, parts.pointOf(rows));
      for (auto [n, node] : llvm::enumerate(parts.coupling.nodes)) {
        ASSERT_EQ(values[n], truth[n]) << "seed " << seed;
        ASSERT_TRUE(node.mayFail || values[n].isValid()) << "seed " << seed;
        if (!values[n].isValid())
          continue;
        ASSERT_TRUE(node.range.contains(values[n].value())) << "seed " << seed;
        tight += node.range.isPoint();
      }
    });
  });
  EXPECT_GT(tight, 1000u);
  EXPECT_GT(proved, 100u);
}

/// A smaller value of a feature that is wished lower keeps every constraint
/// true and worsens no objective; likewise for higher.
TEST(Coupling, WishesAreMonotone) {
  unsigned compared = 0;
  forEachRandomModel(300, [&](uint32_t seed, Parts &parts, const auto &) {
    describeCoupling(parts.coupling, parts.tables);
    const Coupling &coupling = parts.coupling;
    parts.forEachCombination([&](const RowsOfBlocks &rows) {
      for (BlockId b = 0; b < rows.size(); ++b) {
        RowsOfBlocks other(rows);
        other[b] = (rows[b] + 1) % parts.tables[b].rows;
        std::vector<Int> x = parts.valuesAt(rows), y = parts.valuesAt(other);
        bool isBetter =
            llvm::all_of(coupling.blocks[b].features, [&](uint32_t n) {
              switch (coupling.nodes[n].monotonicity) {
              case Direction::Independent:
                return true;
              case Direction::Unknown:
                return x[n] == y[n];
              case Direction::Nondecreasing:
                return y[n].value() <= x[n].value();
              case Direction::Nonincreasing:
                return y[n].value() >= x[n].value();
              }
              return false;
            });
        if (!isBetter)
          continue;
        ++compared;
        for (const CouplingConstraint &c : coupling.constraints)
          if (x[c.node].isValid() && x[c.node].value() != 0)
            ASSERT_TRUE(y[c.node].isValid() && y[c.node].value() != 0)
                << "seed " << seed << " " << c.name;
        for (uint32_t o : coupling.objectives)
          if (x[o].isValid())
            ASSERT_TRUE(y[o].isValid() && y[o].value() <= x[o].value())
                << "seed " << seed;
      }
    });
  });
  EXPECT_GT(compared, 5000u);
}

/// The split of a loop: private constraints say that the product is 8, although
/// its factors' ranges say 512.
TEST(Coupling, PrivateConstraintsCutRanges) {
  Model m;
  BlockId s = m.addBlock("S"), a = m.addBlock("A");
  Expr x = m.addVariable(s, "x", {1, 2, 4, 8}),
       y = m.addVariable(s, "y", {1, 2, 4, 8}),
       z = m.addVariable(s, "z", {1, 2, 4, 8}),
       f = m.addVariable(a, "f", {1, 2});
  m.addConstraint("trips", eq(x * y * z, 8));
  m.setObjective({x * y * z + f});
  Parts parts(m);
  EXPECT_EQ(computeRanges(m).interval[m.objective().front()],
            (Interval{2, 514}));
  describeCoupling(parts.coupling, parts.tables);
  EXPECT_EQ(parts.coupling.nodes[parts.coupling.objectives.front()].range,
            (Interval{9, 10}));
}

/// A declared output over several blocks stays together in the rows of its
/// block; one that nothing needs is forgotten.
TEST(Coupling, OutputsOverSeveralBlocksAreCuts) {
  Model m;
  BlockId s = m.addBlock("S"), a = m.addBlock("A");
  Expr x = m.addVariable(s, "x", {1, 2, 3}), f = m.addVariable(a, "f", {1, 2});
  Expr cycles = m.declareOutput(s, "cycles", x * f + x);
  m.setObjective({cycles + f});
  Parts parts(m);
  describeCoupling(parts.coupling, parts.tables);
  const BlockView &view = parts.coupling.blocks[s];
  ASSERT_EQ(view.intervalColumns.size(), 1u);
  EXPECT_EQ(parts.coupling.nodes[view.intervalColumns.front()].origin,
            cycles.node());
  EXPECT_EQ(view.neighbours, (std::vector<BlockId>{a}));
  EXPECT_TRUE(parts.coupling.blocks[a].intervalColumns.empty());
  Coupling without = parts.coupling;
  without.objectives.clear();
  dropUnusedIntervalColumns(without);
  EXPECT_TRUE(without.blocks[s].intervalColumns.empty());
  dropUnusedIntervalColumns(parts.coupling);
  EXPECT_EQ(parts.coupling.blocks[s].intervalColumns.size(), 1u);
}
