//===- VerifyDesign.h - A design point fits its function --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second of the three checks of a solution: the design point against the
// analyses of the source, whoever wrote it. (The first is the exact evaluation
// in the model, the third hls-check-applied on the transformed code.) The
// attribute's own verifier has already seen to its inner consistency.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_VERIFYDESIGN_H
#define TALOS_ANALYSIS_VERIFYDESIGN_H

#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"

namespace talos::analysis {

/// Limits of the tool that a design must keep.
struct DesignLimits {
  int64_t maxPartition = 0; ///< banks of one array; 0: no limit
};

/// Checks that
///  - tasks and nests correspond one to one, with the same loops and trip
///    counts, and the arrays of the design are arrays of the function;
///  - every accessed array has a point, either one for all tasks or one for
///    each task that accesses it;
///  - the strip-mined order of every task respects every dependence, so no
///    reduction is reassociated;
///  - every unrolled subscript meets a partition that serves it, and no array
///    has more than `limits.maxPartition` banks;
///  - copies of a loop that compute products in pairs have such products, and
///    touch different elements of what they write;
///  - beats divide the last extent of the buffer and of the array, and the
///    resulting bus width is one of an m_axi port;
///  - tiles below a level-0 loop are boxes of constant extent, of a nest that
///    stands under no condition and in no loop around several nests.
/// Every failure is an error at the nest or array it concerns. `scop` must
/// describe the same function.
mlir::LogicalResult verifyDesign(const TaskGraph &graph, const poly::Scop &scop,
                                 hls::DesignAttr design,
                                 const DesignLimits &limits);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_VERIFYDESIGN_H
