//===- StreamedNest.h - A nest whose arrays are streams ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In an iteration of the pipelined loop a nest accesses of every array a box:
// the unrolled loops go over its lanes, and the loops around say where it is.
// The boxes in the order of the loops are the order of a stream. Loops that
// move no box of an array repeat it: of an operand a token is read where the
// inner ones of them begin, and an array that is stored accumulates over them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_STREAMEDNEST_H
#define TALOS_LIB_TRANSFORMS_STREAMS_STREAMEDNEST_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/StreamOrder.h"
#include "llvm/ADT/MapVector.h"

namespace talos {

/// An access to an array and, by dimension, the iterator of its lane; null: the
/// dimension has none.
struct LaneAccess {
  mlir::Operation *op;
  llvm::SmallVector<mlir::Value> lanes;
};

/// An array and the number of a box of it: a nest may use several boxes of an
/// array that it does not store (A[i][k] and A[j][k]), each of which comes by a
/// stream of its own. Of a stored array there is box 0 alone.
using ArrayUse = std::pair<mlir::Value, unsigned>;

/// What a nest does with a box of an array.
struct StreamedArray {
  mlir::Value array;
  unsigned number = 0; ///< of the box
  bool isStored = false;
  /// The value from before the nest is used.
  bool needsOld = false;
  /// Of a task: nobody uses what it stores, which stays in its buffer.
  bool isUnused = false;
  /// Of a task: what comes to its buffer is what memory holds at first.
  bool isFromMemory = false;
  /// All its elements have this value before the nest; null: they come by a
  /// stream, or are not used.
  mlir::TypedAttr initial = {};
  /// The first element of the box, of the iterators of the loops.
  llvm::SmallVector<mlir::AffineExpr> first;
  llvm::SmallVector<int64_t> lanes; ///< of the box, by dimension
  llvm::SmallVector<LaneAccess> accesses;

  hls::StreamType tokens;
  /// Loops that move the box, and those that do not, outermost first.
  llvm::SmallVector<unsigned> moving, repeating;
  poly::StreamOrder order; ///< of the tokens

  ArrayUse use() const { return {array, number}; }
  /// Extents that are greater than 1.
  llvm::SmallVector<int64_t> box() const;
};

/// The loops down to a pipelined one, and the arrays; or a task without loops,
/// which has buffers of the arrays (TaskProcess.h).
struct StreamedNest {
  hls::TaskOp task;                                   ///< null: loops
  llvm::SmallVector<mlir::affine::AffineForOp> loops; ///< outermost first
  llvm::SmallVector<int64_t> trips;
  llvm::MapVector<ArrayUse, StreamedArray> arrays;
  /// Scalars from outside, and what is computed of constants.
  llvm::SetVector<mlir::Value> scalars;

  mlir::affine::AffineForOp pipelined() const { return loops.back(); }
  llvm::SmallVector<mlir::Value> iterators(llvm::ArrayRef<unsigned> of) const;
  /// Loops that do not move the box of an operand and are inside of all that
  /// do.
  llvm::SmallVector<unsigned> heldOver(const StreamedArray &operand) const;
  /// Loops that move the box of a stored array inside of the outermost one that
  /// repeats it: so many boxes accumulate at a time.
  llvm::SmallVector<unsigned> accumulated(const StreamedArray &stored) const;
  /// Whether the op happens only in the first iteration of all loops that
  /// repeat the box of the array, by the conditions around it.
  bool isAtStart(const StreamedArray &stored, mlir::Operation *op) const;
};

/// A diagnostic says what of the nest cannot be streamed.
mlir::FailureOr<StreamedNest> analyzeNest(mlir::affine::AffineForOp outermost);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_STREAMEDNEST_H
