//===- SolverTest.cpp - The solver against enumeration --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"
#include "Agreement.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static constexpr llvm::StringLiteral LimitNote = "rows within the last limit";

TEST(Solver, AgreesWithEnumerationOnRandomModels) {
  EXPECT_EQ(agreeWithEnumeration(4000, LimitNote,
                                 [](uint32_t) { return SolverOptions(); }),
            0u);
}

/// Small tables, as if they were too large to take all rows at once.
TEST(Solver, AgreesWithEnumerationUnderLimitsOfTheObjective) {
  unsigned narrowed = agreeWithEnumeration(4000, LimitNote, [](uint32_t seed) {
    SolverOptions options;
    options.narrowFrom = seed % 4;
    options.eliminateFrom = seed % 3 ? 0 : SolverOptions::Never;
    return options;
  });
  EXPECT_GT(narrowed, 1000u);
}

/// Small blocks, as if they had too many choices to list them all.
TEST(Solver, AgreesWithEnumerationWhereChoicesAreListedUnderLimits) {
  unsigned listed = agreeWithEnumeration(
      4000, "limits of the objective under which", [](uint32_t seed) {
        SolverOptions options;
        options.listFrom = seed % 7;
        options.wideFrom = 2 + seed % 3;
        options.narrowFrom = seed % 2 ? 4 : SolverOptions::Never;
        options.eliminateFrom = seed % 3 ? 0 : SolverOptions::Never;
        return options;
      });
  EXPECT_GT(listed, 1000u);
}

/// What the small blocks take at least is the first limit: 3000 of z, which
/// shares a budget with w, where z alone says 1.
TEST(Solver, ListsLargeBlocksFromTheBoundOfTheOthers) {
  Model m;
  std::vector<int64_t> few(10), many(1000);
  std::iota(many.begin(), many.end(), 1);
  for (int64_t i = 0; i < 10; ++i)
    few[i] = i == 0 ? 1 : 1000 * i;
  BlockId large = m.addBlock("X");
  Expr x = m.addVariable(large, "x", many), y = m.addVariable(large, "y", many),
       z = m.addVariable(m.addBlock("Z"), "z", few),
       w = m.addVariable(m.addBlock("W"), "w", {1, 2, 3});
  m.addConstraint("area", le(6000, z + 1000 * w));
  m.addConstraint("work", le(2000, x * y));
  m.setObjective({1000 + x + y + z});
  SolverOptions options;
  options.listFrom = 100;
  Solution s = solve(m, options);
  ASSERT_EQ(s.status, Status::Optimal);
  EXPECT_EQ(s.objective.front(), 1000 + 90 + 3000); // 40 times 50
  EXPECT_TRUE(llvm::is_contained(
      s.reductions,
      "limits of the objective under which choices were listed: 1"));
}

/// Windows that give way to narrower ones at once.
TEST(Solver, AgreesWithEnumerationInNarrowWindows) {
  agreeWithEnumeration(4000, "", [](uint32_t seed) {
    SolverOptions options;
    options.narrowWindowsFrom = 0;
    options.windowNodes = 1 + seed % 3;
    options.eliminateFrom = SolverOptions::Never;
    return options;
  });
}

/// Branching over rows at once, or after one split.
TEST(Solver, AgreesWithEnumerationWithoutProbes) {
  agreeWithEnumeration(4000, "", [](uint32_t seed) {
    SolverOptions options;
    options.shavesRows = false;
    options.mostSplits = seed % 2;
    options.eliminateFrom = SolverOptions::Never;
    return options;
  });
}

/// Rows of large blocks in parts.
TEST(Solver, AgreesWithEnumerationInParts) {
  agreeWithEnumeration(4000, "", [](uint32_t seed) {
    SolverOptions options;
    options.mostCompared = seed % 3;
    options.leastGain = seed % 4 == 3 ? 0.2 : 0;
    options.partedFrom = 2 + seed % 5;
    options.shavesRows = seed % 2;
    options.eliminateFrom = SolverOptions::Never;
    return options;
  });
}

/// Random models that have a point, with their optimum.
static void forEachFeasible(
    uint32_t seeds,
    llvm::function_ref<void(uint32_t, Model &, const Solution &)> check) {
  for (uint32_t seed = 0; seed < seeds; ++seed) {
    Model m;
    RandomModel build(m, seed);
    std::optional<Solution> truth = enumerate(m, MaxPoints);
    if (truth && truth->status == Status::Optimal)
      check(seed, m, *truth);
  }
}

