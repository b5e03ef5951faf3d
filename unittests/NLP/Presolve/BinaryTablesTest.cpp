//===- BinaryTablesTest.cpp - Rows of two blocks that fit each other ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/BinaryTables.h"
#include "Agreement.h"
#include "NLP/BranchAndBound/Propagation.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

static bool fit(const BinaryTable &pair, uint32_t x, uint32_t y) {
  return pair.partners[0][pair.group[0][x]][pair.group[1][y]];
}

/// Rows fit exactly where the constraints hold, seen from either side.
TEST(BinaryTables, TellWhatTheConstraintsTell) {
  unsigned fitting = 0, others = 0;
  forEachRandomModel(500, [&](uint32_t seed, Parts &parts, const auto &) {
    describeCoupling(parts.coupling, parts.tables);
    std::vector<bool> isTabulated(parts.coupling.constraints.size(), false);
    std::vector<BinaryTable> pairs = buildBinaryTables(
        parts.coupling, parts.tables, parts.allRows(), isTabulated);
    for (const BinaryTable &pair : pairs) {
      RowsOfBlocks rows(parts.tables.size(), 0);
      auto [a, b] = pair.block;
      for (rows[a] = 0; rows[a] < parts.tables[a].rows; ++rows[a])
        for (rows[b] = 0; rows[b] < parts.tables[b].rows; ++rows[b]) {
          std::vector<Int> values = parts.valuesAt(rows);
          bool holds = true;
          for (auto [i, c] : llvm::enumerate(parts.coupling.constraints)) {
            const auto &support = parts.coupling.nodes[c.node].support;
            if (isTabulated[i] && support[0] == a && support[1] == b)
              holds &= values[c.node].isValid() && values[c.node].value() != 0;
          }
          ASSERT_EQ(fit(pair, rows[a], rows[b]), holds) << "seed " << seed;
          ASSERT_EQ(
              pair.partners[1][pair.group[1][rows[b]]][pair.group[0][rows[a]]],
              holds)
              << "seed " << seed;
          ++(holds ? fitting : others);
        }
    }
  });
  EXPECT_GT(fitting, 1000u);
  EXPECT_GT(others, 1000u);
}

namespace {
/// Blocks of one variable each, and constraints over two of them.
class BinaryModel {
public:
  BinaryModel(Model &m, Random &random) {
    std::vector<Expr> all;
    for (unsigned i = 0, blocks = random.in(2, 5); i < blocks; ++i)
      all.push_back(m.addVariable(m.addBlock("B" + std::to_string(i)), "x",
                                  {1, 2, 3, 4, 5, 6}));
    for (unsigned i = 1; i < all.size() + 1; ++i) {
      Expr x = all[i % all.size()], y = all[random.in(0, i - 1)];
      if (x.node() == y.node())
        continue;
      std::string name = "c" + std::to_string(i);
      int64_t k = random.in(1, 8);
      switch (random.in(0, 4)) {
      case 0:
        m.addConstraint(name, le(x + k - 4, y));
        break;
      case 1:
        m.addConstraint(name, eq(mod(x, y), random.in(0, 1)));
        break;
      case 2:
        m.addConstraint(name, le(k * 2, x * y));
        break;
      case 3:
        m.addConstraint(name, eq(x + y, k + 2));
        break;
      case 4:
        m.addConstraint(name, x - y);
        break;
      }
    }
  }
};

/// Arc consistency by its definition: rows without a partner go, until all rows
/// have one in each neighbour.
std::vector<std::vector<uint32_t>> arcConsistent(const Parts &parts) {
  std::vector<std::vector<uint32_t>> rows = parts.allRows();
  auto fitsIn = [&](BlockId a, uint32_t x, BlockId b, uint32_t y) {
    RowsOfBlocks at(parts.tables.size(), 0);
    at[a] = x;
    at[b] = y;
    std::vector<Int> values = parts.valuesAt(at);
    for (const CouplingConstraint &c : parts.coupling.constraints) {
      const auto &support = parts.coupling.nodes[c.node].support;
      if (support[0] == std::min(a, b) && support[1] == std::max(a, b) &&
          !(values[c.node].isValid() && values[c.node].value() != 0))
        return false;
    }
    return true;
  };
  for (bool again = true; again;) {
    again = false;
    for (BlockId a = 0; a < rows.size(); ++a)
      for (BlockId b = 0; b < rows.size(); ++b)
        if (a != b) {
          size_t before = rows[a].size();
          llvm::erase_if(rows[a], [&](uint32_t x) {
            return llvm::none_of(
                rows[b], [&](uint32_t y) { return fitsIn(a, x, b, y); });
          });
          again |= rows[a].size() != before;
        }
  }
  return rows;
}
} // namespace

/// Exactly the supported rows stay.
TEST(BinaryTables, PropagationIsArcConsistent) {
  unsigned empty = 0, dropped = 0;
  for (uint32_t seed = 0; seed < 800; ++seed) {
    Random random(seed);
    Model m;
    BinaryModel build(m, random);
    Parts parts(m);
    ASSERT_TRUE(parts.isSmall() || parts.tables.size() == 5);
    describeCoupling(parts.coupling, parts.tables);
    Propagation propagation(parts.coupling, parts.tables, parts.allRows());
    Store store = propagation.everything();
    bool isOpen = propagation.run(store, SIZE_MAX);
    std::vector<std::vector<uint32_t>> truth = arcConsistent(parts);
    bool isTrulyOpen = llvm::none_of(
        truth, [](const std::vector<uint32_t> &rows) { return rows.empty(); });
    ASSERT_EQ(isOpen, isTrulyOpen) << "seed " << seed;
    empty += !isOpen;
    if (!isOpen)
      continue;
    for (BlockId b = 0; b < truth.size(); ++b) {
      ASSERT_EQ(store.domains[b]->rows, truth[b]) << "seed " << seed;
      dropped += parts.tables[b].rows - truth[b].size();
    }
  }
  EXPECT_GT(empty, 20u);
  EXPECT_GT(dropped, 500u);
}
