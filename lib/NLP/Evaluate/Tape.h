//===- Tape.h - Expressions as straight-line programs -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Many points of few expressions: a tape holds just the nodes that its roots
// need and evaluates them in order, exactly, over ranges, or for a batch.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_TAPE_H
#define TALOS_LIB_NLP_EVALUATE_TAPE_H

#include "talos/NLP/Interval.h"
#include "llvm/ADT/DenseSet.h"

namespace talos::nlp {

/// Of these nodes, operands first, those that depend on the variable.
llvm::DenseSet<NodeId> dependentOn(const Model &model,
                                   llvm::ArrayRef<NodeId> nodes, VarId v);

class Tape {
public:
  static constexpr unsigned Lanes = 128;

  /// `last`: the variable that changes most often. `isSafe`: no node may fail,
  /// so that points need no checks.
  Tape(const Model &model, llvm::ArrayRef<NodeId> roots,
       std::optional<VarId> last = std::nullopt, bool isSafe = false);

  size_t size() const { return steps.size(); }

  /// Exact values at one point; `values` by VarId.
  void run(llvm::ArrayRef<int64_t> values) { run(values, 0); }
  /// The same after a run() at a point that differs in `last` alone.
  void rerun(llvm::ArrayRef<int64_t> values) { run(values, firstOfLast); }
  Int root(unsigned i) const {
    return isSafe ? Int(plain[rootSlots[i]]) : exact[rootSlots[i]];
  }

  /// Ranges in a box; `box` by VarId.
  void runRanges(llvm::ArrayRef<Interval> box);
  Interval rootRange(unsigned i) const { return range[rootSlots[i]]; }

  /// Values of `count` <= Lanes points: lane l of variable v is
  /// columns[v][l]. Only for roots that are valid at every point.
  void runBatch(llvm::ArrayRef<const int64_t *> columns, unsigned count);
  const int64_t *rootLanes(unsigned i) const {
    return &lanes[size_t(rootSlots[i]) * Lanes];
  }

private:
  struct Step {
    Op op;
    int64_t value;
    unsigned x[3];
  };
  void run(llvm::ArrayRef<int64_t> values, size_t from);
  void runSafe(llvm::ArrayRef<int64_t> values, size_t from);

  std::vector<Step> steps; ///< those that depend on `last` come last
  size_t firstOfLast = 0;
  std::vector<unsigned> rootSlots;
  bool isSafe;
  std::vector<Int> exact;
  std::vector<int64_t> plain;
  std::vector<Interval> range;
  std::vector<int64_t> lanes;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_TAPE_H
