//===- ProgramTest.cpp - Straight-line programs against the model ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Evaluate/Program.h"
#include "RandomExpr.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static std::vector<NodeId> nodesOf(const std::vector<Expr> &pool) {
  std::vector<NodeId> nodes;
  for (Expr e : pool)
    nodes.push_back(e.node());
  return nodes;
}

/// Whole runs, and those that go on after some variables have changed.
TEST(Program, ValuesAreTheModels) {
  unsigned invalid = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    Random random(seed + 100);
    Model m;
    std::vector<NodeId> roots = nodesOf(randomExpressions(m, random, 12));
    std::vector<VarId> order = {0, 1, 2};
    std::swap(order[random.in(0, 2)], order[random.in(0, 2)]);
    Program program(m, roots, order);
    Assignment before;
    forEachPoint(m, [&](const Assignment &point) {
      size_t first = 0;
      while (!before.empty() && first < order.size() &&
             before[order[first]] == point[order[first]])
        ++first;
      if (before.empty())
        program.run(point);
      else
        program.rerun(point, first);
      before = point;
      std::vector<Int> values = m.evaluate(roots, point);
      for (size_t i = 0; i < roots.size(); ++i) {
        invalid += !values[i].isValid();
        ASSERT_EQ(program.root(i), values[i]) << "seed " << seed;
      }
    });
  }
  EXPECT_GT(invalid, 1000u);
}

TEST(Program, RangesHoldTheValuesInABox) {
  unsigned narrow = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    Random random(seed + 200);
    Model m;
    std::vector<NodeId> roots = nodesOf(randomExpressions(m, random, 12));
    std::vector<Interval> box;
    for (const Variable &v : m.variables()) {
      int64_t x = random.pick(v.domain), y = random.pick(v.domain);
      box.push_back({std::min(x, y), std::max(x, y)});
    }
    Program program(m, roots);
    program.runRanges(box);
    Ranges whole = computeRanges(m, box);
    for (size_t i = 0; i < roots.size(); ++i)
      narrow += program.rootRange(i) == whole.interval[roots[i]];
    forEachPoint(m, [&](const Assignment &point) {
      for (VarId v = 0; v < point.size(); ++v)
        if (!box[v].contains(point[v]))
          return;
      std::vector<Int> values = m.evaluate(roots, point);
      for (size_t i = 0; i < roots.size(); ++i)
        if (values[i].isValid())
          ASSERT_TRUE(program.rootRange(i).contains(values[i].value()))
              << "seed " << seed;
    });
  }
  EXPECT_GT(narrow, 400u * 16);
}

TEST(Program, LanesAreSinglePoints) {
  unsigned compared = 0;
  for (uint32_t seed = 0; seed < 600; ++seed) {
    Random random(seed + 300);
    Model m;
    Ranges ranges;
    std::vector<NodeId> roots;
    for (NodeId id : nodesOf(randomExpressions(m, random, 12))) {
      ranges = computeRanges(m);
      bool isSafe = true;
      for (NodeId below : m.cone(id))
        isSafe &= !ranges.mayFail[below];
      if (isSafe)
        roots.push_back(id);
    }
    std::vector<Assignment> points;
    forEachPoint(m, [&](const Assignment &point) {
      if (points.size() < Program::Lanes)
        points.push_back(point);
    });
    std::vector<std::vector<int64_t>> values(3);
    std::vector<const int64_t *> columns;
    for (VarId v = 0; v < 3; ++v) {
      for (const Assignment &point : points)
        values[v].push_back(point[v]);
      columns.push_back(values[v].data());
    }
    Program program(m, roots), safe(m, roots, {}, /*isSafe=*/true);
    program.runBatch(columns, points.size());
    for (auto [lane, point] : llvm::enumerate(points)) {
      safe.run(point);
      std::vector<Int> truth = m.evaluate(roots, point);
      for (size_t i = 0; i < roots.size(); ++i) {
        ++compared;
        ASSERT_EQ(Int(program.rootLanes(i)[lane]), truth[i]) << "seed " << seed;
        ASSERT_EQ(safe.root(i), truth[i]) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(compared, 10000u);
}
