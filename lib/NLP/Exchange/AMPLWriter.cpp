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
#include "talos/NLP/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace talos;
using namespace talos::nlp;

namespace {
/// Integers that doubles hold exactly.
constexpr int64_t limit = int64_t(1) << 53;
constexpr size_t maxRows = 400;

class Writer {
public:
  Writer(raw_ostream &os, const Model &model)
      : os(os), model(model), plan(model, limit, maxRows) {}

  WriteResult run() {
    os << "# AMPL, written by Talos; not tried with a commercial solver. "
          "Solvers "
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
        subject("ok{0} = 1", id);
      // Not 0; a square is bilinear.
      subject(range.lo >= 0 ? "{0} >= 1" : "{0} * {0} >= 1", value(id));
    }
    for (auto [i, id] : llvm::enumerate(model.objective())) {
      if (plan.nodes[id].mayFail)
        subject("ok{0} = 1", id);
      os << (i ? "# then minimize " : "minimize objective: ") << value(id)
         << ";\n";
    }
    return {plan.clipped + plan.clippedValues, plan.objectiveCut};
  }

private:
  std::string value(NodeId id) const {
    const PlanNode &planned = plan.nodes[id];
    if (planned.kind == PlanNode::Number)
      return llvm::formatv(planned.range.lo < 0 ? "({0})" : "{0}",
                           planned.range.lo);
    if (planned.kind == PlanNode::Choice)
      return "x" + std::to_string(model.nodes()[id].value);
    return "n" + std::to_string(id);
  }
  void integer(const Twine &variable, Interval range) {
    os << "var " << variable << " integer >= " << range.lo << " <= " << range.hi
       << ";\n";
  }
  void binary(const Twine &variable) {
    os << "var " << variable << " binary;\n";
  }
  template <typename... Parts>
  void subject(const char *format, Parts &&...parts) {
    os << "subject to c" << ++constraints << ": "
       << llvm::formatv(format, std::forward<Parts>(parts)...) << ";\n";
  }

  void variables() {
    for (VarId id = 0; id < model.variables().size(); ++id) {
      std::vector<int64_t> domain = plan.domainOf(id);
      os << "# " << comment(model.fullName(id)) << "\nset X" << id << " := {";
      llvm::interleaveComma(domain, os);
      os << "};\nvar h" << id << "{X" << id << "} binary;\nvar x" << id
         << " integer;\n";
      subject("sum{{k in X{0}} h{0}[k] = 1", id);
      subject("x{0} = sum{{k in X{0}} k * h{0}[k]", id);
    }
  }

  void table(NodeId id) {
    const PlanNode &planned = plan.nodes[id];
    std::string sum, valid;
    for (const PlanRow &row : planned.rows) {
      std::string choice;
      for (auto [i, v] : llvm::enumerate(planned.arguments))
        choice += llvm::formatv(i ? " * h{0}[{1}]" : "h{0}[{1}]", v,
                                row.arguments[i]);
      if (row.value != 0)
        sum += (sum.empty() ? "" : " + ") + std::to_string(row.value) + " * " +
               choice;
      if (row.valid)
        valid += (valid.empty() ? "" : " + ") + choice;
    }
    subject("n{0} = {1}", id, sum.empty() ? "0" : sum);
    if (planned.mayFail)
      subject("ok{0} = {1}", id, valid.empty() ? "0" : valid);
  }

  std::string copy(NodeId id, unsigned i) {
    NodeId operand = model.nodes()[id].operands[i];
    if (!plan.needsCopy(id, i))
      return value(operand);
    std::string variable = (i == 0 ? "a" : "b") + std::to_string(id);
    integer(variable, plan.operandRange(id, i));
    subject("ok{0} * ({1} - {2}) = 0", id, variable, value(operand));
    if (plan.nodes[operand].mayFail)
      subject("ok{0} <= ok{1}", id, operand);
    return variable;
  }

  /// Factors p and q without a common divisor: s * p - t * q = 1.
  void greatestDivisor(NodeId id, const std::string &a, const std::string &b) {
    int64_t x = plan.operandRange(id, 0).hi, y = plan.operandRange(id, 1).hi;
    integer("p" + Twine(id), {1, x});
    integer("q" + Twine(id), {1, y});
    integer("s" + Twine(id), {1, y});
    integer("t" + Twine(id), {0, x});
    subject("n{0} * p{0} = {1}", id, a);
    subject("n{0} * q{0} = {1}", id, b);
    subject("s{0} * p{0} - t{0} * q{0} = 1", id);
  }

  /// One binary for each exponent.
  void logarithm(NodeId id, const std::string &a) {
    std::string one, exponent, least, most;
    int64_t hi = plan.operandRange(id, 0).hi, power = 1;
    for (int64_t k = 0;; ++k, power *= 2) {
      std::string e = llvm::formatv("e{0}_{1}", id, k);
      binary(e);
      std::string plus = k ? " + " : "";
      one += plus + e;
      exponent += plus + std::to_string(k) + " * " + e;
      least += plus + std::to_string(k ? power / 2 + 1 : 1) + " * " + e;
      most += plus + std::to_string(power) + " * " + e;
      if (power >= hi)
        break;
    }
    subject("{0} = 1", one);
    subject("n{0} = {1}", id, exponent);
    subject("{0} >= {1}", a, least);
    subject("{0} <= {1}", a, most);
  }

