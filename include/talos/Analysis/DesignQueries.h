//===- DesignQueries.h - What a point says of a statement -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Look-ups by stable names, and the one place that says in which order the
// strip-mined loops of a task run. Verification, the apply passes and the check
// of the applied code all ask here.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_DESIGNQUERIES_H
#define TALOS_ANALYSIS_DESIGNQUERIES_H

#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/Placement.h"
#include "talos/Poly/Scop.h"

namespace talos::analysis {

/// The task that holds the statement; null if the design has none.
hls::TaskPointAttr taskPointOf(hls::DesignAttr design,
                               llvm::StringRef statement);

/// The point of the array in the task: the task's own, else the shared one;
/// null if the design has neither.
hls::ArrayPointAttr arrayPointOf(hls::DesignAttr design, llvm::StringRef array,
                                 llvm::StringRef task);

/// The point of an array in memory that nests stream: the shared one, or that
/// of the nest that takes the array again in its outermost loop (transfer = 1);
/// null if the design has neither.
hls::ArrayPointAttr streamedPointOf(hls::DesignAttr design,
                                    llvm::StringRef array);

/// The point of the loop of that name; null if the task has none.
hls::LoopPointAttr loopPointOf(hls::TaskPointAttr task, llvm::StringRef loop);

/// Whether the partition lets `unroll` neighbouring elements of a dimension of
/// `extent` elements be reached at once: complete, one element a bank, or
/// cyclic with a multiple of `unroll` banks.
bool servesUnroll(hls::PartitionDimAttr dim, int64_t extent, int64_t unroll);

/// Factors and orders of the nest's loops by position. Level 0 runs in the
/// point's order; level 1 in the source's, with the pipelined loop innermost
/// (of a task with buffers, only that one runs more than once); level 2 has the
/// parallel loops outside in the source's order and the reduction loops
/// innermost, also in the source's order. The point must name every loop of the
/// nest (verifyDesign says so).
poly::StripMine stripMineOf(const Statement &statement,
                            hls::TaskPointAttr task);

/// One loop of a strip-mined nest.
struct LevelLoop {
  unsigned loop = 0;  ///< position in Statement::innerBand
  unsigned level = 0; ///< 0, 1 or 2
  int64_t trip = 1;
  int64_t stride = 1; ///< iterations of the source loop that one step skips
  bool pipelined = false;
  /// The loop stays in the code: it runs more than once, or is pipelined.
  bool isKept() const { return trip > 1 || pipelined; }
  /// `hls.name` of the loop: the source name and the level.
  std::string name(const Statement &statement) const {
    return hls::levelLoopName(statement.innerBand[loop].name, level);
  }
};

/// The loops of the strip-mined nest, outermost first, dropped ones included.
llvm::SmallVector<LevelLoop> levelLoopsOf(const Statement &statement,
                                          hls::TaskPointAttr task);

/// The nest as it is after strip-mining: loops and access maps over all
/// `levelLoopsOf`, dropped ones included. Its loops have no op.
Statement stripMinedStatement(const Statement &statement,
                              hls::TaskPointAttr task);

/// What a buffer of the task's own holds: the footprint of the array below the
/// first `point.getTransfer()` level-0 loops, over the loops of
/// `stripMinedStatement`. None if it is no box of constant extent.
std::optional<Footprint> tileOf(const Statement &statement,
                                hls::TaskPointAttr task,
                                hls::ArrayPointAttr point, unsigned array);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_DESIGNQUERIES_H
