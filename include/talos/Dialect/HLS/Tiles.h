//===- Tiles.h - Arrays that memory holds tile by tile ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where tasks move tiles of an array, the host may keep it tile by tile: the
// tiles one after the other in row-major order, and in each tile the boxes of
// its beats (`lanes` of #hls.interface), filled up at the ends of the tile. So
// a tile is one run of beats.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_TILES_H
#define TALOS_DIALECT_HLS_TILES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/Support/MathExtras.h"

namespace talos::hls {

/// On an argument of the top function, beside `hls.interface` with lanes: the
/// extents of these tiles (a dense array of i64), one a dimension.
inline constexpr llvm::StringLiteral tilesAttrName = "hls.tiles";

/// These extents, as an attribute of an array of this type.
bool isTiles(mlir::Attribute attribute, mlir::Type type);

/// The extents of the tiles in which memory holds the array, an argument of the
/// top function or what stands for it inside of tasks; empty: not in tiles.
llvm::ArrayRef<int64_t> tilesOf(mlir::Value array);

/// Boxes of these extents that cover the shape, by dimension.
inline llvm::SmallVector<int64_t> boxesIn(llvm::ArrayRef<int64_t> shape,
                                          llvm::ArrayRef<int64_t> box) {
  llvm::SmallVector<int64_t> boxes;
  for (auto [extent, own] : llvm::zip_equal(shape, box))
    boxes.push_back(llvm::divideCeil(extent, own));
  return boxes;
}

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_TILES_H
