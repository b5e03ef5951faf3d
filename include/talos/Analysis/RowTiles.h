//===- RowTiles.h - A nest on some rows of its arrays at a time -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_ROWTILES_H
#define TALOS_ANALYSIS_ROWTILES_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace talos::analysis {

/// Of fewer tiles none is left for the loop that computes one beside the
/// transfers of two others: the first and the last one stand outside of it.
constexpr int64_t leastTiles = 3;

/// How a nest goes from row to row: its outermost loop, over `rows` iterations
/// from 0 on, moves nothing but the first subscript of arrays, one row an
/// iteration. So iterations are independent, and a tile of rows can be computed
/// beside the transfers of other tiles.
struct RowTiles {
  int64_t rows = 0;
  llvm::SmallVector<mlir::affine::AffineForOp> loops; ///< over the rows
  /// Arguments and allocations whose rows the loop goes through, all they have.
  /// Other arrays are read, and the same in each iteration.
  llvm::SmallVector<mlir::Value> moving;

  bool moves(mlir::Value array) const {
    return llvm::is_contained(moving, array);
  }
};

/// Of a function that nestFunction() made; none: the nest has another form.
std::optional<RowTiles> rowTilesOf(mlir::func::FuncOp nest);

/// The function then computes on arrays of `rows` rows, one tile.
void cutToTile(mlir::func::FuncOp nest, const RowTiles &tiles, int64_t rows);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_ROWTILES_H
