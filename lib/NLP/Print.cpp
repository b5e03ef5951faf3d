//===- Print.cpp - The text form of a model -------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::nlp;

static llvm::StringRef spelling(Op op) {
  switch (op) {
  case Op::Constant:
  case Op::Variable:
    return "";
  case Op::Add:
    return "+";
  case Op::Sub:
    return "-";
  case Op::Mul:
    return "*";
  case Op::FloorDiv:
    return "floordiv";
  case Op::CeilDiv:
    return "ceildiv";
  case Op::Mod:
    return "mod";
  case Op::Gcd:
    return "gcd";
  case Op::Min:
    return "min";
  case Op::Max:
    return "max";
  case Op::Le:
    return "<=";
  case Op::Eq:
    return "==";
  case Op::Select:
    return "select";
  case Op::CeilLog2:
    return "ceillog2";
  }
  return "";
}

namespace {
/// Prints expressions as trees; a node with several users gets a name once.
class Printer {
public:
  Printer(const Model &model, llvm::raw_ostream &os) : model(model), os(os) {
    std::vector<NodeId> roots(model.objective());
    for (const Constraint &c : model.constraints())
      roots.push_back(c.expr);
    for (const Block &b : model.blocks())
      for (const Output &o : b.outputs)
        roots.push_back(o.expr);
    uses.assign(model.nodes().size(), 0);
    order = model.cone(roots);
    for (NodeId id : order)
      for (unsigned i = 0; i < operandCount(model.nodes()[id].op); ++i)
        ++uses[model.nodes()[id].operands[i]];
  }

  void print() {
    for (const Block &block : model.blocks())
      printBlock(block);
    for (NodeId id : order)
      if (isNamed(id)) {
        os << "let %" << id << " = ";
        operation(id, /*nested=*/false);
        os << "\n";
      }
    for (const Block &block : model.blocks())
      for (const Output &output : block.outputs)
        line("output " + block.name + "." + output.name + " = ", output.expr);
    for (const Constraint &constraint : model.constraints())
      line("constraint \"" + constraint.name + "\": ", constraint.expr);
    for (NodeId id : model.objective())
      line("minimize ", id);
  }

private:
  bool isNamed(NodeId id) const {
    return uses[id] > 1 && operandCount(model.nodes()[id].op) > 0;
  }

  void line(const std::string &head, NodeId id) {
    os << head;
    operand(id, /*nested=*/false);
    os << "\n";
  }

  void printBlock(const Block &block) {
    os << "block " << block.name << "\n";
    for (VarId id : block.variables) {
      const Variable &variable = model.variables()[id];
      os << "  var " << variable.name << " in {";
      domain(variable.domain);
      os << "}\n";
    }
  }

  /// Runs of three or more consecutive values print as first..last.
  void domain(llvm::ArrayRef<int64_t> values) {
    for (size_t i = 0; i < values.size();) {
      size_t j = i;
      while (j + 1 < values.size() && values[j + 1] == values[j] + 1)
        ++j;
      if (i)
        os << ", ";
      os << values[i];
      if (j >= i + 2) {
        os << ".." << values[j];
        i = j;
      }
      ++i;
    }
  }

  void operand(NodeId id, bool nested) {
    if (isNamed(id))
      os << "%" << id;
    else
      operation(id, nested);
  }

  void operation(NodeId id, bool nested) {
    const Node &node = model.nodes()[id];
    if (node.op == Op::Constant) {
      os << node.value;
      return;
    }
    if (node.op == Op::Variable) {
      const Variable &variable = model.variables()[node.value];
      os << model.blocks()[variable.block].name << "." << variable.name;
      return;
    }
    llvm::StringRef name = spelling(node.op);
    bool infix = !llvm::isAlpha(name.front());
    if (!infix) {
      os << name << "(";
      for (unsigned i = 0; i < operandCount(node.op); ++i) {
        os << (i ? ", " : "");
        operand(node.operands[i], /*nested=*/false);
      }
      os << ")";
      return;
    }
    os << (nested ? "(" : "");
    operand(node.operands[0], /*nested=*/true);
    os << " " << name << " ";
    operand(node.operands[1], /*nested=*/true);
    os << (nested ? ")" : "");
  }

  const Model &model;
  llvm::raw_ostream &os;
  std::vector<unsigned> uses;
  std::vector<NodeId> order;
};
} // namespace

void Model::print(llvm::raw_ostream &os) const { Printer(*this, os).print(); }
