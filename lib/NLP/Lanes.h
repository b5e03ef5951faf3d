//===- Lanes.h - Ranges of coupling nodes for many rows ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_LANES_H
#define TALOS_LIB_NLP_LANES_H

#include "Coupling.h"

namespace talos::nlp {

/// Evaluates some coupling nodes for many rows at once. Lane l is row number l
/// of a batch.
class Lanes {
public:
  static constexpr unsigned Count = 128;

  /// `nodes`: ascending, without the inputs; operands that are neither are the
  /// same for all lanes.
  Lanes(const Coupling &coupling, llvm::ArrayRef<uint32_t> inputs,
        std::vector<uint32_t> nodes);

  /// Ranges of an input or a node by lane; inputs are written before run().
  int64_t *lo(uint32_t node) { return &lows[size_t(slot[node]) * Count]; }
  int64_t *hi(uint32_t node) { return &highs[size_t(slot[node]) * Count]; }

  bool has(uint32_t node) const { return slot[node] >= 0; }

  /// `now`: ranges of all other nodes.
  void run(unsigned count, llvm::ArrayRef<Interval> now);

private:
  struct Operand {
    const int64_t *lo, *hi;
    unsigned stride; ///< 0: the same for all lanes
  };
  Operand operand(uint32_t node, llvm::ArrayRef<Interval> now) const;

  void runNode(uint32_t n, unsigned count, llvm::ArrayRef<Interval> now);

  const Coupling &coupling;
  std::vector<uint32_t> nodes;
  std::vector<int32_t> slot; ///< by node, or -1
  std::vector<int64_t> lows, highs;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_LANES_H
