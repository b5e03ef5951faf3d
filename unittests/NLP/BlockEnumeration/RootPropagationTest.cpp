//===- RootPropagationTest.cpp - What rows leave of the ranges ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/RootPropagation.h"
#include "Agreement.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// Without the rows of one block.
static std::vector<Table> without(const Parts &parts, BlockId b) {
  std::vector<Table> tables(parts.tables);
  tables[b].rows = 0;
  for (std::vector<int64_t> &column : tables[b].features)
    column.clear();
  return tables;
}

/// The ranges hold the values of all points within the limit, also those of the
/// block of which no row is known.
TEST(PropagateAtRoot, RangesHoldThePointsWithinTheLimit) {
  unsigned refuted = 0, narrowed = 0;
  forEachRandomModel(400, [&](uint32_t seed, Parts &parts, const auto &points) {
    if (parts.coupling.objectives.empty())
      return;
    Random random(seed);
    std::optional<std::vector<int64_t>> best = optimumOf(points);
    BlockId unknown = random.in(0, parts.tables.size() - 1);
    std::vector<Table> tables = without(parts, unknown);
    for (int64_t most : {best ? best->front() : 20,
                         best ? best->front() - 1 : 0, int64_t(INT64_MAX)}) {
      Coupling coupling = parts.coupling;
      computeNodeRanges(coupling, tables);
      Coupling before = coupling;
      bool mayBe = propagateAtRoot(coupling, tables, most);
      refuted += !mayBe;
      for (const PointOfRows &point : points) {
        if (point.objective.front() > most)
          continue;
        ASSERT_TRUE(mayBe) << "seed " << seed;
        std::vector<Int> values = parts.valuesAt(point.rows);
        for (auto [n, node] : llvm::enumerate(coupling.nodes))
          if (values[n].isValid())
            ASSERT_TRUE(node.range.contains(values[n].value()))
                << "seed " << seed;
      }
      for (auto [x, y] : llvm::zip(coupling.nodes, before.nodes))
        narrowed += mayBe && !(x.range == y.range);
    }
  });
  EXPECT_GT(refuted, 50u);
  EXPECT_GT(narrowed, 500u);
}

/// Of x + y + z <= 12 with x unknown but at least 1, y and z of 1 to 9: rows of
/// y and z up to 10 remain, and x is at most 10 then.
TEST(PropagateAtRoot, NarrowsToAKnownRange) {
  Model m;
  std::vector<int64_t> domain(20);
  std::iota(domain.begin(), domain.end(), 1);
  Expr x = m.addVariable(m.addBlock("X"), "x", domain),
       y = m.addVariable(m.addBlock("Y"), "y", {3, 5, 8, 13, 14}),
       z = m.addVariable(m.addBlock("Z"), "z", {2, 4, 16});
  m.addConstraint("sum", le(x + y + z, 12));
  m.setObjective({y + z});
  Parts parts(m);
  Coupling coupling = parts.coupling;
  std::vector<Table> tables = without(parts, 0);
  computeNodeRanges(coupling, tables);
  ASSERT_TRUE(propagateAtRoot(coupling, tables, INT64_MAX));
  auto rangeOf = [&](Expr e) {
    for (const CouplingNode &node : coupling.nodes)
      if (node.origin == e.node())
        return node.range;
    return Interval::none();
  };
  EXPECT_EQ(rangeOf(y), (Interval{3, 8})); // 1 + 8 + 2 <= 12
  EXPECT_EQ(rangeOf(z), (Interval{2, 4}));
  EXPECT_EQ(rangeOf(y + z), (Interval{5, 12}));
  coupling = parts.coupling;
  computeNodeRanges(coupling, tables);
  ASSERT_TRUE(propagateAtRoot(coupling, tables, 7));
  EXPECT_EQ(rangeOf(y), (Interval{3, 5}));
  EXPECT_EQ(rangeOf(z), (Interval{2, 4}));
  coupling = parts.coupling;
  computeNodeRanges(coupling, tables);
  EXPECT_FALSE(propagateAtRoot(coupling, tables, 4));
}
