//===- RandomExpr.h - Random expression DAGs for property tests -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_UNITTESTS_NLP_RANDOMEXPR_H
#define TALOS_UNITTESTS_NLP_RANDOMEXPR_H

#include "talos/NLP/Model.h"
#include <random>

namespace talos::nlp::test {

/// A generator whose results are the same with every standard library.
class Random {
public:
  explicit Random(uint32_t seed) : engine(seed) {}
  /// Uniform enough in lo..hi.
  int64_t in(int64_t lo, int64_t hi) {
    return lo + int64_t(engine() % uint64_t(hi - lo + 1));
  }
  bool chance(unsigned percent) { return in(0, 99) < percent; }
  template <typename T> const T &pick(const std::vector<T> &from) {
    return from[in(0, from.size() - 1)];
  }

private:
  std::mt19937 engine;
};

/// Three variables and `count` operations over them; returns all expressions.
inline std::vector<Expr> randomExpressions(Model &model, Random &random,
                                           unsigned count) {
  BlockId block = model.addBlock("S0");
  std::vector<Expr> pool;
  for (const char *name : {"x", "y", "z"}) {
    std::vector<int64_t> domain;
    int64_t low = random.chance(60) ? 1 : -6;
    for (int64_t n = random.in(1, 6); n > 0; --n)
      domain.push_back(random.in(low, 12));
    pool.push_back(model.addVariable(block, name, domain));
  }
  pool.push_back(model.constant(random.in(-2, 9)));
  pool.push_back(model.constant(random.chance(5) ? INT64_MAX / 3 : 1));
  for (unsigned i = 0; i < count; ++i) {
    Op op = Op(random.in(int64_t(Op::Add), int64_t(Op::CeilLog2)));
    std::vector<Expr> operands;
    for (unsigned k = 0; k < operandCount(op); ++k)
      operands.push_back(random.pick(pool));
    pool.push_back(model.make(op, operands));
  }
  return pool;
}

/// Calls `visit` with every point of the model's space.
template <typename Visit> void forEachPoint(const Model &model, Visit visit) {
  std::vector<size_t> digits(model.variables().size(), 0);
  for (;;) {
    Assignment point;
    for (size_t v = 0; v < digits.size(); ++v)
      point.push_back(model.variables()[v].domain[digits[v]]);
    visit(point);
    size_t v = 0;
    while (v < digits.size() &&
           ++digits[v] == model.variables()[v].domain.size())
      digits[v++] = 0;
    if (v == digits.size())
      return;
  }
}

} // namespace talos::nlp::test

#endif // TALOS_UNITTESTS_NLP_RANDOMEXPR_H
