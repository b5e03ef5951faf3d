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
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>
#include <string>
#include <vector>

namespace talos {

/// A dimension is cut at multiples of so many parts of it.
inline constexpr int64_t cutParts = 32;

/// An array that a design without blocks loads or stores.
struct MovedArray {
  std::string array;
  int64_t beats = 0; ///< of the widest port
  std::vector<int64_t> extents;
  std::vector<int64_t> steps; ///< blocks begin at multiples, on a beat

  /// The value of `--blocks` that cuts the dimension within a part of so many,
  /// where the extents of both blocks have most divisors; empty where that
  /// leaves one block.
  std::string cut(unsigned dimension, int64_t parts) const;
};

/// Of the longest load, and of the longest store if that is of another array.
std::vector<MovedArray> longestTransfers(mlir::func::FuncOp top,
                                         int64_t widestPort);

/// Asks for some cuts of the array in two whether they are better than all
/// before them. The block that is loaded last delays what comes after it, and
/// should take as long to load as the tasks on the first one do; the block that
/// is stored first what the tasks on the other one do: a half or a quarter of
/// each dimension, then closer to the best of these.
void searchCuts(const MovedArray &array,
                llvm::function_ref<bool(const std::string &cut)> isBest);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_BLOCKCUTS_H
