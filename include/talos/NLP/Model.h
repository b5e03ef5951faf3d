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

#include "talos/Support/Int.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
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
  llvm::ArrayRef<NodeId> inputs() const {
    return llvm::ArrayRef(operands, operandCount(op));
  }
};

/// A handle on a node. Combining it with an integer makes a constant node.
class Expr {
public:
  Expr() = default;
  Expr(Model *model, NodeId node) : model(model), id(node) {}
  NodeId node() const { return id; }
  Model *getModel() const { return model; }

private:
  Model *model = nullptr;
  NodeId id = 0;
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
  BlockId addBlock(llvm::StringRef name);
  /// Adds a variable; `domain` is sorted and made unique. It must not be empty.
  Expr addVariable(BlockId block, llvm::StringRef name,
                   llvm::ArrayRef<int64_t> domain);
  /// The same for a variable whose value constraints fix once all others have
  /// theirs: it is no choice and does not count in the size of the space.
  Expr addDependent(BlockId block, llvm::StringRef name,
                    llvm::ArrayRef<int64_t> domain);
  /// Leaves a variable only those values of its domain that are in `values`,
  /// which must share one with it.
  void restrictDomain(VarId variable, llvm::ArrayRef<int64_t> values);
  Expr constant(int64_t value);
  void addConstraint(llvm::StringRef name, Expr condition);
  /// Declares `expr` (over variables of any block) a part of the block's
  /// interface: the cost that this block adds.
  Expr declareOutput(BlockId block, llvm::StringRef name, Expr expr);
  /// Minimised lexicographically, first expression first.
  void setObjective(llvm::ArrayRef<Expr> expressions);

  /// Returns the uniqued node; constants are folded, and x+0, x*1, x*0,
  /// max(x,x), select(const,..) and the like simplified. The folded expression
  /// is the one that counts: x*0 is 0 even where x is invalid.
  Expr make(Op op, llvm::ArrayRef<Expr> operands);

  /// Returns the node with these operands as they are: nothing is folded or
  /// reordered. A text form is read with it.
  Expr makeExactly(Op op, llvm::ArrayRef<Expr> operands);

  /// The name of a variable in the whole model: its own name if that begins
  /// with the name of its block and a dot, else both joined by a dot.
  std::string fullName(VarId variable) const;

  llvm::ArrayRef<Node> nodes() const { return allNodes; }
  llvm::ArrayRef<Variable> variables() const { return allVariables; }
  llvm::ArrayRef<Block> blocks() const { return allBlocks; }
  llvm::ArrayRef<Constraint> constraints() const { return allConstraints; }
  llvm::ArrayRef<NodeId> objective() const { return objectives; }

  /// Exact value of a node; invalid on overflow or division by zero (in the
  /// branch of a select that is taken).
  Int evaluate(NodeId node, const Assignment &assignment) const;
  /// The same of several nodes in one pass.
  std::vector<Int> evaluate(llvm::ArrayRef<NodeId> roots,
                            const Assignment &assignment) const;
  /// The nodes that `roots` need, themselves included, operands first.
  std::vector<NodeId> cone(llvm::ArrayRef<NodeId> roots) const;
  /// Names of the constraints that the assignment violates, domain membership
  /// included; empty when it is feasible. A constraint that is invalid at the
  /// point counts as violated, and so does an invalid objective.
  std::vector<std::string> violations(const Assignment &assignment) const;

  /// Decimal logarithm of the number of points of the product of the domains of
  /// all variables that are not dependent.
  double log10Size() const;

  /// The text form (docs/NLP-format.md), which parseModel of Text.h reads.
  void print(llvm::raw_ostream &os) const;

private:
  NodeId intern(const Node &node);
  std::optional<NodeId> simplify(Op op, const NodeId *operands);

  std::vector<Node> allNodes;
  std::vector<Variable> allVariables;
  std::vector<Block> allBlocks;
  std::vector<Constraint> allConstraints;
  std::vector<NodeId> objectives;
  llvm::DenseMap<uint64_t, llvm::SmallVector<NodeId, 2>> unique;
};

// The vocabulary of Support/Int.h over expressions.
Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator+(Expr a, int64_t b);
Expr operator-(Expr a, int64_t b);
Expr operator*(Expr a, int64_t b);
Expr operator+(int64_t a, Expr b);
Expr operator-(int64_t a, Expr b);
Expr operator*(int64_t a, Expr b);
Expr floorDiv(Expr a, Expr b);
Expr floorDiv(Expr a, int64_t b);
Expr ceilDiv(Expr a, Expr b);
Expr ceilDiv(Expr a, int64_t b);
Expr mod(Expr a, Expr b);
Expr mod(Expr a, int64_t b);
Expr gcd(Expr a, Expr b);
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);
Expr max(Expr a, int64_t b);
Expr le(Expr a, Expr b);
Expr le(Expr a, int64_t b);
Expr le(int64_t a, Expr b);
Expr eq(Expr a, Expr b);
Expr eq(Expr a, int64_t b);
Expr select(Expr condition, Expr a, Expr b);
Expr ceilLog2(Expr a);

} // namespace talos::nlp

#endif // TALOS_NLP_MODEL_H
