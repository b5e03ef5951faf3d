//===- OddModelsTest.cpp - What no generator thinks of --------------------===//
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
constexpr int64_t Least = INT64_MIN, Most = INT64_MAX;

Expr variable(Model &m, llvm::StringRef block, std::vector<int64_t> domain) {
  return m.addVariable(m.addBlock(block), "x", domain);
}

/// As if every model were large, and as if it were small.
std::vector<SolverOptions> allWays() {
  std::vector<SolverOptions> result;
  for (unsigned bits = 0; bits < 16; ++bits) {
    SolverOptions options;
    options.threads = 1;
    options.tieNodeLimit = 1 << 20;
    options.narrowFrom = bits & 1 ? 0 : SolverOptions::Never;
    options.eliminateFrom = bits & 2 ? 0 : SolverOptions::Never;
    options.listFrom = bits & 4 ? 0 : INT64_MAX;
    options.wideFrom = bits & 8 ? 1 : 1000;
    result.push_back(options);
  }
  return result;
}

struct OddModel {
  const char *name;
  void (*build)(Model &);
};

const OddModel oddModels[] = {
    {"nothing", [](Model &) {}},
    {"a number", [](Model &m) { m.setObjective({m.constant(7)}); }},
    {"a number that is too large",
     [](Model &m) { m.setObjective({m.constant(Most) + 1}); }},
    {"a constraint over nothing",
     [](Model &m) {
       m.addConstraint("false", le(m.constant(2), 1));
       m.setObjective({m.constant(7)});
     }},
    {"a block without variables",
     [](Model &m) {
       m.addBlock("empty");
       Expr x = variable(m, "B", {3, 4});
       m.setObjective({x});
     }},
    {"no objective",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2}), y = variable(m, "B", {2, 3});
       m.addConstraint("equal", eq(x, y));
     }},
    {"no objective and no point",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2}), y = variable(m, "B", {3, 4});
       m.addConstraint("equal", eq(x, y));
     }},
    {"a constraint that never holds",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2});
       m.addConstraint("false", m.constant(0));
       m.setObjective({x});
     }},
    {"a constraint that is never valid",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2});
       m.addConstraint("invalid", floorDiv(m.constant(1), m.constant(0)));
       m.setObjective({x});
     }},
    {"an objective that is never valid",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2}), y = variable(m, "B", {1, 2});
       m.setObjective({x + y + m.constant(Most)});
     }},
    {"an objective that is valid at one point",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2}), y = variable(m, "B", {0, 1, 2});
       m.setObjective({x + y + m.constant(Most - 1)});
     }},
    {"a later objective that is invalid at the best point",
     [](Model &m) {
       Expr x = variable(m, "A", {0, 1, 2}), y = variable(m, "B", {0, 1, 2});
       m.setObjective({x + y, floorDiv(m.constant(12), x), ceilLog2(y)});
     }},
    {"the ends of the integers",
     [](Model &m) {
       Expr x = variable(m, "A", {Least, -1, 0, Most}),
            y = variable(m, "B", {Least, 0, Most});
       m.addConstraint("fits", le(x, y));
       m.setObjective({max(x, y), min(x, y)});
     }},
    {"sums of the ends",
     [](Model &m) {
       Expr x = variable(m, "A", {Least, 0, Most}),
            y = variable(m, "B", {Least, 0, Most}),
            z = variable(m, "C", {0, 1});
       m.setObjective({x + y + z, z - y});
     }},
    {"negative objectives",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2, 3}), y = variable(m, "B", {-4, 5}),
            z = variable(m, "C", {1, 2});
       m.addConstraint("budget", le(x + y + z, 8));
       m.setObjective({0 - x * y - z, z - x});
     }},
    {"a falling quotient",
     [](Model &m) {
       Expr x = variable(m, "A", {-9, -2, 4}), y = variable(m, "B", {0, 1, 3});
       m.setObjective({floorDiv(x, y), mod(x, y)});
     }},
    {"common divisors of what is not positive",
     [](Model &m) {
       Expr x = variable(m, "A", {-6, 0, 6, 8}), y = variable(m, "B", {0, 4});
       m.setObjective({0 - gcd(x, y)});
     }},
    {"a block without a choice",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2}), y = variable(m, "B", {1, 2});
       m.addConstraint("private", le(3, x));
       m.addConstraint("couples", le(x, y));
       m.setObjective({x + y});
     }},
    {"an objective that a constraint bounds from below",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2, 3}), y = variable(m, "B", {1, 2, 3});
       m.addConstraint("cap", le(x + y, 4));
       m.addConstraint("floor", le(4, x + y));
       m.setObjective({x + y, y});
     }},
    {"a bound that any point meets",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2, 3}), y = variable(m, "B", {1, 2, 3});
       m.addConstraint("cap", le(x + y, Most));
       m.setObjective({x + y});
     }},
    {"a bound that no point meets",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2, 3}), y = variable(m, "B", {1, 2, 3});
       m.addConstraint("cap", le(x + y, Least));
       m.setObjective({x + y});
     }},
    {"the same objective twice",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2, 3}), y = variable(m, "B", {1, 2, 3});
       m.addConstraint("sum", eq(x + y, 4));
       m.setObjective({x, x, y, x});
     }},
    {"an objective as a constraint",
     [](Model &m) {
       Expr x = variable(m, "A", {-1, 0, 1}), y = variable(m, "B", {0, 1});
       m.addConstraint("not zero", x + y);
       m.setObjective({x + y});
     }},
    {"an output of a block that it does not depend on",
     [](Model &m) {
       Expr x = variable(m, "A", {1, 2, 3}), y = variable(m, "B", {1, 2, 3}),
            z = variable(m, "C", {1, 2});
       Expr cost = m.declareOutput(0, "cost", y * z + 1);
       m.addConstraint("fits", le(5, x + y + z));
       m.setObjective({cost + x, z});
     }},
    {"products that overflow but for one row",
     [](Model &m) {
       Expr x = variable(m, "A", {3, Most / 2, Most}),
            y = variable(m, "B", {2, Most / 2, Most});
       m.addConstraint("large", le(Most - 1, x * y));
       m.setObjective({x * y, x});
     }},
    {"a branch that is never valid",
     [](Model &m) {
       Expr x = variable(m, "A", {0, 1, 2}), y = variable(m, "B", {0, 1});
       Expr invalid = floorDiv(m.constant(1), m.constant(0));
       m.setObjective({select(eq(x, y), invalid, x + 4 - y)});
     }},
    {"a maximum of budgets",
     [](Model &m) {
       Expr x = variable(m, "A", {0, 5, 9}), y = variable(m, "B", {0, 7}),
            z = variable(m, "C", {1, 2});
       m.addConstraint("peak", le(max(x, y) * 2 + z, 15));
       m.setObjective({(9 - x) + (7 - y) + z, max(x, y)});
     }},
};
} // namespace

