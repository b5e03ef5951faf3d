//===- Expansion.h - Local arrays with a dimension a loop -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_DISTRIBUTE_EXPANSION_H
#define TALOS_LIB_TRANSFORMS_DISTRIBUTE_EXPANSION_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Poly/Scop.h"

namespace talos {

struct ExpansionOptions {
  /// Bits of all arrays together that one nest expands, 0: no limit.
  int64_t mostBits = 0;
  /// Loops that can be moved inward (LoopInterchange.h) hold no statements
  /// together.
  bool interchanges = true;
};

/// Expands local arrays of `func` by their enclosing loops where that lets
/// loops be distributed that otherwise could not be, and by as few loops as
/// that takes. A nest whose arrays would take more than `mostBits` runs in
/// strips (StripMining.h); where it cannot, they stay as they are, with a
/// remark. Fails, with a diagnostic, only if `func` cannot be analysed. Returns
/// the analysis of the result.
mlir::FailureOr<std::unique_ptr<poly::Scop>>
expandLocalArrays(mlir::func::FuncOp func, const ExpansionOptions &options);

/// Which loops may give an array a dimension.
enum class LoopTrips {
  Constant, ///< of constant trip counts
  Any       ///< whose iterators are in a constant range, from 0 on
};

/// Elements of a dimension for the loop: one for each value of its iterator
/// from 0 on. None if an iterator is negative, or if that is not known.
std::optional<int64_t> extentOf(mlir::affine::AffineForOp loop);

/// The number of outer loops that enclose every access to the array and in each
/// iteration of which every read gets its value from a write of the same one.
unsigned privateLoops(const poly::Scop &scop, unsigned array, LoopTrips trips);

/// Expands local arrays by all of these loops, each if it takes no more than
/// `mostBits` (0: any) then. True if there were any.
mlir::FailureOr<bool> expandWholly(mlir::func::FuncOp func, int64_t mostBits);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_DISTRIBUTE_EXPANSION_H
