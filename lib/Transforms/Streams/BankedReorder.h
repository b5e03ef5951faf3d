//===- BankedReorder.h - Reorders that move whole boxes ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_BANKEDREORDER_H
#define TALOS_LIB_TRANSFORMS_STREAMS_BANKEDREORDER_H

#include "BoxSplit.h"
#include "ProcessBuilder.h"
#include "talos/Poly/OrderBanks.h"

namespace talos {

/// Blocks of tokens in and out in another order, between FIFOs side by side.
/// Tokens are those of the smaller box.
struct BankedReorder {
  BoxSplit split;
  int64_t tokens = 0, block = 0; ///< in all; of a block
  /// Where the n-th token that leaves a block came.
  mlir::AffineMap place = {};
  poly::OrderBanks banks = {}; ///< where the larger boxes leave
  /// The larger boxes move one after the other: the last ones of a block come
  /// last, the first ones leave first. Else the steps of the smaller ones lie
  /// between them. So little of a block waits for the next one, which a nest
  /// may produce much later; but the FIFO must hold the larger boxes of a
  /// block.
  bool inRun = false;

  /// Larger boxes of a block.
  int64_t largerBoxes() const { return block / split.together(); }

  /// Boxes that wait behind it. They leave as parts of the next block come, and
  /// who replays them takes them faster: a block that fits is taken whole.
  int64_t boxesAhead() const;
};

/// Boxes of a block at most that wait in FIFOs: two LUTs a bit.
constexpr int64_t mostBoxesAhead = 64;

/// One block of several comes while the one before leaves, at one rate: larger
/// boxes move in the first of the steps that the smaller ones take, or in a
/// run. A block that is all leaves as fast as it can.
void makeBankedReorder(ProcessBuilder &builder, const llvm::Twine &name,
                       mlir::Value in, mlir::Value out,
                       const BankedReorder &reorder);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_BANKEDREORDER_H
