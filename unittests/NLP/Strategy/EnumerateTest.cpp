//===- EnumerateTest.cpp - The oracle, by hand ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::nlp;

TEST(Enumerate, FindsTheLexicographicOptimum) {
  Model m;
  BlockId b = m.addBlock("B");
  Expr x = m.addVariable(b, "x", {0, 1, 2, 3}),
       y = m.addVariable(b, "y", {0, 1, 2});
  m.addConstraint("at least", le(3, x + y));
  m.setObjective({max(x, y), x});
  std::optional<Solution> s = enumerate(m, 12);
  ASSERT_TRUE(s);
  EXPECT_EQ(s->status, Status::Optimal);
  EXPECT_EQ(s->point, (Assignment{1, 2}));
  EXPECT_EQ(s->objective, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(s->bound, 2);
  EXPECT_EQ(s->nodes, 12);
  EXPECT_FALSE(enumerate(m, 11));
}

/// A point where the objective or a constraint is invalid is none.
TEST(Enumerate, InvalidPointsAreInfeasible) {
  Model m;
  BlockId b = m.addBlock("B");
  Expr x = m.addVariable(b, "x", {0, 1, 2});
  m.setObjective({floorDiv(m.constant(-6), x)});
  EXPECT_EQ(enumerate(m, 3)->objective, (std::vector<int64_t>{-6}));
  m.addConstraint("even", eq(mod(m.constant(1), x - 1), 0));
  EXPECT_EQ(enumerate(m, 3)->objective, (std::vector<int64_t>{-3}));
  m.addConstraint("small", le(x, 1));
  EXPECT_EQ(enumerate(m, 3)->status, Status::Infeasible);
}
