//===- Model.cpp - Uniqued expressions, folding, evaluation ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Model.h"
#include "NLP/Evaluate/Program.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace talos;
using namespace talos::nlp;

unsigned nlp::operandCount(Op op) {
  switch (op) {
  case Op::Constant:
  case Op::Variable:
    return 0;
  case Op::CeilLog2:
    return 1;
  case Op::Select:
    return 3;
  default:
    return 2;
  }
}

Int nlp::apply(Op op, Int a, Int b, Int c) {
  switch (op) {
  case Op::Constant:
  case Op::Variable:
    return a;
  case Op::Add:
    return a + b;
  case Op::Sub:
    return a - b;
  case Op::Mul:
    return a * b;
  case Op::FloorDiv:
    return floorDiv(a, b);
  case Op::CeilDiv:
    return ceilDiv(a, b);
  case Op::Mod:
    return mod(a, b);
  case Op::Gcd:
    return gcd(a, b);
  case Op::Min:
    return min(a, b);
  case Op::Max:
    return max(a, b);
  case Op::Le:
    return le(a, b);
  case Op::Eq:
    return eq(a, b);
  case Op::Select:
    return select(a, b, c);
  case Op::CeilLog2:
    return ceilLog2(a);
  }
  return Int::invalid();
}

static bool isCommutative(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::Gcd || op == Op::Min ||
         op == Op::Max || op == Op::Eq;
}

BlockId Model::addBlock(llvm::StringRef name) {
  allBlocks.push_back(Block{name.str(), {}, {}});
  return allBlocks.size() - 1;
}

Expr Model::addVariable(BlockId block, llvm::StringRef name,
                        llvm::ArrayRef<int64_t> domain) {
  Variable variable{name.str(), block, domain.vec(), /*dependent=*/false};
  llvm::sort(variable.domain);
  variable.domain.erase(
      std::unique(variable.domain.begin(), variable.domain.end()),
      variable.domain.end());
  VarId id = allVariables.size();
  allVariables.push_back(std::move(variable));
  allBlocks[block].variables.push_back(id);
  Node node;
  node.op = Op::Variable;
  node.value = id;
  return Expr(this, intern(node));
}

Expr Model::addDependent(BlockId block, llvm::StringRef name,
                         llvm::ArrayRef<int64_t> domain) {
  Expr variable = addVariable(block, name, domain);
  allVariables.back().dependent = true;
  return variable;
}

void Model::restrictDomain(VarId variable, llvm::ArrayRef<int64_t> values) {
  llvm::erase_if(allVariables[variable].domain, [&](int64_t value) {
    return !llvm::is_contained(values, value);
  });
}

std::string Model::fullName(VarId id) const {
  const Variable &variable = allVariables[id];
  const std::string &block = allBlocks[variable.block].name;
  if (llvm::StringRef(variable.name).starts_with(block + "."))
    return variable.name;
  return block + "." + variable.name;
}

NodeId Model::intern(const Node &node) {
  uint64_t key =
      llvm::hash_combine(unsigned(node.op), node.value, node.operands[0],
                         node.operands[1], node.operands[2]);
  // The two top keys are DenseMap's own markers.
  llvm::SmallVector<NodeId, 2> &bucket = unique[key >> 1];
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
  Node node;
  node.op = Op::Constant;
  node.value = value;
  return Expr(this, intern(node));
}

void Model::addConstraint(llvm::StringRef name, Expr condition) {
  allConstraints.push_back(Constraint{name.str(), condition.node()});
}

Expr Model::declareOutput(BlockId block, llvm::StringRef name, Expr expr) {
  allBlocks[block].outputs.push_back(Output{name.str(), expr.node()});
  return expr;
}

void Model::setObjective(llvm::ArrayRef<Expr> expressions) {
  objectives.clear();
  for (Expr e : expressions)
    objectives.push_back(e.node());
}

