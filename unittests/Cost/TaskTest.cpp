//===- TaskTest.cpp - Shapes that the published designs do not have -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PublishedDesign.h"
#include "talos/Cost/LowerBound.h"
#include "talos/Cost/Rules.h"
#include "gtest/gtest.h"
#include <limits>
#include <map>
#include <set>

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::test;

namespace {

const Numbers<Int> number;

NodeShape reference(unsigned position) {
  return {NodeShape::Reference, "", {}, position};
}
NodeShape operation(const char *op, std::vector<unsigned> operands) {
  return {NodeShape::Operation, op, std::move(operands), 0};
}

/// X[i] = op(Y[i], Z[i]) over 64 elements.
StatementShape binary(const char *op) {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"i", 64, false}};
  for (unsigned array = 0; array < 3; ++array)
    shape.references.push_back({array, {64}, {0}});
  shape.nodes = {reference(1), reference(2), operation(op, {0, 1})};
  shape.root = 2;
  return shape;
}

Statement create(StatementShape shape) {
  auto statement = Statement::create(std::move(shape), u200());
  EXPECT_TRUE(bool(statement)) << llvm::toString(statement.takeError());
  return std::move(*statement);
}

std::string problemOf(StatementShape shape) {
  auto statement = Statement::create(std::move(shape), u200());
  return statement ? "none" : llvm::toString(statement.takeError());
}

/// Loop l is strip-mined to t0 x t1 x t2 and pipelined if `pipelined` == l.
TaskChoice<Int> choose(const StatementShape &shape,
                       const std::vector<std::array<int64_t, 3>> &factors,
                       int pipelined, int64_t registers = 0) {
  TaskChoice<Int> choice;
  for (unsigned l = 0; l < factors.size(); ++l)
    choice.loops.push_back({factors[l][0], factors[l][1], factors[l][2],
                            int64_t(int(l) == pipelined)});
  for (const ReferenceShape &r : shape.references)
    choice.references.push_back(
        {std::vector<Int>(r.extents.size(), Int(1)), registers});
  return choice;
}

TaskCost<Int> price(const Statement &s, const TaskChoice<Int> &choice,
                    bool tree = false) {
  return taskCost(s, choice, u200().rules, tree, number);
}

Int operationsOf(const TaskCost<Int> &task, const std::string &name) {
  for (const OperatorUse<Int> &use : task.operators)
    if (use.name == name)
      return use.operations;
  return Int::invalid();
}

int64_t latency(const char *op) { return (*u200().lookup(op))->latency; }

// What is no sum of products takes its critical path.
TEST(Task, CriticalPath) {
  for (const char *op : {"fdiv", "fmax", "fsub"}) {
    Statement s = create(binary(op));
    TaskCost<Int> task = price(s, choose(s.shape(), {{1, 16, 4}}, 0));
    EXPECT_EQ(task.ii, Int(1)) << op;
    EXPECT_EQ(task.iterationLatency, Int(3 + latency(op))) << op;
    EXPECT_EQ(task.latency, Int(15 + 3 + latency(op) - 1 + 2)) << op;
    EXPECT_EQ(operationsOf(task, op), Int(4)) << op;
  }
  EXPECT_EQ(create(binary("fdiv")).provenance(), target::Provenance::Assumed);
  EXPECT_EQ(create(binary("fmul")).provenance(), target::Provenance::Measured);
}

/// X[i] = Y[i] * Z[i]; W[i] = Y[i] * Z[i] / Y[i] over 64 elements.
StatementShape twoResults() {
  StatementShape shape = binary("fmul");
  shape.references.push_back({3, {64}, {0}});
  shape.nodes.push_back(operation("fdiv", {2, 0}));
  shape.joined = {{3, 3}};
  return shape;
}