/// By every way that the solver has, whatever the size.
TEST(OddModels, AgreeWithEnumeration) {
  for (const OddModel &odd : oddModels) {
    Model m;
    odd.build(m);
    std::optional<Solution> truth = enumerate(m, MaxPoints);
    ASSERT_TRUE(truth) << odd.name;
    for (auto [way, options] : llvm::enumerate(allWays())) {
      Solution found = solve(m, options);
      EXPECT_EQ(toString(found.status).str(), toString(truth->status).str())
          << odd.name << ", way " << way;
      if (found.status != truth->status)
        continue;
      if (truth->status == Status::Infeasible) {
        EXPECT_FALSE(found.conflict.empty()) << odd.name << ", way " << way;
        continue;
      }
      EXPECT_EQ(found.objective, truth->objective)
          << odd.name << ", way " << way;
      EXPECT_TRUE(m.violations(found.point).empty())
          << odd.name << ", way " << way;
      EXPECT_TRUE(found.tiesSettled) << odd.name << ", way " << way;
      if (!truth->objective.empty())
        EXPECT_EQ(found.bound, truth->bound) << odd.name << ", way " << way;
    }
  }
}

TEST(OddModels, ObjectiveBoundsHoldWithoutBlocks) {
  Model m;
  m.setObjective({m.constant(7)});
  Solver solver(m);
  solver.prepare({});
  EXPECT_EQ(solver.run({}, 7).status, Status::Optimal);
  EXPECT_EQ(solver.run({}, 6).status, Status::Infeasible);
  EXPECT_EQ(solver.run({}).objective, (std::vector<int64_t>{7}));
}