std::optional<NodeId> Model::simplify(Op op, const NodeId *x) {
  auto isConstant = [&](NodeId id, int64_t value) {
    return allNodes[id].op == Op::Constant && allNodes[id].value == value;
  };
  switch (op) {
  case Op::Add:
    if (isConstant(x[1], 0))
      return x[0];
    break;
  case Op::Sub:
    if (isConstant(x[1], 0))
      return x[0];
    if (x[0] == x[1])
      return constant(0).node();
    break;
  case Op::Mul:
    if (isConstant(x[1], 1))
      return x[0];
    if (isConstant(x[1], 0))
      return x[1];
    break;
  case Op::FloorDiv:
  case Op::CeilDiv:
    if (isConstant(x[1], 1))
      return x[0];
    break;
  case Op::Mod:
    if (isConstant(x[1], 1))
      return constant(0).node();
    break;
  case Op::Min:
  case Op::Max:
    if (x[0] == x[1])
      return x[0];
    break;
  case Op::Le:
  case Op::Eq:
    if (x[0] == x[1])
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

Expr Model::make(Op op, llvm::ArrayRef<Expr> operands) {
  Node node;
  node.op = op;
  bool allConstant = true;
  Int values[3];
  for (auto [i, e] : llvm::enumerate(operands)) {
    node.operands[i] = e.node();
    allConstant &= allNodes[e.node()].op == Op::Constant;
    values[i] = allNodes[e.node()].value;
  }
  if (allConstant) {
    // An overflow is kept as a node: it is an error of the points, not of the
    // construction.
    Int folded = apply(op, values[0], values[1], values[2]);
    if (folded.isValid())
      return constant(folded.value());
  }
  if (isCommutative(op)) {
    bool firstConstant = allNodes[node.operands[0]].op == Op::Constant;
    bool secondConstant = allNodes[node.operands[1]].op == Op::Constant;
    if (firstConstant != secondConstant ? firstConstant
                                        : node.operands[0] > node.operands[1])
      std::swap(node.operands[0], node.operands[1]);
  }
  if (std::optional<NodeId> simpler = simplify(op, node.operands))
    return Expr(this, *simpler);
  return Expr(this, intern(node));
}

Expr Model::makeExactly(Op op, llvm::ArrayRef<Expr> operands) {
  Node node;
  node.op = op;
  for (auto [i, e] : llvm::enumerate(operands))
    node.operands[i] = e.node();
  return Expr(this, intern(node));
}

std::vector<NodeId> Model::cone(llvm::ArrayRef<NodeId> roots) const {
  return coneOf(allNodes, roots);
}

std::vector<Int> Model::evaluate(llvm::ArrayRef<NodeId> roots,
                                 const Assignment &assignment) const {
  std::vector<Int> values(allNodes.size());
  for (NodeId id : cone(roots)) {
    const Node &node = allNodes[id];
    if (node.op == Op::Constant)
      values[id] = node.value;
    else if (node.op == Op::Variable)
      values[id] = assignment[node.value];
    else
      values[id] = applyTo(node, values);
  }
  std::vector<Int> result;
  for (NodeId root : roots)
    result.push_back(values[root]);
  return result;
}

Int Model::evaluate(NodeId node, const Assignment &assignment) const {
  return evaluate(llvm::ArrayRef<NodeId>(node), assignment).front();
}

std::vector<std::string> Model::violations(const Assignment &assignment) const {
  std::vector<std::string> names;
  if (assignment.size() != allVariables.size()) {
    names.push_back("number of values");
    return names;
  }
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
  for (Int value : evaluate(objectives, assignment))
    if (!value.isValid()) {
      names.push_back("objective overflows");
      break;
    }
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

static Expr number(Expr like, int64_t value) {
  return like.getModel()->constant(value);
}
static Expr binary(Op op, Expr a, Expr b) {
  return a.getModel()->make(op, {a, b});
}

Expr nlp::operator+(Expr a, Expr b) { return binary(Op::Add, a, b); }
Expr nlp::operator-(Expr a, Expr b) { return binary(Op::Sub, a, b); }
Expr nlp::operator*(Expr a, Expr b) { return binary(Op::Mul, a, b); }
Expr nlp::operator+(Expr a, int64_t b) { return a + number(a, b); }
Expr nlp::operator-(Expr a, int64_t b) { return a - number(a, b); }
Expr nlp::operator*(Expr a, int64_t b) { return a * number(a, b); }
Expr nlp::operator+(int64_t a, Expr b) { return number(b, a) + b; }
Expr nlp::operator-(int64_t a, Expr b) { return number(b, a) - b; }
Expr nlp::operator*(int64_t a, Expr b) { return number(b, a) * b; }
Expr nlp::floorDiv(Expr a, Expr b) { return binary(Op::FloorDiv, a, b); }
Expr nlp::floorDiv(Expr a, int64_t b) { return floorDiv(a, number(a, b)); }
Expr nlp::ceilDiv(Expr a, Expr b) { return binary(Op::CeilDiv, a, b); }
Expr nlp::ceilDiv(Expr a, int64_t b) { return ceilDiv(a, number(a, b)); }
Expr nlp::mod(Expr a, Expr b) { return binary(Op::Mod, a, b); }
Expr nlp::mod(Expr a, int64_t b) { return mod(a, number(a, b)); }
Expr nlp::gcd(Expr a, Expr b) { return binary(Op::Gcd, a, b); }
Expr nlp::min(Expr a, Expr b) { return binary(Op::Min, a, b); }
Expr nlp::max(Expr a, Expr b) { return binary(Op::Max, a, b); }
Expr nlp::max(Expr a, int64_t b) { return max(a, number(a, b)); }
Expr nlp::le(Expr a, Expr b) { return binary(Op::Le, a, b); }
Expr nlp::le(Expr a, int64_t b) { return le(a, number(a, b)); }
Expr nlp::le(int64_t a, Expr b) { return le(number(b, a), b); }
Expr nlp::eq(Expr a, Expr b) { return binary(Op::Eq, a, b); }
Expr nlp::eq(Expr a, int64_t b) { return eq(a, number(a, b)); }
Expr nlp::select(Expr condition, Expr a, Expr b) {
  return condition.getModel()->make(Op::Select, {condition, a, b});
}
Expr nlp::ceilLog2(Expr a) { return a.getModel()->make(Op::CeilLog2, {a}); }
