//===- CheckBounds.h - Subscripts stay inside their buffers -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_CHECK_CHECKBOUNDS_H
#define TALOS_LIB_TRANSFORMS_CHECK_CHECKBOUNDS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::transforms {

/// The least and greatest value of the only result of `map` over the loops
/// around it; none if it is not linear in loops of the form '0 to N'.
std::optional<std::pair<int64_t, int64_t>> reachOf(mlir::AffineMap map,
                                                   mlir::ValueRange operands);

/// Whether every element of a memory of these extents is accessed in the loops
/// around: in each dimension the subscript counts through all of it, with loops
/// of the form '0 to N' of its own. False for an access in other loops.
bool reachesAll(mlir::AffineMap map, mlir::ValueRange operands,
                llvm::ArrayRef<int64_t> extents);

/// Where the only result of a map lies whenever an op runs.
struct Reach {
  enum Place { Inside, Outside, Unknown };
  Place place = Unknown; ///< Unknown: not linear
  /// As reachOf() says, which leaves conditions out.
  std::optional<std::pair<int64_t, int64_t>> range;
};

/// Whether the result lies in [0, extent) whenever `op` runs: within the bounds
/// of the loops and the conditions around it, inside the task and around it.
Reach reachWithin(mlir::Operation *op, mlir::AffineMap map,
                  mlir::ValueRange operands, int64_t extent);

/// The same for an op below `task`, of which the operands of tasks in between
/// have been replaced by what these stand for.
Reach reachWithin(mlir::Operation *op, mlir::AffineMap map,
                  mlir::ValueRange operands, int64_t extent, hls::TaskOp task);

/// Checks one subscript, the only result of `map`, as reachWithin().
mlir::LogicalResult checkSubscript(mlir::Operation *op, unsigned dim,
                                   mlir::AffineMap map,
                                   mlir::ValueRange operands, int64_t extent,
                                   hls::TaskOp task);

/// Checks that an access of the task stays inside its memory whenever it runs.
mlir::LogicalResult checkBounds(mlir::affine::AffineLoadOp load);
mlir::LogicalResult checkBounds(mlir::affine::AffineStoreOp store);

/// A loop of a nest and the trip count that it has without true bounds.
using BoxLoop = std::pair<mlir::affine::AffineForOp, int64_t>;

/// Checks that the bounds of `loop`, one of `nest`, leave out no iteration of
/// the nest's box in which `guard` holds, and none beyond the box in.
mlir::LogicalResult checkTrueBounds(BoxLoop loop, llvm::ArrayRef<BoxLoop> nest,
                                    mlir::affine::AffineIfOp guard,
                                    hls::TaskOp task);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_CHECK_CHECKBOUNDS_H
