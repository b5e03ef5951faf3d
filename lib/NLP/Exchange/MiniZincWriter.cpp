//===- MiniZincWriter.cpp - Models in MiniZinc ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variable v is x<v>, expression id is n<id>. Where it may be invalid, ok<id>
// says that it is valid; it then works on copies of its operands which lie in
// the range where the operation is defined and which are the operands if ok<id>
// is 1.
//
//===----------------------------------------------------------------------===//
#include "NLP/Exchange/ExchangePlan.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>

using namespace talos;
using namespace talos::nlp;

namespace {
/// Gecode's integers: Int::Limits of Gecode 6.
constexpr int64_t limit = 2147483646;
constexpr size_t maxRows = 2000;
/// Ranges up to this size are written as a table of gcd.
constexpr int64_t maxGcdRows = 2000;

class Writer {
public:
  Writer(llvm::raw_ostream &os, const Model &model)
      : os(os), model(model), plan(model, limit, maxRows) {}

  WriteResult run(llvm::ArrayRef<int64_t> settled);

private:
  void variables();
  void node(NodeId id);
  void table(NodeId id);
  void operation(NodeId id);
  void selection(NodeId id);
  void define(NodeId id, const std::string *operands);
  void division(NodeId id, const std::string &a, const std::string &b,
                bool simple);
  void greatestDivisor(NodeId id, const std::string &a, const std::string &b,
                       Interval x, Interval y);
  void root(const Constraint &constraint);
  void search();

  Interval operandRange(NodeId id, unsigned i) const {
    return plan.operandRange(id, i);
  }
  std::string copy(NodeId id, unsigned i);
  std::string value(NodeId id) const;
  std::string number(const std::string &prefix, NodeId id) const {
    return prefix + std::to_string(id);
  }

  llvm::raw_ostream &os;
  const Model &model;
  ExchangePlan plan;
  unsigned clippedVariables = 0;
};
} // namespace

std::string Writer::value(NodeId id) const {
  const PlanNode &planned = plan.nodes[id];
  if (planned.kind == PlanNode::Number)
    return std::to_string(planned.range.lo);
  if (planned.kind == PlanNode::Choice)
    return "x" + std::to_string(model.nodes()[id].value);
  return number("n", id);
}

void Writer::variables() {
  for (auto [id, variable] : llvm::enumerate(model.variables())) {
    os << "var {";
    bool any = false;
    for (int64_t value : variable.domain) {
      if (value < -limit || value > limit) {
        ++clippedVariables;
        continue;
      }
      os << (any ? "," : "") << value;
      any = true;
    }
    // Without a value that can be written there is no point to find.
    os << (any ? "" : "0") << "}: x" << id << "; % "
       << comment(model.fullName(id)) << "\n";
    if (!any)
      os << "constraint false;\n";
  }
}

void Writer::table(NodeId id) {
  const PlanNode &planned = plan.nodes[id];
  os << "constraint table([";
  for (VarId v : planned.arguments)
    os << "x" << v << ",";
  if (planned.mayFail)
    os << "ok" << id << ",";
  os << "n" << id << "], array2d(1.." << planned.rows.size() << ",1.."
     << planned.arguments.size() + planned.mayFail + 1 << ",[";
  for (const PlanRow &row : planned.rows) {
    for (size_t i = 0; i < planned.arguments.size(); ++i)
      os << row.arguments[i] << ",";
    if (planned.mayFail)
      os << int(row.valid) << ",";
    os << row.value << ",";
  }
  os << "]));\n";
}

/// Operand `i` as the operation sees it.
std::string Writer::copy(NodeId id, unsigned i) {
  NodeId operand = model.nodes()[id].operands[i];
  if (!plan.needsCopy(id, i))
    return value(operand);
  Interval range = operandRange(id, i);
  std::string name = number(i == 0 ? "a" : "b", id);
  os << "var " << range.lo << ".." << range.hi << ": " << name << ";\n"
     << "constraint ok" << id << " = 1 -> " << name << " = " << value(operand)
     << ";\n";
  if (plan.nodes[operand].mayFail)
    os << "constraint ok" << id << " <= ok" << operand << ";\n";
  return name;
}

