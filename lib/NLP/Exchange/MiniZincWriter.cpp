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
#include "talos/NLP/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>
#include <utility>

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
  Writer(raw_ostream &os, const Model &model)
      : os(os), model(model), plan(model, limit, maxRows) {}

  WriteResult run(ArrayRef<int64_t> settled) {
    os << "% MiniZinc 2.6, written by Talos. Integers lie in -" << limit << ".."
       << limit << ".\n% Of expressions, " << plan.clipped
       << " are cut off there at points that may be feasible.\n"
       << "include \"table.mzn\";\n";
    variables();
    for (NodeId id = 0; id < model.nodes().size(); ++id)
      node(id);
    for (const Constraint &constraint : model.constraints())
      root(constraint);
    ArrayRef<NodeId> objectives = model.objective();
    for (NodeId id : objectives)
      if (plan.nodes[id].mayFail)
        constraint("ok{0} = 1", id);
    for (auto [id, held] : llvm::zip(objectives, settled))
      constraint("{0} = {1}", value(id), held);
    NodeId goal = objectives[settled.size()];
    integer("objective", plan.nodes[goal].range);
    constraint("objective = {0}", value(goal));
    search();
    os << "output [\"talos \", show([";
    for (size_t v = 0; v < model.variables().size(); ++v)
      os << "x" << v << ",";
    os << "]), \" \", show(objective), \"\\n\"];\n";
    return {plan.clipped + plan.clippedValues, plan.objectiveCut};
  }

