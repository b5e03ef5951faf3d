//===- Enumerate.cpp - Brute force over all points ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of the solver's tests: it shares nothing with the solver but the
// model, and it is meant to be read and believed, not to be fast.
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Solver.h"

using namespace talos;
using namespace talos::nlp;

/// Advances `digits` to the next point; false after the last one.
static bool next(const Model &model, std::vector<size_t> &digits,
                 Assignment &point) {
  for (size_t v = digits.size(); v-- > 0;) {
    ArrayRef<int64_t> domain = model.variables()[v].domain;
    digits[v] = digits[v] + 1 < domain.size() ? digits[v] + 1 : 0;
    point[v] = domain[digits[v]];
    if (digits[v])
      return true;
  }
  return false;
}

/// Values of the nodes in `order` (operands first) into `values`, by NodeId.
static void evaluate(const Model &model, ArrayRef<NodeId> order,
                     const Assignment &point, std::vector<Int> &values) {
  for (NodeId id : order) {
    const Node &node = model.nodes()[id];
    if (node.op == Op::Constant)
      values[id] = node.value;
    else if (node.op == Op::Variable)
      values[id] = point[node.value];
    else
      values[id] = apply(node.op, values[node.operands[0]],
                         values[node.operands[1]], values[node.operands[2]]);
  }
}

std::optional<Solution> nlp::enumerate(const Model &model, int64_t maxPoints) {
  Int size = 1;
  for (const Variable &v : model.variables())
    size = size * Int(v.domain.size());
  if (!size.isValid() || size.value() > maxPoints)
    return std::nullopt;

  std::vector<NodeId> roots(model.objective());
  for (const Constraint &c : model.constraints())
    roots.push_back(c.expr);
  size_t objectives = model.objective().size();
  std::vector<NodeId> order = model.cone(roots);
  std::vector<Int> values(model.nodes().size());
  Solution best;
  best.log10Space = model.log10Size();
  best.status = Status::Infeasible;
  std::vector<size_t> digits(model.variables().size(), 0);
  Assignment point;
  for (const Variable &v : model.variables())
    point.push_back(v.domain.front());
  do {
    ++best.nodes;
    evaluate(model, order, point, values);
    bool feasible = true;
    for (size_t i = 0; i < roots.size() && feasible; ++i) {
      Int value = values[roots[i]];
      feasible = value.isValid() && (i < objectives || value.value() != 0);
    }
    if (!feasible)
      continue;
    std::vector<int64_t> objective;
    for (size_t i = 0; i < objectives; ++i)
      objective.push_back(values[roots[i]].value());
    if (best.status == Status::Optimal && objective >= best.objective)
      continue;
    best.status = Status::Optimal;
    best.point = point;
    best.objective = objective;
  } while (next(model, digits, point));
  if (!best.objective.empty())
    best.bound = best.objective.front();
  return best;
}
