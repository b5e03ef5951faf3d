//===- BlockCuts.h - Cuts of arrays that may pay ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_BLOCKCUTS_H
#define TALOS_LIB_PIPELINES_DRIVER_BLOCKCUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include <optional>
#include <string>
#include <vector>

namespace talos {

/// A dimension is cut at multiples of so many parts of it.
inline constexpr int64_t cutParts = 32;

/// An array in two blocks.
struct BlockCut {
  std::string array;
  unsigned dimension = 0;
  int64_t first = 0, extent = 0; ///< of the first block, and of both

  std::string text() const; ///< the value of `--blocks`
  /// The same but for a small part of the extent.
  bool isNear(const BlockCut &other) const;
  /// Of the same dimension of the same array.
  bool isAlong(const BlockCut &other) const {
    return array == other.array && dimension == other.dimension;
  }
};

/// An array that a design without blocks loads or stores.
struct MovedArray {
  std::string array;
  int64_t beats = 0; ///< of the widest port
  std::vector<int64_t> extents;
  std::vector<int64_t> steps; ///< blocks begin at multiples, on a beat

  /// Cuts the dimension within a part of so many, where the extents of both
  /// blocks have most divisors; none where that leaves one block.
  std::optional<BlockCut> cut(unsigned dimension, int64_t parts) const;
  /// All of these, each once, by place.
  std::vector<BlockCut> cuts(unsigned dimension) const;
};

/// Of the longest load, and of the longest store if that is of another array.
std::vector<MovedArray> longestTransfers(mlir::func::FuncOp top,
                                         int64_t widestPort);

/// `A.copies=2,...`: each array argument of the program of which tasks of the
/// design read tiles and none writes any, with a copy for every one of these
/// tasks, but no more than `most`. Empty where no two tasks do.
std::string copiesForReaders(const analysis::TaskGraph &program,
                             hls::DesignAttr design, int64_t most);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_BLOCKCUTS_H
