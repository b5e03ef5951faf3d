//===- SeparableStructure.cpp - Sums and maxima over many blocks ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/SeparableStructure.h"
#include <algorithm>

using namespace talos::nlp;

/// Budgets and objectives that nest more deeply are left to the search.
static constexpr size_t MaxDepth = 1000;

namespace talos::nlp {
class SeparableStructureFinder {
public:
  SeparableStructureFinder(const Coupling &coupling,
                           const std::vector<bool> &isTabulated)
      : coupling(coupling), isTabulated(isTabulated),
        isLocal(coupling.nodes.size()) {}

  std::optional<SeparableStructure> run() {
    findLocal();
    for (uint32_t o : coupling.objectives)
      result.objectiveRoots.push_back(visit(o));
    for (auto [i, c] : llvm::enumerate(coupling.constraints)) {
      const CouplingNode &node = coupling.nodes[c.node];
      if (isTabulated[i] || node.op == Op::Constant)
        continue;
      if (isLocal[c.node])
        result.localConstraints.push_back(c.node);
      else
        addConstraint(node);
    }
    if (!fits || result.objectiveRoots.empty())
      return std::nullopt;
    std::optional<LinearForm> objective = linear(result.objectiveRoots.front());
    if (!objective || objective->constant < 0)
      return std::nullopt;
    result.objective = std::move(*objective);
    for (const auto &[sum, limit] : limits)
      addBudget(sum, limit);
    return std::move(result);
  }

private:
  /// Local: features and interval columns, and nodes over no more blocks than
  /// an interval column.
  void findLocal() {
    std::vector<std::vector<const SmallVector<BlockId, 4> *>> around(
        coupling.blocks.size());
    for (const CouplingNode &node : coupling.nodes)
      if (node.intervalColumnOf >= 0)
        for (BlockId b : node.support)
          around[b].push_back(&node.support);
    for (auto [n, node] : llvm::enumerate(coupling.nodes)) {
      const auto &support = node.support;
      isLocal[n] =
          node.block >= 0 || node.intervalColumnOf >= 0 ||
          (!support.empty() &&
           llvm::any_of(around[support.front()], [&](const auto *other) {
             return std::includes(other->begin(), other->end(), support.begin(),
                                  support.end());
           }));
    }
  }

  unsigned add(Op op, int64_t value, uint32_t a = 0, uint32_t b = 0) {
    result.above.push_back({op, value, {a, b, 0}});
    return result.above.size() - 1;
  }

  std::optional<int64_t> constantOf(uint32_t n) const {
    const CouplingNode &node = coupling.nodes[n];
    if (node.op != Op::Constant)
      return std::nullopt;
    return node.value;
  }

  unsigned visit(uint32_t n) {
    auto [it, isNew] = number.try_emplace(n, 0);
    if (!isNew)
      return it->second;
    fits &= ++depth < MaxDepth;
    unsigned made = fits ? make(n) : 0;
    --depth;
    return number[n] = made;
  }

  unsigned make(uint32_t n) {
    const CouplingNode &node = coupling.nodes[n];
    if (node.op == Op::Constant)
      return add(node.op, node.value);
    if (isLocal[n] || node.op == Op::Add || node.op == Op::Max)
      return makeAggregate(n);
    // All else must grow with its operands.
    std::optional<int64_t> by = operandCount(node.op) == 2
                                    ? constantOf(node.operands[1])
                                    : std::nullopt;
    unsigned other = 0;
    if (!by && node.op == Op::Mul) {
      by = constantOf(node.operands[0]);
      other = 1;
    }
    fits &= by && ((node.op == Op::Mul && *by >= 0) ||
                   (node.op == Op::CeilDiv && *by > 0) ||
                   (node.op == Op::FloorDiv && *by > 0));
    if (!fits)
      return 0;
    unsigned a = visit(node.operands[other]);
    return add(node.op, 0, a, visit(node.operands[1 - other]));
  }

  /// The local operands of a chain of sums, or of maxima, are an aggregate; the
  /// others are added above it.
  unsigned makeAggregate(uint32_t n) {
    Op op = !isLocal[n] && coupling.nodes[n].op == Op::Max ? Op::Max : Op::Add;
    std::vector<uint32_t> local, others;
    collect(n, op, local, others);
    std::optional<unsigned> top;
    if (!local.empty()) {
      unsigned aggregate = result.isMax.size();
      result.isMax.push_back(op == Op::Max);
      for (uint32_t node : local)
        addTerm(node, aggregate);
      top = add(Op::Variable, aggregate);
    }
    for (uint32_t other : others) {
      unsigned made = visit(other);
      top = top ? add(op, 0, *top, made) : made;
    }
    return *top;
  }

