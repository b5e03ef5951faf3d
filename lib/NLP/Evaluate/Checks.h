//===- Checks.h - Private constraints, step by step -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_CHECKS_H
#define TALOS_LIB_NLP_EVALUATE_CHECKS_H

#include "NLP/Evaluate/Tape.h"
#include "llvm/ADT/SmallBitVector.h"
#include <deque>
#include <unordered_map>

namespace talos::nlp {

/// A partial choice: the first variables of an order have values.
struct Prefix {
  /// Without any values. Both must outlive this.
  Prefix(const Model &model, llvm::ArrayRef<VarId> order);

  /// Of the variable at position p.
  llvm::ArrayRef<int64_t> domain(unsigned p) const {
    return model.variables()[order[p]].domain;
  }
  /// Gives it the value with this domain index, or leaves it open again.
  void set(unsigned p, uint32_t index);
  void unset(unsigned p);

  const Model &model;
  llvm::ArrayRef<VarId> order;
  Assignment point;            ///< by VarId; open variables: any value
  std::vector<Interval> box;   ///< by VarId
  std::vector<uint32_t> digit; ///< by position in the order: domain index
};

/// The variables below a node, ascending.
std::vector<VarId> variablesOf(const Model &model, NodeId root);

/// Constraints that ranges have shown to hold.
using Settled = llvm::SmallBitVector;

/// The private constraints of a block while its variables are given values in
/// some order.
class Checks {
public:
  /// All must outlive this. `order`: every variable of the constraints.
  Checks(const Model &model, const Ranges &ranges, Prefix &prefix,
         llvm::ArrayRef<VarId> order, llvm::ArrayRef<NodeId> constraints);

  /// Constraints without variables hold.
  bool constantsHold = true;

  /// Domain indices at position p that satisfy what is then decided; what is
  /// not remembered only if `all`.
  std::vector<uint32_t> allowed(unsigned p, bool all = true);

  /// Whether a value at position p satisfies what allowed() left out.
  bool holds(unsigned p, uint32_t index);

  /// With a value at position p: whether no constraint with open variables is
  /// refuted by ranges.
  bool mayGoOn(unsigned p);

  /// To return to a partial choice later, with the prefix that it had.
  Settled settled() const;
  void settle(const Settled &settled);

private:
  struct Check {
    Check(NodeId root, Tape tape) : root(root), tape(std::move(tape)) {}

    NodeId root;
    std::vector<unsigned> positions; ///< of its variables, ascending
    Tape tape;
    bool memoise = false;
    bool mayFail = false;
    /// Where, on the present path, ranges showed that it holds below; or -1.
    int settledAt = -1;
    Direction lastDirection = Direction::Unknown;
    /// Allowed values of the last variable, by the choice of the earlier ones.
    std::unordered_map<uint64_t, std::vector<uint32_t>> memo;
  };

  /// Asked of a constraint while it has open variables.
  struct Early {
    Check *check;
    unsigned asked = 0; ///< since ranges last told something
  };

  void add(NodeId root);
  void sort();
  std::vector<uint32_t> allIndices(unsigned p) const;
  bool holdsWith(Check &check, VarId v, int64_t value);
  void restrict(Check &check, std::vector<uint32_t> &indices);
  llvm::ArrayRef<uint32_t> memoised(Check &check);

  const Model &model;
  const Ranges &ranges;
  Prefix &prefix;
  llvm::ArrayRef<VarId> order;
  llvm::DenseMap<VarId, unsigned> position;
  std::deque<Check> checks;
  /// By position: those that its variable completes, and those that it leaves
  /// open.
  std::vector<std::vector<Check *>> completing;
  std::vector<std::vector<Early>> partial;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_CHECKS_H
