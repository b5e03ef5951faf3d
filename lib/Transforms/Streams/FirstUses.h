//===- FirstUses.h - Where tokens of an operand are new ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A nest that uses no operand in some of its tiles (`hls.unused`) uses tokens
// for the first time later than in the first iteration of the loops that do not
// move them, or nowhere. All of them still come in the order of the whole box.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_FIRSTUSES_H
#define TALOS_LIB_TRANSFORMS_STREAMS_FIRSTUSES_H

#include "mlir/IR/IntegerSet.h"
#include <optional>

namespace talos {

/// Where operands are used.
mlir::IntegerSet usedTiles(mlir::IntegerSet unused);

/// How tiles use the tokens of an operand.
struct TokenUses {
  /// Among the iterations that use the operand, those with the first use of a
  /// token; none: all of them, no token comes again.
  std::optional<mlir::IntegerSet> first;
  /// Of the loops that move the operand: the tokens that a tile uses; none: all
  /// of them are.
  std::optional<mlir::IntegerSet> kept;
  bool isLater = false; ///< some are used for the first time in later rows
};

/// `unused` is one inequality of the outermost loops; `moves`: whether a loop
/// moves the token. None where no token is used, where tokens are new in
/// another order than that of the loops that move them, and where more than one
/// set would be needed.
std::optional<TokenUses> tokenUses(mlir::IntegerSet unused,
                                   llvm::ArrayRef<int64_t> trips,
                                   llvm::ArrayRef<bool> moves);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_FIRSTUSES_H
