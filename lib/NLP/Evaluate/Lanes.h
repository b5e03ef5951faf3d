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
  /// same for all lanes. `results`: what is read after run(), among the inputs
  /// and nodes; others share memory.
  Lanes(const Coupling &coupling, ArrayRef<uint32_t> inputs,
        ArrayRef<uint32_t> nodes, ArrayRef<uint32_t> results, Scratch &scratch);
  /// The same in another memory, which must be as large.
  Lanes(const Lanes &other, Scratch &scratch);

  /// Whether it is an input or a result.
  bool has(uint32_t node) const { return slot.count(node); }
  /// The range of an input or a result in a lane.
  Interval at(uint32_t node, unsigned lane) const {
    size_t at = size_t(slot.lookup(node)) * Count + lane;
    return {scratch.lows[at], scratch.highs[at]};
  }
  /// Calls f(lane, range) for an input or a result.
  template <typename F> void read(uint32_t node, unsigned count, F f) const {
    size_t at = size_t(slot.lookup(node)) * Count;
    for (unsigned l = 0; l < count; ++l)
      f(l, Interval{scratch.lows[at + l], scratch.highs[at + l]});
  }
  /// Gives an input the ranges `f(lane)`, before run().
  template <typename F> void set(uint32_t node, unsigned count, F f) {
    size_t at = size_t(slot.lookup(node)) * Count;
    for (unsigned l = 0; l < count; ++l) {
      Interval value = f(l);
      scratch.lows[at + l] = value.lo;
      scratch.highs[at + l] = value.hi;
    }
  }

  /// How many nodes run() evaluates.
  size_t size() const { return steps.size(); }

  /// `now`: ranges of all other nodes.
  void run(unsigned count, ArrayRef<Interval> now);

private:
  struct Step {
    uint32_t node;
    int32_t out;
    int32_t x[3];    ///< slots of the operands, -1: the same for all lanes
    Interval within; ///< everything if the operands' ranges give no more
  };
  LaneOperand operand(const Step &step, unsigned i,
                      ArrayRef<Interval> now) const;

  const Coupling &coupling;
  std::vector<Step> steps;
  DenseMap<uint32_t, int32_t> slot; ///< of inputs and results
  Scratch &scratch;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_LANES_H
