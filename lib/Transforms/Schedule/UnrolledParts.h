//===- UnrolledParts.h - Parts of loops that are unrolled -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_UNROLLEDPARTS_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_UNROLLEDPARTS_H

#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"

namespace talos::transforms {

/// The schedule with loops put together again that were split for an unrolled
/// part: a loop over blocks, and one in a block that is unrolled completely or
/// stands in a pipelined loop, are one loop that is unrolled by the size of a
/// block. That is what a design point calls an unroll factor, and how it
/// accesses arrays is known. Left as they are: loops around several statements,
/// blocks that do not divide the trip count, and everything if the order would
/// not be legal.
hls::ScheduleAttr foldUnrolledParts(const poly::Scop &scop,
                                    hls::ScheduleAttr schedule);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_UNROLLEDPARTS_H
