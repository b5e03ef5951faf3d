//===- Ports.h - Accesses of one iteration to one bank ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition factor is a multiple of the unroll factor, so that the unrolled
// iterations of one reference find one element in each bank. Several references
// to one array, as in a stencil, may want more of a bank than it has ports.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_COST_RULES_PORTS_H
#define TALOS_LIB_COST_RULES_PORTS_H

#include "talos/Cost/Cost.h"

namespace talos::cost {

/// References of one array that differ by constants: where their unrolled
/// iterations meet is known.
struct AlikeReferences {
  unsigned first = 0;                      ///< the number of one of them
  std::vector<std::vector<int64_t>> reads; ///< offsets, each once
  bool written = false;
  std::vector<int64_t> write = {}; ///< offsets, if written
};

std::vector<AlikeReferences> alikeReferences(const StatementShape &shape,
                                             unsigned array);

/// Elements that the reads of `alike` want of the fullest bank at most: the
/// least of three bounds, each exact for some stencils (single accesses, full
/// boxes, stars around one element).
template <typename N>
N mostReads(const StatementShape &shape, const AlikeReferences &alike,
            const TaskChoice<N> &choice, const Numbers<N> &number);

/// The same with the write.
template <typename N>
N mostAccesses(const StatementShape &shape, const AlikeReferences &alike,
               const TaskChoice<N> &choice, const Numbers<N> &number);

} // namespace talos::cost

#endif // TALOS_LIB_COST_RULES_PORTS_H
