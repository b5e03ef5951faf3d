//===- DominanceTest.cpp - What is dropped is beaten ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Presolve/Dominance.h"
#include "Agreement.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// The definition, item by item.
static std::vector<uint32_t> unbeaten(llvm::ArrayRef<std::vector<int64_t>> keys,
                                      size_t equal) {
  auto beats = [&](uint32_t x, uint32_t y) {
    for (size_t k = 0; k < keys[x].size(); ++k)
      if (k < equal ? keys[x][k] != keys[y][k] : keys[x][k] > keys[y][k])
        return false;
    return keys[x] != keys[y] || x < y;
  };
  std::vector<uint32_t> kept;
  for (uint32_t y = 0; y < keys.size(); ++y) {
    bool isBeaten = false;
    for (uint32_t x = 0; x < keys.size(); ++x)
      isBeaten |= x != y && beats(x, y);
    if (!isBeaten)
      kept.push_back(y);
  }
  return kept;
}

TEST(Dominance, DropsExactlyWhatAnotherBeats) {
  size_t items = 0, dropped = 0;
  for (uint32_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    size_t width = random.in(1, 4), equal = random.in(0, width - 1);
    std::vector<std::vector<int64_t>> keys(random.in(1, 40));
    for (std::vector<int64_t> &key : keys)
      for (size_t k = 0; k < width; ++k)
        key.push_back(k < equal ? random.in(0, 1) : random.in(-4, 4));
    std::vector<uint32_t> all(keys.size());
    std::iota(all.begin(), all.end(), 0);
    auto keyOf = [&](uint32_t i) { return keys[i].data(); };
    std::vector<uint32_t> kept =
        dropDominated(all, width, equal, /*mostCompared=*/SIZE_MAX, keyOf);
    llvm::sort(kept);
    ASSERT_EQ(kept, unbeaten(keys, equal)) << "seed " << seed;
    items += keys.size();
    dropped += keys.size() - kept.size();
    // Fewer comparisons keep more, never less.
    std::vector<uint32_t> more = dropDominated(all, width, equal, 1, keyOf);
    llvm::sort(more);
    ASSERT_TRUE(llvm::includes(more, kept)) << "seed " << seed;
  }
  EXPECT_GT(dropped, items / 10);
  EXPECT_LT(dropped, items * 9 / 10);
}

TEST(Dominance, AnOptimumSurvives) {
  size_t rows = 0, kept = 0;
  forEachRandomModel(800, [&](uint32_t seed, Parts &parts, const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    std::vector<std::vector<uint32_t>> left;
    for (BlockId b = 0; b < parts.tables.size(); ++b) {
      left.push_back(nondominated(parts.coupling, parts.tables[b], b));
      rows += parts.tables[b].rows;
      kept += left.back().size();
    }
    std::vector<PointOfRows> some(points);
    llvm::erase_if(some, [&](const PointOfRows &point) {
      for (auto [b, row] : llvm::enumerate(point.rows))
        if (!llvm::is_contained(left[b], row))
          return true;
      return false;
    });
    ASSERT_EQ(optimumOf(some), optimumOf(points)) << "seed " << seed;
  });
  EXPECT_LT(kept, rows * 9 / 10);
}

/// Of (cost, use): less of both is better, the parity decides what fits.
TEST(Dominance, KeepsWhatOthersMustMatch) {
  Model m;
  BlockId s = m.addBlock("S"), a = m.addBlock("A"), c = m.addBlock("C");
  Expr x = m.addVariable(s, "x", {0, 1, 2, 3, 4});
  Expr f = m.addVariable(a, "f", {0, 1}), g = m.addVariable(c, "g", {0, 1});
  Expr cost = lookUp(x, {5, 4, 4, 9, 6}), use = lookUp(x, {1, 2, 3, 1, 1}),
       parity = lookUp(x, {0, 0, 0, 0, 1});
  m.addConstraint("parity", eq(parity, mod(f + g, 2)));
  m.addConstraint("budget", le(use + f + g, 9));
  m.setObjective({cost + f + g});
  Parts parts(m);
  describeCoupling(parts.coupling, parts.tables);
  ASSERT_EQ(parts.tables[s].rows, 5u);
  // Row 2 is beaten by row 1 and row 3 by row 0; row 4 alone has parity 1.
  EXPECT_EQ(nondominated(parts.coupling, parts.tables[s], s),
            (std::vector<uint32_t>{0, 1, 4}));
}
