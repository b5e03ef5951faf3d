//===- Model.h - A finite nonlinear program in blocks -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model: integer variables with finite domains, an expression DAG over exact
// integers, named constraints and an objective. Every variable belongs to a
// block. A constraint whose variables are all of one block is private to it;
// any other couples blocks. `declareOutput` names an expression as part of a
// block's interface (cycles, resources): the structure that solvers use. The
// model knows nothing of MLIR.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_NLP_MODEL_H
#define TALOS_NLP_MODEL_H

#include "talos/NLP/LLVM.h"
#include "talos/Support/Int.h"
#include <optional>
#include <string>
#include <vector>

namespace talos::nlp {

class Model;
using BlockId = unsigned;
using VarId = unsigned;
using NodeId = unsigned;

enum class Op {
  Constant,
  Variable,
  Add,
  Sub,
  Mul,
  FloorDiv,
  CeilDiv,
  Mod,
  Gcd,
  Min,
  Max,
  Le,
  Eq,       // 0 or 1
  Select,   // condition, then, else
  CeilLog2, // least e with 2^e >= operand
};
/// How many operands a node of this operation has.
unsigned operandCount(Op op);
/// The operation on exact integers; operands that it does not have are ignored.
Int apply(Op op, Int a, Int b, Int c);

/// One node of the DAG. Nodes are uniqued and numbered so that operands come
/// before their users.
struct Node {
  Op op;
  int64_t value = 0; ///< Constant: the number. Variable: the VarId.
  NodeId operands[3] = {0, 0, 0};

  /// The operands that the operation has.
  ArrayRef<NodeId> inputs() const {
    return ArrayRef(operands, operandCount(op));
  }
};

/// A handle on a node, or an integer, which becomes a constant node when it is
/// combined with one; two integers are not combined.
class Expr {
public:
  Expr(int64_t value = 0) : number(value) {}
  Expr(Model *model, NodeId node) : model(model), id(node) {}
  NodeId node() const { return id; }
  Model *getModel() const { return model; }
  /// The same as a node of this model.
  Expr in(Model &other) const;

private:
  Model *model = nullptr;
  NodeId id = 0;
  int64_t number = 0; ///< without a model
};

struct Variable {
  std::string name;
  BlockId block;
  std::vector<int64_t> domain; ///< ascending, not empty
  bool dependent = false;      ///< its value follows from the others
};

/// `expr` must evaluate to a value other than 0.
struct Constraint {
  std::string name;
  NodeId expr;
};

struct Output {
  std::string name;
  NodeId expr;
};

struct Block {
  std::string name;
  std::vector<VarId> variables;
  std::vector<Output> outputs;
};

/// Values of all variables, by VarId.
using Assignment = std::vector<int64_t>;

class Model {
public:
  BlockId addBlock(StringRef name);
  /// Adds a variable; `domain` is sorted and made unique. It must not be empty.
  Expr addVariable(BlockId block, StringRef name, ArrayRef<int64_t> domain);
  /// The same for a variable whose value constraints fix once all others have
  /// theirs: it is no choice and does not count in the size of the space.
  Expr addDependent(BlockId block, StringRef name, ArrayRef<int64_t> domain);
  /// Leaves a variable only those values of its domain that are in `values`,
  /// which must share one with it.
  void restrictDomain(VarId variable, ArrayRef<int64_t> values);
  Expr constant(int64_t value);
  void addConstraint(StringRef name, Expr condition);
  /// Declares `expr` (over variables of any block) a part of the block's
  /// interface: the cost that this block adds.
  Expr declareOutput(BlockId block, StringRef name, Expr expr);
  /// Minimised lexicographically, first expression first.
  void setObjective(ArrayRef<Expr> expressions);

  /// Returns the uniqued node; constants are folded, and x+0, x*1, x*0,
  /// max(x,x), select(const,..) and the like simplified. The folded expression
  /// is the one that counts: x*0 is 0 even where x is invalid.
  Expr make(Op op, ArrayRef<Expr> operands);

  /// Returns the node with these operands as they are: nothing is folded or
  /// reordered. A text form is read with it.
  Expr makeExactly(Op op, ArrayRef<Expr> operands);

  /// The name of a variable in the whole model: its own name if that begins
  /// with the name of its block and a dot, else both joined by a dot.
  std::string fullName(VarId variable) const;

  ArrayRef<Node> nodes() const { return allNodes; }
  ArrayRef<Variable> variables() const { return allVariables; }
  ArrayRef<Block> blocks() const { return allBlocks; }
  ArrayRef<Constraint> constraints() const { return allConstraints; }
  ArrayRef<NodeId> objective() const { return objectives; }

  /// Exact value of a node; invalid on overflow or division by zero (in the
  /// branch of a select that is taken).
  Int evaluate(NodeId node, const Assignment &assignment) const;
  /// The same of several nodes in one pass.
  std::vector<Int> evaluate(ArrayRef<NodeId> roots,
                            const Assignment &assignment) const;
  /// The nodes that `roots` need, themselves included, operands first.
  std::vector<NodeId> cone(ArrayRef<NodeId> roots) const;
  /// Names of the constraints that the assignment violates, domain membership
  /// included; empty when it is feasible. A constraint that is invalid at the
  /// point counts as violated, and so does an invalid objective.
  std::vector<std::string> violations(const Assignment &assignment) const;

  /// Decimal logarithm of the number of points of the product of the domains of
  /// all variables that are not dependent.
  double log10Size() const;

  /// The text form (docs/NLP-format.md), which parseModel of Text.h reads.
  void print(raw_ostream &os) const;

private:
  NodeId intern(const Node &node);
  std::optional<NodeId> simplify(Op op, const NodeId *operands);

  std::vector<Node> allNodes;
  std::vector<Variable> allVariables;
  std::vector<Block> allBlocks;
  std::vector<Constraint> allConstraints;
  std::vector<NodeId> objectives;
  DenseMap<uint64_t, SmallVector<NodeId, 2>> unique;
};

// The vocabulary of Support/Int.h over expressions.
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr floorDiv(Expr a, Expr b);
Expr ceilDiv(Expr a, Expr b);
Expr mod(Expr a, Expr b);
Expr gcd(Expr a, Expr b);
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);
Expr le(Expr a, Expr b);
Expr eq(Expr a, Expr b);
Expr select(Expr condition, Expr a, Expr b);
Expr ceilLog2(Expr a);

} // namespace talos::nlp

#endif // TALOS_NLP_MODEL_H
