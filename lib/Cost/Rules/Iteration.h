//===- Iteration.h - One iteration of a task's pipelined loop ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that is unrolled in the iteration is part of it: what it adds up, what it
// writes, and the cycles from its start to its end.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_RULES_ITERATION_H
#define TALOS_LIB_COST_RULES_ITERATION_H

#include "Cost/Rules/Addresses.h"

namespace talos::cost {

template <typename N> class Iteration {
public:
  Iteration(const Statement &statement, const TaskChoice<N> &choice,
            const target::ToolRules &toolRules, bool treeReduction,
            const Numbers<N> &number);

  bool isLocal() const {
    return choice.accumulator == Accumulator::Local ||
           choice.accumulator == Accumulator::LocalAdd;
  }
  bool inRegister() const {
    return choice.accumulator == Accumulator::Register;
  }
  /// Bounds of the pipelined loop may take the place of the condition.
  bool isGuarded() const { return shape.guarded && !inRegister(); }
  bool startsFromOld() const { return !isLocal() || choice.fromOldValue; }
  /// The accumulation itself is done as a tree.
  bool treeSum() const { return tree && statement.reassociates(shape.root); }
  /// One operation alone waits for the old value.
  bool addsOldLast() const { return treeSum() || statement.isBalanced(); }

  Addresses<N> addresses() const {
    return Addresses<N>(shape, choice, carried, r.depth, number);
  }
  std::vector<N> noDelays() const {
    return std::vector<N>(shape.references.size(), number(0));
  }

  /// What it adds: with a tree the summands of `rest`.
  std::vector<unsigned> terms() const;
  /// Cycles from the terms of a balanced reduction to their tree's result.
  N treeOfTerms() const {
    return ceilLog2(unrolledReduction) * statement.accumulation().latency;
  }
  /// Cycles of the accumulation behind the terms.
  N sums(const Expression<N> &expression) const;
  /// Elements that it writes.
  N outputs() const;
  /// `delays`: address delay of each reference, in cycles.
  N iterationLatency(const std::vector<N> &delays) const;

  const Statement &statement;
  const StatementShape &shape;
  const TaskChoice<N> &choice;
  const target::ToolRules &r;
  const Numbers<N> &number;
  bool tree;
  N carried;   ///< 1: the pipelined loop carries the reduction
  N pipelined; ///< 1: some loop is pipelined
  /// Products of t0, t1; of reduction loops of t0, t2.
  N outer, trips1, outerReduction, unrolledReduction;

private:
  /// The operand of the root that is not the accumulator.
  unsigned rest() const;
  N depthWithBase(const Expression<N> &expression) const;
  /// Without a sum: of all results.
  N depthOfResults(const std::vector<N> &delays) const;
  N baseOfResults() const;
  N guardedDepth(const std::vector<N> &delays) const;
  N depthWithoutPorts(const std::vector<N> &delays) const;
  N openReads() const;
};

} // namespace talos::cost

#endif // TALOS_LIB_COST_RULES_ITERATION_H
