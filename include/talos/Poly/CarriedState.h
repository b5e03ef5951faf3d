//===- CarriedState.h - What iterations leave to later ones -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process is one nest of loops that the tool flattens, with conditions and
// unrolled loops inside. Of a local array: how many iterations of the flattened
// loop lie between a store and a load that meet in an element. Exact, by isl,
// over bounds, conditions, quotients and remainders.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_POLY_CARRIEDSTATE_H
#define TALOS_POLY_CARRIEDSTATE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

namespace talos::poly {

struct CarriedState {
  /// The fewest iterations from a store to a load in a later iteration; 0 where
  /// no iteration loads what an earlier one stored. 1 where it is not known:
  /// bounds that vary, or more work for isl than is worth it.
  int64_t distance = 0;
  /// A load of an element that neither its own iteration nor an earlier one
  /// stores; null: none.
  mlir::Operation *unwritten = nullptr;
};

/// Of the array `memory` in the loop `pipelined` and the loops around it. Its
/// uses are affine.load and affine.store. Fails with a diagnostic where a
/// subscript, a bound or a condition is made of other values than iterators.
mlir::FailureOr<CarriedState> carriedState(mlir::affine::AffineForOp pipelined,
                                           mlir::Value memory);

} // namespace talos::poly

#endif // TALOS_POLY_CARRIEDSTATE_H