// The common product is there once; the deeper result is the iteration's.
TEST(Task, SeveralResults) {
  Statement s = create(twoResults());
  TaskCost<Int> task = price(s, choose(s.shape(), {{1, 16, 4}}, 0));
  EXPECT_EQ(task.ii, Int(1));
  EXPECT_EQ(task.iterationLatency, Int(3 + latency("fmul") + latency("fdiv")));
  EXPECT_EQ(operationsOf(task, "fmul"), Int(4));
  EXPECT_EQ(operationsOf(task, "fdiv"), Int(4));
  // Leaving through registers saves a cycle if all results do.
  TaskChoice<Int> choice = choose(s.shape(), {{1, 16, 4}}, 0);
  choice.references[3].registers = 1;
  EXPECT_EQ(price(s, choice).iterationLatency, task.iterationLatency);
  choice.references[0].registers = 1;
  EXPECT_EQ(price(s, choice).iterationLatency, task.iterationLatency - 1);
  // Both results take a place in what is stored, Y and Z are loaded once.
  StatementShape first = twoResults(), second = twoResults();
  first.joined.clear();
  second.joined.clear();
  std::tie(second.written, second.root) = std::tuple(3, 3);
  TaskCost<Int> short1 = price(create(first), choose(first, {{1, 16, 4}}, 0));
  TaskCost<Int> long1 = price(create(second), choose(second, {{1, 16, 4}}, 0));
  EXPECT_EQ(task.latency, long1.latency);
  EXPECT_LT(short1.latency.value(), long1.latency.value());
  EXPECT_GT(task.ffMilli.value(), long1.ffMilli.value());
}

// Results in the array of a sum, or of what another node does not know.
TEST(Task, BadResults) {
  StatementShape bad = twoResults();
  bad.joined = {{3, 9}};
  EXPECT_EQ(problemOf(bad), "statement 'S0': no written reference or no root "
                            "node");
  bad = twoResults();
  bad.accumulator = 0;
  EXPECT_EQ(problemOf(bad), "statement 'S0': a sum has one result");
}

// An array that a statement reads and writes in registers: it waits for the
// whole chain, whichever result that is.
TEST(Task, RegistersOfSecondResult) {
  StatementShape shape = twoResults();
  shape.references[3].array = 1; // Y
  Statement s = create(shape);
  TaskChoice<Int> choice = choose(shape, {{1, 16, 4}}, 0);
  EXPECT_EQ(price(s, choice).ii, Int(1));
  choice.references[3].registers = choice.references[1].registers = 1;
  EXPECT_EQ(price(s, choice).ii, Int(latency("fmul") + latency("fdiv")));
}

/// A[t] = B[t - 1] / C[t]; B[t] = A[t - distance] * C[t].
StatementShape inTurn(int64_t distance) {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"t", 64, false, true}};
  shape.references = {{1, {64}, {0}, {1}},        // B
                      {0, {64}, {0}, {distance}}, // A
                      {2, {64}, {0}},
                      {0, {64}, {0}},
                      {1, {64}, {0}}};
  shape.nodes = {reference(0), reference(1), reference(2),
                 operation("fdiv", {0, 2}), operation("fmul", {1, 2})};
  shape.written = 3;
  shape.root = 3;
  shape.joined = {{4, 4}};
  return shape;
}

// A value that comes back by way of two results: all delays over all distances.
TEST(Task, RecurrenceThroughTwoResults) {
  auto ii = [](const StatementShape &shape) {
    return price(create(shape), choose(shape, {{1, 64, 1}}, 0)).ii;
  };
  int64_t around = latency("fdiv") + 3 + latency("fmul") + 3;
  EXPECT_EQ(ii(inTurn(1)), ceilDiv(Int(around), 2));
  EXPECT_EQ(ii(inTurn(3)), ceilDiv(Int(around), 4));
  // No way back: nothing waits.
  StatementShape open = inTurn(1);
  open.references[1].distances = {0};
  EXPECT_EQ(ii(open), Int(1));
  // One on itself as well.
  StatementShape own = inTurn(3);
  own.nodes[4].operands = {0, 1};
  EXPECT_EQ(ii(own),
            std::max(ceilDiv(Int(around), 4).value(), latency("fmul") + 3));
}

