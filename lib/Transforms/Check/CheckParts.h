//===- CheckParts.h - Parts of the check of applied code --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_CHECK_CHECKPARTS_H
#define TALOS_LIB_TRANSFORMS_CHECK_CHECKPARTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::transforms {

/// Loops, statements and accesses of every task of the design point.
mlir::LogicalResult checkTasks(mlir::func::FuncOp func, hls::DesignAttr design);

/// Every buffer is one of the design point, and filled before it is read.
mlir::LogicalResult checkBuffers(mlir::func::FuncOp func,
                                 hls::DesignAttr design);

/// Whoever writes a buffer writes its copies as well.
mlir::LogicalResult checkCopies(mlir::func::FuncOp func);

/// Transfers stay inside of the arrays, and move all of their buffers.
mlir::LogicalResult checkTransfers(mlir::func::FuncOp func);

/// The port's width is that of the transfers through it, and what a task
/// writes into a whole buffer is stored.
mlir::LogicalResult checkPort(mlir::func::FuncOp func, hls::DesignAttr design,
                              mlir::BlockArgument argument);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_CHECK_CHECKPARTS_H
