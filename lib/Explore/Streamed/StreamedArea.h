//===- StreamedArea.h - Resources of a network ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDAREA_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDAREA_H

#include "Explore/Streamed/StreamedCost.h"

namespace talos::explore {

/// Adds operators, memories, FIFOs and adapters; the intervals are known.
template <typename N>
void countStreamed(const StreamedProgram &program,
                   const StreamedPoint<N> &point, const target::Target &target,
                   const cost::Numbers<N> &number, StreamedFigures<N> &figures);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDAREA_H