/// What seeks a point proves nothing beyond what ranges tell.
TEST(Solver, SeeksAPoint) {
  unsigned found = 0, models = 0;
  forEachFeasible(1000, [&](uint32_t seed, Model &m, const Solution &truth) {
    SolverOptions options;
    options.seeksPoint = true;
    options.nodeLimit = 100;
    Solution sought = solve(m, options);
    ++models;
    ASSERT_NE(sought.status, Status::Infeasible) << "seed " << seed;
    ASSERT_LE(sought.bound, truth.objective.front()) << "seed " << seed;
    if (sought.point.empty())
      return;
    ++found;
    ASSERT_TRUE(m.violations(sought.point).empty()) << "seed " << seed;
    ASSERT_GE(sought.objective.front(), truth.objective.front())
        << "seed " << seed;
    if (sought.status == Status::Optimal)
      ASSERT_EQ(sought.objective.front(), truth.objective.front())
          << "seed " << seed;
  });
  EXPECT_GT(found, models * 3 / 4);
}

/// As if small blocks had too many choices to list them all.
static SolverOptions listingOptions(uint32_t seed) {
  SolverOptions options;
  options.explain = false;
  options.listFrom = seed % 5;
  options.wideFrom = 2 + seed % 2;
  options.narrowFrom = seed % 7 ? 1000 : 2;
  return options;
}

TEST(Solver, NodeLimitGivesAValidBoundAndTheSameResultTwice) {
  unsigned cut = 0;
  forEachFeasible(2000, [&](uint32_t seed, Model &m, const Solution &truth) {
    SolverOptions options;
    options.nodeLimit = 1 + seed % 3;
    options.narrowFrom = seed % 2 ? 1 : 1000;
    options.eliminateFrom = SolverOptions::Never;
    if (seed % 4 > 1) // with a point that is guessed first
      options.listFrom = 2;
    Solution first = solve(m, options), second = solve(m, options);
    EXPECT_EQ(first.status, second.status);
    EXPECT_EQ(first.point, second.point);
    EXPECT_EQ(first.bound, second.bound);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_FALSE(first.timeLimited);
    EXPECT_LE(first.bound, truth.objective.front()) << "seed " << seed;
    if (first.status == Status::Optimal)
      EXPECT_EQ(first.objective.front(), truth.objective.front())
          << "seed " << seed;
    if (first.tiesSettled)
      EXPECT_EQ(first.objective, truth.objective) << "seed " << seed;
    if (first.status != Status::Feasible)
      return;
    ++cut;
    EXPECT_TRUE(m.violations(first.point).empty()) << "seed " << seed;
    EXPECT_GE(first.objective, truth.objective) << "seed " << seed;
  });
  EXPECT_GT(cut, 20u);
}

/// Rows that are tried on several threads: the same, node by node.
TEST(Solver, ThreadsMakeNoDifference) {
  unsigned searched = 0;
  forEachFeasible(4000, [&](uint32_t seed, Model &m, const Solution &) {
    SolverOptions options = listingOptions(seed);
    options.eliminateFrom = SolverOptions::Never;
    options.nodeLimit = seed % 3 ? 0 : 1 + seed % 11;
    options.togetherFrom = 0;
    options.threads = 1;
    Solution alone = solve(m, options);
    options.threads = 3;
    Solution together = solve(m, options);
    EXPECT_EQ(alone.status, together.status) << "seed " << seed;
    EXPECT_EQ(alone.point, together.point) << "seed " << seed;
    EXPECT_EQ(alone.bound, together.bound) << "seed " << seed;
    EXPECT_EQ(alone.nodes, together.nodes) << "seed " << seed;
    EXPECT_EQ(alone.tiesSettled, together.tiesSettled) << "seed " << seed;
    searched += alone.nodes > 2;
  });
  EXPECT_GT(searched, 150u);
}

