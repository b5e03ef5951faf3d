//===- StoringNest.h - A perfect nest with one store ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_STORINGNEST_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_STORINGNEST_H

#include "Transforms/Schedule/PerfectNest.h"

namespace talos {

/// A perfect nest, under one condition or none, with one store.
struct StoringNest {
  explicit StoringNest(mlir::affine::AffineForOp root);
  /// It has that form; nothing else may be asked of one that has not.
  bool isKnown() const { return store != nullptr; }
  /// Of the array that it stores, it reads the elements alone that it stores in
  /// the same iteration.
  bool readsOwnElements() const;
  /// Every element of the array, under no condition.
  bool storesAll() const;
  /// The only condition, or null.
  mlir::affine::AffineIfOp condition() const;

  PerfectNest nest;
  mlir::Block *body; ///< around its statement
  mlir::affine::AffineStoreOp store;
  /// Of the array that it stores.
  llvm::SmallVector<mlir::affine::AffineLoadOp> old;
};

/// Some op in `op` accesses the array.
bool isAccessed(mlir::Operation &op, mlir::Value array);

/// The next op of the block that accesses the array; null if there is none.
mlir::Operation *nextAccess(mlir::Operation *op, mlir::Value array);

/// The only op of the function's body beside `op` that accesses the array; null
/// if there are none or several.
mlir::Operation *onlyOtherAccess(mlir::Operation *op, mlir::Value array);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_STORINGNEST_H
