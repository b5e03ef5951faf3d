//===- BoundedEnumeratorTest.cpp - Choices within a bound -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Agreement.h"
#include "NLP/BlockEnumeration/LargeBlockEnumeration.h"
#include "Parts.h"
#include <set>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
using Rows = std::set<std::vector<int64_t>>;

Rows rowsOf(const Table &table) {
  Rows result;
  for (size_t row = 0; row < table.rows; ++row) {
    std::vector<int64_t> features;
    for (const std::vector<int64_t> &column : table.features)
      features.push_back(column[row]);
    result.insert(std::move(features));
  }
  return result;
}

/// One block as if it had too many choices, beside the tables of the others.
class OneBlock {
public:
  OneBlock(const Parts &parts, BlockId b)
      : parts(parts), b(b), known(parts.coupling) {
    std::vector<Table> others(parts.tables);
    others[b].rows = 0;
    for (std::vector<int64_t> &column : others[b].features)
      column.clear();
    computeNodeRanges(known, others);
  }

  BoundFilter filter() const {
    return BoundFilter(parts.model, parts.ranges, known, b,
                       known.objectives.front());
  }
  Table list(BoundFilter &within) const {
    EnumerationRequest request;
    request.filter = &within;
    return parts.list(b, request);
  }
  Table list(int64_t limit, size_t wideFrom) const {
    BoundFilter within = filter();
    within.limit = limit;
    within.wideFrom = wideFrom;
    return list(within);
  }

private:
  const Parts &parts;
  BlockId b;
  Coupling known;
};

/// Rows of points with no more than the limit.
Rows neededRows(const Parts &parts, llvm::ArrayRef<PointOfRows> points,
                BlockId b, int64_t limit) {
  Rows result;
  for (const PointOfRows &point : points) {
    if (point.objective.front() > limit)
      continue;
    std::vector<int64_t> features;
    for (const std::vector<int64_t> &column : parts.tables[b].features)
      features.push_back(column[point.rows[b]]);
    result.insert(std::move(features));
  }
  return result;
}
} // namespace

/// Of all rows those that a point within the limit needs are there, and no row
/// with which the ranges of the whole model exceed the limit. Whether a
/// variable's values are looked at class by class makes no difference.
TEST(BoundedEnumerator, ListsTheRowsWithinTheLimit) {
  size_t all = 0, kept = 0;
  forEachRandomModel(300, [&](uint32_t seed, Parts &parts, const auto &points) {
    if (parts.coupling.objectives.empty())
      return;
    Random random(seed);
    std::optional<std::vector<int64_t>> best = optimumOf(points);
    for (BlockId b = 0; b < parts.tables.size(); ++b) {
      OneBlock block(parts, b);
      Rows whole = rowsOf(parts.tables[b]);
      for (int64_t limit :
           {best ? best->front() : 0,
            best ? best->front() + random.in(0, 30) : 9, int64_t(INT64_MAX)}) {
        Rows some = rowsOf(block.list(limit, SIZE_MAX));
        all += whole.size();
        kept += some.size();
        ASSERT_TRUE(llvm::includes(whole, some)) << "seed " << seed;
        ASSERT_TRUE(llvm::includes(some, neededRows(parts, points, b, limit)))
            << "seed " << seed << " block " << b << " limit " << limit;
        for (size_t wideFrom : {2, 3})
          ASSERT_EQ(rowsOf(block.list(limit, wideFrom)), some)
              << "seed " << seed << " block " << b << " limit " << limit;
      }
    }
  });
  EXPECT_LT(kept, all * 9 / 10);
  EXPECT_GT(kept, all / 10);
}

namespace {
/// A nest with split loops of 64 iterations each, beside an array whose
/// transfer takes at least 16: what is within a limit can be told by hand.
struct Nest {
  Nest() {
    std::vector<int64_t> divisors{1, 2, 4, 8, 16, 32, 64}, domain(64);
    std::iota(domain.begin(), domain.end(), 1);
    BlockId s = m.addBlock("S"), a = m.addBlock("A"), c = m.addBlock("C");
    Expr x = m.addVariable(s, "x", divisors),
         y = m.addVariable(s, "y", divisors),
         pad = m.addVariable(s, "pad", domain);
    Expr f = m.addVariable(a, "f", {1, 2, 4}),
         g = m.addVariable(c, "g", {0, 1});
    m.addConstraint("splits", eq(mod(m.constant(64), x * y), 0));
    m.addConstraint("units", le(x * y + f + g, 40));
    cycles = ceilDiv(m.constant(64), x) * 3 + ceilDiv(m.constant(64), y) +
             mod(pad, 8);
    m.setObjective({cycles + ceilDiv(m.constant(64), f) + g});
  }

