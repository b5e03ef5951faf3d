//===- TrueBoundsTest.cpp - Iterations within what loops around leave -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublishedDesign.h"
#include "talos/Cost/LowerBound.h"
#include "talos/Support/Divisors.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::test;

namespace {

constexpr int64_t size = 12;

/// A[i][j] -= c[i] r[j] for i, j > k, in each iteration k of a loop around.
StatementShape trailingUpdate() {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"i", size, false}, {"j", size, false}};
  shape.references = {{0, {size, size}, {0, 1}},
                      {1, {size}, {0}},
                      {2, {size}, {1}},
                      {0, {size, size}, {0, 1}}};
  shape.written = 3;
  shape.nodes = {{NodeShape::Reference, "", {}, 0},
                 {NodeShape::Reference, "", {}, 1},
                 {NodeShape::Reference, "", {}, 2},
                 {NodeShape::Operation, "fmul", {1, 2}, 0},
                 {NodeShape::Operation, "fsub", {0, 3}, 0}};
  shape.root = 4;
  shape.guarded = true;
  for (int64_t k = 0; k < size; ++k)
    shape.ranges.push_back({1, {{k + 1, size}, {k + 1, size}}});
  return shape;
}

/// x[k] -= l[k][j] x[j] for j < k.
StatementShape triangularSum() {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"j", size, true}};
  shape.references = {{0, {size}, {-1}},
                      {1, {size, size}, {-1, 0}},
                      {2, {size}, {0}},
                      {0, {size}, {-1}}};
  shape.written = 3;
  shape.nodes = trailingUpdate().nodes;
  shape.root = 4;
  shape.accumulator = 0;
  shape.guarded = true;
  for (int64_t k = 0; k < size; ++k)
    shape.ranges.push_back({1, {{0, k}}});
  return shape;
}

/// C[i][j] += a[k] b[j] for j <= i.
StatementShape triangleOfSums() {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"k", size, true}, {"i", size, false}, {"j", size, false}};
  shape.references = {{0, {size, size}, {1, 2}},
                      {1, {size}, {0}},
                      {2, {size}, {2}},
                      {0, {size, size}, {1, 2}}};
  shape.written = 3;
  shape.nodes = trailingUpdate().nodes;
  shape.nodes.back().op = "fadd";
  shape.root = 4;
  shape.accumulator = 0;
  shape.guarded = true;
  shape.coupled = CoupledLoops{1, 2, false, size, {}};
  for (int64_t i = 0; i < size; ++i)
    shape.coupled->ranges.emplace_back(0, i + 1);
  return shape;
}

Statement create(StatementShape shape) {
  auto statement = Statement::create(std::move(shape), u200());
  EXPECT_TRUE(bool(statement)) << llvm::toString(statement.takeError());
  return std::move(*statement);
}

/// All of each loop in one of the levels 0 and 1.
template <typename N>
TaskChoice<N> choose(const StatementShape &shape, const std::vector<N> &t2,
                     unsigned pipelined, const Numbers<N> &number) {
  TaskChoice<N> choice;
  choice.trueBounds = true;
  for (unsigned l = 0; l < shape.loops.size(); ++l) {
    N trips = floorDiv(number(shape.loops[l].trip), t2[l]);
    bool inner = l == pipelined;
    choice.loops.push_back({inner ? number(1) : trips,
                            inner ? trips : number(1), t2[l],
                            number(int64_t(inner))});
  }
  for (const ReferenceShape &r : shape.references)
    choice.references.push_back(
        {std::vector<N>(r.extents.size(), number(1)), number(0)});
  return choice;
}

const Numbers<Int> number;

/// The iterations that code has which steps through whole tiles.
int64_t countedTiles(const std::vector<int64_t> &tiles,
                     const StatementShape &shape) {
  int64_t all = 0;
  for (const RunRanges &group : shape.ranges) {
    int64_t inRun = group.runs;
    for (unsigned l = 0; l < tiles.size(); ++l) {
      int64_t own = 0;
      for (int64_t at = 0; at < shape.loops[l].trip; at += tiles[l])
        own +=
            at < group.loops[l].second && group.loops[l].first < at + tiles[l];
      inRun *= own;
    }
    all += inRun;
  }
  return all;
}

TEST(TrueBounds, TripsAreTheMeanOverAllRuns) {
  Statement s = create(trailingUpdate());
  for (int64_t ti : divisors(size))
    for (int64_t tj : divisors(size)) {
      TaskChoice<Int> choice = choose<Int>(s.shape(), {ti, tj}, 0, number);
      TaskCost<Int> task = taskCost(s, choice, u200().rules, false, number);
      int64_t all = countedTiles({ti, tj}, s.shape());
      EXPECT_EQ(task.trips.value(), (all + size - 1) / size) << ti << " " << tj;
      choice.trueBounds = false;
      EXPECT_LE(
          task.latency.value(),
          taskCost(s, choice, u200().rules, false, number).latency.value());
    }
}

