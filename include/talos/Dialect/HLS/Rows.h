//===- Rows.h - Rows of arrays in beats and ports ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_ROWS_H
#define TALOS_DIALECT_HLS_ROWS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

namespace talos::hls {

/// The box of a beat that is a run of a row; empty for an array of rank 0.
inline llvm::SmallVector<int64_t> rowBox(mlir::MemRefType array, int64_t beat) {
  llvm::SmallVector<int64_t> box(array.getRank(), 1);
  if (!box.empty())
    box.back() = beat;
  return box;
}

/// Rows of an array with these lanes (none: as in C) do not all start on beats.
inline bool isRealigned(mlir::MemRefType array, llvm::ArrayRef<int64_t> lanes,
                        int64_t beat) {
  return lanes.empty() && array.getRank() > 1 &&
         array.getShape().back() % beat != 0;
}

/// Positions of the first dimension that each of so many blocks of the array
/// has: whole boxes of these extents, as few as hold all. The last block may
/// have fewer.
inline int64_t blockExtent(mlir::MemRefType array, llvm::ArrayRef<int64_t> box,
                           int64_t blocks) {
  if (box.empty())
    return 1;
  int64_t each = llvm::divideCeil(array.getDimSize(0), blocks);
  return llvm::divideCeil(each, box.front()) * box.front();
}

/// Extents that whole boxes of all blocks reach beyond the array only where
/// they are no divisors of its own: the box, and of several blocks all of them.
inline llvm::SmallVector<int64_t>
stepsOf(mlir::MemRefType array, llvm::ArrayRef<int64_t> box, int64_t blocks) {
  llvm::SmallVector<int64_t> steps(box);
  if (blocks > 1)
    steps.front() = blockExtent(array, box, blocks) * blocks;
  return steps;
}

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_ROWS_H
