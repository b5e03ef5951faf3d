//===- Model.cpp - Uniqued expressions, folding, evaluation ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Model.h"
#include "NLP/Evaluate/Program.h"
#include "talos/NLP/Text.h"
#include "llvm/ADT/Hashing.h"
#include <algorithm>
#include <cmath>

using namespace talos;
using namespace talos::nlp;

namespace {
struct Operation {
  StringRef spelling; ///< in the text form; empty: none
  unsigned operands;
  bool isCommutative;
  Int (*exact)(Int a, Int b); ///< of Select: unused
};
} // namespace

/// By Op.
static constexpr Operation operations[] = {
    {"", 0, false, [](Int a, Int) { return a; }},
    {"", 0, false, [](Int a, Int) { return a; }},
    {"+", 2, true, [](Int a, Int b) { return a + b; }},
    {"-", 2, false, [](Int a, Int b) { return a - b; }},
    {"*", 2, true, [](Int a, Int b) { return a * b; }},
    {"floordiv", 2, false, floorDiv},
    {"ceildiv", 2, false, ceilDiv},
    {"mod", 2, false, mod},
    {"gcd", 2, true, gcd},
    {"min", 2, true, min},
    {"max", 2, true, max},
    {"<=", 2, false, le},
    {"==", 2, true, eq},
    {"select", 3, false, nullptr},
    {"ceillog2", 1, false, [](Int a, Int) { return ceilLog2(a); }},
};
static_assert(std::size(operations) == size_t(Op::CeilLog2) + 1);

unsigned nlp::operandCount(Op op) { return operations[size_t(op)].operands; }
StringRef nlp::spelling(Op op) { return operations[size_t(op)].spelling; }

Int nlp::apply(Op op, Int a, Int b, Int c) {
  return op == Op::Select ? select(a, b, c)
                          : operations[size_t(op)].exact(a, b);
}

BlockId Model::addBlock(StringRef name) {
  allBlocks.push_back(Block{name.str(), {}, {}});
  return allBlocks.size() - 1;
}

Expr Model::addVariable(BlockId block, StringRef name,
                        ArrayRef<int64_t> domain) {
  Variable variable{name.str(), block, domain.vec(), /*dependent=*/false};
  sortUnique(variable.domain);
  VarId id = allVariables.size();
  allVariables.push_back(std::move(variable));
  allBlocks[block].variables.push_back(id);
  return Expr(this, intern({Op::Variable, id}));
}

Expr Model::addDependent(BlockId block, StringRef name,
                         ArrayRef<int64_t> domain) {
  Expr variable = addVariable(block, name, domain);
  allVariables.back().dependent = true;
  return variable;
}

void Model::restrictDomain(VarId variable, ArrayRef<int64_t> values) {
  llvm::erase_if(allVariables[variable].domain, [&](int64_t value) {
    return !llvm::is_contained(values, value);
  });
}

std::string Model::fullName(VarId id) const {
  const Variable &variable = allVariables[id];
  const std::string &block = allBlocks[variable.block].name;
  if (StringRef(variable.name).starts_with(block + "."))
    return variable.name;
  return block + "." + variable.name;
}

NodeId Model::intern(const Node &node) {
  uint64_t key =
      llvm::hash_combine(unsigned(node.op), node.value, node.operands[0],
                         node.operands[1], node.operands[2]);
  // The two top keys are DenseMap's own markers.
  SmallVector<NodeId, 2> &bucket = unique[key >> 1];
  for (NodeId id : bucket) {
    const Node &other = allNodes[id];
    if (other.op == node.op && other.value == node.value &&
        std::equal(other.operands, other.operands + 3, node.operands))
      return id;
  }
  allNodes.push_back(node);
  bucket.push_back(allNodes.size() - 1);
  return allNodes.size() - 1;
}

Expr Model::constant(int64_t value) {
  return Expr(this, intern({Op::Constant, value}));
}

void Model::addConstraint(StringRef name, Expr condition) {
  allConstraints.push_back(Constraint{name.str(), condition.node()});
}

Expr Model::declareOutput(BlockId block, StringRef name, Expr expr) {
  allBlocks[block].outputs.push_back(Output{name.str(), expr.node()});
  return expr;
}

void Model::setObjective(ArrayRef<Expr> expressions) {
  objectives.clear();
  for (Expr e : expressions)
    objectives.push_back(e.node());
}

std::optional<NodeId> Model::simplify(Op op, const NodeId *x) {
  auto isConstant = [&](NodeId id, int64_t value) {
    return allNodes[id].op == Op::Constant && allNodes[id].value == value;
  };
  bool isSame = x[0] == x[1];
  switch (op) {
  case Op::Add:
  case Op::Sub:
    if (isConstant(x[1], 0))
      return x[0];
    if (op == Op::Sub && isSame)
      return constant(0).node();
    break;
  case Op::Mul:
  case Op::FloorDiv:
  case Op::CeilDiv:
    if (isConstant(x[1], 1))
      return x[0];
    if (op == Op::Mul && isConstant(x[1], 0))
      return x[1];
    break;
  case Op::Mod:
    if (isConstant(x[1], 1))
      return constant(0).node();
    break;
  case Op::Min:
  case Op::Max:
    if (isSame)
      return x[0];
    break;
  case Op::Le:
  case Op::Eq:
    if (isSame)
      return constant(1).node();
    break;
  case Op::Select:
    if (allNodes[x[0]].op == Op::Constant)
      return allNodes[x[0]].value != 0 ? x[1] : x[2];
    if (x[1] == x[2])
      return x[1];
    break;
  default:
    break;
  }
  return std::nullopt;
}

