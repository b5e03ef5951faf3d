//===- QoRGraph.cpp - Data-flow graph of one iteration --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/QoR/QoRGraph.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace talos;
using namespace talos::analysis;

using Id = DataFlowGraph::Id;

Id DataFlowGraph::addLeaf() {
  nodes.emplace_back();
  return nodes.size() - 1;
}

Id DataFlowGraph::addConstant(bool isZero) {
  Id id = addLeaf();
  nodes[id].isConstant = true;
  nodes[id].isZero = isZero;
  return id;
}

Id DataFlowGraph::addLoad(unsigned access) {
  Id id = addLeaf();
  nodes[id].access = access;
  return id;
}

Id DataFlowGraph::addGuard() { return addLeaf(); }

/// What the tool may reassociate: floating-point sums.
static bool isSum(const target::Operator *op) {
  return op && op->isRoundedSum();
}

Id DataFlowGraph::addOperation(const target::Operator &op,
                               llvm::ArrayRef<Id> operands, bool isOwn) {
  Key key{&op, none, none, none};
  Id *slots[] = {&key.left, &key.right, &key.third};
  for (size_t i = 0; i < operands.size() && i < 3; ++i)
    *slots[i] = operands[i];
  if (operands.size() == 2 && key.left > key.right && op.isCommutative())
    std::swap(key.left, key.right);
  if (!isOwn) {
    auto it = known.find(key);
    if (it != known.end())
      return it->second;
  }
  Node node;
  node.op = &op;
  node.left = key.left;
  node.right = key.right;
  node.third = key.third;
  for (Id operand : operands)
    node.path = std::max(node.path, nodes[operand].path);
  node.path += op.latency;
  nodes.push_back(node);
  Id id = nodes.size() - 1;
  if (!isOwn)
    known.emplace(key, id);
  return id;
}

llvm::SmallVector<Id, 3> DataFlowGraph::operandsOf(const Node &node) const {
  llvm::SmallVector<Id, 3> result;
  for (Id id : {node.left, node.right, node.third})
    if (id != none)
      result.push_back(id);
  return result;
}

/// Counts the uses of every node that a root needs. Operands come before their
/// users, so one pass from the last node suffices.
void DataFlowGraph::markUsers(llvm::ArrayRef<Id> roots) {
  for (Node &node : nodes) {
    node.users = 0;
    node.isInterior = false;
  }
  for (Id root : roots)
    ++nodes[root].users;
  for (size_t id = nodes.size(); id-- > 0;)
    if (nodes[id].users != 0)
      for (Id operand : operandsOf(nodes[id]))
        ++nodes[operand].users;
}

/// A sum that only another sum of the same kind uses joins its chain.
void DataFlowGraph::markChains() {
  for (const Node &node : nodes)
    if (node.users != 0 && isSum(node.op))
      for (Id operand : operandsOf(node))
        if (nodes[operand].op == node.op && nodes[operand].users == 1)
          nodes[operand].isInterior = true;
}

DataFlowGraph::Ready DataFlowGraph::balanced(Id id,
                                             const std::vector<Ready> &ready,
                                             int64_t &leaves) const {
  const Node &root = nodes[id];
  Ready all, last;
  bool hasLast = false;
  leaves = 0;
  llvm::SmallVector<Id> work = {root.right, root.left};
  while (!work.empty()) {
    Id at = work.pop_back_val();
    const Node &node = nodes[at];
    if (node.isInterior && node.op == root.op) {
      work.push_back(node.right);
      work.push_back(node.left);
      continue;
    }
    if (node.isZero)
      continue;
    if (node.isLast) {
      hasLast = true;
      last = ready[at];
      continue;
    }
    ++leaves;
    all.time = std::max(all.time, ready[at].time);
    all.operators = std::max(all.operators, ready[at].operators);
  }
  int64_t latency = root.op->latency;
  int64_t levels = leaves > 1 ? llvm::Log2_64_Ceil(leaves) : 0;
  all.time += levels * latency;
  all.operators += levels * latency;
  if (hasLast) {
    ++leaves;
    all.time = std::max(all.time, last.time) + latency;
    all.operators += latency;
    all.chain = latency;
    all.chainOps = 1;
  }
  return all;
}