/// x[i] -= L[i][k] * x[k] in a shared loop i; k up to `trips` in the mean.
StatementShape solveRow(int64_t trips, bool guarded) {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"k", 40, true, false, trips}};
  shape.references = {{0, {40, 40}, {-1, 0}}, // L[i][k]
                      {1, {40}, {0}},         // x[k]
                      {1, {40}, {-1}},        // x[i]
                      {1, {40}, {-1}}};
  shape.references[1].conflicts = {{1, 1}};
  shape.references[1].moving = 1;
  shape.references[2].moving = shape.references[3].moving = 2;
  shape.written = 3;
  shape.nodes = {reference(0), reference(1), operation("fmul", {0, 1}),
                 reference(2), operation("fsub", {3, 2})};
  shape.root = 4;
  shape.accumulator = 3;
  shape.guarded = guarded;
  return shape;
}

// A register leaves the loop the adder's recurrence; two copies stand beside
// it. A condition becomes bounds.
TEST(Task, SumInRegister) {
  int64_t depth = 7 + latency("fmul") + latency("fsub");
  int64_t ii = latency("fsub") - 1, copies = 2 * 2;
  for (bool guarded : {false, true}) {
    Statement s = create(solveRow(guarded ? 20 : 40, guarded));
    ASSERT_TRUE(s.mayUseRegister());
    TaskChoice<Int> choice = choose(s.shape(), {{1, 40, 1}}, 0);
    TaskCost<Int> direct = price(s, choice);
    EXPECT_GT(direct.ii.value(), ii); // takes x[k] for x[i]
    choice.accumulator = Accumulator::Register;
    TaskCost<Int> task = price(s, choice);
    EXPECT_EQ(task.ii, Int(ii));
    EXPECT_EQ(task.iterationLatency, Int(depth));
    int64_t trips = guarded ? 20 : 40;
    EXPECT_EQ(task.trips, Int(trips));
    EXPECT_EQ(task.latency, Int((trips - 1) * ii + depth - 1 + copies + 2));
    TaskCost<Int> chosen = selectCost(Int(1), task, direct);
    EXPECT_EQ(chosen.latency, task.latency);
    EXPECT_EQ(selectCost(Int(0), task, direct).latency, direct.latency);
    EXPECT_EQ(chosen.operators.size(), task.operators.size());
    BoundContext context{u200(), u200().device.total, 128, false};
    EXPECT_LE(
        taskBound(s, choice.loops, choice.accumulator, context).latency.value(),
        task.latency.value());
  }
  StatementShape wrong = solveRow(41, true);
  EXPECT_EQ(problemOf(wrong), "statement 'S0': loop 'k' cannot run 41 "
                              "iterations around a sum in a register");
}

TEST(Task, NothingPipelined) {
  Statement s = create(binary("fmul"));
  TaskCost<Int> task = price(s, choose(s.shape(), {{16, 1, 4}}, -1));
  EXPECT_EQ(task.ii, Int(1));
  EXPECT_EQ(task.latency, Int(16 * (3 + 4) + 2));
}

TEST(Task, CopyAndInitialisation) {
  StatementShape copy = binary("fmul");
  copy.nodes = {reference(1)};
  copy.root = 0;
  Statement s = create(copy);
  EXPECT_EQ(price(s, choose(copy, {{1, 64, 1}}, 0)).iterationLatency, Int(2));
  EXPECT_TRUE(price(s, choose(copy, {{1, 64, 1}}, 0)).operators.empty());
  StatementShape zero = copy;
  zero.nodes = {{NodeShape::Constant, "", {}, 0}};
  Statement z = create(zero);
  EXPECT_EQ(price(z, choose(zero, {{1, 64, 1}}, 0)).iterationLatency, Int(1));
}

/// x[i] op= A[i][j], i 8, j 16.
StatementShape reduction(const char *op) {
  StatementShape shape;
  shape.name = "S1";
  shape.loops = {{"i", 8, false}, {"j", 16, true}};
  shape.references = {{0, {8}, {0}}, {1, {8, 16}, {0, 1}}};
  shape.nodes = {reference(0), reference(1), operation(op, {0, 1})};
  shape.accumulator = 0;
  shape.root = 2;
  return shape;
}

