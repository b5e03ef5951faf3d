//===- Placement.h - Where a task finds an array ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that reads the placement off a point of an array. A template of
// designs offers some kinds; for the others it has a located error.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_PLACEMENT_H
#define TALOS_DIALECT_HLS_PLACEMENT_H

#include "talos/Dialect/HLS/HLS.h"

namespace talos::hls {

enum class PlacementKind {
  Shared, ///< one buffer of the whole array serves every task
  Tile,   ///< the task has a buffer of its own for a part of the array
  Stream, ///< the elements come to the task through a FIFO
};
llvm::StringRef stringify(PlacementKind kind);

struct Placement {
  PlacementKind kind = PlacementKind::Shared;
  /// Level-0 loops of the task that run around the declaration of its buffer,
  /// and around the transfers of it.
  int64_t define = 0, transfer = 0;
  int64_t copies = 1; ///< 2, 3: double, triple buffering
  int64_t depth = 0;  ///< of a Stream: elements that the FIFO holds
};

Placement placementOf(ArrayPointAttr point);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_PLACEMENT_H