/// Quotient and remainder; `simple`: no operand is negative.
void Writer::division(NodeId id, const std::string &a, const std::string &b,
                      bool simple) {
  Op op = model.nodes()[id].op;
  Interval x = operandRange(id, 0), y = operandRange(id, 1);
  if (simple && op == Op::CeilDiv && x.hi > limit - y.hi) {
    // The sum below may be beyond the solver's integers.
    os << "constraint n" << id << " = " << a << " div " << b << " + bool2int("
       << a << " mod " << b << " > 0);\n";
    return;
  }
  if (simple) {
    os << "constraint n" << id << " = "
       << (op == Op::CeilDiv ? "(" + a + " + " + b + " - 1) div "
           : op == Op::Mod   ? a + " mod "
                             : a + " div ")
       << b << ";\n";
    return;
  }
  int64_t most = std::max(std::abs(x.lo), std::abs(x.hi));
  std::string other = number(op == Op::Mod ? "q" : "r", id);
  os << "var ";
  if (op == Op::Mod)
    os << -most << ".." << most;
  else
    os << "0.." << y.hi - 1;
  os << ": " << other << ";\n";
  std::string quotient = op == Op::Mod ? other : number("n", id);
  std::string rest = op == Op::Mod ? number("n", id) : other;
  os << "constraint " << rest << " >= 0 /\\ " << rest << " < " << b
     << ";\nconstraint " << quotient << " * " << b
     << (op == Op::CeilDiv ? " - " : " + ") << rest << " = " << a << ";\n";
}

/// A table, or factors p and q without a common divisor: s * p - t * q = 1.
void Writer::greatestDivisor(NodeId id, const std::string &a,
                             const std::string &b, Interval x, Interval y) {
  int64_t width = x.hi - x.lo + 1, height = y.hi - y.lo + 1;
  if (width <= maxGcdRows / height) {
    os << "constraint table([" << a << "," << b << ",n" << id
       << "], array2d(1.." << width * height << ",1..3,[";
    for (int64_t i = x.lo; i <= x.hi; ++i)
      for (int64_t j = y.lo; j <= y.hi; ++j)
        os << i << "," << j << "," << std::gcd(i, j) << ",";
    os << "]));\n";
    return;
  }
  auto factor = [&](const char *name, int64_t low, int64_t high) {
    os << "var " << low << ".." << high << ": " << name << id << ";\n";
  };
  factor("p", 1, x.hi);
  factor("q", 1, y.hi);
  factor("s", 1, y.hi);
  factor("t", 0, x.hi);
  os << "constraint n" << id << " * p" << id << " = " << a << ";\nconstraint n"
     << id << " * q" << id << " = " << b << ";\nconstraint s" << id << " * p"
     << id << " = t" << id << " * q" << id << " + 1;\n";
}

void Writer::define(NodeId id, const std::string *x) {
  Op op = model.nodes()[id].op;
  Interval a = operandRange(id, 0), b = operandRange(id, 1);
  switch (op) {
  case Op::FloorDiv:
  case Op::CeilDiv:
  case Op::Mod:
    return division(id, x[0], x[1], a.lo >= 0 && b.lo >= 1);
  case Op::Gcd:
    return greatestDivisor(id, x[0], x[1], a, b);
  case Op::Min:
  case Op::Max:
    os << "constraint n" << id << " = " << (op == Op::Min ? "min" : "max")
       << "(" << x[0] << ", " << x[1] << ");\n";
    return;
  case Op::Le:
  case Op::Eq:
    os << "constraint n" << id << " = bool2int(" << x[0]
       << (op == Op::Le ? " <= " : " = ") << x[1] << ");\n";
    return;
  case Op::CeilLog2:
    os << "constraint n" << id << " = 0";
    for (int64_t power = 1; power < a.hi; power *= 2)
      os << " + bool2int(" << x[0] << " > " << power << ")";
    os << ";\n";
    return;
  default:
    os << "constraint n" << id << " = " << x[0]
       << (op == Op::Add   ? " + "
           : op == Op::Sub ? " - "
                           : " * ")
       << x[1] << ";\n";
  }
}

