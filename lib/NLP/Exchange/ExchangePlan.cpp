//===- ExchangePlan.cpp - How each expression is written ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Exchange/ExchangePlan.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

/// The largest value of operand `i` of `node` where the node is at most `most`;
/// INT64_MAX if nothing is known.
static int64_t demandOn(const Model &model, const Ranges &ranges,
                        const Node &node, unsigned i, int64_t most) {
  Interval other = ranges.interval[node.operands[1 - i]];
  const Node &right = model.nodes()[node.operands[1]];
  Int bound = Int::invalid();
  switch (node.op) {
  case Op::Add:
    bound = Int(most) - other.lo;
    break;
  case Op::Sub:
    if (i == 0)
      bound = Int(most) + other.hi;
    break;
  case Op::Mul: // both at least 0, the other one at least 1
    if (other.lo >= 1 && ranges.interval[node.operands[i]].lo >= 0 && most >= 0)
      bound = most / other.lo;
    break;
  case Op::FloorDiv:
    if (i == 0 && right.op == Op::Constant && right.value > 0)
      bound = Int(most) * right.value + (right.value - 1);
    break;
  case Op::CeilDiv:
    if (i == 0 && right.op == Op::Constant && right.value > 0)
      bound = Int(most) * right.value;
    break;
  case Op::Max:
    bound = most;
    break;
  default:
    break;
  }
  return bound.isValid() ? bound.value() : INT64_MAX;
}

namespace {
/// What those that use a node demand of it. A branch of a select that is not
/// taken may have any value, and what only it uses.
struct Uses {
  bool isAlwaysUsed = false;
  int64_t always = INT64_MAX;    ///< the least of those that always use it
  int64_t sometimes = INT64_MIN; ///< the greatest of the others

  void add(bool isAlways, int64_t most) {
    isAlwaysUsed |= isAlways;
    if (isAlways)
      always = std::min(always, most);
    else
      sometimes = std::max(sometimes, most);
  }
  int64_t most() const {
    return isAlwaysUsed || sometimes == INT64_MIN ? always : sometimes;
  }
};
} // namespace

/// For each node the value that no point of interest exceeds where it matters:
/// a constraint `x <= c` demands it of x, and the first objective beyond
/// `objectiveLimit` is worse than any point that can be written.
std::vector<int64_t> ExchangePlan::demands(int64_t objectiveLimit) const {
  std::vector<Uses> uses(model.nodes().size());
  std::vector<NodeId> roots(model.objective());
  for (NodeId id : model.objective())
    uses[id].add(true, objectiveLimit);
  for (const Constraint &constraint : model.constraints()) {
    const Node &node = model.nodes()[constraint.expr];
    roots.push_back(constraint.expr);
    uses[constraint.expr].add(true, INT64_MAX);
    if (node.op == Op::Le && ranges.interval[node.operands[1]].isPoint())
      uses[node.operands[0]].add(true, ranges.interval[node.operands[1]].lo);
  }
  std::vector<int64_t> most(model.nodes().size(), INT64_MAX);
  std::vector<NodeId> order = model.cone(roots);
  for (NodeId id : llvm::reverse(order)) {
    const Node &node = model.nodes()[id];
    most[id] = uses[id].most();
    for (unsigned i = 0; i < operandCount(node.op); ++i) {
      bool isBranch = node.op == Op::Select && i > 0;
      bool isBinary = operandCount(node.op) == 2 && most[id] != INT64_MAX;
      uses[node.operands[i]].add(
          uses[id].isAlwaysUsed && !isBranch,
          isBranch   ? most[id]
          : isBinary ? demandOn(model, ranges, node, i, most[id])
                     : INT64_MAX);
    }
  }
  return most;
}

bool ExchangePlan::tabulate(NodeId id) {
  const std::vector<VarId> &support = supports[id];
  if (support.empty() || support.size() > 2)
    return false;
  size_t count = 1;
  for (VarId v : support)
    count *= model.variables()[v].domain.size();
  if (count > maxRows)
    return false;
  PlanNode &node = nodes[id];
  for (VarId v : support)
    for (int64_t value : model.variables()[v].domain)
      if (value < -limit || value > limit)
        return false;
  Assignment point;
  for (const Variable &variable : model.variables())
    point.push_back(variable.domain.front());
  Interval hull = Interval::none();
  bool fails = false;
  for (size_t row = 0; row < count; ++row) {
    PlanRow entry;
    size_t rest = row;
    for (size_t i = support.size(); i-- > 0;) {
      const std::vector<int64_t> &domain = model.variables()[support[i]].domain;
      entry.arguments[i] = point[support[i]] = domain[rest % domain.size()];
      rest /= domain.size();
    }
    Int value = model.evaluate(id, point);
    entry.valid =
        value.isValid() && value.value() >= -limit && value.value() <= limit;
    if (value.isValid() && !entry.valid)
      return false; // clipping is counted for operations
    fails |= !entry.valid;
    entry.value = entry.valid ? value.value() : 0; // what has no value says 0
    node.rows.push_back(entry);
    hull = hullOf(hull, Interval::point(entry.value));
  }
  node.range = hull;
  node.kind = PlanNode::Table;
  node.mayFail = fails;
  node.arguments = support;
  return true;
}