// Maximum reductions are not balanced by -unsafe_math_optimizations.
TEST(Task, MaximumIsNoTree) {
  StatementShape shape = reduction("fmax");
  Statement s = create(shape);
  auto choice = choose(shape, {{1, 8, 1}, {1, 1, 16}}, 0);
  for (bool tree : {false, true})
    EXPECT_EQ(price(s, choice, tree).iterationLatency,
              Int(3 + 16 * latency("fmax")));
}

TEST(Task, Accumulators) {
  StatementShape shape = reduction("fadd");
  Statement s = create(shape);
  auto choice = choose(shape, {{1, 8, 1}, {1, 1, 16}}, 0);
  EXPECT_EQ(price(s, choice).iterationLatency, Int(3 + 16 * 7));
  EXPECT_EQ(price(s, choice, true).iterationLatency, Int(3 + 5 * 7));
  EXPECT_EQ(operationsOf(price(s, choice, true), "fadd"), Int(16));
  choice.accumulator = Accumulator::Local;
  // Registers take the sum at once, a RAM one cycle later.
  EXPECT_EQ(price(s, choice).iterationLatency, Int(3 + 16 * 7));
  choice.references[0].registers = 1;
  EXPECT_EQ(price(s, choice).iterationLatency, Int(2 + 16 * 7));
  EXPECT_EQ(price(s, choice, true).iterationLatency, Int(2 + 4 * 7));
  EXPECT_EQ(operationsOf(price(s, choice, true), "fadd"), Int(15));
  choice.references[0].registers = 0;
  choice.fromOldValue = true;
  EXPECT_EQ(price(s, choice, true).iterationLatency, Int(3 + 5 * 7));
  EXPECT_EQ(operationsOf(price(s, choice, true), "fadd"), Int(16));
  choice.fromOldValue = false;
  choice.accumulator = Accumulator::LocalAdd;
  TaskCost<Int> task = price(s, choice, true);
  EXPECT_EQ(task.iterationLatency, Int(3 + 4 * 7));
  EXPECT_EQ(task.latency, task.loopLatency + (8 - 1 + 10 - 1 + 7));
  EXPECT_EQ(task.bram, Int(1));
}

// An array in registers is read and written with the index of the pipelined
// loop: iterations wait for the whole chain, unless the sum starts from zero.
TEST(Task, RegistersSerialise) {
  StatementShape shape = reduction("fadd");
  Statement s = create(shape);
  auto choice = choose(shape, {{1, 8, 1}, {1, 1, 16}}, 0, /*registers=*/1);
  EXPECT_EQ(price(s, choice).ii, Int(16 * 7));
  EXPECT_EQ(price(s, choice, true).ii, Int(5 * 7));
  choice.accumulator = Accumulator::Local;
  EXPECT_EQ(price(s, choice).ii, Int(1));
  choice.fromOldValue = true;
  EXPECT_EQ(price(s, choice).ii, Int(16 * 7));
}

// t = Y + Z; X = t * t: the sum is one value, computed once.
TEST(Task, SharedValuesCountOnce) {
  StatementShape shape = binary("fadd");
  shape.nodes.push_back(operation("fmul", {2, 2}));
  shape.nodes.push_back(operation("fmul", {3, 3}));
  shape.root = 4;
  Statement s = create(shape);
  for (bool tree : {false, true}) {
    TaskCost<Int> task = price(s, choose(shape, {{1, 16, 4}}, 0), tree);
    EXPECT_EQ(operationsOf(task, "fadd"), Int(4));
    EXPECT_EQ(operationsOf(task, "fmul"), Int(8));
    EXPECT_EQ(task.iterationLatency, Int(3 + 7 + 4 + 4));
  }
}

