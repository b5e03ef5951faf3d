//===- RandomTree.h - Tasks that hand arrays on, as a tree ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_NLP_RANDOMTREE_H
#define TALOS_UNITTESTS_NLP_RANDOMTREE_H

#include "RandomExpr.h"
#include <string>

namespace talos::nlp::test {

/// Tasks that hand arrays on to each other, as a tree; budgets that bind, in
/// sums and maxima; an objective of both.
class RandomTree {
public:
  RandomTree(Model &model, uint32_t seed, unsigned tasks)
      : m(model), random(seed) {
    for (unsigned i = 0; i < tasks; ++i)
      add(i);
    int64_t tight = random.in(0, 100);
    auto between = [&](int64_t least, int64_t most) {
      return least + (most - least) * tight / 100;
    };
    m.addConstraint("lut", le(ceilDiv(lut + peak * 30, 10),
                              between(leastLut / 10 + 4, mostLut / 10 + 40)));
    if (random.chance(50))
      m.addConstraint("ff", le(ff, between(leastFf, mostFf)));
    if (random.chance(50))
      m.addConstraint("dsp", le(peak * 5, random.in(5, 40)));
    m.setObjective({cycles + (load + random.in(0, 9)), peak * 5,
                    ceilDiv(lut + peak * 30, 10)});
  }

private:
  void add(unsigned number) {
    std::string n = std::to_string(number);
    BlockId array = m.addBlock("A" + n), task = m.addBlock("S" + n);
    std::vector<int64_t> factors;
    for (int64_t f = 1, most = random.in(2, 4); f <= most; ++f)
      factors.push_back(f);
    Expr factor = m.addVariable(array, "f", factors),
         unroll = m.addVariable(task, "u", {1, 2, 4}),
         flag = m.addVariable(task, "p", {0, 1});
    m.addConstraint("fits " + n,
                    eq(mod(factor, min(unroll, m.constant(2))), 0));
    Expr work = ceilDiv(m.constant(random.in(20, 90)), unroll * (flag + 1));
    work = work + select(eq(factor, unroll), m.constant(0),
                         gcd(factor, unroll) * random.in(1, 4));
    if (number > 0) { // reads what an earlier task wrote
      Expr from = random.pick(handed);
      if (random.chance(70))
        m.addConstraint("hands " + n,
                        eq(mod(from, min(unroll, m.constant(2))), 0));
      work = work + select(le(unroll, from), m.constant(0),
                           (unroll - from) * random.in(0, 9) + 0);
      work = max(work, 0);
    }
    if (random.chance(20))
      m.addConstraint("private " + n, le(work, 80));
    Expr own = m.declareOutput(task, "cycles", work);
    int64_t lutEach = random.in(1, 20), ffEach = random.in(1, 9);
    lut = lut + unroll * lutEach * (flag + 1);
    ff = ff + (factor * ffEach + unroll);
    leastLut += lutEach;
    mostLut += lutEach * 8;
    leastFf += ffEach + 1;
    mostFf += ffEach * 4 + 4;
    peak = max(peak, unroll * (flag + 1));
    load = max(load, ceilDiv(m.constant(random.in(4, 40)), factor));
    cycles = cycles + own;
    handed.push_back(factor);
  }

  Model &m;
  Random random;
  Expr cycles = m.constant(0), lut = m.constant(0), ff = m.constant(0),
       peak = m.constant(1), load = m.constant(0);
  int64_t leastLut = 0, mostLut = 0, leastFf = 0, mostFf = 0;
  std::vector<Expr> handed;
};

} // namespace talos::nlp::test

#endif // TALOS_UNITTESTS_NLP_RANDOMTREE_H