Expr Expr::in(Model &other) const {
  return model ? *this : other.constant(number);
}

Expr Model::make(Op op, ArrayRef<Expr> operands) {
  Node node{op};
  bool allConstant = true;
  Int values[3];
  for (auto [i, e] : llvm::enumerate(operands)) {
    node.operands[i] = e.in(*this).node();
    allConstant &= allNodes[node.operands[i]].op == Op::Constant;
    values[i] = allNodes[node.operands[i]].value;
  }
  if (allConstant) {
    // An overflow is kept as a node: it is an error of the points, not of the
    // construction.
    Int folded = apply(op, values[0], values[1], values[2]);
    if (folded.isValid())
      return constant(folded.value());
  }
  if (operations[size_t(op)].isCommutative) {
    auto rank = [&](NodeId id) { // constants last
      return std::make_pair(allNodes[id].op == Op::Constant, id);
    };
    if (rank(node.operands[0]) > rank(node.operands[1]))
      std::swap(node.operands[0], node.operands[1]);
  }
  if (std::optional<NodeId> simpler = simplify(op, node.operands))
    return Expr(this, *simpler);
  return Expr(this, intern(node));
}

Expr Model::makeExactly(Op op, ArrayRef<Expr> operands) {
  Node node{op};
  for (auto [i, e] : llvm::enumerate(operands))
    node.operands[i] = e.in(*this).node();
  return Expr(this, intern(node));
}

std::vector<NodeId> Model::cone(ArrayRef<NodeId> roots) const {
  return coneOf(allNodes, roots);
}

std::vector<Int> Model::evaluate(ArrayRef<NodeId> roots,
                                 const Assignment &assignment) const {
  Program program(*this, roots);
  program.run(assignment);
  std::vector<Int> result;
  for (unsigned i = 0; i < roots.size(); ++i)
    result.push_back(program.root(i));
  return result;
}

Int Model::evaluate(NodeId node, const Assignment &assignment) const {
  return evaluate(ArrayRef<NodeId>(node), assignment).front();
}

std::vector<std::string> Model::violations(const Assignment &assignment) const {
  if (assignment.size() != allVariables.size())
    return {"number of values"};
  std::vector<std::string> names;
  for (auto [id, variable] : llvm::enumerate(allVariables))
    if (!std::binary_search(variable.domain.begin(), variable.domain.end(),
                            assignment[id]))
      names.push_back("domain of " + fullName(id));
  std::vector<NodeId> roots;
  for (const Constraint &constraint : allConstraints)
    roots.push_back(constraint.expr);
  std::vector<Int> values = evaluate(roots, assignment);
  for (auto [i, constraint] : llvm::enumerate(allConstraints))
    if (!values[i].isValid() || values[i].value() == 0)
      names.push_back(constraint.name);
  if (llvm::any_of(evaluate(objectives, assignment),
                   [](Int value) { return !value.isValid(); }))
    names.push_back("objective overflows");
  return names;
}

double Model::log10Size() const {
  double sum = 0;
  for (const Variable &variable : allVariables)
    if (!variable.dependent)
      sum += std::log10(double(variable.domain.size()));
  return sum;
}

//===----------------------------------------------------------------------===//
// The vocabulary
//===----------------------------------------------------------------------===//

static Expr combined(Op op, ArrayRef<Expr> operands) {
  for (Expr e : operands)
    if (e.getModel())
      return e.getModel()->make(op, operands);
  llvm_unreachable("one operand belongs to a model");
}

Expr nlp::operator+(Expr a, Expr b) { return combined(Op::Add, {a, b}); }
Expr nlp::operator-(Expr a, Expr b) { return combined(Op::Sub, {a, b}); }
Expr nlp::operator*(Expr a, Expr b) { return combined(Op::Mul, {a, b}); }
Expr nlp::floorDiv(Expr a, Expr b) { return combined(Op::FloorDiv, {a, b}); }
Expr nlp::ceilDiv(Expr a, Expr b) { return combined(Op::CeilDiv, {a, b}); }
Expr nlp::mod(Expr a, Expr b) { return combined(Op::Mod, {a, b}); }
Expr nlp::gcd(Expr a, Expr b) { return combined(Op::Gcd, {a, b}); }
Expr nlp::min(Expr a, Expr b) { return combined(Op::Min, {a, b}); }
Expr nlp::max(Expr a, Expr b) { return combined(Op::Max, {a, b}); }
Expr nlp::le(Expr a, Expr b) { return combined(Op::Le, {a, b}); }
Expr nlp::eq(Expr a, Expr b) { return combined(Op::Eq, {a, b}); }
Expr nlp::select(Expr condition, Expr a, Expr b) {
  return combined(Op::Select, {condition, a, b});
}
Expr nlp::ceilLog2(Expr a) { return combined(Op::CeilLog2, a); }
