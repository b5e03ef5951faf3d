//===- AMPLWriter.cpp - Models in AMPL ------------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variable v has one binary h<v>[k] for each value k. A function of one or two
// variables is a sum over these binaries; every other operation is linear or
// bilinear constraints over integers. Names and validity are those of the
// MiniZinc writer.
//
//===----------------------------------------------------------------------===//
#include "NLP/Exchange/ExchangePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::nlp;

namespace {
/// Integers that doubles hold exactly.
constexpr int64_t limit = int64_t(1) << 53;
constexpr size_t maxRows = 400;

class Writer {
public:
  Writer(llvm::raw_ostream &os, const Model &model)
      : os(os), model(model), plan(model, limit, maxRows) {}

  WriteResult run();

private:
  void variables();
  void node(NodeId id);
  void table(NodeId id);
  void operation(NodeId id);
  void selection(NodeId id);
  std::string condition(NodeId id);
  void define(NodeId id, const std::string &a, const std::string &b);
  void greatestDivisor(NodeId id, const std::string &a, const std::string &b);
  void logarithm(NodeId id, const std::string &a);
  std::string copy(NodeId id, unsigned i);

  Interval operandRange(NodeId id, unsigned i) const {
    return plan.operandRange(id, i);
  }
  std::string name(const char *prefix, NodeId id) const {
    return prefix + std::to_string(id);
  }
  std::string value(NodeId id) const {
    const PlanNode &planned = plan.nodes[id];
    if (planned.kind == PlanNode::Number)
      return planned.range.lo < 0 ? "(" + std::to_string(planned.range.lo) + ")"
                                  : std::to_string(planned.range.lo);
    if (planned.kind == PlanNode::Choice)
      return "x" + std::to_string(model.nodes()[id].value);
    return name("n", id);
  }
  void integer(const std::string &variable, Interval range) {
    os << "var " << variable << " integer >= " << range.lo << " <= " << range.hi
       << ";\n";
  }
  void binary(const std::string &variable) {
    os << "var " << variable << " binary;\n";
  }
  void subject(const std::string &condition) {
    os << "subject to c" << ++constraints << ": " << condition << ";\n";
  }

  llvm::raw_ostream &os;
  const Model &model;
  ExchangePlan plan;
  unsigned constraints = 0, clippedVariables = 0;
};
} // namespace

void Writer::variables() {
  for (auto [id, variable] : llvm::enumerate(model.variables())) {
    os << "# " << comment(model.fullName(id)) << "\nset X" << id << " := {";
    bool any = false;
    for (int64_t value : variable.domain) {
      if (value < -limit || value > limit) {
        ++clippedVariables;
        continue;
      }
      os << (any ? ", " : "") << value;
      any = true;
    }
    os << "};\nvar h" << id << "{X" << id << "} binary;\nvar x" << id
       << " integer;\n";
    std::string v = std::to_string(id);
    subject("sum{k in X" + v + "} h" + v + "[k] = 1");
    subject("x" + v + " = sum{k in X" + v + "} k * h" + v + "[k]");
  }
}

void Writer::table(NodeId id) {
  const PlanNode &planned = plan.nodes[id];
  std::string sum, valid;
  for (const PlanRow &row : planned.rows) {
    std::string choice;
    for (auto [i, v] : llvm::enumerate(planned.arguments))
      choice += (i ? " * h" : "h") + std::to_string(v) + "[" +
                std::to_string(row.arguments[i]) + "]";
    if (row.value != 0)
      sum += (sum.empty() ? "" : " + ") + std::to_string(row.value) + " * " +
             choice;
    if (row.valid)
      valid += (valid.empty() ? "" : " + ") + choice;
  }
  subject(name("n", id) + " = " + (sum.empty() ? "0" : sum));
  if (planned.mayFail)
    subject(name("ok", id) + " = " + (valid.empty() ? "0" : valid));
}

