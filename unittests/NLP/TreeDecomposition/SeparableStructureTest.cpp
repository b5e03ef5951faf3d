//===- SeparableStructureTest.cpp - Sums and maxima over many blocks ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/SeparableStructure.h"
#include "Agreement.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "Parts.h"
#include "RandomTree.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// Which constraints binary tables stand for.
static std::vector<bool> binaryConstraints(const Parts &parts) {
  return Propagation(parts.coupling, parts.tables, parts.allRows())
      .tabulatedConstraints();
}

static std::optional<SeparableStructure> find(Parts &parts) {
  describeCoupling(parts.coupling, parts.tables);
  return SeparableStructure::find(parts.coupling, binaryConstraints(parts));
}

/// The terms, joined aggregate by aggregate, tell what the model tells.
static void expectExact(uint32_t seed, const Parts &parts,
                        const SeparableStructure &structure) {
  std::vector<bool> isBinary = binaryConstraints(parts);
  parts.forEachCombination([&](const RowsOfBlocks &rows) {
    std::vector<Int> values = parts.valuesAt(rows);
    std::vector<int64_t> joined(structure.size(), 0);
    for (const SeparableTerm &term : structure.terms) {
      ASSERT_TRUE(values[term.node].isValid()) << "seed " << seed;
      ASSERT_GE(values[term.node].value(), 0) << "seed " << seed;
      joined[term.aggregate] = structure.join(
          term.aggregate, joined[term.aggregate], values[term.node].value());
    }
    std::vector<int64_t> truth;
    for (uint32_t o : parts.coupling.objectives)
      truth.push_back(values[o].value());
    bool holds = true, holdsLocally = true;
    for (auto [i, c] : llvm::enumerate(parts.coupling.constraints))
      holds &= isBinary[i] ||
               (values[c.node].isValid() && values[c.node].value() != 0);
    for (uint32_t n : structure.localConstraints)
      holdsLocally &= values[n].isValid() && values[n].value() != 0;
    std::optional<std::vector<int64_t>> found = structure.objectives(joined);
    ASSERT_EQ(found.has_value() && holdsLocally, holds) << "seed " << seed;
    if (found)
      ASSERT_EQ(*found, truth) << "seed " << seed;
    // The linear forms say no more than the expressions.
    auto valueOf = [&](const LinearForm &form) {
      int64_t sum = form.constant;
      for (unsigned c = 0; c < structure.size(); ++c)
        sum += form.weights[c] * joined[c];
      return sum;
    };
    ASSERT_EQ(valueOf(structure.objective), truth.front()) << "seed " << seed;
    for (const LinearBudget &budget : structure.budgets)
      ASSERT_TRUE(!found || valueOf(budget.form) <= budget.limit)
          << "seed " << seed;
  });
}

TEST(SeparableStructure, TellsWhatTheModelTells) {
  unsigned found = 0;
  for (uint32_t seed = 0; seed < 400; ++seed) {
    Model m;
    RandomTree build(m, seed, 1 + seed % 3);
    Parts parts(m);
    if (!parts.isSmall())
      continue;
    std::optional<SeparableStructure> structure = find(parts);
    ASSERT_TRUE(structure) << "seed " << seed;
    expectExact(seed, parts, *structure);
    if (HasFatalFailure())
      return;
    ++found;
  }
  EXPECT_GT(found, 100u);
}

namespace {
/// Three blocks of one variable each.
struct Three {
  Three() {
    for (const char *name : {"A", "B", "C"})
      x.push_back(m.addVariable(m.addBlock(name), "x", {1, 2, 3}));
  }
  std::optional<SeparableStructure> find() {
    parts = std::make_unique<Parts>(m);
    return ::find(*parts);
  }
  Model m;
  std::vector<Expr> x;
  std::unique_ptr<Parts> parts;
};
} // namespace

TEST(SeparableStructure, FindsSumsMaximaAndBudgets) {
  Three t;
  Expr peak = max(max(t.x[0] * 2, t.x[1]), t.x[2]);
  t.m.addConstraint("DSP", le(t.x[0] * 4 + t.x[1] + t.x[2] * 9 + 3, 40));
  t.m.addConstraint("BRAM", le(ceilDiv(peak * 5 + 1, 2), 9));
  t.m.setObjective({(t.x[0] + t.x[1] + t.x[2]) * 10 + peak + 7});
  std::optional<SeparableStructure> structure = t.find();
  ASSERT_TRUE(structure);
  EXPECT_EQ(llvm::count(structure->isMax, true), 1);
  EXPECT_EQ(structure->size(), 3u);
  EXPECT_EQ(structure->terms.size(), 9u);
  EXPECT_EQ(structure->objective.constant, 7);
  std::vector<int64_t> weights(structure->objective.weights);
  llvm::sort(weights);
  EXPECT_EQ(weights, (std::vector<int64_t>{0, 1, 10}));
  ASSERT_EQ(structure->budgets.size(), 2u);
  EXPECT_EQ(structure->budgets[0].form.constant, 3);
  EXPECT_EQ(structure->budgets[0].limit, 40);
  EXPECT_EQ(structure->budgets[1].form.constant, 1);
  EXPECT_EQ(structure->budgets[1].limit, 18); // ceil(y / 2) <= 9 is y <= 18
  expectExact(0, *t.parts, *structure);
}

/// What falls as a term grows is not this shape, nor is a negative term, nor a
/// constraint over many blocks that is no budget.
TEST(SeparableStructure, RefusesOtherShapes) {
  Three difference, negative, product, congruence;
  difference.m.setObjective(
      {100 - (difference.x[0] + difference.x[1] + difference.x[2])});
  EXPECT_FALSE(difference.find());
  negative.m.setObjective(
      {negative.x[0] + (negative.x[1] - 2) + negative.x[2]});
  EXPECT_FALSE(negative.find());
  product.m.setObjective({product.x[0] * product.x[1] + product.x[2]});
  EXPECT_FALSE(product.find());
  congruence.m.addConstraint(
      "even",
      eq(mod(congruence.x[0] + congruence.x[1] + congruence.x[2], 2), 0));
  congruence.m.setObjective({congruence.x[0] + congruence.x[1]});
  EXPECT_FALSE(congruence.find());
}
