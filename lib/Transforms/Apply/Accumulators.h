//===- Accumulators.h - Sums in a local accumulator -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_APPLY_ACCUMULATORS_H
#define TALOS_LIB_TRANSFORMS_APPLY_ACCUMULATORS_H

#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::transforms {

struct LocalSum {
  bool fromZero = false; ///< the element holds a constant zero before the nest
  bool adds = false;     ///< the sum may start from zero and be added later
  std::string array;     ///< name of the written array
};

/// Lets the statement of `statement`, which stands in `task`, accumulate in a
/// scalar and brings the result to the array as `kind` (not Direct) says. The
/// point was verified (analysis::verifyAccumulator); `statement` is
/// strip-mined.
void accumulateLocally(hls::TaskOp task, const analysis::Statement &statement,
                       hls::Accumulator kind, const LocalSum &sum);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_APPLY_ACCUMULATORS_H
