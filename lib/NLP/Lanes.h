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
#include "Tabulate.h"

namespace talos::nlp {

/// What would the ranges of some nodes be if one block took this or that row?
/// Lane l is row number l of a batch.
class Lanes {
public:
  static constexpr unsigned Count = 128;

  /// `nodes`: ascending, each depending on `block`, closed under operands that
  /// depend on it.
  Lanes(const Coupling &coupling, BlockId block, std::vector<uint32_t> nodes);

  /// `now`: ranges of all nodes; `caps`: what they are known to lie in.
  void run(const Table &table, llvm::ArrayRef<uint32_t> rows,
           llvm::ArrayRef<Interval> now, llvm::ArrayRef<Interval> caps);

  /// The range of `node` in `lane`, whether or not it depends on the block.
  Interval at(uint32_t node, unsigned lane,
              llvm::ArrayRef<Interval> now) const {
    int32_t s = slot[node];
    return s < 0 ? now[node]
                 : Interval{lo[size_t(s) * Count + lane],
                            hi[size_t(s) * Count + lane]};
  }

private:
  struct Operand {
    const int64_t *lo, *hi;
    unsigned stride; ///< 0: the same for all lanes
  };
  Operand operand(uint32_t node, llvm::ArrayRef<Interval> now) const;

  const Coupling &coupling;
  BlockId block;
  std::vector<uint32_t> nodes;
  std::vector<int32_t> slot; ///< by node; features of the block included
  std::vector<int64_t> lo, hi;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_LANES_H
