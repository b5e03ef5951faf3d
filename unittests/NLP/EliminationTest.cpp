//===- EliminationTest.cpp - Block after block, against other ways --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
/// Tasks that hand arrays on to each other, as a tree; budgets that bind, in
/// sums and maxima; an objective of both.
class RandomTree {
public:
  RandomTree(Model &model, uint32_t seed, unsigned tasks)
      : m(model), random(seed) {
    for (unsigned i = 0; i < tasks; ++i)
      add(i);
    int64_t tight = random.in(0, 100);
    auto between = [&](int64_t least, int64_t most) {
      return least + (most - least) * tight / 100;
    };
    m.addConstraint("lut", le(ceilDiv(lut + peak * 30, 10),
                              between(leastLut / 10 + 4, mostLut / 10 + 40)));
    if (random.chance(50))
      m.addConstraint("ff", le(ff, between(leastFf, mostFf)));
    if (random.chance(50))
      m.addConstraint("dsp", le(peak * 5, random.in(5, 40)));
    m.setObjective({cycles + (load + random.in(0, 9)), peak * 5,
                    ceilDiv(lut + peak * 30, 10)});
  }

private:
  void add(unsigned number) {
    std::string n = std::to_string(number);
    BlockId array = m.addBlock("A" + n), task = m.addBlock("S" + n);
    std::vector<int64_t> factors;
    for (int64_t f = 1, most = random.in(2, 4); f <= most; ++f)
      factors.push_back(f);
    Expr factor = m.addVariable(array, "f", factors),
         unroll = m.addVariable(task, "u", {1, 2, 4}),
         flag = m.addVariable(task, "p", {0, 1});
    m.addConstraint("fits " + n,
                    eq(mod(factor, min(unroll, m.constant(2))), 0));
    Expr work = ceilDiv(m.constant(random.in(20, 90)), unroll * (flag + 1));
    work = work + select(eq(factor, unroll), m.constant(0),
                         gcd(factor, unroll) * random.in(1, 4));
    if (number > 0) { // reads what an earlier task wrote
      Expr from = random.pick(handed);
      if (random.chance(70))
        m.addConstraint("hands " + n,
                        eq(mod(from, min(unroll, m.constant(2))), 0));
      work = work + select(le(unroll, from), m.constant(0),
                           (unroll - from) * random.in(0, 9) + 0);
      work = max(work, 0);
    }
    if (random.chance(20))
      m.addConstraint("private " + n, le(work, 80));
    Expr own = m.declareOutput(task, "cycles", work);
    int64_t lutEach = random.in(1, 20), ffEach = random.in(1, 9);
    lut = lut + unroll * lutEach * (flag + 1);
    ff = ff + (factor * ffEach + unroll);
    leastLut += lutEach;
    mostLut += lutEach * 8;
    leastFf += ffEach + 1;
    mostFf += ffEach * 4 + 4;
    peak = max(peak, unroll * (flag + 1));
    load = max(load, ceilDiv(m.constant(random.in(4, 40)), factor));
    cycles = cycles + own;
    handed.push_back(factor);
  }

  Model &m;
  Random random;
  Expr cycles = m.constant(0), lut = m.constant(0), ff = m.constant(0),
       peak = m.constant(1), load = m.constant(0);
  int64_t leastLut = 0, mostLut = 0, leastFf = 0, mostFf = 0;
  std::vector<Expr> handed;
};

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

TEST(Elimination, AgreesWithEnumerationOnTrees) {
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

TEST(Elimination, AgreesWithEnumerationOnOtherShapes) {
  unsigned eliminated =
      agreeWithEnumeration(3000, EliminationNote, [](uint32_t) {
        SolverOptions options;
        options.eliminateFrom = 0;
        return options;
      });
  EXPECT_GT(eliminated, 100u);
}

TEST(Elimination, AgreesWithBranchingOnLargerTrees) {
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
TEST(Elimination, ProvesManyTasks) {
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
TEST(Elimination, StopsAtLimits) {
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