// Sixty squarings in a row: 2^60 paths, but sixty operations.
TEST(Task, DeepSharing) {
  StatementShape shape = binary("fmul");
  shape.nodes = {reference(1)};
  for (unsigned i = 0; i < 60; ++i)
    shape.nodes.push_back(operation("fmul", {i, i}));
  shape.root = 60;
  Statement s = create(shape);
  TaskCost<Int> task = price(s, choose(shape, {{1, 64, 1}}, 0), true);
  EXPECT_EQ(task.iterationLatency, Int(3 + 60 * 4));
  EXPECT_EQ(operationsOf(task, "fmul"), Int(60));
}

/// X[i][j] = Z[i][j] * W + X[i][j - 1]: iterations of j wait for each other.
StatementShape recurrence(int64_t distance) {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"i", 5, false}, {"j", 64, false, true}};
  shape.references = {{0, {5, 64}, {0, 1}},
                      {0, {5, 64}, {0, 1}, {0, distance}},
                      {1, {5, 64}, {0, 1}}};
  shape.references[1].offsets = {0, -1};
  shape.nodes = {reference(1),
                 reference(2),
                 {NodeShape::Scalar, "", {}, 0},
                 operation("fmul", {1, 2}),
                 operation("fadd", {3, 0})};
  shape.root = 4;
  return shape;
}

/// X[i] = (X[i] + Z[i][k]) + Z[i][k]: a sum of two terms an iteration of k.
TEST(Task, SumsOfSeveralTermsAreForwardedLikeSums) {
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"k", 64, false, true}, {"i", 4, false}};
  shape.references = {
      {0, {4}, {1}}, {0, {4}, {1}, {1, 0}}, {1, {4, 64}, {1, 0}}};
  shape.nodes = {reference(1), reference(2), operation("fadd", {0, 1}),
                 operation("fadd", {2, 1})};
  shape.root = 3;
  Statement s = create(shape);
  TaskCost<Int> task = price(s, choose(shape, {{64, 1, 1}, {1, 4, 1}}, 1));
  // As of a sum in a loop that is flattened: less entry and exit.
  EXPECT_EQ(task.ii, ceilDiv(task.iterationLatency - 6, Int(4)));
  // What else becomes of the value is awaited from load to store.
  shape.nodes[3] = operation("fadd", {2, 0});
  TaskCost<Int> twice =
      price(create(shape), choose(shape, {{64, 1, 1}, {1, 4, 1}}, 1));
  EXPECT_EQ(twice.ii, Int((2 * 7 + 3 + 3) / 4));
}

TEST(Task, RecurrencesWait) {
  auto ii = [](const StatementShape &shape, int pipelined, int64_t t1) {
    Statement s = create(shape);
    std::vector<std::array<int64_t, 3>> factors = {{5, 1, 1}, {64, 1, 1}};
    factors[pipelined][0] /= t1;
    factors[pipelined][1] = t1;
    return price(s, choose(shape, factors, pipelined)).ii;
  };
  // The product is no part of the cycle: load 2, add 7, store 1.
  EXPECT_EQ(ii(recurrence(1), 1, 64), Int(10));
  EXPECT_EQ(ii(recurrence(1), 1, 16), Int(10));
  EXPECT_EQ(ii(recurrence(4), 1, 64), Int(3));
  EXPECT_EQ(ii(recurrence(10), 1, 64), Int(1));
  EXPECT_EQ(ii(recurrence(10), 1, 4), Int(3));
  EXPECT_EQ(ii(recurrence(0), 1, 64), Int(1));
  // Under a parallel loop its trip count is the distance.
  EXPECT_EQ(ii(recurrence(1), 0, 5), Int(2));
  EXPECT_EQ(ii(recurrence(1), 0, 1), Int(10));
  StatementShape guarded = recurrence(1);
  guarded.guarded = true;
  EXPECT_EQ(ii(guarded, 1, 64), Int(7 + 1 + 3));
  StatementShape copy = recurrence(1);
  copy.nodes = {reference(1)};
  copy.root = 0;
  EXPECT_EQ(ii(copy, 1, 64), Int(2));
  StatementShape bad = recurrence(1);
  bad.references[1].distances = {1};
  EXPECT_EQ(problemOf(bad),
            "statement 'S0': reference 1 has 1 distances for 2 loops");
  bad = recurrence(1);
  bad.loops[1].reduction = true;
  EXPECT_EQ(problemOf(bad),
            "statement 'S0': loop 'j' is a reduction and sequential at once");
}

