//===- BufferEdits.h - Makes buffers, moves accesses to them ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_APPLY_BUFFEREDITS_H
#define TALOS_LIB_TRANSFORMS_APPLY_BUFFEREDITS_H

#include "Transforms/Apply/BufferPlan.h"
#include "mlir/IR/Builders.h"

namespace talos::transforms {

hls::BufferOp createBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                           const llvm::Twine &name, mlir::Type element,
                           llvm::ArrayRef<int64_t> extents,
                           hls::ArrayPointAttr point);

/// Gives the task, which holds the nest, its buffer of the array: with the
/// transfers below the loops around it, and the nest's accesses redirected.
/// `sharedLoops` are the iterators of the shared loops around the nest.
void applyTile(mlir::OpBuilder &builder, hls::TaskOp task,
               const analysis::Statement &statement,
               llvm::ArrayRef<mlir::Value> sharedLoops,
               const analysis::ArrayInfo &info, const Tile &tile);

/// Makes the task independent of what is around it: constants are copied into
/// it; every other value from outside, in the order of first uses, becomes an
/// operand.
void isolate(mlir::OpBuilder &builder, hls::TaskOp task);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_APPLY_BUFFEREDITS_H