TEST(TrueBounds, ASumRunsAsOftenAsItsBoundsSay) {
  Statement s = create(triangularSum());
  TaskChoice<Int> choice = choose<Int>(s.shape(), {1}, 0, number);
  // 0 + 1 + ... + 11 iterations in 12 runs.
  EXPECT_EQ(taskCost(s, choice, u200().rules, false, number).trips.value(), 6);
  choice.loops[0] = {1, 3, 4, 1};
  // 0, 4 x 1, 4 x 2, 3 x 3 tiles.
  EXPECT_EQ(taskCost(s, choice, u200().rules, false, number).trips.value(), 2);
}

TEST(TrueBounds, LoopsAroundAReductionCountForThemselves) {
  StatementShape shape = triangularSum();
  shape.loops.insert(shape.loops.begin(), {"i", size, false});
  shape.references[1].extents = {size, size};
  shape.references[1].loops = {0, 1};
  shape.references[2].loops = {1};
  shape.references[0].loops = shape.references[3].loops = {0};
  for (auto [k, group] : llvm::enumerate(shape.ranges))
    group.loops = {{int64_t(k), size}, {0, int64_t(k)}};
  Statement s = create(shape);
  TaskCost<Int> task = taskCost(s, choose<Int>(s.shape(), {1, 1}, 1, number),
                                u200().rules, false, number);
  int64_t outer = 0, all = 0;
  for (int64_t k = 0; k < size; ++k) {
    outer += size - k;
    all += (size - k) * k;
  }
  EXPECT_EQ(task.outer.value(), (outer + size - 1) / size);
  EXPECT_EQ(task.trips.value(), (all + outer - 1) / outer);
}

TEST(TrueBounds, KeptBoxes) {
  Statement s = create(trailingUpdate());
  TaskChoice<Int> choice = choose<Int>(s.shape(), {1, 1}, 0, number);
  EXPECT_EQ(mayHaveTrueBounds(s, choice, number).value(), 1);
  choice.loops[0] = {4, 3, 1, 1}; // in two levels
  EXPECT_EQ(mayHaveTrueBounds(s, choice, number).value(), 0);
  EXPECT_EQ(taskCost(s, choice, u200().rules, false, number).trips.value(),
            size * size);
  StatementShape sequential = trailingUpdate();
  sequential.loops[0].sequential = true;
  EXPECT_EQ(mayHaveTrueBounds(create(sequential),
                              choose<Int>(s.shape(), {1, 1}, 0, number), number)
                .value(),
            0);
}

TEST(TrueBounds, CoupledLoopsStepThroughTheTilesThatTheyMeet) {
  Statement s = create(triangleOfSums());
  for (int64_t ti : divisors(size))
    for (int64_t tj : divisors(size)) {
      int64_t pairs = 0;
      for (int64_t i = 0; i < size; i += ti)
        for (int64_t j = 0; j < size; j += tj)
          pairs += j < i + ti;
      EXPECT_EQ(s.shape().coupled->tiles(ti, tj)->pairs, pairs)
          << ti << " " << tj;
      TaskChoice<Int> choice = choose<Int>(s.shape(), {1, ti, tj}, 2, number);
      TaskCost<Int> task = taskCost(s, choice, u200().rules, false, number);
      EXPECT_EQ(task.trips.value(), size * pairs) << ti << " " << tj;
    }
}

TEST(TrueBounds, TermsOfASumAreAllOtherIterationsApart) {
  Statement s = create(triangleOfSums());
  // 3 iterations of the pipelined loop in a box, 24 pairs of tiles without it.
  TaskChoice<Int> choice = choose<Int>(s.shape(), {1, 1, 4}, 2, number);
  EXPECT_EQ(taskCost(s, choice, u200().rules, false, number).ii.value(), 1);
  choice.trueBounds = false;
  EXPECT_GT(taskCost(s, choice, u200().rules, false, number).ii.value(), 1);
}

