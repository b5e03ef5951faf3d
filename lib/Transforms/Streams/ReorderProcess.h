//===- ReorderProcess.h - Tokens in another order ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_REORDERPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_REORDERPROCESS_H

#include "ProcessBuilder.h"
#include "talos/Poly/StreamOrder.h"

namespace talos {

/// A block comes in while the one before goes out, in two halves of a buffer.
/// So many tokens come in all.
void makeReorderProcess(ProcessBuilder &builder, const llvm::Twine &name,
                        mlir::Value in, mlir::Value out,
                        const poly::OrderStage &stage, int64_t tokens);

/// Replays tokens in the loops that use them; those that are used for the first
/// time come from the stream. The FIFOs of an array do it side by side.
/// `skips`: uses that are left out; `unused`: where tokens are not used (both
/// Skips.h); null: none.
void makeHoldProcess(ProcessBuilder &builder, const llvm::Twine &name,
                     mlir::Value in, mlir::Value out,
                     const poly::OrderStage &stage,
                     llvm::ArrayRef<int64_t> trips, mlir::ArrayAttr skips,
                     mlir::IntegerSetAttr unused);

/// Tokens that are used nowhere do not go on: those in the loops' iterations
/// outside of `kept`. The FIFOs of an array do it side by side.
void makeDropProcess(ProcessBuilder &builder, const llvm::Twine &name,
                     mlir::Value in, mlir::Value out,
                     llvm::ArrayRef<int64_t> trips, mlir::IntegerSet kept);

/// All tokens come, then all go, in the loops that use them. One nest does
/// both: its outermost loop runs once more a time for what comes.
void makeWholeArrayProcess(ProcessBuilder &builder, const llvm::Twine &name,
                           mlir::Value in, mlir::Value out,
                           const poly::OrderStage &stage,
                           llvm::ArrayRef<int64_t> trips);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_REORDERPROCESS_H
