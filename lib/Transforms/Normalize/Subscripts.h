//===- Subscripts.h - Editing subscripts of affine accesses -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_SUBSCRIPTS_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_SUBSCRIPTS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IntegerSet.h"

namespace talos::transforms {

/// The condition over loop iterators and symbols, affine.apply ops and
/// constants composed into it; `operands` becomes its operands.
mlir::IntegerSet composedSet(mlir::affine::AffineIfOp guard,
                             llvm::SmallVectorImpl<mlir::Value> &operands);

/// Guards what `builder` makes next, unless every box of these extents ends
/// where the memory of extents `shape` does: the subscripts, the results of
/// `map`, stay inside. The builder then stands in the condition.
void keepInside(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> box,
                mlir::AffineMap map, mlir::ValueRange operands);

/// Composes affine.apply ops and constants into the bounds of all loops and
/// into the conditions of `func`, so that none hangs on an op between loops.
/// Upstream canonicalization leaves the bounds whose map stays the same when it
/// is composed, like those of shifts that cancel out: (i + 2) - (j + 2).
void composeBounds(mlir::func::FuncOp func);

/// Composes affine.apply ops and constants into the subscripts of the loads and
/// stores of `block` and into its guards (affine.if without else) with what
/// they hold, but not into loops; then erases its dead ops.
void composeSubscripts(mlir::Block *block);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_SUBSCRIPTS_H