/// A constraint may say how large the objective may be, as a known point does.
TEST(Solver, HeedsACapOnTheObjective) {
  unsigned met = 0, refuted = 0;
  forEachFeasible(4000, [&](uint32_t seed, Model &m, const Solution &truth) {
    int64_t optimum = truth.objective.front(), cap = optimum + seed % 3 - 1;
    m.addConstraint("cap", le(Expr(&m, m.objective().front()), cap));
    SolverOptions options = listingOptions(seed);
    Solution s = solve(m, options);
    if (cap < optimum) {
      ++refuted;
      EXPECT_EQ(s.status, Status::Infeasible) << "seed " << seed;
      return;
    }
    ++met;
    ASSERT_EQ(s.status, Status::Optimal) << "seed " << seed;
    EXPECT_EQ(s.objective, truth.objective) << "seed " << seed;
    EXPECT_TRUE(m.violations(s.point).empty()) << "seed " << seed;
  });
  EXPECT_GT(met, 500u);
  EXPECT_GT(refuted, 250u);
}

/// Goes under ever lower limits: what one has listed must not mislead the next.
TEST(Solver, GoesOnWhereALimitStruck) {
  unsigned open = 0;
  forEachFeasible(4000, [&](uint32_t seed, Model &m, const Solution &truth) {
    int64_t optimum = truth.objective.front();
    SolverOptions options = listingOptions(seed);
    options.eliminateFrom = SolverOptions::Never;
    options.expectsNoPoint = seed % 2;
    Solver solver(m);
    for (int64_t nodes : {1, 2, 3}) {
      options.nodeLimit = options.diveNodes = nodes;
      std::optional<int64_t> most;
      if (nodes > 1)
        most = optimum + 12 / nodes;
      Solution some = solver.run(options, most);
      open += some.status == Status::Feasible || some.status == Status::Unknown;
      EXPECT_NE(some.status, Status::Infeasible) << "seed " << seed;
      EXPECT_LE(some.bound, optimum) << "seed " << seed;
      EXPECT_TRUE(some.point.empty() || m.violations(some.point).empty());
      EXPECT_TRUE(some.point.empty() || !most ||
                  some.objective.front() <= *most);
    }
    options.nodeLimit = options.diveNodes = 0;
    Solution all = solver.run(options, optimum);
    ASSERT_EQ(all.status, Status::Optimal) << "seed " << seed;
    EXPECT_EQ(all.objective, truth.objective) << "seed " << seed;
    EXPECT_EQ(solver.run(options, optimum - 1).status, Status::Infeasible)
        << "seed " << seed;
  });
  EXPECT_GT(open, 100u);
}

/// What is done ahead of a limit serves any limit, and none.
TEST(Solver, PreparesWhatNoLimitChanges) {
  unsigned listed = 0;
  forEachFeasible(4000, [&](uint32_t seed, Model &m, const Solution &truth) {
    SolverOptions options = listingOptions(seed);
    int64_t optimum = truth.objective.front();
    for (std::optional<int64_t> most :
         {std::optional<int64_t>(), std::optional(optimum + seed % 3),
          std::optional(optimum - 1)}) {
      Solver solver(m);
      solver.prepare(options);
      Solution s = solver.run(options, most);
      listed += llvm::any_of(s.reductions, [](llvm::StringRef text) {
        return text.starts_with("limits of the objective under which");
      });
      if (most && *most < optimum) {
        EXPECT_EQ(s.status, Status::Infeasible) << "seed " << seed;
        continue;
      }
      ASSERT_EQ(s.status, Status::Optimal) << "seed " << seed;
      EXPECT_EQ(s.objective, truth.objective) << "seed " << seed;
      EXPECT_TRUE(m.violations(s.point).empty()) << "seed " << seed;
    }
  });
  EXPECT_GT(listed, 1000u);
}

/// A knapsack without structure, which takes long to prove.
static void buildKnapsack(Model &m) {
  Random random(1);
  Expr sum = m.constant(0), weight = m.constant(0);
  std::vector<int64_t> domain;
  for (int64_t v = 1; v <= 40; ++v)
    domain.push_back(v);
  for (unsigned i = 0; i < 40; ++i) {
    BlockId b = m.addBlock("B" + std::to_string(i));
    Expr x = m.addVariable(b, "x", domain);
    sum = sum + mod(x * random.in(1000, 9000), 9973);
    weight = weight + mod(x * random.in(1000, 9000), 7919);
  }
  m.addConstraint("weight", le(weight, 40 * 2000));
  m.setObjective({sum});
}

