//===- StreamOrder.h - What stands between two orders -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stream order is a sequence of tokens: a nest of loops, and an affine map
// from its iterators to the elements of an array, `lanes` of them a token. From
// the order in which an array is produced and the one in which it is consumed
// follows which processes have to stand in between:
//
//   equal                              a FIFO alone
//   tokens of other lanes              a regrouping (unpack, pack) first
//   a permutation within blocks        a reorder: a block in, another order out
//   tokens that come again             a hold, which replays what it has seen
//   all else                           a buffer of the whole array
//
// Orders whose loops count subscripts as digits, as tiled loops do, are
// compared digit by digit; all others by isl, at any size.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_POLY_STREAMORDER_H
#define TALOS_POLY_STREAMORDER_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace talos::poly {

struct StreamOrder {
  llvm::SmallVector<int64_t> trips; ///< of the loops, outermost first
  /// Iterators, which run from 0, to the subscripts of a token's first element.
  mlir::AffineMap element;
  /// Elements of a token along each dimension of the array, in row-major order;
  /// empty: one.
  llvm::SmallVector<int64_t> lanes = {};
};

struct OrderStage {
  enum Kind {
    Regroup, ///< tokens of the producer's lanes to elements
    Reorder, ///< tokens of a block in the order of their first use
    Hold,    ///< replays tokens
    Buffer,  ///< the whole array, written before it is read
  };
  Kind kind = Regroup;
  /// Tokens (elements behind a regrouping) that it has to hold at once.
  /// Reorder: those that have come and have not gone. Hold: from the oldest one
  /// that is needed again to the newest one, the size of a circular buffer.
  /// Buffer: all tokens.
  int64_t tokens = 0;
  int64_t block = 0; ///< Reorder: tokens of a block
  /// Where the token that leaves is. Reorder: the number within its block of
  /// the n-th one that leaves the block. At the iterators of the consumer,
  /// Buffer: the number in the order of production; Hold: the place in the
  /// circular buffer. Null where it takes more than one expression.
  mlir::AffineMap place = {};
  /// Hold: the iterations of the consumer that use a token for the first time;
  /// none where that is no conjunction of affine constraints.
  std::optional<mlir::IntegerSet> first = {};
};

/// The processes between producer and consumer in the order in which tokens
/// pass them; none: a FIFO. An error says why no network can join the orders:
/// an element that is consumed and never produced, or produced twice, an
/// expression that is not affine, more work for isl than is worth it.
llvm::Expected<std::vector<OrderStage>>
stagesBetween(const StreamOrder &production, const StreamOrder &consumption);

/// The same by isl alone, which takes long at some sizes: the oracle of tests.
llvm::Expected<std::vector<OrderStage>>
islStagesBetween(const StreamOrder &production, const StreamOrder &consumption);

/// An error if an element is in two tokens of the order.
llvm::Error checkOnce(const StreamOrder &order);

} // namespace talos::poly

#endif // TALOS_POLY_STREAMORDER_H