std::string Writer::copy(NodeId id, unsigned i) {
  NodeId operand = model.nodes()[id].operands[i];
  if (!plan.needsCopy(id, i))
    return value(operand);
  std::string variable = name(i == 0 ? "a" : "b", id);
  integer(variable, operandRange(id, i));
  subject(name("ok", id) + " * (" + variable + " - " + value(operand) +
          ") = 0");
  if (plan.nodes[operand].mayFail)
    subject(name("ok", id) + " <= " + name("ok", operand));
  return variable;
}

/// Factors p and q without a common divisor: s * p - t * q = 1.
void Writer::greatestDivisor(NodeId id, const std::string &a,
                             const std::string &b) {
  Interval x = operandRange(id, 0), y = operandRange(id, 1);
  std::string p = name("p", id), q = name("q", id), s = name("s", id),
              t = name("t", id), n = name("n", id);
  integer(p, {1, x.hi});
  integer(q, {1, y.hi});
  integer(s, {1, y.hi});
  integer(t, {0, x.hi});
  subject(n + " * " + p + " = " + a);
  subject(n + " * " + q + " = " + b);
  subject(s + " * " + p + " - " + t + " * " + q + " = 1");
}

/// One binary for each exponent.
void Writer::logarithm(NodeId id, const std::string &a) {
  std::string one, exponent, least, most;
  int64_t hi = operandRange(id, 0).hi, power = 1;
  for (int64_t k = 0;; ++k, power *= 2) {
    std::string e = name("e", id) + "_" + std::to_string(k);
    binary(e);
    std::string plus = k ? " + " : "";
    one += plus + e;
    exponent += plus + std::to_string(k) + " * " + e;
    least += plus + std::to_string(k ? power / 2 + 1 : 1) + " * " + e;
    most += plus + std::to_string(power) + " * " + e;
    if (power >= hi)
      break;
  }
  subject(one + " = 1");
  subject(name("n", id) + " = " + exponent);
  subject(a + " >= " + least);
  subject(a + " <= " + most);
}

void Writer::define(NodeId id, const std::string &a, const std::string &b) {
  std::string n = name("n", id), r = name("r", id), l = name("l", id),
              g = name("g", id);
  Interval x = operandRange(id, 0), y = operandRange(id, 1);
  Op op = model.nodes()[id].op;
  switch (op) {
  case Op::FloorDiv:
  case Op::CeilDiv:
    integer(r, {0, y.hi - 1});
    subject(r + " <= " + b + " - 1");
    subject(n + " * " + b + (op == Op::CeilDiv ? " - " : " + ") + r + " = " +
            a);
    return;
  case Op::Mod: {
    int64_t most = std::max(-x.lo, x.hi);
    integer(r, {-most, most});
    subject(n + " >= 0");
    subject(n + " <= " + b + " - 1");
    subject(r + " * " + b + " + " + n + " = " + a);
    return;
  }
  case Op::Gcd:
    return greatestDivisor(id, a, b);
  case Op::CeilLog2:
    return logarithm(id, a);
  case Op::Min:
  case Op::Max: {
    const char *sign = op == Op::Min ? " <= " : " >= ";
    binary(l);
    subject(n + sign + a);
    subject(n + sign + b);
    subject(n + " = " + l + " * " + a + " + (1 - " + l + ") * " + b);
    return;
  }
  case Op::Le:
    subject(n + " * (" + a + " - " + b + ") <= 0");
    subject("(1 - " + n + ") * (" + b + " + 1 - " + a + ") <= 0");
    return;
  case Op::Eq:
    binary(l);
    binary(g);
    subject(n + " + " + l + " + " + g + " = 1");
    subject(n + " * (" + a + " - " + b + ") = 0");
    subject(l + " * (" + a + " + 1 - " + b + ") <= 0");
    subject(g + " * (" + b + " + 1 - " + a + ") <= 0");
    return;
  default:
    subject(n + " = " + a +
            (op == Op::Add   ? " + "
             : op == Op::Sub ? " - "
                             : " * ") +
            b);
  }
}

