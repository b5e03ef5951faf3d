//===- SurrogateConstraintsTest.cpp - Budgets added up cut no point -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/SurrogateConstraints.h"
#include "Agreement.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
/// Blocks that take either of two resources, or some of both.
class TwoBudgets {
public:
  TwoBudgets(Model &model, Random &random) {
    Expr first = model.constant(random.in(0, 3)), second = model.constant(0);
    for (unsigned i = 0, blocks = random.in(2, 5); i < blocks; ++i) {
      BlockId b = model.addBlock("A" + std::to_string(i));
      Expr kind = model.addVariable(b, "kind", {0, 1, 2});
      int64_t f = random.in(1, 20), g = random.in(1, 9);
      first = first + eq(kind, 0) * f + eq(kind, 2) * random.in(0, f);
      second = second + eq(kind, 1) * g + eq(kind, 2) * random.in(0, g);
    }
    if (random.chance(30))
      second = ceilDiv(second * 3, 2);
    model.addConstraint("BRAM", le(first, random.in(5, 40)));
    model.addConstraint("URAM", le(second, random.in(2, 20)));
    model.setObjective({first});
  }
};
} // namespace

TEST(SurrogateConstraints, CutNoPoint) {
  unsigned added = 0, refuted = 0, open = 0;
  for (uint32_t seed = 0; seed < 1000; ++seed) {
    Random random(seed);
    Model m;
    TwoBudgets build(m, random);
    Parts parts(m);
    ASSERT_TRUE(parts.isSmall());
    std::vector<PointOfRows> points = parts.points();
    size_t before = parts.coupling.constraints.size();
    computeNodeRanges(parts.coupling, parts.tables);
    std::optional<std::pair<unsigned, unsigned>> both =
        findContradiction(parts.coupling, parts.tables);
    if (both) {
      ++refuted;
      EXPECT_TRUE(points.empty()) << "seed " << seed;
    }
    open += !points.empty();
    added += addSurrogateConstraints(parts.coupling, parts.tables);
    for (const PointOfRows &point : points) {
      std::vector<Int> values = parts.valuesAt(point.rows);
      for (size_t i = before; i < parts.coupling.constraints.size(); ++i)
        ASSERT_EQ(values[parts.coupling.constraints[i].node], Int(1))
            << "seed " << seed;
    }
  }
  EXPECT_GT(added, 300u);
  EXPECT_GT(refuted, 50u);
  EXPECT_GT(open, 300u);
}

/// Four blocks take 10 of either resource: the least of each is nothing, the
/// least of both together is 40.
static void addEither(Model &m, int64_t bram, int64_t uram) {
  Expr first = m.constant(0), second = m.constant(0);
  for (unsigned i = 0; i < 4; ++i) {
    BlockId b = m.addBlock("A" + std::to_string(i));
    Expr kind = m.addVariable(b, "kind", {0, 1});
    first = first + eq(kind, 0) * 10;
    second = second + eq(kind, 1) * 10;
  }
  m.addConstraint("BRAM", le(first, bram));
  m.addConstraint("URAM", le(second, uram));
  m.setObjective({first});
}

/// Whether propagation alone leaves something.
static bool survives(Parts &parts) {
  describeCoupling(parts.coupling, parts.tables);
  Propagation propagation(parts.coupling, parts.tables, parts.allRows());
  Store store = propagation.everything();
  return propagation.run(store, SIZE_MAX) && propagation.dropRows(store);
}

TEST(SurrogateConstraints, TellMoreThanEitherBudget) {
  Model m;
  addEither(m, 19, 19);
  Parts alone(m), together(m);
  EXPECT_TRUE(survives(alone));
  computeNodeRanges(together.coupling, together.tables);
  EXPECT_EQ(findContradiction(together.coupling, together.tables),
            (std::pair<unsigned, unsigned>(0, 1)));
  EXPECT_EQ(addSurrogateConstraints(together.coupling, together.tables), 1u);
  EXPECT_EQ(together.coupling.constraints.back().parents,
            (std::pair<unsigned, unsigned>(0, 1)));
  EXPECT_FALSE(survives(together));
}

TEST(SurrogateConstraints, LeaveWhatJustFits) {
  Model m;
  addEither(m, 20, 20);
  Parts parts(m);
  computeNodeRanges(parts.coupling, parts.tables);
  EXPECT_EQ(findContradiction(parts.coupling, parts.tables), std::nullopt);
  EXPECT_EQ(addSurrogateConstraints(parts.coupling, parts.tables), 1u);
  EXPECT_TRUE(survives(parts));
}

/// Where no block has a choice between the two, the sum says nothing new.
TEST(SurrogateConstraints, AreLeftOutWhereABudgetSaysAsMuch) {
  Model m;
  Expr first = m.constant(0), second = m.constant(0);
  for (unsigned i = 0; i < 4; ++i) {
    BlockId b = m.addBlock("A" + std::to_string(i));
    Expr u = m.addVariable(b, "u", {1, 2});
    first = first + u * 10;
    second = second + u * 3;
  }
  m.addConstraint("LUT", le(first, 50));
  m.addConstraint("FF", le(second, 100));
  m.setObjective({first});
  Parts parts(m);
  computeNodeRanges(parts.coupling, parts.tables);
  EXPECT_EQ(addSurrogateConstraints(parts.coupling, parts.tables), 0u);
}
