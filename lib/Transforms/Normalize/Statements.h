//===- Statements.h - One store a statement ---------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of hls-normalize. All of them expect a function of one block in which
// only affine control flow, affine accesses to arguments and allocations, and
// pure ops are left.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_NORMALIZE_STATEMENTS_H
#define TALOS_LIB_TRANSFORMS_NORMALIZE_STATEMENTS_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// What an affine program is made of: affine control flow and accesses,
/// allocations, and pure ops of arith and math on scalars.
bool isAffineProgramOp(mlir::Operation *op);

/// Arithmetic on scalars. A division is no pure op, since it must not run where
/// the program does not run it, but a statement may compute with it.
bool isComputation(mlir::Operation *op);

/// Moves allocations to the start of the function, turns stack allocations into
/// heap ones, and frees each once, at the end.
void hoistAllocations(mlir::func::FuncOp func);

/// Replaces iter_args of affine.for and results of affine.if by local arrays of
/// one element. An error at the op if a value's type cannot be stored.
mlir::LogicalResult demoteRegionResults(mlir::func::FuncOp func);

/// Replaces the else region of every affine.if without results by conditions of
/// its own after it, one for each way in which the condition can fail first.
void splitElse(mlir::func::FuncOp func);

/// Loads take what a store before them wrote, or an equal load before them
/// read, and stores that nothing reads are removed, as affine-scalrep of MLIR
/// does it. Calls splitElse. Returns a condition whose else region accesses
/// memory, one with results; then nothing more is done. Null: it is done.
mlir::affine::AffineIfOp forwardStores(mlir::func::FuncOp func,
                                       mlir::AliasAnalysis &aliases);

/// Replaces scf.if, a condition on data, by selects: its ops run always, and
/// its stores keep the old value where they would not have run. An scf.if stays
/// if it holds loops, effects, or an access that might leave its array.
void convertConditions(mlir::func::FuncOp func);

/// Replaces the select of the greater or lesser of two integers by their
/// maximum or minimum. Where equal loads are one.
void recognizeExtrema(mlir::func::FuncOp func);

/// Replaces local arrays of one element by the values that they hold, where all
/// that is read was stored in the same block before. After hoistAllocations.
void forwardScalars(mlir::func::FuncOp func);

/// Gives each affine.store its own copy of the ops that feed it, directly
/// before it. A value that several stores of its block need is computed for
/// each of them; one that may not be computed again or read later goes through
/// a local array of one element. An error at a store with too many ops.
mlir::LogicalResult isolateStatements(mlir::func::FuncOp func);

/// The loops and conditions around `op`, outermost first.
llvm::SmallVector<mlir::Operation *> opsAround(mlir::Operation *op);

/// Removes allocations that are never read, with their stores, and pure ops and
/// loads that nothing uses.
void removeDeadArrays(mlir::func::FuncOp func);
void removeDeadValues(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_NORMALIZE_STATEMENTS_H