/// A binary that is 1 where the condition of the select is not 0.
std::string Writer::condition(NodeId id) {
  NodeId operand = model.nodes()[id].operands[0];
  Interval range = plan.nodes[operand].range;
  std::string c = value(operand);
  if (range.lo >= 0 && range.hi <= 1)
    return c;
  std::string w = name("w", id), l = name("l", id), g = name("g", id);
  binary(w);
  binary(l);
  binary(g);
  subject(w + " = " + l + " + " + g);
  subject("(1 - " + w + ") * " + c + " = 0");
  subject(l + " * (" + c + " + 1) <= 0");
  subject(g + " * (1 - " + c + ") <= 0");
  return w;
}

void Writer::selection(NodeId id) {
  const Node &node = model.nodes()[id];
  std::string w = condition(id), n = name("n", id);
  std::string a = value(node.operands[1]), b = value(node.operands[2]);
  if (!plan.nodes[id].mayFail) {
    subject(n + " = " + w + " * " + a + " + (1 - " + w + ") * " + b);
    return;
  }
  std::string ok = name("ok", id), y = name("y", id), z = name("z", id);
  binary(y);
  binary(z);
  subject(y + " = " + ok + " * " + w);
  subject(z + " = " + ok + " - " + y);
  subject(y + " * (" + n + " - " + a + ") = 0");
  subject(z + " * (" + n + " - " + b + ") = 0");
  const std::string parts[] = {ok, y, z};
  for (auto [part, operand] : llvm::zip(parts, node.operands))
    if (plan.nodes[operand].mayFail)
      subject(part + " <= " + name("ok", operand));
}

void Writer::operation(NodeId id) {
  const Node &node = model.nodes()[id];
  if (operandCount(node.op) == 0) { // beyond the integers of doubles
    subject(node.op == Op::Variable
                ? name("ok", id) + " * (" + name("n", id) + " - x" +
                      std::to_string(node.value) + ") = 0"
                : name("ok", id) + " = 0");
    return;
  }
  if (node.op == Op::Select)
    return selection(id);
  std::string a = copy(id, 0);
  define(id, a, operandCount(node.op) > 1 ? copy(id, 1) : "");
}

void Writer::node(NodeId id) {
  const PlanNode &planned = plan.nodes[id];
  if (planned.kind != PlanNode::Table && planned.kind != PlanNode::Operation)
    return;
  integer(name("n", id), planned.range);
  if (planned.mayFail)
    binary(name("ok", id));
  if (planned.kind == PlanNode::Table)
    table(id);
  else
    operation(id);
}

WriteResult Writer::run() {
  os << "# AMPL, written by Talos; not tried with a commercial solver. Solvers "
        "work in\n# doubles: integers lie in -"
     << limit << ".." << limit << ", and tolerances of a\n"
     << "# solver may accept points that are not exact. Of expressions, "
     << plan.clipped << " are cut off\n# there at points that may be "
     << "feasible.\n";
  variables();
  for (NodeId id = 0; id < model.nodes().size(); ++id)
    node(id);
  for (const Constraint &constraint : model.constraints()) {
    NodeId id = constraint.expr;
    Interval range = plan.nodes[id].range;
    os << "# " << comment(constraint.name) << "\n";
    if (plan.nodes[id].mayFail)
      subject(name("ok", id) + " = 1");
    // Not 0; a square is bilinear.
    subject(range.lo >= 0 ? value(id) + " >= 1"
                          : value(id) + " * " + value(id) + " >= 1");
  }
  for (auto [i, id] : llvm::enumerate(model.objective())) {
    if (plan.nodes[id].mayFail)
      subject(name("ok", id) + " = 1");
    os << (i ? "# then minimize " : "minimize objective: ") << value(id)
       << ";\n";
  }
  return {plan.clipped + clippedVariables, plan.objectiveCut};
}

WriteResult nlp::writeAMPL(llvm::raw_ostream &os, const Model &model) {
  return Writer(os, model).run();
}
