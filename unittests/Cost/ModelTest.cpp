//===- ModelTest.cpp - The rules over expressions and over integers -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/NLP/Model.h"
#include "PublishedDesign.h"
#include "talos/Cost/Rules.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <random>

using namespace talos;
using namespace talos::cost;
using namespace talos::cost::test;
using nlp::Expr;

namespace {

/// A published design with every factor a variable of a model.
struct Variables {
  explicit Variables(const PublishedDesign &design)
      : design(design), number(model) {
    nlp::BlockId block = model.addBlock("design");
    for (const PublishedArray &array : design.arrays) {
      factors.emplace_back();
      for (int64_t extent : array.shape.extents)
        factors.back().push_back(
            model.addVariable(block, "f", divisors(extent)));
      arrays.push_back(arrayCost(array.shape, factors.back(), u200(), number));
    }
    for (const PublishedStatement &s : design.statements) {
      choices.push_back(choiceOf(s, block));
      statements.push_back(llvm::cantFail(Statement::create(s.shape, u200())));
      tasks.push_back(taskCost(statements.back(), choices.back(), u200().rules,
                               design.tree, number));
    }
  }

  TaskChoice<Expr> choiceOf(const PublishedStatement &s, nlp::BlockId block) {
    TaskChoice<Expr> choice;
    for (const LoopShape &loop : s.shape.loops) {
      std::vector<int64_t> domain = divisors(loop.trip);
      choice.loops.push_back({model.addVariable(block, "t0", domain),
                              model.addVariable(block, "t1", domain),
                              model.addVariable(block, "t2", domain),
                              model.addVariable(block, "p", {0, 1})});
    }
    for (const ReferenceShape &reference : s.shape.references)
      choice.references.push_back(
          {factors[reference.array], arrays[reference.array].registers});
    choice.accumulator = s.choice.accumulator;
    return choice;
  }

  Int at(Expr e) const { return model.evaluate(e.node(), point); }

  /// Draws a point; at most one loop of a statement is pipelined.
  void draw(std::mt19937 &random) {
    point.clear();
    for (const nlp::Variable &variable : model.variables())
      point.push_back(variable.domain[random() % variable.domain.size()]);
    for (TaskChoice<Expr> &choice : choices) {
      unsigned pipelined = random() % (choice.loops.size() + 1);
      for (unsigned l = 0; l < choice.loops.size(); ++l) {
        const nlp::Node &node = model.nodes()[choice.loops[l].pipelined.node()];
        point[node.value] = l == pipelined;
      }
    }
  }

