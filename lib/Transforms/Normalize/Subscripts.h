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
