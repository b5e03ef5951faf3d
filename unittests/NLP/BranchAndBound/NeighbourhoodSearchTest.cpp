//===- NeighbourhoodSearchTest.cpp - Good points of large models ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/NeighbourhoodSearch.h"
#include "Agreement.h"
#include "NLP/BranchAndBound/Search.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// What it finds is a point with these objectives; most are near the optimum,
/// and the bounds of the propagation are left as they were.
TEST(NeighbourhoodSearch, PointsHold) {
  unsigned found = 0, missed = 0, optimal = 0;
  forEachRandomModel(1000, [&](uint32_t seed, Parts &parts,
                               const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    Limits limits;
    Search search(parts.coupling, parts.tables,
                  Search::startingRows(parts.coupling, parts.tables), limits);
    if (!search.prepare(0))
      return;
    int64_t best = INT64_MAX;
    for (const PointOfRows &point : points)
      best = std::min(best, point.objective.front());
    Random random(seed);
    int64_t most = points.empty() ? Search::NoLimit : best + random.in(-1, 20);
    search.objectiveBounds().front() = most;
    std::vector<int64_t> before = search.objectiveBounds();
    NeighbourhoodSearch neighbourhoods(parts.coupling, search.rules(),
                                       search.start(), limits);
    neighbourhoods.run(search.rootBound(), most);
    ASSERT_EQ(search.objectiveBounds(), before) << "seed " << seed;
    if (best > most || points.empty())
      ASSERT_TRUE(neighbourhoods.rows.empty()) << "seed " << seed;
    if (neighbourhoods.rows.empty()) {
      missed += best <= most && !points.empty();
      return;
    }
    ++found;
    ASSERT_LE(neighbourhoods.objectives.front(), most) << "seed " << seed;
    std::vector<Int> values = parts.valuesAt(neighbourhoods.rows);
    for (auto [o, value] :
         llvm::zip(parts.coupling.objectives, neighbourhoods.objectives))
      ASSERT_EQ(values[o], Int(value)) << "seed " << seed;
    ASSERT_TRUE(
        parts.model.violations(parts.pointOf(neighbourhoods.rows)).empty())
        << "seed " << seed;
    optimal += neighbourhoods.objectives.front() == best;
  });
  EXPECT_GT(found, 200u);
  EXPECT_LT(missed, found / 4);
  EXPECT_GT(optimal, found / 2);
}

namespace {
/// Tasks that each take more of one budget the faster they are; only a part of
/// them can be fast.
Model tasksUnderBudget(unsigned tasks, int64_t budget) {
  Model model;
  Expr cycles = model.constant(0), used = model.constant(0);
  for (unsigned t = 0; t < tasks; ++t) {
    BlockId block = model.addBlock("t" + std::to_string(t));
    Expr factor = model.addVariable(block, "f" + std::to_string(t),
                                    {1, 2, 4, 8, 16, 32, 64});
    cycles = cycles + floorDiv(model.constant(6400 * (1 + t % 3)), factor);
    used = used + factor * model.constant(1 + t % 5);
  }
  model.addConstraint("budget", le(used, model.constant(budget)));
  model.setObjective({cycles});
  return model;
}
} // namespace

/// Under a node limit that is spent at once there is a point nevertheless, and
/// it is as good as what a long search without neighbourhoods comes to.
TEST(NeighbourhoodSearch, LargeModelsHaveAPoint) {
  Model model = tasksUnderBudget(60, 900);
  SolverOptions options;
  options.threads = 1;
  options.nodeLimit = 1;
  Solution solution = solve(model, options);
  ASSERT_NE(solution.status, Status::Unknown);
  ASSERT_NE(solution.status, Status::Infeasible);
  EXPECT_TRUE(model.violations(solution.point).empty());
  EXPECT_LE(solution.bound, solution.objective.front());
  EXPECT_LT(solution.nodes, 20000);
  SolverOptions automatic;
  automatic.threads = 1;
  automatic.nodeLimit = 50000;
  automatic.fewerNodesIfLarge = true;
  Solution same = solve(model, automatic), again = solve(model, automatic);
  EXPECT_LE(same.objective, solution.objective);
  EXPECT_EQ(same.nodes, again.nodes);
  EXPECT_EQ(same.point, again.point);
}
