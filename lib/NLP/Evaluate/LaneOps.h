//===- LaneOps.h - One operation on many ranges -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_LANEOPS_H
#define TALOS_LIB_NLP_EVALUATE_LANEOPS_H

#include "talos/NLP/Interval.h"

namespace talos::nlp {

/// Ranges of an operand by lane; stride 0: the same for all lanes.
struct LaneOperand {
  const int64_t *lo, *hi;
  unsigned stride;
};

/// What apply() says of each of `count` lanes, cut to `within`. `isPlain`:
/// neither the operation nor an operand may fail; `isPositive`: its first two
/// operands are not negative. The results are no operands.
void applyLanes(Op op, bool isPlain, bool isPositive, const LaneOperand (&x)[3],
                unsigned count, Interval within, int64_t *lo, int64_t *hi);

/// The operation on the lower ends of each of `count` lanes, where these are
/// also the upper ends: half the work of ranges. The results are no operands;
/// what is not valid becomes any number.
void applyPoints(Op op, const LaneOperand (&x)[3], unsigned count,
                 int64_t *out);

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_LANEOPS_H
