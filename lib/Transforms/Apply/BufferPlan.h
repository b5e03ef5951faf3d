//===- BufferPlan.h - The buffers that a design point means -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_APPLY_BUFFERPLAN_H
#define TALOS_LIB_TRANSFORMS_APPLY_BUFFERPLAN_H

#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::transforms {

/// The buffer of one array inside one task.
struct Tile {
  unsigned array = 0;
  hls::ArrayPointAttr point;
  analysis::Footprint box; ///< over the loops of the nest
  unsigned depth = 0;      ///< loops of the nest that surround the buffer
  bool isRead = false;     ///< some access reads the array
  bool isWritten = false;
};

struct BufferPlan {
  llvm::SmallVector<llvm::SmallVector<Tile>> tiles; ///< one list a task
  /// One an array; null: no buffer for all tasks.
  llvm::SmallVector<hls::ArrayPointAttr> shared;
  llvm::SmallVector<hls::InterfaceAttr> interfaces; ///< one an argument
  /// One an argument: extents of the tiles in which memory holds the array;
  /// null: in no tiles.
  llvm::SmallVector<mlir::DenseI64ArrayAttr> layouts;
};

/// Edits nothing. Fails with a located diagnostic if the design point does not
/// say all, or asks for a buffer that cannot be.
mlir::FailureOr<BufferPlan> planBuffers(const analysis::TaskGraph &graph,
                                        hls::DesignAttr design);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_APPLY_BUFFERPLAN_H
