//===- ExprNumber.cpp - Functions of an expression as tables
//---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Number.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <set>

using namespace talos;
using namespace talos::nlp;

namespace {

/// Variables below a node, ascending.
std::set<VarId> support(const Model &model, NodeId root) {
  std::set<VarId> variables;
  std::set<NodeId> seen;
  llvm::SmallVector<NodeId, 16> work = {root};
  while (!work.empty()) {
    NodeId id = work.pop_back_val();
    if (!seen.insert(id).second)
      continue;
    const Node &node = model.nodes()[id];
    if (node.op == Op::Variable)
      variables.insert(static_cast<VarId>(node.value));
    work.append(node.operands, node.operands + operandCount(node.op));
  }
  return variables;
}

/// The values that `root` takes over the product of its variables' domains;
/// empty if there are more points than `most`.
std::set<int64_t> valuesOf(const Model &model, NodeId root, int64_t most) {
  std::set<VarId> variables = support(model, root);
  int64_t points = 1;
  Assignment point;
  for (const Variable &variable : model.variables())
    point.push_back(variable.domain.front());
  for (VarId variable : variables) {
    points *= model.variables()[variable].domain.size();
    if (points > most)
      return {};
  }
  std::set<int64_t> values;
  for (int64_t index = 0; index < points; ++index) {
    int64_t rest = index;
    for (VarId variable : variables) {
      const std::vector<int64_t> &domain = model.variables()[variable].domain;
      point[variable] = domain[rest % domain.size()];
      rest /= domain.size();
    }
    Int value = model.evaluate(root, point);
    if (value.isValid())
      values.insert(value.value());
  }
  return values;
}

} // namespace

Expr cost::Numbers<Expr>::tabulate(
    Expr value, int64_t limit, llvm::function_ref<int64_t(int64_t)> f) const {
  if (std::optional<int64_t> constant = known(value))
    return (*this)(f(*constant));
  // More points than this are not worth enumerating: take the plain range.
  constexpr int64_t mostPoints = 20000;
  std::set<int64_t> values = valuesOf(*model, value.node(), mostPoints);
  if (values.empty())
    for (int64_t v = 0; v <= limit; ++v)
      values.insert(v);
  std::map<int64_t, Expr> cases; // by result: is the value one of its group?
  for (int64_t v : values) {
    int64_t result = f(v);
    if (result == 0)
      continue;
    auto [it, isNew] = cases.try_emplace(result, eq(value, v));
    if (!isNew)
      it->second = it->second + eq(value, v);
  }
  Expr sum = (*this)(0);
  for (auto &[result, isCase] : cases)
    sum = sum + isCase * result;
  return sum;
}
