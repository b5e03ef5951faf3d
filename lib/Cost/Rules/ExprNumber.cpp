//===- ExprNumber.cpp - Functions of an expression as tables --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Cost/Number.h"
#include <map>
#include <set>

using namespace talos;
using namespace talos::nlp;

namespace {

/// A larger table costs more nodes than the arithmetic it replaces.
constexpr size_t mostValues = 64;

using Values = std::set<int64_t>;

/// Values that a node can take, and perhaps more: operands are combined freely.
class PossibleValues {
public:
  explicit PossibleValues(const Model &model) : model(model) {}

  /// nullopt where there are too many, or an operator of three operands.
  const std::optional<Values> &of(NodeId id) {
    auto it = known.find(id);
    return it != known.end() ? it->second : known[id] = compute(id);
  }

private:
  std::optional<Values> compute(NodeId id);

  const Model &model;
  std::map<NodeId, std::optional<Values>> known; ///< nodes have several users
};

std::optional<Values> PossibleValues::compute(NodeId id) {
  const Node &node = model.nodes()[id];
  Values result;
  if (node.op == Op::Constant)
    return Values{node.value};
  if (node.op == Op::Variable) {
    const std::vector<int64_t> &domain = model.variables()[node.value].domain;
    if (domain.size() > mostValues)
      return std::nullopt;
    return Values(domain.begin(), domain.end());
  }
  if (operandCount(node.op) != 2)
    return std::nullopt;
  const std::optional<Values> &left = of(node.operands[0]);
  const std::optional<Values> &right = of(node.operands[1]);
  if (!left || !right)
    return std::nullopt;
  for (int64_t a : *left)
    for (int64_t b : *right)
      if (Int value = apply(node.op, a, b, 0); value.isValid())
        result.insert(value.value());
  if (result.size() > mostValues)
    return std::nullopt;
  return result;
}

} // namespace

std::optional<Expr>
cost::Numbers<Expr>::tabulate(Expr value,
                              llvm::function_ref<int64_t(int64_t)> f) const {
  std::optional<Values> values = PossibleValues(*model).of(value.node());
  if (!values)
    return std::nullopt;
  if (values->size() == 1)
    return (*this)(f(*values->begin()));
  std::map<int64_t, Expr> cases; // by result: is the value one of its group?
  for (int64_t v : *values) {
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
