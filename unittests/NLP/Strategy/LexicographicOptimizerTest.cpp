//===- LexicographicOptimizerTest.cpp - Bounds, incumbents, conflicts -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Strategy/LexicographicOptimizer.h"
#include "Agreement.h"
#include "NLP/Presolve/SurrogateConstraints.h"
#include "Parts.h"
#include "RandomTree.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
/// What one run reported.
struct Reports {
  unsigned count = 0;
  int64_t bound = INT64_MIN, incumbent = INT64_MAX;

  /// bound <= optimum <= incumbent, and neither gets worse.
  void take(std::optional<int64_t> best, int64_t now, int64_t optimum) {
    ++count;
    EXPECT_GE(now, bound);
    EXPECT_LE(now, optimum);
    EXPECT_GE(best.value_or(INT64_MAX), optimum);
    bound = now;
    if (best) {
      EXPECT_LE(*best, incumbent);
      incumbent = *best;
    }
  }
};
} // namespace

/// At every report, whatever the limit that ends the run.
TEST(LexicographicOptimizer, BoundsAndIncumbentsEncloseTheOptimum) {
  unsigned reports = 0, optimal = 0;
  for (uint32_t seed = 0; seed < 800; ++seed) {
    Model m;
    RandomModel build(m, seed);
    std::optional<Solution> truth = enumerate(m, MaxPoints);
    if (!truth || truth->status != Status::Optimal)
      continue;
    int64_t optimum = truth->objective.front();
    Reports seen;
    SolverOptions options;
    options.threads = 1;
    options.nodeLimit = 1 + seed % 40;
    options.diveNodes = 1 + seed % 7;
    options.eliminateFrom = SolverOptions::Never;
    options.narrowFrom = seed % 3 ? SolverOptions::Never : 2;
    options.progress = [&](int64_t, std::optional<int64_t> best,
                           int64_t bound) { seen.take(best, bound, optimum); };
    Solution s = solve(m, options);
    reports += seen.count;
    EXPECT_LE(s.bound, optimum) << "seed " << seed;
    EXPECT_GE(s.bound, seen.bound) << "seed " << seed;
    switch (s.status) {
    case Status::Optimal:
      ++optimal;
      EXPECT_EQ(s.objective.front(), optimum) << "seed " << seed;
      break;
    case Status::Feasible:
      EXPECT_GE(s.objective.front(), optimum) << "seed " << seed;
      EXPECT_LT(s.bound, s.objective.front()) << "seed " << seed;
      EXPECT_TRUE(m.violations(s.point).empty()) << "seed " << seed;
      break;
    case Status::Unknown:
      break;
    case Status::Infeasible:
      ADD_FAILURE() << "seed " << seed;
      break;
    }
    if (HasFailure())
      return;
  }
  EXPECT_GT(reports, 100u);
  EXPECT_GT(optimal, 100u);
}

/// The same in searches of thousands of nodes: a knapsack whose optimum is
/// known from its structure, which branching does not see.
TEST(LexicographicOptimizer, ReportsEncloseTheOptimumInLongSearches) {
  unsigned reports = 0, feasible = 0;
  for (uint32_t seed = 0; seed < 6; ++seed) {
    Model m;
    Random random(seed);
    Expr sum = m.constant(0), weight = m.constant(0);
    std::vector<int64_t> domain(12);
    std::iota(domain.begin(), domain.end(), 1);
    for (unsigned i = 0; i < 12; ++i) {
      Expr x = m.addVariable(m.addBlock("B" + std::to_string(i)), "x", domain);
      sum = sum + mod(x * random.in(1000, 9000), 997);
      weight = weight + mod(x * random.in(1000, 9000), 787);
    }
    m.addConstraint("weight", le(weight, 12 * 220));
    m.setObjective({sum});
    SolverOptions options;
    options.threads = 1;
    options.eliminateFrom = 0;
    Solution truth = solve(m, options);
    ASSERT_EQ(truth.status, Status::Optimal) << "seed " << seed;
    options.eliminateFrom = SolverOptions::Never;
    options.nodeLimit = 10000;
    Reports seen;
    options.progress = [&](int64_t, std::optional<int64_t> best,
                           int64_t bound) {
      seen.take(best, bound, truth.objective.front());
    };
    Solution found = solve(m, options);
    reports += seen.count;
    EXPECT_LE(found.bound, truth.objective.front()) << "seed " << seed;
    EXPECT_GE(found.objective.front(), truth.objective.front())
        << "seed " << seed;
    feasible += found.status == Status::Feasible;
    EXPECT_EQ(found.status == Status::Optimal,
              found.bound == found.objective.front())
        << "seed " << seed;
  }
  EXPECT_GT(reports, 6u * 4);
  EXPECT_GT(feasible, 0u);
}

