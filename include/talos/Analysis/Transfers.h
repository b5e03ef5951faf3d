//===- Transfers.h - What moves between memory and buffers ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transfer is hls.tile_load or hls.tile_store, or the hls.task of kind load
// or store that hls-lower-transfers makes of it. Whoever asks about transfers
// sees both alike.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_TRANSFERS_H
#define TALOS_ANALYSIS_TRANSFERS_H

#include "talos/Dialect/HLS/HLS.h"
#include <optional>

namespace talos::analysis {

/// Parameters of a load or store task that say where its tile begins, with the
/// number of the dimension behind: the element, or the number of the tile.
inline constexpr llvm::StringLiteral offsetParameter = "offset",
                                     tileParameter = "tile";

/// A copy between a buffer and an off-chip array.
struct Transfer {
  mlir::Operation *op = nullptr;
  bool isLoad = false;
  mlir::Value buffer, array; ///< operands of `op`
  /// Elements that move at a time: one bus beat of each port of the array.
  int64_t beat = 1;
  /// They are a box of these extents, one a dimension; empty for an array of
  /// rank 0. Of an array whose ports have a block each, one box of each block.
  llvm::SmallVector<int64_t> box = {};
  int64_t blocks = 1;
  llvm::SmallVector<mlir::Value> copies = {}; ///< filled like the buffer

  bool writes(mlir::Value memory) const {
    return isLoad ? memory == buffer || llvm::is_contained(copies, memory)
                  : memory == array;
  }
};

/// Describes `op` if it is a transfer.
std::optional<Transfer> transferOf(mlir::Operation *op);

/// The port of an array that is an argument of the top function; null if it has
/// none.
hls::InterfaceAttr interfaceOf(mlir::Value array);

/// Whether beats cross the ends of rows of the array, which lies as in C: what
/// moves it has to shift them.
bool isRealigned(const Transfer &transfer);

/// The accesses of the array in the body of a load or store task: of beats
/// (hls.beat_read, hls.beat_write) or of elements.
llvm::SmallVector<mlir::Operation *> arrayAccessesOf(hls::TaskOp task);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_TRANSFERS_H
