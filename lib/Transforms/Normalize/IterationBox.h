//===- IterationBox.h - The constant box around a domain --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The iterations of loops under conditions, the least box of constants that
// holds them, and the condition that tells them apart from the rest of the box.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_ITERATIONBOX_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_ITERATIONBOX_H

#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"
#include <optional>

namespace talos {

/// The condition of an affine.if.
struct Guard {
  mlir::IntegerSet set;
  llvm::SmallVector<mlir::Value> operands;
};

class IterationBox {
public:
  /// `around`: affine.for and affine.if ops, outermost first.
  explicit IterationBox(llvm::ArrayRef<mlir::Operation *> around);

  /// No iteration is inside: proved, not guessed.
  bool isEmpty() const;
  /// `map(operands) >= 0` throughout; false also if that is not known.
  bool implies(mlir::AffineMap map, mlir::ValueRange operands) const;
  /// The iterator has constant bounds.
  bool isBounded(mlir::Value iterator) const;
  /// Least and greatest value of a bounded iterator, over everything around.
  std::pair<int64_t, int64_t> range(mlir::Value iterator) const;

  /// From now on the iterator's range is this one, which holds its own.
  void widen(mlir::Value iterator, std::pair<int64_t, int64_t> range) {
    widened[iterator] = range;
  }

  /// The conditions and bounds that the ranges of `loops` and the domains of
  /// the other loops around do not imply; none if there are none. `iterators`
  /// take the place of the loops': they count from 0, so that the loop's
  /// iterator is its least value more.
  std::optional<Guard> guard(llvm::ArrayRef<mlir::affine::AffineForOp> loops,
                             llvm::ArrayRef<mlir::Value> iterators) const;

private:
  /// `map(operands) >= 0`, or `== 0`.
  struct Constraint {
    mlir::AffineMap map;
    llvm::SmallVector<mlir::Value> operands;
    bool isEquality = false;
  };

  static Constraint constraintOf(mlir::AffineMap map, mlir::ValueRange operands,
                                 bool isEquality);
  void addBounds(mlir::affine::AffineForOp loop);
  void addCondition(mlir::affine::AffineIfOp condition);
  mlir::affine::FlatAffineValueConstraints
  boxOf(llvm::ArrayRef<mlir::affine::AffineForOp> loops) const;
  llvm::SmallVector<const Constraint *>
  needed(const mlir::affine::FlatAffineValueConstraints &box) const;

  llvm::SmallVector<mlir::Operation *> around;
  mlir::affine::FlatAffineValueConstraints domain;
  llvm::SmallVector<Constraint> constraints; ///< as written, outermost first
  llvm::DenseMap<mlir::Value, std::pair<int64_t, int64_t>> widened;
};

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_ITERATIONBOX_H
