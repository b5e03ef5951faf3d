//===- StripMining.h - Expanded arrays that fit on chip ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A local array that is expanded by a loop of N iterations has N times the
// elements. Where that is too many, the loop is cut into strips, and a loop
// over the strips runs around the whole nest: the array is expanded by the
// iterations of one strip and used again by the next one.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_STRIPMINING_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_STRIPMINING_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Poly/Scop.h"

namespace talos {

/// An array that is to get `loops` of the loops around its accesses, from the
/// one at position `first` on (the outermost one is 0), as dimensions.
struct Expansion {
  unsigned allocation = 0; ///< position among those of the function's block
  unsigned first = 0;
  unsigned loops = 0;

  bool covers(unsigned position) const {
    return position >= first && position < first + loops;
  }
};

/// An array of one element loses its own dimension when it is expanded.
bool losesDimension(mlir::MemRefType type);

/// The loops around all accesses to an allocation, as many as `loops`.
llvm::SmallVector<mlir::affine::AffineForOp>
loopsAround(mlir::memref::AllocOp alloc, unsigned loops);

/// Edits `expansions` and cuts loops of the function so that what each nest
/// expands takes at most `mostBits`: in strips that are as wide as that allows
/// and divide the trip count, of the outermost loop that may be cut. A loop may
/// be if it makes a perfect nest with those around it, is one of the
/// dimensions, and has no negative distance in any dependence of the nest but
/// those that the expansion removes. Otherwise `loops` becomes 0, with a
/// remark. `scop` is stale afterwards.
mlir::LogicalResult cutIntoStrips(poly::Scop &scop,
                                  llvm::ArrayRef<mlir::memref::AllocOp> allocs,
                                  llvm::MutableArrayRef<Expansion> expansions,
                                  int64_t mostBits);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_STRIPMINING_H
