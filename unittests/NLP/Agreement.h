//===- Agreement.h - Solutions against the truth ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_NLP_AGREEMENT_H
#define TALOS_UNITTESTS_NLP_AGREEMENT_H

#include "RandomModel.h"
#include "talos/NLP/Solver.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "gtest/gtest.h"

namespace talos::nlp::test {

/// A random model of more points is not enumerated.
inline constexpr int64_t MaxPoints = 6000;

/// Whether a reduction of this name was applied.
inline bool isNoted(const Solution &solution, llvm::StringRef reduction) {
  return llvm::any_of(solution.reductions, [&](llvm::StringRef text) {
    return text.starts_with(reduction);
  });
}

inline void expectSame(const Model &m, const Solution &found,
                       const Solution &truth, uint32_t seed) {
  ASSERT_EQ(toString(found.status), toString(truth.status)) << "seed " << seed;
  if (truth.status != Status::Optimal)
    return;
  ASSERT_TRUE(found.tiesSettled) << "seed " << seed;
  ASSERT_EQ(found.objective, truth.objective) << "seed " << seed;
  ASSERT_EQ(found.bound, truth.bound) << "seed " << seed;
  ASSERT_TRUE(m.violations(found.point).empty()) << "seed " << seed;
}

/// Solves random models under the options for each seed, and expects what
/// enumeration says; returns how many have the reduction noted.
inline unsigned
agreeWithEnumeration(unsigned models, llvm::StringRef reduction,
                     llvm::function_ref<SolverOptions(uint32_t)> optionsFor) {
  unsigned optimal = 0, infeasible = 0, noted = 0;
  for (uint32_t seed = 0; optimal + infeasible < models; ++seed) {
    Model m;
    RandomModel build(m, seed);
    std::optional<Solution> truth = enumerate(m, MaxPoints);
    if (!truth)
      continue;
    optimal += truth->status == Status::Optimal;
    infeasible += truth->status == Status::Infeasible;
    SolverOptions options = optionsFor(seed);
    options.tieNodeLimit = 1 << 20;
    Solution found = solve(m, options);
    expectSame(m, found, *truth, seed);
    if (testing::Test::HasFatalFailure())
      return noted;
    noted += isNoted(found, reduction);
  }
  EXPECT_GT(optimal, models / 2);
  EXPECT_GT(infeasible, models / 20);
  return noted;
}

} // namespace talos::nlp::test

#endif // TALOS_UNITTESTS_NLP_AGREEMENT_H