TEST(TrueBounds, QuartersOfASumHaveTheirOwnRanges) {
  // C[i][j] += a[k] b[j] for i <= k.
  StatementShape shape = triangleOfSums();
  shape.coupled->outer = 0;
  shape.coupled->inner = 1;
  shape.coupled->outerReduces = true;
  // Rows 3, 6, 9, 12 in three iterations of k each; then 2 of 6 tiles of k.
  EXPECT_EQ(shape.coupled->tiles(1, 1)->pairs, 3 * (3 + 6 + 9 + 12));
  EXPECT_EQ(shape.coupled->tiles(1, 1)->between, 3);
  EXPECT_EQ(shape.coupled->tiles(2, 2)->pairs, 2 * (2 + 4 + 6));
  EXPECT_EQ(shape.coupled->tiles(2, 2)->between, 2);
  Statement s = create(shape);
  TaskChoice<Int> choice = choose<Int>(s.shape(), {1, 1, 1}, 2, number);
  EXPECT_EQ(taskCost(s, choice, u200().rules, false, number).trips.value(),
            size * 3 * (3 + 6 + 9 + 12));
  // No other loop: 3 iterations between terms, where the box has 12.
  choice = choose<Int>(s.shape(), {1, 1, size}, 1, number);
  EXPECT_EQ(mayHaveTrueBounds(s, choice, number).value(), 0);
}

TEST(TrueBounds, CoupledLoopsKeepTheirBoxWhereATileIsEmpty) {
  StatementShape shape = triangleOfSums();
  for (int64_t i = 0; i < size; ++i)
    shape.coupled->ranges[i] = {0,
                                i}; // j < i: none for i = 0, i > 0 for j = 11
  EXPECT_FALSE(shape.coupled->tiles(1, 1));
  EXPECT_FALSE(shape.coupled->tiles(2, 1));
  EXPECT_EQ(shape.coupled->tiles(2, 2)->pairs, 21);
  Statement s = create(shape);
  EXPECT_EQ(
      mayHaveTrueBounds(s, choose<Int>(s.shape(), {1, 1, 1}, 2, number), number)
          .value(),
      0);
  EXPECT_EQ(
      mayHaveTrueBounds(s, choose<Int>(s.shape(), {1, 2, 2}, 2, number), number)
          .value(),
      1);
  // Nor where the sum itself is pipelined.
  EXPECT_EQ(
      mayHaveTrueBounds(s, choose<Int>(s.shape(), {1, 2, 2}, 0, number), number)
          .value(),
      0);
}

TEST(TrueBounds, ModelAndRulesAgree) {
  StatementShape quarters = triangleOfSums();
  quarters.coupled->outer = 0;
  quarters.coupled->inner = 1;
  quarters.coupled->outerReduces = true;
  for (const StatementShape &shape :
       {trailingUpdate(), triangularSum(), triangleOfSums(), quarters}) {
    Statement s = create(shape);
    nlp::Model model;
    Numbers<nlp::Expr> exprs(model);
    nlp::BlockId block = model.addBlock("S0");
    std::vector<nlp::Expr> t2;
    for (unsigned l = 0; l < shape.loops.size(); ++l)
      t2.push_back(
          model.addVariable(block, "t2" + std::to_string(l), divisors(size)));
    nlp::Expr latency =
        taskCost(s, choose(s.shape(), t2, 0, exprs), u200().rules, false, exprs)
            .latency;
    std::vector<int64_t> point(t2.size(), 1);
    for (int64_t a : divisors(size))
      for (int64_t b : divisors(size)) {
        std::vector<Int> values = {a, b};
        values.resize(t2.size(), 1);
        point = {a, b};
        point.resize(t2.size(), 1);
        Int exact = taskCost(s, choose(s.shape(), values, 0, number),
                             u200().rules, false, number)
                        .latency;
        EXPECT_EQ(model.evaluate(latency.node(), point), exact)
            << a << " " << b;
      }
  }
}

TEST(TrueBounds, NoDesignIsBelowItsBound) {
  Statement s = create(trailingUpdate());
  BoundContext context{u200(), u200().device.total, 1024, false};
  for (int64_t tile : divisors(size)) {
    TaskChoice<Int> choice = choose<Int>(s.shape(), {tile, tile}, 0, number);
    EXPECT_LE(taskBound(s, choice.loops, Accumulator::Direct, context, true)
                  .latency.value(),
              taskCost(s, choice, u200().rules, false, number).latency.value());
  }
}

TEST(TrueBounds, RangesMustFitTheNest) {
  StatementShape shape = trailingUpdate();
  shape.ranges.front().loops.pop_back();
  auto statement = Statement::create(shape, u200());
  ASSERT_FALSE(bool(statement));
  EXPECT_EQ(llvm::toString(statement.takeError()),
            "statement 'S0': ranges of 1 loops in 1 runs; the nest has 2 "
            "loops");
  StatementShape coupled = triangleOfSums();
  coupled.coupled->ranges.pop_back();
  statement = Statement::create(coupled, u200());
  ASSERT_FALSE(bool(statement));
  EXPECT_EQ(llvm::toString(statement.takeError()),
            "statement 'S0': its coupled loops are no two of the nest with a "
            "range for each iteration of the outer one");
}

} // namespace
