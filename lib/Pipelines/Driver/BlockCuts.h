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

/// The array whose load is the longest one of a design without blocks.
struct LongestLoad {
  std::string array;
  int64_t beats = 0; ///< of the widest port
  std::vector<int64_t> extents;
  std::vector<int64_t> steps; ///< blocks begin at multiples, on a beat

  /// The value of `--blocks` that cuts the dimension behind so many parts;
  /// empty where that leaves one block.
  std::string cut(unsigned dimension, int64_t parts) const;
};
std::optional<LongestLoad> longestLoad(mlir::func::FuncOp top,
                                       int64_t widestPort);

/// Asks for some cuts of the load in two whether they are better than all
/// before them. The block that is loaded last delays what comes after it, and
/// should take as long to load as the tasks on the first one do: a half or a
/// quarter of each dimension, then closer to the best of these.
void searchCuts(const LongestLoad &load,
                llvm::function_ref<bool(const std::string &cut)> isBest);

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_BLOCKCUTS_H
