//===- RandomModel.h - Small models shaped like the real ones ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks with split loops, arrays with partition factors, links between them,
// flags that move a task to another phase, budgets, ties: small enough to
// enumerate.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_NLP_RANDOMMODEL_H
#define TALOS_UNITTESTS_NLP_RANDOMMODEL_H

#include "RandomExpr.h"
#include <string>

namespace talos::nlp::test {

class RandomModel {
public:
  /// `wide`: with terms that exceed 32 bits, and by their ranges even 64.
  RandomModel(Model &model, uint32_t seed, bool wide = true)
      : m(model), random(seed), wide(wide) {
    unsigned taskCount = random.in(1, 3), arrayCount = random.in(1, 3);
    for (unsigned i = 0; i < taskCount; ++i)
      addTask(i);
    for (unsigned i = 0; i < arrayCount; ++i)
      addArray(i);
    for (unsigned i = 0; i < taskCount; ++i)
      for (unsigned k = 0; k < arrayCount; ++k)
        if (random.chance(65))
          link(i, k);
    for (Task &t : tasks) { // over the arrays' blocks as well
      if (seed % 2)         // a bound that takes little work, exceeded or not
        t.cycles =
            max(t.cycles, t.split * t.unroll.front() * int64_t(seed % 5));
      t.cycles = m.declareOutput(t.block, "cycles", t.cycles);
    }
    addBudgets();
    addObjective();
    if (random.chance(25))
      addOddities();
  }

private:
  struct Task {
    BlockId block;
    std::vector<Expr> unroll;
    Expr split; ///< t1 * t2 of a loop: more by their ranges than in any choice
    Expr cycles, dsp, lut;
  };
  struct Array {
    BlockId block;
    std::vector<Expr> factor;
    Expr load, memory, registers;
  };

  void addTask(unsigned number) {
    Task t;
    t.block = m.addBlock("S" + std::to_string(number));
    unsigned loops = random.in(1, 2);
    Expr pipelined = m.addVariable(t.block, "pipelined",
                                   loops == 1 ? std::vector<int64_t>{-1, 0}
                                              : std::vector<int64_t>{0, 1});
    if (random.chance(30)) // nothing depends on it
      m.addVariable(t.block, "order", {0, 1});
    Expr trips = m.constant(1), body = m.constant(random.in(1, 12));
    t.dsp = m.constant(random.in(1, 5));
    static const std::vector<std::vector<int64_t>> divisors = {
        {1, 2}, {1, 3}, {1, 2, 4}, {1, 5}};
    for (unsigned l = 0; l < loops; ++l) {
      const std::vector<int64_t> &d = random.pick(divisors);
      std::string n = std::to_string(l);
      Expr t1 = m.addVariable(t.block, "t1_" + n, d);
      Expr t2 = m.addVariable(t.block, "t2_" + n, d);
      m.addConstraint("splits S" + std::to_string(number) + "." + n,
                      eq(mod(m.constant(d.back()), t1 * t2), 0));
      m.addConstraint("one pipeline S" + std::to_string(number) + "." + n,
                      le(1, eq(pipelined, l) + eq(t1, 1)));
      trips = trips * floorDiv(m.constant(d.back()), t1 * t2);
      body = body + select(eq(pipelined, l), t1 * random.in(1, 3),
                           ceilLog2(t2) * random.in(0, 4));
      t.dsp = t.dsp * t2;
      t.unroll.push_back(t2);
      t.split = t1 * t2;
    }
    t.cycles = trips * body;
    m.declareOutput(t.block, "dsp", t.dsp);
    t.lut = t.dsp * random.in(1, 9) + trips;
    tasks.push_back(t);
  }

