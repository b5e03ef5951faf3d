//===- Counting.h - How often a loop runs -----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Exact numbers of iterations of loops whose bounds depend on the loops around
// them, by walking through the outer iterations that bounds depend on.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_COUNTING_H
#define TALOS_ANALYSIS_COUNTING_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos::analysis {

struct LoopCount {
  int64_t entries = 0;    ///< times that the loop is reached
  int64_t iterations = 0; ///< times that its body runs, over all entries
};

/// Iterations of one entry, of a loop or of a band of loops together.
struct TripCounts {
  int64_t least = 0, most = 0;
  int64_t average = 0; ///< rounded
  int64_t ceiling = 0; ///< the average rounded up
  /// Of the innermost loop: values of its iterator over all entries, from the
  /// first one to the one behind the last.
  int64_t first = 0, end = 0;
};

/// Of a loop in a task as well, whose operands are followed outwards.
/// Conditions around the loop are taken to hold. None if a bound depends on
/// anything but the loops around, if the loop is never reached, or if there is
/// more to walk through than 2^22 outer iterations (about a second), or, if
/// `thorough`, than 2^26. `band`: so many loops, of which `loop` is the
/// innermost, run as one.
std::optional<TripCounts> tripCounts(mlir::affine::AffineForOp loop,
                                     bool thorough = false, unsigned band = 1);

/// Counts over one run of the function. Located errors: a bound that depends on
/// anything but the loops around, a condition around the loop, more than 2^26
/// outer iterations to walk through, a count beyond 64 bits.
mlir::FailureOr<LoopCount> countIterations(mlir::affine::AffineForOp loop);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_COUNTING_H
