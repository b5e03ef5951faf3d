//===- ModelTest.cpp - Folding, evaluation, text form ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Model.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace talos;
using namespace talos::nlp;

TEST(Model, NodesAreUniquedAndFolded) {
  Model m;
  BlockId b = m.addBlock("S0");
  Expr x = m.addVariable(b, "x", {4, 1, 2, 2});
  Expr y = m.addVariable(b, "y", {1, 3});
  EXPECT_EQ(m.variables()[0].domain, (std::vector<int64_t>{1, 2, 4}));
  EXPECT_EQ((x + y).node(), (y + x).node());
  EXPECT_NE((x - y).node(), (y - x).node());
  EXPECT_EQ((x + 0).node(), x.node());
  EXPECT_EQ((1 * x).node(), x.node());
  EXPECT_EQ((x * 0).node(), m.constant(0).node());
  EXPECT_EQ(max(x, x).node(), x.node());
  EXPECT_EQ(mod(x, 1).node(), m.constant(0).node());
  EXPECT_EQ(select(m.constant(2), x, y).node(), x.node());
  EXPECT_EQ(select(le(x, y), y, y).node(), y.node());
  EXPECT_EQ((m.constant(6) * m.constant(7)).node(), m.constant(42).node());
  // An overflow of constants is not folded away.
  Expr big = m.constant(INT64_MAX);
  EXPECT_FALSE(m.evaluate((big + 1).node(), {1, 1}).isValid());
}

TEST(Model, EvaluatesExactly) {
  Model m;
  BlockId b = m.addBlock("S0");
  Expr x = m.addVariable(b, "x", {-7, 0, 5});
  Expr y = m.addVariable(b, "y", {0, 3});
  auto at = [&](Expr e, int64_t vx, int64_t vy) {
    return m.evaluate(e.node(), {vx, vy});
  };
  EXPECT_EQ(at(floorDiv(x, y), -7, 3), Int(-3));
  EXPECT_EQ(at(ceilDiv(x, y), -7, 3), Int(-2));
  EXPECT_EQ(at(mod(x, y), -7, 3), Int(2));
  EXPECT_FALSE(at(floorDiv(x, y), 5, 0).isValid());
  // The branch that is not taken may be invalid.
  EXPECT_EQ(at(select(eq(y, 0), x, floorDiv(x, y)), 5, 0), Int(5));
  EXPECT_EQ(at(ceilLog2(x + 4), 5, 0), Int(4));
}

TEST(Model, NamesViolations) {
  Model m;
  BlockId b = m.addBlock("S0");
  Expr x = m.addVariable(b, "x", {1, 2, 3});
  m.addConstraint("small", le(x, 2));
  m.addConstraint("divides", eq(mod(m.constant(6), x - 1), 0));
  m.setObjective({x});
  EXPECT_TRUE(m.violations({2}).empty());
  EXPECT_EQ(m.violations({3}), (std::vector<std::string>{"small"}));
  EXPECT_EQ(m.violations({1}), (std::vector<std::string>{"divides"}));
  EXPECT_EQ(m.violations({4}),
            (std::vector<std::string>{"domain of S0.x", "small"}));
}

TEST(Model, PrintsBlocksConstraintsObjective) {
  Model m;
  BlockId b = m.addBlock("S0");
  Expr t0 = m.addVariable(b, "t0", {1, 2, 3, 6});
  Expr t1 = m.addVariable(b, "t1", {1, 2});
  Expr trip = t0 * t1;
  m.addConstraint("trip", eq(trip, 6));
  Expr cycles = m.declareOutput(b, "cycles", max(trip + 3, t1));
  m.setObjective({cycles, trip - t0});
  std::string text;
  llvm::raw_string_ostream os(text);
  m.print(os);
  EXPECT_EQ(os.str(), R"(nlp 1
block S0
  var t0 in {1..3, 6}
  var t1 in {1, 2}
let %1 = S0.t0 * S0.t1
let %2 = max(S0.t1, %1 + 3)
output cycles of S0 = %2
constraint "trip": %1 == 6
minimize %2
minimize %1 - S0.t0
end
)");
}