  void collect(uint32_t root, Op op, std::vector<uint32_t> &local,
               std::vector<uint32_t> &others) {
    std::vector<uint32_t> open{root};
    while (!open.empty()) {
      uint32_t n = open.back();
      open.pop_back();
      const CouplingNode &node = coupling.nodes[n];
      if (!isLocal[n] && node.op == op)
        open.insert(open.end(), {node.operands[1], node.operands[0]});
      else
        (isLocal[n] ? local : others).push_back(n);
    }
    fits &= others.size() < MaxDepth;
  }

  void addTerm(uint32_t node, unsigned aggregate) {
    const CouplingNode &term = coupling.nodes[node];
    fits &= !term.mayFail && term.range.lo >= 0;
    result.terms.push_back({node, aggregate});
  }

  void addConstraint(const CouplingNode &node) {
    std::optional<int64_t> limit;
    if (node.op == Op::Le)
      limit = constantOf(node.operands[1]);
    fits &= limit.has_value();
    if (!fits)
      return;
    unsigned sum = visit(node.operands[0]);
    unsigned most = add(Op::Constant, *limit);
    result.constraintRoots.push_back(add(Op::Le, 0, sum, most));
    limits.push_back({sum, *limit});
  }

  std::optional<LinearForm> linear(unsigned n) const {
    const Node &node = result.above[n];
    LinearForm form;
    form.weights.resize(result.size());
    if (node.op == Op::Variable) {
      form.weights[node.value] = 1;
      return form;
    }
    if (node.op == Op::Constant) {
      form.constant = node.value;
      return form;
    }
    if (node.op != Op::Add && node.op != Op::Mul)
      return std::nullopt;
    std::optional<LinearForm> a = linear(node.operands[0]),
                              b = linear(node.operands[1]);
    if (!a || !b)
      return std::nullopt;
    bool overflows = false;
    int64_t factor = node.op == Op::Mul ? b->constant : 1;
    auto combine = [&](int64_t x, int64_t y) {
      int64_t product, sum = 0;
      overflows |= __builtin_mul_overflow(x, factor, &product);
      if (node.op == Op::Mul)
        return product;
      overflows |= __builtin_add_overflow(product, y, &sum);
      return sum;
    };
    for (unsigned c = 0; c < result.size(); ++c)
      form.weights[c] = combine(a->weights[c], b->weights[c]);
    form.constant = combine(a->constant, b->constant);
    return overflows ? std::nullopt : std::optional(form);
  }

  void addBudget(unsigned sum, int64_t limit) {
    const Node &node = result.above[sum];
    if (node.op == Op::CeilDiv) {
      // ceil(a / b) <= c as a <= b c
      if (__builtin_mul_overflow(limit, result.above[node.operands[1]].value,
                                 &limit))
        return;
      sum = node.operands[0];
    }
    if (std::optional<LinearForm> form = linear(sum))
      result.budgets.push_back({std::move(*form), limit});
  }

  const Coupling &coupling;
  const std::vector<bool> &isTabulated;
  std::vector<bool> isLocal;
  DenseMap<uint32_t, unsigned> number;
  std::vector<std::pair<unsigned, int64_t>> limits; ///< sum, most
  bool fits = true;
  unsigned depth = 0;
  SeparableStructure result;
};
} // namespace talos::nlp

std::optional<SeparableStructure>
SeparableStructure::find(const Coupling &coupling,
                         const std::vector<bool> &isTabulated) {
  return SeparableStructureFinder(coupling, isTabulated).run();
}

std::optional<std::vector<int64_t>>
SeparableStructure::objectives(ArrayRef<int64_t> values) const {
  std::vector<Int> now;
  evaluate(above, values, now);
  for (unsigned c : constraintRoots)
    if (!now[c].isValid() || now[c].value() == 0)
      return std::nullopt;
  std::vector<int64_t> result;
  for (unsigned o : objectiveRoots) {
    if (!now[o].isValid())
      return std::nullopt;
    result.push_back(now[o].value());
  }
  return result;
}
