//===- QoRGraph.h - Data-flow graph of one iteration ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that one iteration of a loop computes, its unrolled iterations
// included, with equal values merged, and their schedule: as soon as possible,
// each operator taking its library's latency. With `tree` a chain of additions
// is balanced, as the tool does with reassociation; an accumulator that the
// next iteration waits for is added last.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORGRAPH_H
#define TALOS_LIB_ANALYSIS_QOR_QORGRAPH_H

#include "talos/Target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <unordered_map>

namespace talos::analysis {

class DataFlowGraph {
public:
  using Id = unsigned;
  static constexpr Id none = ~0u;

  struct Node {
    const target::Operator *op = nullptr; ///< null: a leaf
    Id left = none, right = none, third = none;
    unsigned access = none; ///< a leaf that loads: the caller's number
    bool isZero = false;    ///< a leaf: the constant zero
    bool isConstant = false;
    bool isLast = false; ///< a load that the loop's recurrence starts from
    /// Longest path from the leaves, operators only, in cycles.
    int64_t path = 0;
    unsigned users = 0;
    bool isInterior = false; ///< inside a chain of additions that is balanced
  };

  Id addLeaf();
  Id addConstant(bool isZero);
  Id addLoad(unsigned access);
  /// The node of `op` applied to operands; an existing one unless `isOwn`.
  Id addOperation(const target::Operator &op, llvm::ArrayRef<Id> operands,
                  bool isOwn);
  /// The value of a store under a condition: as long as its path, then it
  /// starts anew.
  Id addGuard();

  Node &node(Id id) { return nodes[id]; }
  const Node &node(Id id) const { return nodes[id]; }

  struct Times {
    int64_t depth = 0;     ///< the last root's value is there
    int64_t chain = 0;     ///< the longest path from an `isLast` load to a root
    int64_t chainOps = 0;  ///< operators on it
    int64_t operators = 0; ///< depth when every leaf is there at once
    std::map<std::string, int64_t> counts; ///< operations by operator
  };
  /// Schedules what `roots` need; `delays`: when each access's load is there.
  Times schedule(llvm::ArrayRef<Id> roots, llvm::ArrayRef<int64_t> delays,
                 bool tree);

  /// The longest path of operators from one of the loads `from` to a root, in
  /// cycles; -1 if no root uses them. Where a balanced sum is free to order its
  /// terms, the load is taken to come first.
  int64_t longestPath(llvm::ArrayRef<Id> from, llvm::ArrayRef<Id> roots,
                      bool tree);
  /// If `value` is `previous` with further terms of one kind of operator (sums,
  /// products, extrema), in which `previous` enters once, the number of these
  /// operators; else 0.
  int64_t accumulations(Id previous, Id value) const;

private:
  struct Ready {
    int64_t time = 0, operators = 0, chain = -1, chainOps = 0;
  };
  void markUsers(llvm::ArrayRef<Id> roots);
  void markChains();
  Ready readyOf(Id id, const std::vector<Ready> &ready) const;
  Ready balanced(Id id, const std::vector<Ready> &ready, int64_t &leaves) const;
  llvm::SmallVector<Id, 3> operandsOf(const Node &node) const;

  struct Key {
    const target::Operator *op;
    Id left, right, third;
    bool operator==(const Key &o) const {
      return op == o.op && left == o.left && right == o.right &&
             third == o.third;
    }
  };
  struct Hash {
    size_t operator()(const Key &key) const {
      size_t h = reinterpret_cast<size_t>(key.op);
      for (Id id : {key.left, key.right, key.third})
        h = h * 0x9E3779B97F4A7C15ull + id;
      return h ^ (h >> 29);
    }
  };
  std::vector<Node> nodes;
  std::unordered_map<Key, Id, Hash> known;
};

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORGRAPH_H