  /// The choices of the first block by their definition.
  Rows within(const Parts &parts, int64_t limit) const {
    Rows result;
    for (int64_t x = 1; x <= 64; x *= 2)
      for (int64_t y = 1; x * y <= 64; y *= 2)
        for (int64_t pad = 1; pad <= 64; ++pad) {
          int64_t own = 64 / x * 3 + 64 / y + pad % 8;
          if (own + 16 > limit || x * y + 1 > 40)
            continue;
          std::vector<int64_t> features;
          for (Int value :
               m.evaluate(parts.coupling.featureNodes(0), {x, y, pad, 1, 0}))
            features.push_back(value.value());
          result.insert(std::move(features));
        }
    return result;
  }

  Model m;
  Expr cycles;
};
} // namespace

TEST(BoundedEnumerator, ListsExactlyWhatRangesAdmit) {
  Nest nest;
  Parts parts(nest.m);
  OneBlock block(parts, 0);
  for (int64_t limit : {30, 45, 60, 90, 150, 1000}) {
    Rows truth = nest.within(parts, limit);
    EXPECT_EQ(rowsOf(block.list(limit, SIZE_MAX)), truth) << limit;
    EXPECT_EQ(rowsOf(block.list(limit, /*wideFrom=*/48)), truth) << limit;
  }
  EXPECT_EQ(block.list(20, SIZE_MAX).rows, 0u);
}

/// A limit that closes in ends just below the best choice, which is large.
TEST(BoundedEnumerator, ClosesInOnTheLeast) {
  Nest nest;
  Parts parts(nest.m);
  OneBlock block(parts, 0);
  // x = 16, y = 2: 12 + 32 and 16 of the transfer; others are not below.
  int64_t least = INT64_MAX;
  for (int64_t limit = 16; least == INT64_MAX; ++limit)
    if (!nest.within(parts, limit).empty())
      least = limit;
  for (size_t wideFrom : {size_t(2), SIZE_MAX}) {
    BoundFilter within = block.filter();
    within.isTightening = true;
    within.wideFrom = wideFrom;
    Rows rows = rowsOf(block.list(within));
    EXPECT_EQ(within.least, least);
    EXPECT_EQ(within.limit, least - 1);
    EXPECT_TRUE(llvm::includes(rows, nest.within(parts, least)) ||
                !rows.empty());
    // With a margin, all choices within it are large.
    BoundFilter wider = block.filter();
    wider.isTightening = true;
    wider.marginDivisor = 2;
    wider.wideFrom = wideFrom;
    rows = rowsOf(block.list(wider));
    EXPECT_EQ(wider.least, least);
    EXPECT_EQ(wider.limit, least + least / 2);
    EXPECT_TRUE(llvm::includes(rows, nest.within(parts, wider.limit)));
  }
}

/// Constraints that leave the block without a choice are named.
TEST(BoundedEnumerator, NamesWhatRefutes) {
  Nest nest;
  nest.m.addConstraint(
      "tight", le(nest.cycles + Expr(&nest.m, nest.m.objective().front()), 60));
  Parts parts(nest.m);
  OneBlock block(parts, 0);
  BoundFilter within = block.filter();
  EXPECT_EQ(block.list(within).rows, 0u);
  EXPECT_TRUE(within.refuting.count(1));
  BoundFilter heeding = block.filter();
  heeding.heed({0});
  EXPECT_GT(block.list(heeding).rows, 0u);
}

/// Blocks that are too large, under growing limits: the bound is one, a point
/// within the limit needs only the choices large last, and the end is reached.
TEST(BoundedEnumerator, GrowingLimitsReachTheOptimum) {
  unsigned reached = 0, steps = 0, refuted = 0;
  Workers workers(1);
  forEachRandomModel(800, [&](uint32_t seed, Parts &parts, const auto &points) {
    if (parts.coupling.objectives.empty())
      return;
    std::vector<Table> tables(parts.tables);
    bool isAny = false;
    for (Table &table : tables) {
      if (table.rows < 2 + seed % 3)
        continue;
      isAny = table.isTooLarge = true;
      table.rows = 0;
      for (std::vector<int64_t> &column : table.features)
        column.clear();
    }
    if (!isAny)
      return;
    LargeBlockEnumeration large(
        parts.model, parts.ranges, parts.coupling, tables,
        /*wideFrom=*/2 + seed % 3,
        [&](BlockId b, BoundFilter &within, int64_t most) {
          EnumerationRequest request;
          request.most = most;
          request.filter = &within;
          return parts.list(b, request);
        },
        workers);
    std::optional<std::vector<int64_t>> best = optimumOf(points);
    for (unsigned i = 0; i < 12; ++i) {
      std::optional<std::vector<Table>> some = large.next();
      ASSERT_TRUE(!large.emptyBlock || !best) << "seed " << seed;
      refuted += large.emptyBlock.has_value();
      if (!some)
        return;
      ++steps;
      ASSERT_TRUE(!best || large.bound <= best->front()) << "seed " << seed;
      for (BlockId b = 0; b < some->size(); ++b)
        ASSERT_TRUE(llvm::includes(rowsOf((*some)[b]),
                                   neededRows(parts, points, b, large.limit)))
            << "seed " << seed;
      if (best && large.limit >= best->front()) {
        ++reached;
        return;
      }
    }
  });
  EXPECT_GT(reached, 200u);
  EXPECT_GT(steps, reached);
}
