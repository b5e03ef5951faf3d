//===- Rows.h - Beats of arrays that lie in memory as in C ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_ROWS_H
#define TALOS_DIALECT_HLS_ROWS_H

#include "mlir/IR/BuiltinTypes.h"

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

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_ROWS_H
