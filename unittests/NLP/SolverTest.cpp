//===- SolverTest.cpp - The solver against enumeration --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"
#include "RandomModel.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static constexpr int64_t MaxPoints = 6000;

static void expectSame(const Model &m, const Solution &found,
                       const Solution &truth, uint32_t seed) {
  ASSERT_EQ(toString(found.status), toString(truth.status)) << "seed " << seed;
  if (truth.status != Status::Optimal)
    return;
  ASSERT_EQ(found.objective, truth.objective) << "seed " << seed;
  ASSERT_TRUE(m.violations(found.point).empty()) << "seed " << seed;
  ASSERT_EQ(found.bound, truth.bound) << "seed " << seed;
}

TEST(Solver, AgreesWithEnumerationOnRandomModels) {
  unsigned optimal = 0, infeasible = 0;
  for (uint32_t seed = 0; optimal + infeasible < 4000; ++seed) {
    Model m;
    RandomModel build(m, seed);
    std::optional<Solution> truth = enumerate(m, MaxPoints);
    if (!truth)
      continue;
    optimal += truth->status == Status::Optimal;
    infeasible += truth->status == Status::Infeasible;
    expectSame(m, solve(m), *truth, seed);
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(optimal, 2000u);
  EXPECT_GT(infeasible, 200u);
}