/// Exact accesses to the fullest bank: every unrolled access of a stencil, each
/// element once.
int64_t fullestBank(const StatementShape &shape,
                    const std::vector<int64_t> &unroll,
                    const std::vector<int64_t> &factors) {
  std::set<std::vector<int64_t>> elements;
  for (unsigned r = 1; r < shape.references.size(); ++r)
    for (int64_t u = 0; u < unroll[0]; ++u)
      for (int64_t v = 0; v < unroll[1]; ++v)
        elements.insert({u + shape.references[r].offsets[0],
                         v + shape.references[r].offsets[1]});
  std::map<std::vector<int64_t>, int64_t> banks;
  int64_t most = 0;
  for (const std::vector<int64_t> &e : elements)
    most = std::max(
        most, ++banks[{(e[0] + 64) % factors[0], (e[1] + 64) % factors[1]}]);
  return most;
}

TEST(Task, PortsLimitStencils) {
  std::vector<std::vector<int64_t>> star = {
      {0, 0}, {0, -1}, {0, 1}, {-1, 0}, {1, 0}};
  std::vector<std::vector<int64_t>> row = {{0, 0}, {0, 1}, {0, 2}};
  std::vector<std::vector<int64_t>> box = {{0, 0}, {0, 1}, {1, 0},
                                           {1, 1}, {2, 0}, {2, 1}};
  unsigned exact = 0, all = 0;
  for (const auto &offsets : {star, row, box}) {
    StatementShape shape;
    shape.name = "S0";
    shape.loops = {{"i", 24, false}, {"j", 24, false}};
    shape.references = {{0, {24, 24}, {0, 1}}};
    for (const std::vector<int64_t> &o : offsets) {
      shape.references.push_back({1, {32, 32}, {0, 1}, {}, 1, o});
    }
    for (unsigned r = 1; r <= offsets.size(); ++r)
      shape.nodes.push_back(reference(r));
    shape.root = 0;
    Statement s = create(shape);
    EXPECT_EQ(crowdedArrays(s, u200().rules), std::vector<unsigned>{1});
    for (int64_t u : {1, 2, 4})
      for (int64_t v : {1, 3, 6})
        for (int64_t f : {1, 2, 3})
          for (int64_t g : {1, 2}) {
            TaskChoice<Int> choice =
                choose(shape, {{24 / u, 1, u}, {1, 24 / v, v}}, 1);
            for (ReferenceChoice<Int> &r : choice.references)
              r.factors = {u * f, v * g};
            TaskCost<Int> task = price(s, choice);
            int64_t truth = fullestBank(shape, {u, v}, {u * f, v * g});
            ASSERT_GE(task.ii.value(), (truth + 1) / 2);
            exact += task.ii.value() == (truth + 1) / 2;
            ++all;
            for (ReferenceChoice<Int> &r : choice.references)
              r.registers = 1;
            EXPECT_EQ(price(s, choice).ii, Int(1));
          }
  }
  EXPECT_GE(exact * 100, all * 90) << exact << " of " << all;
}

/// Different reads, and the write, of one bank, whatever the value of the row.
int64_t fullestBankOfRow(const std::vector<std::vector<int64_t>> &reads,
                         int64_t unroll, int64_t rows, int64_t columns) {
  std::map<std::vector<int64_t>, std::set<std::vector<int64_t>>> banks;
  auto bankOf = [&](int64_t row, int64_t column) {
    return std::vector<int64_t>{(row + 64 * rows) % rows,
                                (column + 64 * columns) % columns};
  };
  for (int64_t u = 0; u < unroll; ++u) {
    for (const std::vector<int64_t> &o : reads)
      banks[bankOf(o[0], o[1] + u)].insert({o[0], o[1] + u});
    banks[bankOf(0, u)].insert({-1, 0, u}); // the write
  }
  size_t most = 0;
  for (auto &[bank, elements] : banks)
    most = std::max(most, elements.size());
  return most;
}