  void addArray(unsigned number) {
    Array a;
    a.block = m.addBlock("A" + std::to_string(number));
    unsigned dims = random.in(1, 2);
    Expr product = m.constant(1);
    int64_t elements = 1;
    for (unsigned d = 0; d < dims; ++d) {
      int64_t extent = dims == 1 ? random.in(2, 8) : random.in(2, 4);
      std::vector<int64_t> domain;
      for (int64_t v = 1; v <= extent; ++v)
        domain.push_back(v);
      a.factor.push_back(
          m.addVariable(a.block, "f" + std::to_string(d), domain));
      product = product * a.factor.back();
      elements *= extent;
    }
    m.addConstraint("partitions A" + std::to_string(number),
                    le(product, random.in(2, 8)));
    a.registers = eq(product, elements);
    int64_t words = random.in(1, 9);
    a.memory = m.declareOutput(
        a.block, "memory",
        select(a.registers, m.constant(0),
               product * ceilDiv(m.constant(words * elements), product * 4)));
    a.load = m.declareOutput(
        a.block, "load",
        ceilDiv(m.constant(elements), gcd(a.factor.back(), m.constant(4))));
    arrays.push_back(a);
  }

  /// The array's factor is a multiple of the task's; another one costs cycles.
  void link(unsigned task, unsigned array) {
    Task &t = tasks[task];
    Array &a = arrays[array];
    Expr unroll = random.pick(t.unroll), factor = random.pick(a.factor);
    std::string name =
        "fits S" + std::to_string(task) + " A" + std::to_string(array);
    if (random.chance(75))
      m.addConstraint(name, eq(mod(factor, unroll), 0));
    if (random.chance(50))
      t.cycles = t.cycles + select(eq(factor, unroll), m.constant(0),
                                   gcd(factor, unroll) * random.in(1, 4));
    bool seemsWide = random.chance(30);
    if (wide && seemsWide) { // seems to overflow, but no choice does
      int64_t huge = INT64_MAX / 6;
      t.cycles = t.cycles + floorDiv((t.split + eq(factor, 1)) * huge, huge);
    }
  }

  void addBudgets() {
    Expr dsp = m.constant(0), memory = m.constant(0), lut = m.constant(0);
    for (const Task &t : tasks) {
      dsp = dspShared ? max(dsp, t.dsp) : dsp + t.dsp;
      lut = lut + t.lut;
    }
    for (const Array &a : arrays)
      memory = memory + a.memory;
    if (random.chance(60))
      m.addConstraint("dsp budget", le(dsp, random.in(1, 40)));
    if (random.chance(50))
      m.addConstraint("memory budget", le(memory, random.in(1, 40)));
    resources = {dsp, memory, lut};
  }

  void addObjective() {
    Expr first = m.constant(0), second = m.constant(0);
    for (unsigned i = 0; i < tasks.size(); ++i) {
      Expr flag = random.pick(arrays).registers;
      Expr level = random.chance(60) ? flag : m.constant(i % 2);
      first = max(first, select(eq(level, 0), tasks[i].cycles, m.constant(0)));
      second =
          max(second, select(eq(level, 1), tasks[i].cycles, m.constant(0)));
    }
    Expr load = m.constant(0);
    for (const Array &a : arrays)
      load = random.chance(50) ? max(load, a.load) : load + a.load;
    std::vector<Expr> objective{first + second + load};
    for (Expr r : resources)
      if (random.chance(60))
        objective.push_back(r);
    m.setObjective(objective);
  }

  /// Things real models lack, and a solver must survive.
  void addOddities() {
    Expr a = random.pick(tasks).cycles, b = random.pick(arrays).factor.front();
    switch (random.in(0, 4)) {
    case 0:
      m.addConstraint("odd", le(0 - a, b - 9)); // negative values
      break;
    case 1:
      m.addConstraint("odd", le(floorDiv(a, b - 1), 9)); // divides by zero
      break;
    case 2: // overflows at some points
      m.addConstraint("odd", le(a * (INT64_MAX / 20), a * (INT64_MAX / 20)) +
                                 le(a * (INT64_MAX / 30) + b, INT64_MAX / 2));
      break;
    case 3:
      m.addConstraint("odd", mod(a, b + 1)); // true when not 0
      break;
    case 4: // an objective that falls as the cycles grow
      m.setObjective({select(le(a, 12), 0 - a, floorDiv(a, b - 1)), b});
      break;
    }
  }

  Model &m;
  Random random;
  bool wide;
  std::vector<Task> tasks;
  std::vector<Array> arrays;
  std::vector<Expr> resources;
  bool dspShared = random.chance(40);
};

} // namespace talos::nlp::test

#endif // TALOS_UNITTESTS_NLP_RANDOMMODEL_H