/// Over given rows: every stage reaches its optimum among the points that tie
/// in those before it.
TEST(LexicographicOptimizer, SettlesOneObjectiveAfterTheOther) {
  unsigned ties = 0, within = 0, beyond = 0;
  forEachRandomModel(800, [&](uint32_t seed, Parts &parts, const auto &points) {
    addSurrogateConstraints(parts.coupling, parts.tables);
    describeCoupling(parts.coupling, parts.tables);
    std::optional<std::vector<int64_t>> best = optimumOf(points);
    Limits limits;
    LexicographicOptimizer optimizer(
        parts.coupling, parts.tables,
        Search::startingRows(parts.coupling, parts.tables), limits);
    optimizer.eliminateFrom = seed % 2 ? 0 : SolverOptions::Never;
    int64_t limit = Search::NoLimit;
    if (best && seed % 3)
      limit = best->front() + int64_t(seed % 5) - 2;
    Status status = optimizer.first(limit);
    if (!best || best->front() > limit) {
      ++beyond;
      ASSERT_EQ(status, Status::Infeasible) << "seed " << seed;
      return;
    }
    ++within;
    ASSERT_EQ(status, Status::Optimal) << "seed " << seed;
    ASSERT_EQ(optimizer.point().objectives.front(), best->front())
        << "seed " << seed;
    ASSERT_LE(optimizer.bound, best->front()) << "seed " << seed;
    ties += optimizer.point().objectives != *best;
    ASSERT_TRUE(optimizer.settleTies(INT64_MAX)) << "seed " << seed;
    ASSERT_EQ(optimizer.point().objectives, *best) << "seed " << seed;
  });
  EXPECT_GT(ties, 20u);
  EXPECT_GT(within, 300u);
  EXPECT_GT(beyond, 50u);
}

namespace {
/// Whether the constraints with these names, and all private ones, hold
/// together.
bool canHold(const Parts &parts, llvm::ArrayRef<std::string> names) {
  bool result = false;
  std::vector<NodeId> roots;
  for (unsigned c : parts.coupled)
    if (llvm::is_contained(names, parts.model.constraints()[c].name))
      roots.push_back(parts.model.constraints()[c].expr);
  parts.forEachCombination([&](const RowsOfBlocks &rows) {
    if (!result)
      result = llvm::all_of(
          parts.model.evaluate(roots, parts.pointOf(rows)),
          [](Int value) { return value.isValid() && value.value() != 0; });
  });
  return result;
}
} // namespace

/// No constraint can be left out of a conflict.
TEST(Solver, ConflictsAreMinimal) {
  unsigned seen = 0;
  forEachRandomModel(3000, [&](uint32_t seed, Parts &parts,
                               const auto &points) {
    if (!points.empty())
      return;
    std::vector<std::string> names = solve(parts.model).conflict;
    if (names.front() == "objective overflows")
      return;
    ++seen;
    ASSERT_FALSE(canHold(parts, names)) << "seed " << seed;
    for (size_t i = 0; i < names.size(); ++i) {
      std::vector<std::string> fewer(names);
      fewer.erase(fewer.begin() + i);
      ASSERT_TRUE(canHold(parts, fewer)) << "seed " << seed << " " << names[i];
    }
  });
  EXPECT_GT(seen, 50u);
}

/// Of four constraints three cannot hold together, and any two can.
TEST(Solver, NamesAKnownConflict) {
  Model m;
  std::vector<Expr> x;
  for (const char *name : {"A", "B", "C"})
    x.push_back(m.addVariable(m.addBlock(name), "x", {0, 1, 2, 3}));
  m.addConstraint("a before b", le(x[0] + 1, x[1]));
  m.addConstraint("b before c", le(x[1] + 1, x[2]));
  m.addConstraint("c not last", le(x[2], x[0] + 1));
  m.addConstraint("few", le(x[0] + x[1] + x[2], 8));
  m.setObjective({x[0]});
  Solution s = solve(m);
  EXPECT_EQ(s.status, Status::Infeasible);
  EXPECT_EQ(s.conflict, (std::vector<std::string>{"a before b", "b before c",
                                                  "c not last"}));
}
