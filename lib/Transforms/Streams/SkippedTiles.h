//===- SkippedTiles.h - Tiles outside of a nest's domain --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a sum that has no point of the domain changes nothing: its
// iterations leave the sums as they are. They may be left out but for those
// that move tokens: the first and the last tile of a sum, where old values come
// and results go, and the tiles that use tokens of an operand for the first
// time, in the first iteration of all outer loops that the operand has not.
// Where one constraint of loops that do not sum bounds the domain and each
// operand lacks one of them, operands are used in tiles of the domain alone
// (FirstUses.h), and no tile moves their tokens otherwise.
// The order of all tokens stays that of the whole box.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_SKIPPEDTILES_H
#define TALOS_LIB_TRANSFORMS_STREAMS_SKIPPEDTILES_H

#include "talos/Analysis/DesignQueries.h"
#include "talos/Dialect/HLS/Skips.h"

namespace talos {

struct SkippedTiles {
  unsigned level = 0; ///< position of the loop among those of the nest
  /// `hls.skips` of this loop; empty: all tiles are run.
  llvm::SmallVector<mlir::Attribute> sets;
  /// `hls.unused` of this loop, or null.
  mlir::Attribute unused;
};

SkippedTiles skippedTiles(const analysis::Statement &statement,
                          llvm::ArrayRef<analysis::LevelLoop> levels);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_SKIPPEDTILES_H