  const PublishedDesign &design;
  nlp::Model model;
  Numbers<Expr> number;
  std::vector<std::vector<Expr>> factors;
  std::vector<ArrayCost<Expr>> arrays;
  std::vector<TaskChoice<Expr>> choices;
  std::vector<Statement> statements;
  std::vector<TaskCost<Expr>> tasks;
  nlp::Assignment point;
};

template <typename N>
ProgramFigures<N> figuresOf(const PublishedDesign &design,
                            const std::vector<ArrayCost<N>> &arrays,
                            const std::vector<TaskCost<N>> &tasks) {
  ProgramFigures<N> figures;
  for (const ArrayCost<N> &array : arrays)
    figures.readSideBySide.push_back(array.registers);
  std::vector<TaskFigures<N>> &calls = figures.tasks;
  for (unsigned a = 0; a < arrays.size(); ++a)
    if (design.arrays[a].shape.loaded)
      calls.push_back({arrays[a].loadLatency, {{a, true}}, {}, true});
  for (unsigned i = 0; i < tasks.size(); ++i) {
    std::map<unsigned, bool> uses;
    const StatementShape &shape = design.statements[i].shape;
    for (const ReferenceShape &reference : shape.references)
      uses[reference.array];
    uses[shape.references[shape.written].array] = true;
    TaskFigures<N> call{
        tasks[i].latency, {}, tasks[i].operators, !shape.guarded};
    for (auto [array, written] : uses)
      call.uses.push_back({array, written});
    calls.push_back(call);
  }
  for (unsigned a = 0; a < arrays.size(); ++a)
    if (design.arrays[a].shape.stored)
      calls.push_back({arrays[a].storeLatency, {{a, false}}, {}, true});
  return figures;
}

/// The same point through the integers.
struct Plain {
  Plain(const Variables &v) {
    Numbers<Int> number;
    std::vector<std::vector<Int>> factors;
    for (unsigned a = 0; a < v.factors.size(); ++a) {
      factors.emplace_back();
      for (Expr f : v.factors[a])
        factors.back().push_back(v.at(f));
      arrays.push_back(
          arrayCost(v.design.arrays[a].shape, factors[a], u200(), number));
    }
    for (unsigned i = 0; i < v.statements.size(); ++i) {
      TaskChoice<Int> choice;
      choice.accumulator = v.choices[i].accumulator;
      for (const LoopChoice<Expr> &loop : v.choices[i].loops)
        choice.loops.push_back({v.at(loop.t0), v.at(loop.t1), v.at(loop.t2),
                                v.at(loop.pipelined)});
      for (const ReferenceShape &r : v.statements[i].shape().references)
        choice.references.push_back(
            {factors[r.array], arrays[r.array].registers});
      tasks.push_back(taskCost(v.statements[i], choice, u200().rules,
                               v.design.tree, number));
    }
  }
  std::vector<ArrayCost<Int>> arrays;
  std::vector<TaskCost<Int>> tasks;
};

void expectSame(const Variables &v, const Plain &plain, const std::string &at) {
  for (unsigned a = 0; a < plain.arrays.size(); ++a) {
    EXPECT_EQ(v.at(v.arrays[a].banks), plain.arrays[a].banks) << at;
    EXPECT_EQ(v.at(v.arrays[a].bram), plain.arrays[a].bram) << at;
    EXPECT_EQ(v.at(v.arrays[a].uram), plain.arrays[a].uram) << at;
    EXPECT_EQ(v.at(v.arrays[a].lutMilli), plain.arrays[a].lutMilli) << at;
    EXPECT_EQ(v.at(v.arrays[a].loadLatency), plain.arrays[a].loadLatency) << at;
    EXPECT_EQ(v.at(v.arrays[a].storeLatency), plain.arrays[a].storeLatency)
        << at;
  }
  for (unsigned i = 0; i < plain.tasks.size(); ++i) {
    EXPECT_EQ(v.at(v.tasks[i].ii), plain.tasks[i].ii) << at;
    EXPECT_EQ(v.at(v.tasks[i].iterationLatency),
              plain.tasks[i].iterationLatency)
        << at;
    EXPECT_EQ(v.at(v.tasks[i].latency), plain.tasks[i].latency) << at;
    EXPECT_EQ(v.at(v.tasks[i].lutMilli), plain.tasks[i].lutMilli) << at;
    EXPECT_EQ(v.at(v.tasks[i].ffMilli), plain.tasks[i].ffMilli) << at;
    ASSERT_EQ(v.tasks[i].operators.size(), plain.tasks[i].operators.size());
    for (unsigned o = 0; o < plain.tasks[i].operators.size(); ++o)
      EXPECT_EQ(v.at(v.tasks[i].operators[o].units),
                plain.tasks[i].operators[o].units)
          << at;
  }
}

// Random points of the whole choice space of every published design, guarded
// statements included: expressions and integers are the same function.
TEST(Model, ExpressionsAgreeWithIntegers) {
  std::mt19937 random(7);
  for (const PublishedDesign &design : publishedDesigns()) {
    Variables v(design);
    auto figures = figuresOf<Expr>(design, v.arrays, v.tasks);
    Expr latency = phased().latency(figures, u200().rules, v.number);
    std::vector<DesignResources<Expr>> resources;
    for (Reuse reuse : {Reuse::Optimistic, Reuse::Pessimistic})
      resources.push_back(
          designResources(phased().operators(figures, reuse, v.number), v.tasks,
                          v.arrays, u200(), v.number));
    for (int round = 0; round < 40; ++round) {
      v.draw(random);
      Plain plain(v);
      std::string at = design.name + " round " + std::to_string(round);
      expectSame(v, plain, at);
      auto plainFigures = figuresOf<Int>(design, plain.arrays, plain.tasks);
      Numbers<Int> number;
      EXPECT_EQ(v.at(latency),
                phased().latency(plainFigures, u200().rules, number))
          << at;
      for (int k = 0; k < 2; ++k) {
        auto operators = phased().operators(
            plainFigures, k == 0 ? Reuse::Optimistic : Reuse::Pessimistic,
            number);
        DesignResources<Int> r = designResources(operators, plain.tasks,
                                                 plain.arrays, u200(), number);
        EXPECT_EQ(v.at(resources[k].dsp), r.dsp) << at;
        EXPECT_EQ(v.at(resources[k].bram), r.bram) << at;
        EXPECT_EQ(v.at(resources[k].ff), r.ff) << at;
      }
      if (HasFailure())
        return;
    }
  }
}

// A stride with more values than a table takes is decided in arithmetic.
TEST(Model, StrideOfManyValues) {
  nlp::Model model;
  model.addBlock("b");
  Numbers<Expr> number(model);
  std::vector<int64_t> domain;
  for (int64_t v = 1; v <= 500; ++v)
    domain.push_back(v);
  Expr stride = model.addVariable(0, "stride", domain);
  Expr heavy = rules::strideMultiplies(stride, 500, u200().rules.depth, number);
  for (int64_t v : domain)
    ASSERT_EQ(model.evaluate(heavy.node(), {v}),
              Int(rules::signedDigits(v) > 2))
        << v;
}

TaskFigures<Expr> call(nlp::Model &model, const char *name,
                       std::vector<ArrayUse> uses) {
  Expr latency = model.addVariable(0, name, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  return {latency, std::move(uses), {}, true};
}

// Where no array can be registers the levels are known, and the objective is a
// plain sum of maxima.
TEST(Model, TopLatencyFolds) {
  nlp::Model model;
  model.addBlock("b");
  Numbers<Expr> number(model);
  std::vector<TaskFigures<Expr>> calls = {
      call(model, "loadA", {{0, true}}), call(model, "loadB", {{1, true}}),
      call(model, "task", {{0, false}, {1, true}}),
      call(model, "storeB", {{1, false}})};
  size_t before = model.nodes().size();
  Expr total = phased().latency({calls, {}, {number(0), number(0)}},
                                u200().rules, number);
  // max(loadA, loadB) + task + storeB + 6: a few additions and one maximum.
  EXPECT_LE(model.nodes().size() - before, 10u);
  EXPECT_EQ(model.evaluate(total.node(), {3, 5, 7, 2}), Int(5 + 7 + 2 + 6));
}

// Two tasks read x: together if it is registers, one after the other in RAM.
TEST(Model, TopLatencyFollowsRegisters) {
  nlp::Model model;
  model.addBlock("b");
  Numbers<Expr> number(model);
  std::vector<TaskFigures<Expr>> calls = {
      call(model, "t2", {{0, false}, {1, true}}),
      call(model, "t3", {{0, false}, {2, true}}),
      call(model, "store", {{2, false}})};
  Expr flag = model.addVariable(0, "registers", {0, 1});
  Expr total = phased().latency({calls, {}, {flag, number(0), number(0)}},
                                u200().rules, number);
  EXPECT_EQ(model.evaluate(total.node(), {4, 6, 3, 1}), Int(6 + 3 + 4));
  EXPECT_EQ(model.evaluate(total.node(), {4, 6, 3, 0}), Int(4 + 6 + 3 + 6));
}

// A loop of 10 iterations around a, another loop and c; that one is entered 10
// times and runs 55 times around b. Its cycles are not multiplied again.
TEST(Model, SharedLoops) {
  nlp::Model model;
  model.addBlock("b");
  Numbers<Expr> number(model);
  std::vector<TaskFigures<Expr>> calls = {
      call(model, "load", {{0, true}}), call(model, "a", {{0, true}}),
      call(model, "b", {{0, true}}), call(model, "c", {{1, true}}),
      call(model, "store", {{0, false}})};
  calls[1].sharedLoop = 0;
  calls[2].sharedLoop = 1;
  calls[3].sharedLoop = 0;
  // a and c would overlap, were there no loop between them.
  for (unsigned i = 1; i < 4; ++i)
    calls[i].operators = {{"fadd", number(int64_t(i)), number(int64_t(i))}};
  std::vector<SharedLoopShape> sharedLoops = {{1, 10}, {10, 55}};
  std::vector<Expr> registers = {number(0), number(0)};
  Expr total =
      phased().latency({calls, sharedLoops, registers}, u200().rules, number);
  int64_t loops = (2 * 1 + 10) + (2 * 10 + 55);
  EXPECT_EQ(model.evaluate(total.node(), {7, 3, 5, 4, 8}),
            Int((2 + 7) + (2 + 8) + 10 * (2 + 3) + 55 * (2 + 5) + 10 * (2 + 4) +
                loops));
  auto operators = phased().operators({calls, sharedLoops, registers},
                                      Reuse::Optimistic, number);
  ASSERT_EQ(operators.size(), 1u);
  EXPECT_EQ(model.evaluate(operators[0].units.node(), {7, 3, 5, 4, 8}), Int(3));
  // Guarded, b has its own two.
  calls[2].sharesOperators = false;
  operators = phased().operators({calls, sharedLoops, registers},
                                 Reuse::Optimistic, number);
  EXPECT_EQ(model.evaluate(operators[0].units.node(), {7, 3, 5, 4, 8}),
            Int(3 + 2));
  // Too many cycles for 64 bits are seen.
  std::vector<TaskFigures<Int>> one = {{Int(5), {{0, true}}, {}, true, 0}};
  EXPECT_FALSE(phased()
                   .latency({one, {{1, INT64_MAX / 2}}, {Int(0)}}, u200().rules,
                            Numbers<Int>())
                   .isValid());
}

} // namespace
