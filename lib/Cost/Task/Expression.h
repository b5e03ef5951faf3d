//===- Expression.h - Depth and operators of a right-hand side --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the expression of a statement: its critical path through operator
// latencies, each operand late by its address delay, and how many instances of
// each operator one iteration of the pipelined loop asks for.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_TASK_EXPRESSION_H
#define TALOS_LIB_COST_TASK_EXPRESSION_H

#include "talos/Cost/Cost.h"
#include <limits>
#include <map>
#include <optional>

namespace talos::cost {

/// max(a, b) of numbers that are not negative, without a node where one is
/// known to be 0.
template <typename N> N larger(N a, N b) {
  if (Numbers<N>::known(a) == 0)
    return b;
  if (Numbers<N>::known(b) == 0)
    return a;
  return max(a, b);
}

/// a * b, at most the greatest number: a bound stays a bound.
inline int64_t saturatingProduct(int64_t a, int64_t b) {
  int64_t result;
  return __builtin_mul_overflow(a, b, &result)
             ? std::numeric_limits<int64_t>::max()
             : result;
}

template <typename N> class Expression {
public:
  /// `delays`: address delay of each reference, in cycles.
  Expression(const Statement &statement, const TaskChoice<N> &choice,
             std::vector<N> delays, bool tree, const Numbers<N> &number)
      : statement(statement), choice(choice), delays(std::move(delays)),
        tree(tree), number(number), known(statement.shape().nodes.size()) {}

  /// Cycles until the node's value is there. With a tree, a chain of additions
  /// is balanced, and scalars go first into the product's factor with the
  /// fewest copies.
  N depth(unsigned node) const;

  /// Cycles from a load of the reference to the value of one of `nodes` along
  /// the longest path of operators; nullopt if none uses it. Where a tree is
  /// free to order its operands, the load is taken to come first.
  std::optional<N> path(unsigned reference,
                        const std::vector<unsigned> &nodes) const;

  /// Greatest depth of several nodes.
  N depthOf(const std::vector<unsigned> &nodes) const;

  /// The operations that `nodes` need, by operator name. A value with several
  /// users counts once.
  std::map<std::string, N> count(const std::vector<unsigned> &nodes) const;

  /// Instances of a value that depends on these loops: one for each
  /// combination of their unrolled iterations. In guarded statements every
  /// unrolled iteration has its own.
  N copies(uint64_t loops) const;

private:
  /// A chain of multiplications in the order in which the tool does them.
  struct Product {
    N depth;
    N multiplications;
  };
  /// Instances of the node's operator.
  N operations(unsigned node) const;
  void count(unsigned node, std::map<std::string, N> &counts,
             std::vector<bool> &seen) const;
  N computeDepth(unsigned node) const;
  Product product(unsigned node) const;
  Product inOrder(const std::vector<unsigned> &factors, int64_t latency) const;
  bool isProduct(unsigned node) const;
  bool isSum(unsigned node) const;

  const Statement &statement;
  const TaskChoice<N> &choice;
  std::vector<N> delays;
  bool tree;
  const Numbers<N> &number;
  mutable std::vector<std::optional<N>> known; ///< depths, by node
};

} // namespace talos::cost

#endif // TALOS_LIB_COST_TASK_EXPRESSION_H