void Writer::selection(NodeId id) {
  const Node &node = model.nodes()[id];
  std::string c = value(node.operands[0]), a = value(node.operands[1]),
              b = value(node.operands[2]);
  if (!plan.nodes[id].mayFail) {
    os << "constraint n" << id << " = if " << c << " != 0 then " << a
       << " else " << b << " endif;\n";
    return;
  }
  auto implies = [&](const std::string &when, NodeId operand) {
    if (plan.nodes[operand].mayFail)
      os << "constraint ok" << id << " = 1" << when << " -> ok" << operand
         << " = 1;\n";
  };
  implies("", node.operands[0]);
  implies(" /\\ " + c + " != 0", node.operands[1]);
  implies(" /\\ " + c + " = 0", node.operands[2]);
  os << "constraint ok" << id << " = 1 /\\ " << c << " != 0 -> n" << id << " = "
     << a << ";\nconstraint ok" << id << " = 1 /\\ " << c << " = 0 -> n" << id
     << " = " << b << ";\n";
}

void Writer::operation(NodeId id) {
  const Node &node = model.nodes()[id];
  if (operandCount(node.op) == 0) { // beyond the integers of the target
    os << "constraint ok" << id << " = 1 -> "
       << (node.op == Op::Variable
               ? "n" + std::to_string(id) + " = x" + std::to_string(node.value)
               : "false")
       << ";\n";
    return;
  }
  if (node.op == Op::Select)
    return selection(id);
  std::string operands[2];
  for (unsigned i = 0; i < operandCount(node.op); ++i)
    operands[i] = copy(id, i);
  define(id, operands);
}

void Writer::node(NodeId id) {
  const PlanNode &planned = plan.nodes[id];
  if (planned.kind != PlanNode::Table && planned.kind != PlanNode::Operation)
    return;
  os << "var " << planned.range.lo << ".." << planned.range.hi << ": n" << id
     << ";\n";
  if (planned.mayFail)
    os << "var 0..1: ok" << id << ";\n";
  if (planned.kind == PlanNode::Table)
    table(id);
  else
    operation(id);
}

void Writer::root(const Constraint &constraint) {
  NodeId id = constraint.expr;
  os << "constraint " << value(id) << " != 0";
  if (plan.nodes[id].mayFail)
    os << " /\\ ok" << id << " = 1";
  os << "; % " << comment(constraint.name) << "\n";
}

void Writer::search() {
  os << "solve :: seq_search([";
  for (const Block &block : model.blocks()) {
    if (block.variables.empty())
      continue;
    os << "int_search([";
    for (VarId v : block.variables)
      os << "x" << v << ",";
    os << "], dom_w_deg, indomain_min),";
  }
  os << "]) minimize objective;\n";
}

WriteResult Writer::run(llvm::ArrayRef<int64_t> settled) {
  os << "% MiniZinc 2.6, written by Talos. Integers lie in -" << limit << ".."
     << limit << ".\n% Of expressions, " << plan.clipped
     << " are cut off there at points that may be feasible.\n"
     << "include \"table.mzn\";\n";
  variables();
  for (NodeId id = 0; id < model.nodes().size(); ++id)
    node(id);
  for (const Constraint &constraint : model.constraints())
    root(constraint);
  llvm::ArrayRef<NodeId> objectives = model.objective();
  for (NodeId id : objectives)
    if (plan.nodes[id].mayFail)
      os << "constraint ok" << id << " = 1;\n";
  for (auto [id, held] : llvm::zip(objectives, settled))
    os << "constraint " << value(id) << " = " << held << ";\n";
  NodeId goal = objectives[settled.size()];
  Interval range = plan.nodes[goal].range;
  os << "var " << range.lo << ".." << range.hi << ": objective;\n"
     << "constraint objective = " << value(goal) << ";\n";
  search();
  os << "output [\"talos \", show([";
  for (size_t v = 0; v < model.variables().size(); ++v)
    os << "x" << v << ",";
  os << "]), \" \", show(objective), \"\\n\"];\n";
  return {plan.clipped + clippedVariables, plan.objectiveCut};
}

WriteResult nlp::writeMiniZinc(llvm::raw_ostream &os, const Model &model,
                               llvm::ArrayRef<int64_t> settled) {
  return Writer(os, model).run(settled);
}