private:
  /// "<prefix><number>"
  static std::string name(StringRef prefix, uint64_t number) {
    return (prefix + Twine(number)).str();
  }
  template <typename... Parts>
  void constraint(const char *format, Parts &&...parts) {
    os << "constraint " << llvm::formatv(format, std::forward<Parts>(parts)...)
       << ";\n";
  }
  void integer(const std::string &name, Interval range) {
    os << "var " << range.lo << ".." << range.hi << ": " << name << ";\n";
  }

  std::string value(NodeId id) const {
    const PlanNode &planned = plan.nodes[id];
    if (planned.kind == PlanNode::Number)
      return std::to_string(planned.range.lo);
    if (planned.kind == PlanNode::Choice)
      return name("x", model.nodes()[id].value);
    return name("n", id);
  }

  void variables() {
    for (VarId id = 0; id < model.variables().size(); ++id) {
      std::vector<int64_t> domain = plan.domainOf(id);
      os << "var {";
      llvm::interleave(domain, os, ",");
      // Without a value that can be written there is no point to find.
      os << (domain.empty() ? "0" : "") << "}: x" << id << "; % "
         << comment(model.fullName(id)) << "\n";
      if (domain.empty())
        constraint("false");
    }
  }

  void table(NodeId id) {
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
  std::string copy(NodeId id, unsigned i) {
    NodeId operand = model.nodes()[id].operands[i];
    if (!plan.needsCopy(id, i))
      return value(operand);
    std::string copied = name(i == 0 ? "a" : "b", id);
    integer(copied, plan.operandRange(id, i));
    constraint("ok{0} = 1 -> {1} = {2}", id, copied, value(operand));
    if (plan.nodes[operand].mayFail)
      constraint("ok{0} <= ok{1}", id, operand);
    return copied;
  }

  /// Quotient and remainder; `simple`: no operand is negative.
  void division(NodeId id, const std::string &a, const std::string &b,
                bool simple) {
    Op op = model.nodes()[id].op;
    Interval x = plan.operandRange(id, 0), y = plan.operandRange(id, 1);
    // The sum may be beyond the solver's integers.
    if (simple && op == Op::CeilDiv && x.hi > limit - y.hi)
      return constraint("n{0} = {1} div {2} + bool2int({1} mod {2} > 0)", id, a,
                        b);
    if (simple)
      return constraint(op == Op::CeilDiv ? "n{0} = ({1} + {2} - 1) div {2}"
                        : op == Op::Mod   ? "n{0} = {1} mod {2}"
                                          : "n{0} = {1} div {2}",
                        id, a, b);
    int64_t most = std::max(std::abs(x.lo), std::abs(x.hi));
    std::string quotient = name("n", id), rest = name("r", id);
    if (op == Op::Mod) {
      rest = std::exchange(quotient, name("q", id));
      integer(quotient, {-most, most});
    } else {
      integer(rest, {0, y.hi - 1});
    }
    constraint("{0} >= 0 /\\ {0} < {1}", rest, b);
    constraint("{0} * {1} {2} {3} = {4}", quotient, b,
               op == Op::CeilDiv ? "-" : "+", rest, a);
  }

  /// A table, or factors p and q without a common divisor: s * p - t * q = 1.
  void greatestDivisor(NodeId id, const std::string &a, const std::string &b,
                       Interval x, Interval y) {
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
    integer(name("p", id), {1, x.hi});
    integer(name("q", id), {1, y.hi});
    integer(name("s", id), {1, y.hi});
    integer(name("t", id), {0, x.hi});
    constraint("n{0} * p{0} = {1}", id, a);
    constraint("n{0} * q{0} = {1}", id, b);
    constraint("s{0} * p{0} = t{0} * q{0} + 1", id);
  }

  void define(NodeId id, const std::string &x, const std::string &y) {
    Op op = model.nodes()[id].op;
    Interval a = plan.operandRange(id, 0), b = plan.operandRange(id, 1);
    switch (op) {
    case Op::FloorDiv:
    case Op::CeilDiv:
    case Op::Mod:
      return division(id, x, y, a.lo >= 0 && b.lo >= 1);
    case Op::Gcd:
      return greatestDivisor(id, x, y, a, b);
    case Op::Min:
    case Op::Max:
      return constraint("n{0} = {1}({2}, {3})", id, spelling(op), x, y);
    case Op::Le:
      return constraint("n{0} = bool2int({1} <= {2})", id, x, y);
    case Op::Eq:
      return constraint("n{0} = bool2int({1} = {2})", id, x, y);
    case Op::CeilLog2:
      os << "constraint n" << id << " = 0";
      for (int64_t power = 1; power < a.hi; power *= 2)
        os << " + bool2int(" << x << " > " << power << ")";
      os << ";\n";
      return;
    default:
      constraint("n{0} = {1} {2} {3}", id, x, spelling(op), y);
    }
  }

  void selection(NodeId id) {
    const Node &node = model.nodes()[id];
    std::string c = value(node.operands[0]), a = value(node.operands[1]),
                b = value(node.operands[2]);
    if (!plan.nodes[id].mayFail)
      return constraint("n{0} = if {1} != 0 then {2} else {3} endif", id, c, a,
                        b);
    const std::string whens[] = {"", " /\\ " + c + " != 0",
                                 " /\\ " + c + " = 0"};
    for (auto [when, operand] : llvm::zip(whens, node.operands))
      if (plan.nodes[operand].mayFail)
        constraint("ok{0} = 1{1} -> ok{2} = 1", id, when, operand);
    constraint("ok{0} = 1{1} -> n{0} = {2}", id, whens[1], a);
    constraint("ok{0} = 1{1} -> n{0} = {2}", id, whens[2], b);
  }

  void operation(NodeId id) {
    const Node &node = model.nodes()[id];
    unsigned count = operandCount(node.op);
    if (node.op == Op::Variable) // beyond the integers of the target
      constraint("ok{0} = 1 -> n{0} = x{1}", id, node.value);
    else if (node.op == Op::Constant)
      constraint("ok{0} = 1 -> false", id);
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
    integer(name("n", id), planned.range);
    if (planned.mayFail)
      integer(name("ok", id), {0, 1});
    if (planned.kind == PlanNode::Table)
      table(id);
    else
      operation(id);
  }

  void root(const Constraint &constraint) {
    NodeId id = constraint.expr;
    os << "constraint " << value(id) << " != 0";
    if (plan.nodes[id].mayFail)
      os << " /\\ ok" << id << " = 1";
    os << "; % " << comment(constraint.name) << "\n";
  }

  void search() {
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

  raw_ostream &os;
  const Model &model;
  ExchangePlan plan;
};
} // namespace

WriteResult nlp::writeMiniZinc(raw_ostream &os, const Model &model,
                               ArrayRef<int64_t> settled) {
  return Writer(os, model).run(settled);
}