void ExchangePlan::plan(NodeId id) {
  const Node &node = model.nodes()[id];
  PlanNode &planned = nodes[id];
  Interval range = ranges.interval[id];
  bool small = range.lo >= -limit && range.hi <= limit;
  if (range.isPoint() && !ranges.mayFail[id] && small) {
    planned.kind = PlanNode::Number;
    planned.range = range;
    return;
  }
  if (node.op == Op::Variable && small) {
    planned.kind = PlanNode::Choice;
    planned.range = range;
    return;
  }
  planned.rows.clear();
  if (operandCount(node.op) > 0 && tabulate(id))
    return;
  planned.rows.clear();
  planned.arguments.clear();
  planned.kind = PlanNode::Operation;
  planned.mayFail = ranges.mayFail[id] || range.isEmpty() || !small;
  // 0 is the value of what is not valid.
  planned.range = {std::clamp<int64_t>(range.lo, -limit, 0),
                   std::clamp<int64_t>(range.hi, 0, limit)};
  if (!planned.mayFail)
    planned.range = range;
}

ExchangePlan::ExchangePlan(const Model &model, int64_t limit, size_t maxRows)
    : model(model), limit(limit), maxRows(maxRows),
      ranges(computeRanges(model)) {
  nodes.resize(model.nodes().size());
  supports.resize(model.nodes().size());
  for (NodeId id = 0; id < model.nodes().size(); ++id) {
    const Node &node = model.nodes()[id];
    std::vector<VarId> &support = supports[id];
    if (node.op == Op::Variable)
      support.push_back(node.value);
    for (NodeId x : node.inputs())
      llvm::append_range(support, supports[x]);
    sortUnique(support);
    if (support.size() > 3)
      support.resize(3);
  }
  // From the roots down: below a table or a number nothing is written.
  std::vector<bool> needed(nodes.size(), false);
  for (NodeId id : model.objective())
    needed[id] = true;
  for (const Constraint &constraint : model.constraints())
    needed[constraint.expr] = true;
  for (NodeId id = nodes.size(); id-- > 0;) {
    if (!needed[id])
      continue;
    plan(id);
    if (nodes[id].kind == PlanNode::Operation)
      for (NodeId x : model.nodes()[id].inputs())
        needed[x] = true;
  }
  // An operation over operands that may fail may fail itself.
  std::vector<int64_t> most = demands(INT64_MAX);
  for (NodeId id : model.objective())
    objectiveCut |= std::min(ranges.interval[id].hi, most[id]) > limit;
  most = demands(limit);
  for (NodeId id = 0; id < nodes.size(); ++id) {
    if (nodes[id].kind != PlanNode::Operation)
      continue;
    bool was = nodes[id].mayFail;
    for (NodeId x : model.nodes()[id].inputs())
      nodes[id].mayFail |= nodes[x].mayFail;
    if (nodes[id].mayFail && !was)
      nodes[id].range = hullOf(nodes[id].range, Interval::point(0));
    Interval range = ranges.interval[id];
    if (range.lo < -limit || std::min(range.hi, most[id]) > limit)
      ++clipped;
  }
}

Interval ExchangePlan::operandRange(NodeId id, unsigned i) const {
  const Node &node = model.nodes()[id];
  Interval range = nodes[node.operands[i]].range;
  if (!nodes[id].mayFail)
    return range;
  bool positive = node.op == Op::Gcd || node.op == Op::CeilLog2 ||
                  (i == 1 && (node.op == Op::FloorDiv ||
                              node.op == Op::CeilDiv || node.op == Op::Mod));
  if (positive)
    return {std::max<int64_t>(range.lo, 1), std::max<int64_t>(range.hi, 1)};
  return hullOf(range, Interval::point(0));
}

bool ExchangePlan::needsCopy(NodeId id, unsigned i) const {
  const PlanNode &operand = nodes[model.nodes()[id].operands[i]];
  bool defined = operand.range.lo >= operandRange(id, i).lo;
  return nodes[id].mayFail && !(operand.kind == PlanNode::Number && defined);
}

std::string nlp::comment(StringRef text) {
  std::string result = text.str();
  for (char &c : result)
    if (!llvm::isPrint(c))
      c = '?';
  return result;
}
