//===- Iteration.cpp - One iteration of a task's pipelined loop -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Rules/Iteration.h"
#include "talos/Cost/Rules.h"

using namespace talos;
using namespace talos::cost;

template <typename N>
Iteration<N>::Iteration(const Statement &statement, const TaskChoice<N> &choice,
                        const target::ToolRules &toolRules, bool treeReduction,
                        const Numbers<N> &number)
    : statement(statement), shape(statement.shape()), choice(choice),
      r(toolRules), number(number),
      // Inside a condition nothing is reassociated.
      tree(treeReduction && !isGuarded()), carried(number(0)),
      pipelined(number(0)), outer(number(1)), trips1(number(1)),
      outerReduction(number(1)), unrolledReduction(number(1)) {
  for (unsigned l = 0; l < shape.loops.size(); ++l) {
    const LoopChoice<N> &loop = choice.loops[l];
    pipelined = pipelined + loop.pipelined;
    outer = outer * loop.t0;
    // All but one are 1; their product has a range that is far too wide.
    trips1 = larger(trips1, loop.t1);
    if (!shape.loops[l].reduction)
      continue;
    carried = carried + loop.pipelined;
    outerReduction = outerReduction * loop.t0;
    unrolledReduction = unrolledReduction * loop.t2;
  }
  // A single iteration carries nothing.
  carried =
      statement.accumulates() ? carried * le(2, outer * trips1) : number(0);
}

template <typename N> unsigned Iteration<N>::rest() const {
  const std::vector<unsigned> &operands = shape.nodes[shape.root].operands;
  return operands[operands.front() == unsigned(shape.accumulator)];
}

template <typename N> std::vector<unsigned> Iteration<N>::terms() const {
  unsigned node = rest();
  if (treeSum() && shape.nodes[node].op == shape.nodes[shape.root].op)
    return statement.chainLeaves(node);
  return {node};
}

template <typename N>
N Iteration<N>::sums(const Expression<N> &expression) const {
  int64_t latency = statement.accumulation().latency;
  if (statement.isBalanced())
    return treeOfTerms() + latency;
  if (!treeSum())
    return unrolledReduction * latency;
  N leaves = unrolledReduction * int64_t(terms().size());
  N levels = ceilLog2(leaves + int64_t(startsFromOld()));
  // The carried accumulator comes last, behind the tree.
  N carriedLevels = ceilLog2(leaves) + 1;
  return select(carried, carriedLevels, levels) * latency;
}

/// Entry and store. Leaving through registers instead of a RAM, all of them
/// save the store's cycle.
template <typename N> N Iteration<N>::baseOfResults() const {
  N inRegisters = number(1);
  for (const ResultShape &result : shape.results()) {
    if (statement.readsArrayOf(result.written))
      return number(r.depth.parallel);
    inRegisters = inRegisters * choice.references[result.written].registers;
  }
  return select(inRegisters, number(r.depth.local), number(r.depth.parallel));
}

template <typename N>
N Iteration<N>::depthOfResults(const std::vector<N> &delays) const {
  std::vector<unsigned> computed;
  bool copies = false;
  for (unsigned root : shape.roots()) {
    copies |= shape.nodes[root].kind == NodeShape::Reference;
    if (shape.nodes[root].kind == NodeShape::Operation)
      computed.push_back(root);
  }
  if (computed.empty())
    return addresses().greatest(delays) +
           (copies ? r.depth.copy : r.depth.zeroInit);
  Expression<N> expression(statement, choice, delays, tree, number);
  N depth = expression.depthOf(computed) + baseOfResults();
  return copies ? max(depth, addresses().greatest(delays) + r.depth.copy)
                : depth;
}

template <typename N>
N Iteration<N>::depthWithBase(const Expression<N> &expression) const {
  N term = expression.depthOf(terms());
  N old = startsFromOld() ? expression.depth(shape.accumulator) : number(0);
  N depth = statement.isBalanced() ? larger(term + treeOfTerms(), old) +
                                         statement.accumulation().latency
                                   : larger(term, old) + sums(expression);
  // A RAM takes the sum one cycle later than registers.
  if (choice.accumulator == Accumulator::Local)
    return depth +
           (1 - choice.references[shape.written].registers) *
               r.depth.localBuffer +
           r.depth.local;
  if (choice.accumulator == Accumulator::LocalAdd)
    return depth + (r.depth.local + r.depth.localBuffer);
  return depth +
         select(carried, number(r.depth.carried), number(r.depth.parallel));
}

/// Guarded: n (operators + 1) + 3 + delay, or the terms with their condition,
/// and a tree.
template <typename N>
N Iteration<N>::guardedDepth(const std::vector<N> &delays) const {
  Expression<N> expression(statement, choice, noDelays(), tree, number);
  N outside = addresses().greatest(delays) + r.depth.guarded;
  if (statement.isBalanced())
    return expression.depthOf(terms()) + sums(expression) +
           r.depth.guardedTerm + outside;
  N one = expression.depthOf(shape.roots()) + r.depth.guardedTerm;
  return unrolledReduction * one + outside;
}

template <typename N>
N Iteration<N>::depthWithoutPorts(const std::vector<N> &delays) const {
  if (isGuarded())
    return guardedDepth(delays);
  if (!statement.accumulates())
    return depthOfResults(delays);
  Expression<N> expression(statement, choice, delays, tree, number);
  return depthWithBase(expression);
}

/// Cycles from the first to the last of the unrolled copies of a read of one
/// bank, which come one after the other unless the vector is in registers.
template <typename N> N Iteration<N>::openReads() const {
  N wait = number(0);
  for (auto [i, reference] : llvm::enumerate(shape.references)) {
    if (!reference.openLoop || reference.openApart ||
        reference.extents.size() != 1)
      continue;
    N turns = rules::portII(choice.loops[*reference.openLoop].t2, r.transfers);
    wait = larger(wait, (turns - 1) * (1 - choice.references[i].registers));
  }
  return wait;
}

template <typename N>
N Iteration<N>::iterationLatency(const std::vector<N> &delays) const {
  return depthWithoutPorts(delays) + openReads();
}

template <typename N> N Iteration<N>::outputs() const {
  N count = number(1 + int64_t(shape.joined.size()));
  for (unsigned l = 0; l < shape.loops.size(); ++l)
    if (!shape.loops[l].reduction)
      count = count * choice.loops[l].t2;
  return count;
}

template class talos::cost::Iteration<Int>;
template class talos::cost::Iteration<talos::nlp::Expr>;