  void define(NodeId id, const std::string &a, const std::string &b) {
    Interval x = plan.operandRange(id, 0), y = plan.operandRange(id, 1);
    Op op = model.nodes()[id].op;
    switch (op) {
    case Op::FloorDiv:
    case Op::CeilDiv:
      integer("r" + Twine(id), {0, y.hi - 1});
      subject("r{0} <= {1} - 1", id, b);
      subject("n{0} * {1} {2} r{0} = {3}", id, b, op == Op::CeilDiv ? "-" : "+",
              a);
      return;
    case Op::Mod: {
      int64_t most = std::max(-x.lo, x.hi);
      integer("r" + Twine(id), {-most, most});
      subject("n{0} >= 0", id);
      subject("n{0} <= {1} - 1", id, b);
      subject("r{0} * {1} + n{0} = {2}", id, b, a);
      return;
    }
    case Op::Gcd:
      return greatestDivisor(id, a, b);
    case Op::CeilLog2:
      return logarithm(id, a);
    case Op::Min:
    case Op::Max: {
      const char *sign = op == Op::Min ? "<=" : ">=";
      binary("l" + Twine(id));
      subject("n{0} {1} {2}", id, sign, a);
      subject("n{0} {1} {2}", id, sign, b);
      subject("n{0} = l{0} * {1} + (1 - l{0}) * {2}", id, a, b);
      return;
    }
    case Op::Le:
      subject("n{0} * ({1} - {2}) <= 0", id, a, b);
      subject("(1 - n{0}) * ({2} + 1 - {1}) <= 0", id, a, b);
      return;
    case Op::Eq:
      binary("l" + Twine(id));
      binary("g" + Twine(id));
      subject("n{0} + l{0} + g{0} = 1", id);
      subject("n{0} * ({1} - {2}) = 0", id, a, b);
      subject("l{0} * ({1} + 1 - {2}) <= 0", id, a, b);
      subject("g{0} * ({2} + 1 - {1}) <= 0", id, a, b);
      return;
    default:
      subject("n{0} = {1} {2} {3}", id, a, spelling(op), b);
    }
  }

  /// A binary that is 1 where the condition of the select is not 0.
  std::string condition(NodeId id) {
    NodeId operand = model.nodes()[id].operands[0];
    Interval range = plan.nodes[operand].range;
    std::string c = value(operand);
    if (range.lo >= 0 && range.hi <= 1)
      return c;
    for (const char *prefix : {"w", "l", "g"})
      binary(prefix + Twine(id));
    subject("w{0} = l{0} + g{0}", id);
    subject("(1 - w{0}) * {1} = 0", id, c);
    subject("l{0} * ({1} + 1) <= 0", id, c);
    subject("g{0} * (1 - {1}) <= 0", id, c);
    return "w" + std::to_string(id);
  }

  void selection(NodeId id) {
    const Node &node = model.nodes()[id];
    std::string w = condition(id), a = value(node.operands[1]),
                b = value(node.operands[2]);
    if (!plan.nodes[id].mayFail)
      return subject("n{0} = {1} * {2} + (1 - {1}) * {3}", id, w, a, b);
    binary("y" + Twine(id));
    binary("z" + Twine(id));
    subject("y{0} = ok{0} * {1}", id, w);
    subject("z{0} = ok{0} - y{0}", id);
    subject("y{0} * (n{0} - {1}) = 0", id, a);
    subject("z{0} * (n{0} - {1}) = 0", id, b);
    const char *parts[] = {"ok", "y", "z"};
    for (auto [part, operand] : llvm::zip(parts, node.operands))
      if (plan.nodes[operand].mayFail)
        subject("{0}{1} <= ok{2}", part, id, operand);
  }

  void operation(NodeId id) {
    const Node &node = model.nodes()[id];
    unsigned count = operandCount(node.op);
    if (node.op == Op::Variable) // beyond the integers of doubles
      subject("ok{0} * (n{0} - x{1}) = 0", id, node.value);
    else if (node.op == Op::Constant)
      subject("ok{0} = 0", id);
    else if (node.op == Op::Select)
      selection(id);
    else {
      std::string a = copy(id, 0);
      define(id, a, count > 1 ? copy(id, 1) : "");
    }
  }

  void node(NodeId id) {
    const PlanNode &planned = plan.nodes[id];
    if (planned.kind != PlanNode::Table && planned.kind != PlanNode::Operation)
      return;
    integer("n" + Twine(id), planned.range);
    if (planned.mayFail)
      binary("ok" + Twine(id));
    if (planned.kind == PlanNode::Table)
      table(id);
    else
      operation(id);
  }

  raw_ostream &os;
  const Model &model;
  ExchangePlan plan;
  unsigned constraints = 0;
};
} // namespace

WriteResult nlp::writeAMPL(raw_ostream &os, const Model &model) {
  return Writer(os, model).run();
}
