//===- Lanes.h - Ranges of coupling nodes for many rows ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_LANES_H
#define TALOS_LIB_NLP_EVALUATE_LANES_H

#include "NLP/Evaluate/LaneOps.h"
#include "NLP/Presolve/Coupling.h"

namespace talos::nlp {

/// Evaluates some coupling nodes for many rows at once. Lane l is row number l
/// of a batch.
class Lanes {
public:
  static constexpr unsigned Count = 128;

  /// Ranges of all lanes, one node after the other. Those that are not used at
  /// the same time share one.
  struct Scratch {
    std::vector<int64_t> lows, highs;
  };

  /// `nodes`: ascending, without the inputs; operands that are neither are the
  /// same for all lanes.
  Lanes(const Coupling &coupling, llvm::ArrayRef<uint32_t> inputs,
        llvm::ArrayRef<uint32_t> nodes, Scratch &scratch);
  /// The same in another memory, which must be as large.
  Lanes(const Lanes &other, Scratch &scratch);

  /// Ranges of an input or a node by lane; inputs are written before run().
  int64_t *lo(uint32_t node) {
    return &scratch.lows[size_t(slot.lookup(node)) * Count];
  }
  int64_t *hi(uint32_t node) {
    return &scratch.highs[size_t(slot.lookup(node)) * Count];
  }

  bool has(uint32_t node) const { return slot.count(node); }

  /// `now`: ranges of all other nodes.
  void run(unsigned count, llvm::ArrayRef<Interval> now);

private:
  struct Step {
    uint32_t node;
    int32_t out;
    int32_t x[3]; ///< slots of the operands, -1: the same for all lanes
  };
  LaneOperand operand(const Step &step, unsigned i,
                      llvm::ArrayRef<Interval> now) const;

  const Coupling &coupling;
  std::vector<Step> steps;
  llvm::DenseMap<uint32_t, int32_t> slot; ///< by node
  Scratch &scratch;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_LANES_H