TEST(Solver, TimeLimitIsReported) {
  Model m;
  buildKnapsack(m);
  SolverOptions options;
  options.eliminateFrom = SolverOptions::Never; // which ends too early
  int calls = 0;
  options.progress = [&](int64_t, std::optional<int64_t>, int64_t) { ++calls; };
  Solution s;
  // Slow machines have no point after half a second.
  for (double limit = 0.5; s.status == Status::Unknown && limit < 20;
       limit *= 2) {
    options.timeLimitSeconds = limit;
    s = solve(m, options);
  }
  ASSERT_EQ(s.status, Status::Feasible);
  EXPECT_TRUE(s.timeLimited);
  EXPECT_TRUE(m.violations(s.point).empty());
  EXPECT_LE(s.bound, s.objective.front());
}

TEST(Solver, CancelingEndsWithTheBestPoint) {
  for (bool atOnce : {true, false}) {
    Model m;
    buildKnapsack(m);
    std::atomic<bool> canceled{atOnce};
    SolverOptions options;
    options.canceled = &canceled;
    options.eliminateFrom = SolverOptions::Never;
    // On any thread, in the middle of the search.
    options.progress = [&](int64_t, std::optional<int64_t> best, int64_t) {
      canceled = canceled || best;
    };
    Solution s = solve(m, options); // without it, for minutes
    EXPECT_TRUE(s.timeLimited);
    // A slow machine finds no point in the time that is left for one.
    if (s.status == Status::Unknown)
      continue;
    ASSERT_EQ(s.status, Status::Feasible);
    EXPECT_TRUE(m.violations(s.point).empty());
    EXPECT_LE(s.bound, s.objective.front());
  }
}

/// The model with some of its constraints.
static bool isFeasibleWith(const Model &model,
                           const std::vector<std::string> &names) {
  bool feasible = false;
  forEachPoint(model, [&](const Assignment &point) {
    if (feasible)
      return;
    std::vector<std::string> broken = model.violations(point);
    feasible = llvm::none_of(broken, [&](const std::string &name) {
      return llvm::is_contained(names, name);
    });
  });
  return feasible;
}

static bool isPrivate(const Model &model, const Constraint &constraint) {
  std::set<BlockId> blocks;
  for (NodeId id : model.cone(constraint.expr))
    if (model.nodes()[id].op == Op::Variable)
      blocks.insert(model.variables()[model.nodes()[id].value].block);
  return blocks.size() <= 1;
}

TEST(Solver, ConflictsReallyConflict) {
  unsigned seen = 0, small = 0;
  for (uint32_t seed = 0; seed < 2500; ++seed) {
    Model m;
    RandomModel build(m, seed);
    std::optional<Solution> truth = enumerate(m, 2000);
    if (!truth || truth->status != Status::Infeasible)
      continue;
    std::vector<std::string> names = solve(m).conflict;
    ASSERT_FALSE(names.empty()) << "seed " << seed;
    ++seen;
    bool onlyObjective = names.front() == "objective overflows";
    small += names.size() <= 2;
    if (onlyObjective)
      names.clear();
    for (const Constraint &c : m.constraints())
      if (onlyObjective || isPrivate(m, c)) // these belong to every conflict
        names.push_back(c.name);
    EXPECT_EQ(isFeasibleWith(m, names), onlyObjective) << "seed " << seed;
  }
  EXPECT_GT(seen, 50u);
  EXPECT_GT(small, 20u);
}

TEST(Solver, NamesTheBudgetThatIsTooSmall) {
  Model m;
  BlockId a = m.addBlock("S0"), b = m.addBlock("S1");
  Expr x = m.addVariable(a, "x", {2, 3}), y = m.addVariable(b, "y", {2, 4});
  m.addConstraint("same parity", eq(mod(x + y, 2), 0));
  m.addConstraint("DSP budget", le(x * 3 + y, 7));
  m.addConstraint("LUT budget", le(x + y, 100));
  m.setObjective({x});
  Solution s = solve(m);
  EXPECT_EQ(s.status, Status::Infeasible);
  EXPECT_EQ(s.conflict, (std::vector<std::string>{"DSP budget"}));
}

