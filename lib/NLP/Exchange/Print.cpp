//===- Print.cpp - The text form of a model -------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace talos;
using namespace talos::nlp;

std::string nlp::quoteString(StringRef text) {
  std::string result = "\"";
  for (unsigned char c : text)
    if (c == '"' || c == '\\')
      result += {'\\', char(c)};
    else if (c < 0x20 || c == 0x7f)
      result += "\\" + llvm::utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
    else
      result += c;
  return result + "\"";
}

bool nlp::isKeyword(StringRef word) {
  static constexpr StringRef keywords[] = {
      "block",      "var",      "dependent", "let",      "output",
      "constraint", "minimize", "end",       "in",       "of",
      "select",     "min",      "max",       "ceillog2", "gcd",
      "mod",        "nlp",      "floordiv",  "ceildiv"};
  return llvm::is_contained(keywords, word);
}

std::string nlp::quoteName(StringRef name) {
  bool plain = !name.empty() && !llvm::isDigit(name.front()) &&
               name.front() != '.' && name.front() != '$' &&
               llvm::all_of(name, [](char c) {
                 return llvm::isAlnum(c) || c == '_' || c == '.' || c == '$';
               });
  return plain && !isKeyword(name) ? name.str() : quoteString(name);
}

namespace {
/// Prints expressions as trees; a node with several users gets a name once, and
/// so does one that would nest too deeply.
class Printer {
public:
  Printer(const Model &model, raw_ostream &os) : model(model), os(os) {
    std::vector<NodeId> roots(model.objective());
    for (const Constraint &c : model.constraints())
      roots.push_back(c.expr);
    for (const Block &b : model.blocks())
      for (const Output &o : b.outputs)
        roots.push_back(o.expr);
    uses.assign(model.nodes().size(), 0);
    std::vector<unsigned> height(model.nodes().size(), 0);
    order = model.cone(roots);
    for (NodeId id : order)
      for (NodeId x : model.nodes()[id].inputs())
        ++uses[x];
    for (NodeId id : roots)
      ++uses[id];
    names.assign(model.nodes().size(), 0);
    for (NodeId id : order) {
      ArrayRef<NodeId> operands = model.nodes()[id].inputs();
      for (NodeId x : operands)
        height[id] = std::max(height[id], 1 + height[x]);
      if (operands.empty() || (uses[id] < 2 && height[id] < maxHeight))
        continue;
      names[id] = ++nameCount;
      height[id] = 0;
    }
  }

  void print() {
    os << "nlp 1\n";
    for (const Block &block : model.blocks())
      printBlock(block);
    for (NodeId id : order)
      if (names[id]) {
        os << "let %" << names[id] << " = ";
        operation(id, /*nested=*/false);
        os << "\n";
      }
    for (const Block &block : model.blocks())
      for (const Output &output : block.outputs)
        line("output " + quoteName(output.name) + " of " +
                 quoteName(block.name) + " = ",
             output.expr);
    for (const Constraint &constraint : model.constraints())
      line("constraint " + quoteString(constraint.name) + ": ",
           constraint.expr);
    for (NodeId id : model.objective())
      line("minimize ", id);
    os << "end\n";
  }

private:
  static constexpr unsigned maxHeight = 32;

  void line(const std::string &head, NodeId id) {
    os << head;
    operand(id, /*nested=*/false);
    os << "\n";
  }

  void printBlock(const Block &block) {
    os << "block " << quoteName(block.name) << "\n";
    for (VarId id : block.variables) {
      const Variable &variable = model.variables()[id];
      os << (variable.dependent ? "  dependent " : "  var ")
         << quoteName(variable.name) << " in {";
      domain(variable.domain);
      os << "}\n";
    }
  }

  /// Runs of three or more consecutive values print as first..last.
  void domain(ArrayRef<int64_t> values) {
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
    if (names[id])
      os << "%" << names[id];
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
      os << quoteName(model.fullName(node.value));
      return;
    }
    StringRef name = spelling(node.op);
    bool infix = !llvm::isAlpha(name.front());
    if (!infix) {
      os << name << "(";
      llvm::interleaveComma(node.inputs(), os,
                            [&](NodeId x) { operand(x, /*nested=*/false); });
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
  raw_ostream &os;
  std::vector<unsigned> uses;
  std::vector<NodeId> order;
  std::vector<unsigned> names; ///< by NodeId: number of its `let`; 0: none
  unsigned nameCount = 0;
};
} // namespace

void Model::print(raw_ostream &os) const { Printer(*this, os).print(); }
