//===- SearchTest.cpp - Depth-first search in windows ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Search.h"
#include "Agreement.h"
#include "Parts.h"

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

/// Windows of any size: a point is found where there is one, and an exhausted
/// window holds nothing better.
TEST(Search, WindowsHoldWhatTheyFind) {
  unsigned exhausted = 0, empty = 0, improved = 0;
  forEachRandomModel(1000, [&](uint32_t seed, Parts &parts,
                               const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    Limits limits;
    Search search(parts.coupling, parts.tables,
                  Search::startingRows(parts.coupling, parts.tables), limits);
    bool isOpen = search.prepare(0);
    ASSERT_TRUE(isOpen || points.empty()) << "seed " << seed;
    if (!isOpen)
      return;
    int64_t best = INT64_MAX;
    for (const PointOfRows &point : points) {
      best = std::min(best, point.objective.front());
      ASSERT_LE(search.rootBound(), point.objective.front()) << "seed " << seed;
    }
    Random random(seed);
    int64_t near = points.empty() ? search.rootBound() : best,
            top = near + random.in(-4, 12);
    Search::Outcome outcome = search.searchWindow(top);
    ASSERT_NE(outcome, Search::Outcome::Limit) << "seed " << seed;
    ASSERT_EQ(search.best.empty(), best > top) << "seed " << seed;
    if (search.best.empty()) {
      ++empty;
      return;
    }
    ASSERT_LE(search.bestObjective.front(), top) << "seed " << seed;
    std::vector<Int> values = parts.valuesAt(search.best);
    for (auto [o, value] :
         llvm::zip(parts.coupling.objectives, search.bestObjective))
      ASSERT_EQ(values[o], Int(value)) << "seed " << seed;
    ASSERT_TRUE(parts.model.violations(parts.pointOf(search.best)).empty())
        << "seed " << seed;
    if (outcome == Search::Outcome::Improved) {
      ++improved;
      return;
    }
    ++exhausted;
    ASSERT_EQ(search.bestObjective.front(), best) << "seed " << seed;
  });
  EXPECT_GT(exhausted, 30u);
  EXPECT_GT(improved, 20u);
  EXPECT_GT(empty, 50u);
}

/// A search that takes rows without looking ahead finds the same windows
/// empty.
TEST(Search, HastySearchIsComplete) {
  unsigned found = 0, empty = 0;
  forEachRandomModel(500, [&](uint32_t seed, Parts &parts, const auto &points) {
    describeCoupling(parts.coupling, parts.tables);
    Limits limits;
    Search search(parts.coupling, parts.tables,
                  Search::startingRows(parts.coupling, parts.tables), limits);
    search.skipsProbing = true;
    if (search.prepare(0))
      ASSERT_NE(search.searchWindow(Search::NoLimit), Search::Outcome::Limit);
    ASSERT_EQ(search.best.empty(), points.empty()) << "seed " << seed;
    ++(points.empty() ? empty : found);
  });
  EXPECT_GT(found, 200u);
  EXPECT_GT(empty, 5u);
}

TEST(Limits, CountNodesAndLookAtTheClock) {
  Limits limits;
  int ticks = 0;
  limits.tick = [&](int64_t) { ++ticks; };
  limits.nodeLimit = 4000;
  for (; !limits.hit(); ++limits.nodes) {
  }
  EXPECT_EQ(limits.nodes, 4000);
  EXPECT_EQ(ticks, 4); // at 0, 1024, 2048, 3072
  EXPECT_FALSE(limits.timeHit);
  Limits late;
  late.deadline = std::chrono::steady_clock::now();
  EXPECT_TRUE(late.hit());
  EXPECT_TRUE(late.timeHit);
}

TEST(Limits, ScopesRestoreThem) {
  Limits limits;
  limits.nodes = 10;
  limits.nodeLimit = 100;
  {
    ScopedNodeLimit fewer(limits, 20);
    EXPECT_EQ(limits.nodeLimit, 30);
    ScopedNodeLimit more(limits, 500); // no more than there were
    EXPECT_EQ(limits.nodeLimit, 30);
    limits.nodes = 25;
  }
  EXPECT_EQ(limits.nodeLimit, 100);
  EXPECT_EQ(limits.nodes, 25);
}