/// A stencil in place whose columns are unrolled, not its rows.
TEST(Task, PortsOfRowsAreExact) {
  std::vector<std::vector<int64_t>> skewed = {{-3, -1}, {-2, -1}, {-1, -1},
                                              {-1, 0},  {0, 0},   {1, 0},
                                              {1, 1},   {2, 1},   {3, 1}};
  StatementShape shape;
  shape.name = "S0";
  shape.loops = {{"i", 48, false}, {"j", 48, false}};
  shape.references = {};
  for (const std::vector<int64_t> &o : skewed) {
    shape.nodes.push_back(reference(shape.references.size()));
    shape.references.push_back({0, {64, 64}, {0, 1}, {}, 0, o});
  }
  shape.written = shape.references.size();
  shape.references.push_back({0, {64, 64}, {0, 1}, {}, 0, {0, 0}});
  shape.root = 0;
  Statement s = create(shape);
  for (int64_t unroll : {1, 2, 3, 4, 8, 16})
    for (int64_t rows : {1, 2, 3, 4, 5, 6, 7, 8, 12})
      for (int64_t rounds : {1, 2, 4}) {
        TaskChoice<Int> choice =
            choose(shape, {{1, 48, 1}, {48 / unroll, 1, unroll}}, 0);
        for (ReferenceChoice<Int> &r : choice.references)
          r.factors = {rows, unroll * rounds};
        int64_t truth = fullestBankOfRow(skewed, unroll, rows, unroll * rounds);
        int64_t ports = price(s, choice).ports.front().value();
        EXPECT_GE(ports, (truth + 1) / 2)
            << unroll << " " << rows << " " << rounds;
        if (unroll > 2) // more copies than the offsets of columns differ by
          EXPECT_EQ(ports, (truth + 1) / 2)
              << unroll << " " << rows << " " << rounds;
      }
}

/// Stencils that are read alone, one dimension unrolled: banks of the other one
/// put every second or third row together.
TEST(Task, PortsOfReadRows) {
  std::vector<std::vector<int64_t>> corners = {
      {0, 1}, {0, -1}, {1, 0}, {-1, 0}};
  std::vector<std::vector<int64_t>> star = {{0, 0},  {0, -1}, {0, 1},
                                            {-1, 0}, {1, 0},  {2, 0}};
  for (const auto &offsets : {corners, star}) {
    StatementShape shape;
    shape.name = "S0";
    shape.loops = {{"i", 48, false}, {"j", 48, false}};
    shape.references = {{0, {48, 48}, {0, 1}}};
    for (const std::vector<int64_t> &o : offsets)
      shape.references.push_back({1, {64, 64}, {0, 1}, {}, 1, o});
    for (unsigned r = 1; r <= offsets.size(); ++r)
      shape.nodes.push_back(reference(r));
    shape.root = 0;
    Statement s = create(shape);
    for (int64_t unroll : {1, 2, 4, 8, 16})
      for (int64_t rows : {1, 2, 3, 4, 6})
        for (int64_t rounds : {1, 2}) {
          TaskChoice<Int> choice =
              choose(shape, {{1, 48, 1}, {48 / unroll, 1, unroll}}, 0);
          for (ReferenceChoice<Int> &r : choice.references)
            r.factors = {rows, unroll * rounds};
          int64_t truth =
              fullestBank(shape, {1, unroll}, {rows, unroll * rounds});
          int64_t ports = price(s, choice).ports.front().value();
          EXPECT_GE(ports, (truth + 1) / 2)
              << unroll << " " << rows << " " << rounds;
          if (unroll > 1) // copies fill the gaps between the columns' offsets
            EXPECT_EQ(ports, (truth + 1) / 2)
                << unroll << " " << rows << " " << rounds;
        }
  }
}

