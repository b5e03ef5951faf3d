//===- PrivateConstraints.h - Of a block, choice by choice ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BLOCKENUMERATION_PRIVATECONSTRAINTS_H
#define TALOS_LIB_NLP_BLOCKENUMERATION_PRIVATECONSTRAINTS_H

#include "NLP/Evaluate/Program.h"
#include "llvm/ADT/SmallBitVector.h"
#include <deque>
#include <unordered_map>

namespace talos::nlp {

/// The first variables of an order have values, the others are open.
struct PartialAssignment {
  /// All variables are open. Both must outlive this.
  PartialAssignment(const Model &model, ArrayRef<VarId> order);

  /// The domain of the variable at position p.
  ArrayRef<int64_t> domain(unsigned p) const {
    return model.variables()[order[p]].domain;
  }
  /// Gives this variable the value with this domain index, or opens it.
  void set(unsigned p, uint32_t index);
  void unset(unsigned p);

  const Model &model;
  ArrayRef<VarId> order;
  Assignment point;            ///< by VarId; open variables: any value
  std::vector<Interval> box;   ///< by VarId
  std::vector<uint32_t> digit; ///< by position in the order: domain index
  /// By position: which of all changes was the last one there.
  std::vector<uint64_t> changed;
  uint64_t changes = 0;
};

/// The variables below a node, ascending.
std::vector<VarId> variablesOf(const Model &model, NodeId root);

/// Constraints that ranges have shown to hold.
using Settled = llvm::SmallBitVector;

/// Tests the private constraints of a block while its variables are given
/// values in some order.
class PrivateConstraints {
public:
  /// All must outlive this. `prefix`: of every variable of the constraints.
  /// `defers`: allowed() and holds() leave out the constraints of deferred().
  PrivateConstraints(const Model &model, const Ranges &ranges,
                     PartialAssignment &prefix, ArrayRef<NodeId> constraints,
                     bool defers = false);

  /// Constraints that cannot fail, take long, and leave nothing to choose: they
  /// are better tested at many points at once.
  ArrayRef<NodeId> deferred() const { return deferredRoots; }

  /// Constraints without variables hold.
  bool constantsHold = true;

  /// Domain indices at position p that satisfy the constraints that this
  /// variable completes. Without `all` only memoised constraints are tested.
  std::vector<uint32_t> allowed(unsigned p, bool all = true);

  /// Whether a value at position p satisfies the constraints that allowed()
  /// does not test without `all`.
  bool holds(unsigned p, uint32_t index);

  /// With a value at position p: false if ranges refute a constraint that has
  /// open variables.
  bool mayGoOn(unsigned p);

  /// Saves and restores what ranges have shown, to return to an assignment.
  Settled settled() const;
  void settle(const Settled &settled);

private:
  struct Check {
    Check(NodeId root, Program program)
        : root(root), program(std::move(program)) {}

    NodeId root;
    std::vector<unsigned> positions; ///< of its variables, ascending
    Program program;                 ///< in their order
    /// The last change before it was run at a point and in a box.
    uint64_t pointOf = 0, boxOf = 0;
    bool memoise = false;
    bool mayFail = false, isSafe = false; ///< isSafe: no node below may fail
    /// The position on the present path where ranges showed that the constraint
    /// holds in the whole subtree; or -1.
    int settledAt = -1;
    Direction lastDirection = Direction::Unknown;
    /// Allowed values of the last variable, by the values of the earlier ones.
    std::unordered_map<uint64_t, std::vector<uint32_t>> memo;
  };

  /// A test of a constraint that still has open variables.
  struct Early {
    Check *check;
    unsigned asked = 0; ///< since the ranges last decided something
  };

  void add(NodeId root, bool defers);
  bool isToDefer(const Check &check) const;
  size_t firstChanged(const Check &check, uint64_t since) const;
  bool isTrue(Check &check);
  Interval rangeOf(Check &check);
  std::vector<uint32_t> allIndices(unsigned p) const;
  void restrict(Check &check, std::vector<uint32_t> &indices);
  ArrayRef<uint32_t> memoised(Check &check);

  const Model &model;
  const Ranges &ranges;
  PartialAssignment &prefix;
  ArrayRef<VarId> order;
  DenseMap<VarId, unsigned> position;
  std::deque<Check> checks;
  /// By position: the constraints that the variable there completes, and those
  /// that it leaves open.
  std::vector<std::vector<Check *>> completing;
  std::vector<std::vector<Early>> partial;
  std::vector<NodeId> deferredRoots;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BLOCKENUMERATION_PRIVATECONSTRAINTS_H
