//===- BucketEliminationTest.cpp - Block after block, against other ways --===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/BucketElimination.h"
#include "Agreement.h"
#include "TreeDecomposition/Trees.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
constexpr llvm::StringLiteral EliminationNote = "groups eliminated";

bool isEliminated(const Solution &solution) {
  return isNoted(solution, EliminationNote);
}

/// Without the search for conflicts.
Solution solveWithin(const Model &m, int64_t nodeLimit) {
  SolverOptions options;
  options.explain = false;
  options.nodeLimit = nodeLimit;
  return solve(m, options);
}

Solution solveFrom(const Model &m, unsigned eliminateFrom,
                   unsigned narrowFrom = SolverOptions::Never) {
  SolverOptions options;
  options.narrowFrom = narrowFrom;
  options.tieNodeLimit = 1 << 20;
  options.eliminateFrom = eliminateFrom;
  return solve(m, options);
}
} // namespace

TEST(BucketElimination, AgreesWithEnumerationOnTrees) {
  unsigned optimal = 0, infeasible = 0, eliminated = 0;
  for (uint32_t seed = 0; seed < 3000; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 3);
    std::optional<Solution> truth = enumerate(m, 20000);
    if (!truth)
      continue;
    Solution found = solveFrom(m, 0);
    expectSame(m, found, *truth, seed);
    if (HasFatalFailure())
      return;
    optimal += truth->status == Status::Optimal;
    infeasible += truth->status == Status::Infeasible;
    eliminated += isEliminated(found);
  }
  EXPECT_GT(optimal, 2000u);
  EXPECT_GT(infeasible, 20u);
  EXPECT_EQ(eliminated, optimal);
}

TEST(BucketElimination, AgreesWithEnumerationOnOtherShapes) {
  unsigned eliminated =
      agreeWithEnumeration(3000, EliminationNote, [](uint32_t) {
        SolverOptions options;
        options.eliminateFrom = 0;
        return options;
      });
  EXPECT_GT(eliminated, 100u);
}

TEST(BucketElimination, AgreesWithBranchingOnLargerTrees) {
  unsigned optimal = 0;
  for (uint32_t seed = 0; seed < 150; ++seed) {
    Model m;
    RandomTree build(m, seed, 4 + seed % 4);
    Solution found = solveFrom(m, 0, /*narrowFrom=*/seed % 2 ? 4 : 100),
             branched = solveFrom(m, SolverOptions::Never);
    ASSERT_FALSE(isEliminated(branched));
    expectSame(m, found, branched, seed);
    if (HasFatalFailure())
      return;
    optimal += found.status == Status::Optimal;
  }
  EXPECT_GT(optimal, 100u);
}

// What branching does not prove: many tasks under budgets that bind.
TEST(BucketElimination, ProvesManyTasks) {
  unsigned optimal = 0;
  for (uint32_t seed = 0; seed < 20; ++seed) {
    Model m;
    RandomTree build(m, seed, 120);
    Solution found = solveWithin(m, 200), again = solveWithin(m, 200);
    EXPECT_EQ(again.point, found.point);
    if (found.status != Status::Optimal)
      continue;
    ++optimal;
    EXPECT_TRUE(isEliminated(found));
    EXPECT_TRUE(found.tiesSettled);
    EXPECT_TRUE(m.violations(found.point).empty());
  }
  EXPECT_GE(optimal, 17u);
}

// A limit leaves a proved bound, and the best solution met.
TEST(BucketElimination, StopsAtLimits) {
  unsigned cut = 0;
  for (uint32_t seed = 1; seed < 13; ++seed) {
    Model m;
    RandomTree build(m, seed, 100);
    Solution truth = solveWithin(m, 200);
    if (truth.status != Status::Optimal)
      continue;
    Solution found = solveWithin(m, 1);
    EXPECT_LE(found.bound, truth.objective.front()) << "seed " << seed;
    if (found.status == Status::Optimal)
      EXPECT_EQ(found.objective.front(), truth.objective.front());
    if (found.status != Status::Feasible)
      continue;
    ++cut;
    EXPECT_TRUE(m.violations(found.point).empty()) << "seed " << seed;
    EXPECT_GE(found.objective, truth.objective) << "seed " << seed;
  }
  EXPECT_GT(cut, 0u);
}

/// Over given rows, all objectives at once: the optimum, its rows and a bound.
TEST(BucketElimination, FindsTheOptimumOverRows) {
  unsigned optimal = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 3);
    Parts parts(m);
    if (!parts.isSmall())
      continue;
    Trees trees(parts);
    Limits limits;
    std::unique_ptr<BucketElimination> elimination = BucketElimination::prepare(
        parts.coupling, parts.tables, *trees.propagation, trees.store, limits);
    std::optional<std::vector<int64_t>> best = optimumOf(parts.points());
    ASSERT_TRUE(elimination || !best) << "seed " << seed;
    if (!elimination)
      continue;
    if (best)
      ASSERT_LE(elimination->bound(), best->front()) << "seed " << seed;
    Status status = elimination->solve();
    if (!best) {
      ASSERT_EQ(status, Status::Infeasible) << "seed " << seed;
      continue;
    }
    ++optimal;
    ASSERT_EQ(status, Status::Optimal) << "seed " << seed;
    ASSERT_EQ(elimination->objectives, *best) << "seed " << seed;
    ASSERT_EQ(elimination->bound(), best->front()) << "seed " << seed;
    Assignment point = parts.pointOf(elimination->rows);
    ASSERT_TRUE(m.violations(point).empty()) << "seed " << seed;
    std::vector<int64_t> objectives;
    for (Int value : m.evaluate(m.objective(), point))
      objectives.push_back(value.value());
    ASSERT_EQ(objectives, *best) << "seed " << seed;
  }
  EXPECT_GT(optimal, 300u);
}