/// Two kinds of memory: the least of either is nothing, the least of both
/// together is too much. Refuted without a search.
TEST(Solver, AddsBudgetsUp) {
  Model m;
  Expr first = m.constant(0), second = m.constant(0);
  for (unsigned i = 0; i < 40; ++i) {
    BlockId b = m.addBlock("A" + std::to_string(i));
    Expr kind = m.addVariable(b, "kind", {0, 1, 2});
    first = first + eq(kind, 0) * (80 + i) + eq(kind, 2) * 45;
    second = second + eq(kind, 1) * (10 + i) + eq(kind, 2) * 8;
  }
  m.addConstraint("BRAM", le(first, 1200));
  m.addConstraint("URAM", le(second, 150));
  m.addConstraint("LUT", le(first + second, 5000));
  m.setObjective({first});
  SolverOptions options;
  options.nodeLimit = 10;
  Solution s = solve(m, options);
  EXPECT_EQ(s.status, Status::Infeasible);
  EXPECT_EQ(s.conflict, (std::vector<std::string>{"BRAM", "URAM"}));
}

/// The outer iterations times the cycles of a loop, all of huge ranges: the
/// cycles are bounded nevertheless, so that the first window holds the optimum.
TEST(Solver, BoundsProductsThatOnlySeemToOverflow) {
  Model m;
  std::vector<int64_t> powers;
  for (unsigned i = 0; i <= 22; ++i)
    powers.push_back(int64_t(1) << i);
  BlockId array = m.addBlock("A");
  Expr banks = m.addVariable(array, "banks", {1, 2, 4, 8});
  Expr total = m.constant(0);
  for (unsigned i = 0; i < 4; ++i) {
    BlockId task = m.addBlock("S" + std::to_string(i));
    Expr outer = m.addVariable(task, "outer", powers);
    Expr middle = m.addVariable(task, "middle", powers);
    Expr inner = m.addVariable(task, "inner", powers);
    m.addConstraint("trips" + std::to_string(i),
                    eq(outer * middle * inner, int64_t(1) << 22));
    total = total + m.declareOutput(task, "cycles",
                                    outer * (middle * (inner * 3 + banks)) + 7);
  }
  m.setObjective({total});
  Solution s = solve(m);
  EXPECT_EQ(s.status, Status::Optimal);
  EXPECT_LT(s.nodes, 100);
  // The most inner iterations, one bank.
  EXPECT_EQ(s.objective.front(), 4 * ((int64_t(3) << 22) + 1 + 7));
}

/// Growth of the process ends a search as time does.
TEST(Solver, MemoryLimitIsReported) {
  Model m;
  BlockId b = m.addBlock("B");
  std::vector<int64_t> domain;
  for (int64_t v = 1; v <= 200; ++v)
    domain.push_back(v);
  Expr sum = m.constant(0);
  for (const char *name : {"x", "y", "z"})
    sum = sum * 200 + m.addVariable(b, name, domain);
  m.addVariable(m.addBlock("C"), "w", domain);
  m.setObjective({sum});
  SolverOptions options;
  options.listFrom = INT64_MAX; // eight million rows
  options.memoryLimit = 8 << 20;
  Solution s = solve(m, options);
  EXPECT_EQ(s.status, Status::Unknown);
  EXPECT_TRUE(s.memoryLimited);
  EXPECT_FALSE(s.timeLimited);
}

/// What comes after the limit struck is bounded by another one.
TEST(Solver, NodeLimitHoldsInEveryPhase) {
  unsigned struck = 0;
  for (unsigned eliminateFrom : {0u, SolverOptions::Never})
    for (uint32_t seed = 0; seed < 6; ++seed) {
      Model m;
      Random random(seed + 1);
      Expr sum = m.constant(0), weight = m.constant(0);
      std::vector<int64_t> domain;
      for (int64_t v = 1; v <= 40; ++v)
        domain.push_back(v);
      for (unsigned i = 0; i < 40; ++i) { // a knapsack without structure
        Expr x =
            m.addVariable(m.addBlock("B" + std::to_string(i)), "x", domain);
        sum = sum + mod(x * random.in(1000, 9000), 9973);
        weight = weight + mod(x * random.in(1000, 9000), 7919);
      }
      m.addConstraint("weight", le(weight, 40 * 2000));
      m.setObjective({sum});
      SolverOptions options;
      options.nodeLimit = 300;
      options.diveNodes = 1000;
      options.eliminateFrom = eliminateFrom;
      Solution s = solve(m, options);
      struck += s.status != Status::Optimal;
      EXPECT_LE(s.nodes, 300 + 1000) << "seed " << seed;
    }
  EXPECT_GT(struck, 3u);
}