DataFlowGraph::Ready
DataFlowGraph::readyOf(Id id, const std::vector<Ready> &ready) const {
  const Node &node = nodes[id];
  Ready result;
  for (Id operand : operandsOf(node)) {
    const Ready &of = ready[operand];
    result.time = std::max(result.time, of.time);
    result.operators = std::max(result.operators, of.operators);
    if (of.chain > result.chain) {
      result.chain = of.chain;
      result.chainOps = of.chainOps;
    }
  }
  result.time += node.op->latency;
  result.operators += node.op->latency;
  if (result.chain >= 0) {
    result.chain += node.op->latency;
    ++result.chainOps;
  }
  return result;
}

DataFlowGraph::Times DataFlowGraph::schedule(llvm::ArrayRef<Id> roots,
                                             llvm::ArrayRef<int64_t> delays,
                                             bool tree) {
  markUsers(roots);
  if (tree)
    markChains();
  std::vector<Ready> ready(nodes.size());
  Times times;
  // Operator names are few: count by pointer, name at the end.
  std::map<const target::Operator *, int64_t> counts;
  for (Id id = 0; id < nodes.size(); ++id) {
    const Node &node = nodes[id];
    if (node.users == 0 || node.isInterior)
      continue;
    if (!node.op) {
      ready[id].time = node.access == none ? 0 : delays[node.access];
      ready[id].chain = node.isLast ? 0 : -1;
      continue;
    }
    if (tree && isSum(node.op)) {
      int64_t leaves = 0;
      ready[id] = balanced(id, ready, leaves);
      counts[node.op] += std::max<int64_t>(leaves - 1, 0);
    } else {
      ready[id] = readyOf(id, ready);
      ++counts[node.op];
    }
  }
  for (Id root : roots) {
    const Ready &of = ready[root];
    times.depth = std::max(times.depth, of.time);
    times.operators = std::max(times.operators, of.operators);
    if (of.chain > times.chain) {
      times.chain = of.chain;
      times.chainOps = of.chainOps;
    }
  }
  for (auto [op, count] : counts)
    times.counts[op->name] += count;
  return times;
}

int64_t DataFlowGraph::longestPath(llvm::ArrayRef<Id> from,
                                   llvm::ArrayRef<Id> roots, bool tree) {
  markUsers(roots);
  if (tree)
    markChains();
  std::vector<int64_t> path(nodes.size(), -1);
  for (Id id : from)
    path[id] = 0;
  for (Id id = 0; id < nodes.size(); ++id) {
    const Node &node = nodes[id];
    if (!node.op || node.users == 0 || node.isInterior)
      continue;
    bool isTree = tree && isSum(node.op);
    int64_t longest = -1, terms = 0;
    llvm::SmallVector<Id> work(operandsOf(node));
    while (!work.empty()) {
      Id at = work.pop_back_val();
      if (isTree && nodes[at].isInterior && nodes[at].op == node.op) {
        work.push_back(nodes[at].left);
        work.push_back(nodes[at].right);
        continue;
      }
      longest = std::max(longest, path[at]);
      terms += !nodes[at].isZero;
    }
    int64_t levels = !isTree ? 1 : terms > 1 ? llvm::Log2_64_Ceil(terms) : 0;
    if (longest >= 0)
      path[id] = longest + levels * node.op->latency;
  }
  int64_t longest = -1;
  for (Id root : roots)
    longest = std::max(longest, path[root]);
  return longest;
}

int64_t DataFlowGraph::accumulations(Id previous, Id value) const {
  const target::Operator *op = value == none ? nullptr : nodes[value].op;
  if (!op || previous == none)
    return 0;
  bool subtracts = op->kind == target::OperatorKind::Sub;
  if (!subtracts && !op->isCommutative())
    return 0;
  int64_t uses = 0, result = 0;
  llvm::SmallVector<std::pair<Id, int64_t>> work = {{value, 1}};
  llvm::SmallDenseSet<Id> seen;
  while (!work.empty()) {
    // Steps: operators of the chain down to here; 0 outside of it.
    auto [at, steps] = work.pop_back_val();
    if (!seen.insert(at).second)
      continue;
    for (Id operand : operandsOf(nodes[at])) {
      bool inChain = steps > 0 && (!subtracts || operand == nodes[at].left);
      if (operand == previous) {
        ++uses;
        result = inChain ? steps : 0;
        continue;
      }
      inChain &= nodes[operand].op == op;
      work.push_back({operand, inChain ? steps + 1 : 0});
    }
  }
  return uses == 1 ? result : 0;
}