TEST(Task, OverflowIsSeen) {
  StatementShape shape = binary("fmul");
  int64_t huge = std::numeric_limits<int64_t>::max() / 2;
  Statement s = create(shape);
  TaskCost<Int> task = price(s, choose(shape, {{huge, 16, 4}}, 0));
  EXPECT_FALSE(task.latency.isValid());
}

TEST(Task, RefusesBadShapes) {
  EXPECT_NE(problemOf(binary("fsin"))
                .find("statement 'S0': operator 'fsin' is not in the operator "
                      "library"),
            std::string::npos);
  StatementShape shape = binary("fmul");
  shape.references[1].loops = {1};
  EXPECT_EQ(problemOf(shape), "statement 'S0': reference 1 uses loop 1 of 1");
  shape = binary("fmul");
  shape.references[1].extents = {64, 64};
  EXPECT_EQ(problemOf(shape),
            "statement 'S0': reference 1 has 2 extents but 1 subscripts");
  shape = binary("fmul");
  shape.nodes[2].operands = {0, 2};
  EXPECT_EQ(problemOf(shape),
            "statement 'S0': node 2 uses a node that does not precede it");
  shape = binary("fmul");
  shape.loops[0].trip = 0;
  EXPECT_EQ(problemOf(shape),
            "statement 'S0': loop 'i' has a trip count below 1");
  shape = reduction("fadd");
  shape.accumulator = 2;
  EXPECT_NE(problemOf(shape).find("the accumulator must be a reference"),
            std::string::npos);
}

TEST(Bounds, SourceDspBandwidth) {
  StatementShape shape = reduction("fadd");
  Statement s = create(shape);
  // 128 executions of load, add, store: 3 + 7.
  EXPECT_EQ(sourceCycles(s, 128, u200().rules), Int(128 * 10));
  // gemm: 10,560,000 of 2 and 21,120,000 of 3 DSP-cycles on 6,840 DSP.
  EXPECT_EQ(dspBound({{"fadd", 10560000}, {"fmul", 21120000}}, u200(),
                     u200().device.total),
            ceilDiv(Int(10560000 * 2 + 21120000 * 3), Int(6840)));
  EXPECT_EQ(dspBound({{"fdiv", 1000}}, u200(), u200().device.total), Int(0));
  EXPECT_FALSE(dspBound({{"fadd", 1}}, u200(), target::Resources()).isValid());
  EXPECT_FALSE(dspBound({{"fsin", 1}}, u200(), u200().device.total).isValid());
  EXPECT_EQ(bandwidthBound(1001, 32, 512), Int(63));
}

/// X[i] = ((Y[i] + Y[i + 1]) + Y[i + 2]) + Y[i + 3]: cyclic banks serve the
/// copies of several offsets at a time; of packed words each offset is an
/// access of its own, its copies together.
TEST(Task, PortsOfPackedWords) {
  StatementShape shape = binary("fadd");
  shape.references = {{0, {64}, {0}}};
  for (int64_t offset = 0; offset < 4; ++offset)
    shape.references.push_back({1, {64}, {0}, {}, 1, {offset}});
  shape.nodes = {reference(1),
                 reference(2),
                 operation("fadd", {0, 1}),
                 reference(3),
                 operation("fadd", {2, 3}),
                 reference(4),
                 operation("fadd", {4, 5})};
  shape.root = 6;
  Statement statement = create(shape);
  auto portsOf = [&](int64_t factor, int64_t packed) {
    TaskChoice<Int> choice = choose(shape, {{16, 4, 1}}, 0);
    for (unsigned r = 1; r <= 4; ++r) {
      choice.references[r].factors = {factor};
      choice.references[r].packed = Int(packed);
    }
    return price(statement, choice).ports.front();
  };
  EXPECT_EQ(portsOf(1, 0), Int(2)); // 4 accesses to one bank
  EXPECT_EQ(portsOf(4, 0), Int(1)); // one to each
  EXPECT_EQ(portsOf(4, 1), Int(2)); // which words they are is not known
}

} // namespace
