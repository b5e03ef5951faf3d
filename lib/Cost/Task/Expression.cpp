//===- Expression.cpp - Depth and operators of a right-hand side ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/Task/Expression.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::cost;

template <typename N> N Expression<N>::copies(uint64_t loops) const {
  N result = number(1);
  bool every =
      statement.shape().guarded && choice.accumulator != Accumulator::Register;
  for (unsigned loop = 0; loop < choice.loops.size(); ++loop)
    if (every || (loops >> loop & 1))
      result = result * choice.loops[loop].t2;
  return result;
}

template <typename N> bool Expression<N>::isProduct(unsigned node) const {
  return tree && statement.reassociates(node) &&
         statement.operatorOf(node).isRoundedProduct();
}

template <typename N> bool Expression<N>::isSum(unsigned node) const {
  return tree && statement.reassociates(node) && !isProduct(node);
}

template <typename N>
typename Expression<N>::Product
Expression<N>::inOrder(const std::vector<unsigned> &factors,
                       int64_t latency) const {
  Product result{depth(factors.front()), number(0)};
  uint64_t loops = statement.loopsOf(factors.front());
  for (unsigned i = 1; i < factors.size(); ++i) {
    loops |= statement.loopsOf(factors[i]);
    result.depth = larger(result.depth, depth(factors[i])) + latency;
    result.multiplications = result.multiplications + copies(loops);
  }
  return result;
}

template <typename N>
typename Expression<N>::Product Expression<N>::product(unsigned node) const {
  int64_t latency = statement.operatorOf(node).latency;
  std::vector<unsigned> scalars, others;
  for (unsigned leaf : statement.chainLeaves(node))
    (statement.loopsOf(leaf) ? others : scalars).push_back(leaf);
  std::vector<unsigned> order = scalars;
  order.insert(order.end(), others.begin(), others.end());
  Product best = inOrder(order, latency);
  if (scalars.empty() || others.size() < 2)
    return best;
  N fewest = copies(statement.loopsOf(others.front()));
  for (unsigned first = 1; first < others.size(); ++first) {
    order = scalars;
    order.push_back(others[first]);
    for (unsigned i = 0; i < others.size(); ++i)
      if (i != first)
        order.push_back(others[i]);
    Product other = inOrder(order, latency);
    N here = copies(statement.loopsOf(others[first]));
    N keep = le(fewest, here);
    best.depth = select(keep, best.depth, other.depth);
    best.multiplications =
        select(keep, best.multiplications, other.multiplications);
    fewest = select(keep, fewest, here);
  }
  return best;
}

template <typename N>
N Expression<N>::depthOf(const std::vector<unsigned> &nodes) const {
  N result = number(0);
  for (unsigned node : nodes)
    result = larger(result, depth(node));
  return result;
}

template <typename N> N Expression<N>::depth(unsigned node) const {
  if (!known[node])
    known[node] = computeDepth(node);
  return *known[node];
}

template <typename N> N Expression<N>::computeDepth(unsigned node) const {
  const NodeShape &here = statement.shape().nodes[node];
  if (here.kind == NodeShape::Reference)
    return delays[here.reference];
  if (here.kind != NodeShape::Operation)
    return number(0);
  if (isProduct(node))
    return product(node).depth;
  int64_t latency = statement.operatorOf(node).latency;
  if (!isSum(node))
    return depthOf(here.operands) + latency;
  std::vector<unsigned> leaves = statement.chainLeaves(node);
  Int levels = ceilLog2(Int(leaves.size()));
  return depthOf(leaves) + levels.value() * latency;
}

template <typename N>
std::optional<N> Expression<N>::path(unsigned reference,
                                     const std::vector<unsigned> &nodes) const {
  const std::vector<NodeShape> &all = statement.shape().nodes;
  std::vector<std::optional<N>> paths(all.size());
  auto longest = [&](const std::vector<unsigned> &from) {
    std::optional<N> result;
    for (unsigned node : from)
      if (paths[node])
        result = result ? larger(*result, *paths[node]) : *paths[node];
    return result;
  };
  for (unsigned node = 0; node < all.size(); ++node) {
    if (all[node].kind == NodeShape::Reference &&
        all[node].reference == reference)
      paths[node] = number(0);
    if (all[node].kind != NodeShape::Operation)
      continue;
    std::vector<unsigned> operands = all[node].operands;
    int64_t steps = 1;
    if (isSum(node) || isProduct(node)) {
      operands = statement.chainLeaves(node);
      // Scalars are multiplied before the load is there.
      int64_t scalars = llvm::count_if(operands, [&](unsigned leaf) {
        return statement.loopsOf(leaf) == 0;
      });
      steps = isSum(node)
                  ? ceilLog2(Int(operands.size())).value()
                  : int64_t(operands.size()) - std::max<int64_t>(scalars, 1);
    }
    if (std::optional<N> before = longest(operands))
      paths[node] = *before + steps * statement.operatorOf(node).latency;
  }
  return longest(nodes);
}

template <typename N> N Expression<N>::operations(unsigned node) const {
  if (isProduct(node))
    return product(node).multiplications;
  uint64_t loops = statement.loopsOf(node);
  int pairs = statement.shape().nodes[node].pairs;
  if (pairs < 0)
    return copies(loops);
  return copies(loops & ~(uint64_t(1) << pairs)) *
         floorDiv(choice.loops[pairs].t2, 2);
}

template <typename N>
void Expression<N>::count(unsigned node, std::map<std::string, N> &counts,
                          std::vector<bool> &seen) const {
  const NodeShape &here = statement.shape().nodes[node];
  if (here.kind != NodeShape::Operation || seen[node])
    return;
  seen[node] = true;
  N own = operations(node);
  auto [it, isNew] = counts.try_emplace(here.op, own);
  if (!isNew)
    it->second = it->second + own;
  for (unsigned operand :
       isProduct(node) ? statement.chainLeaves(node) : here.operands)
    count(operand, counts, seen);
}

template <typename N>
std::map<std::string, N>
Expression<N>::count(const std::vector<unsigned> &nodes) const {
  std::map<std::string, N> counts;
  std::vector<bool> seen(statement.shape().nodes.size());
  for (unsigned node : nodes)
    count(node, counts, seen);
  return counts;
}

template class talos::cost::Expression<Int>;
template class talos::cost::Expression<talos::nlp::Expr>;
