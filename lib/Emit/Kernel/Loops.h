//===- Loops.h - Loops, conditionals and carried values ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_LOOPS_H
#define TALOS_LIB_EMIT_KERNEL_LOOPS_H

#include "Emit/Kernel/FunctionEmitter.h"

namespace talos::emit {

/// Declares a variable for each of `values` (with `inits` when given), bound to
/// `values`. The names come from the user's names of `values`.
mlir::LogicalResult declareVariables(FunctionEmitter &emitter,
                                     mlir::Operation *op,
                                     mlir::ValueRange values,
                                     mlir::ValueRange inits,
                                     llvm::SmallVectorImpl<std::string> &names);

/// Assigns `values` to the variables at once: with more than one, through
/// temporaries, because a value may read a variable.
mlir::LogicalResult assign(FunctionEmitter &emitter,
                           llvm::ArrayRef<std::string> variables,
                           mlir::ValueRange values);

/// A labelled `for` over `int` from `lower` to `upper` by `step` with the
/// pragmas of hls.pipeline and hls.unroll on `op`.
mlir::LogicalResult emitLoop(FunctionEmitter &emitter, mlir::Operation *op,
                             mlir::Value counter, mlir::ValueRange inits,
                             mlir::ValueRange carried, Expr lower, Expr upper,
                             Expr step);

/// Of loops that run as one: the counter and its bounds.
struct CountedLoop {
  mlir::Value counter;
  /// Lower and upper one, once the counters of the loops around have names.
  std::function<mlir::FailureOr<std::pair<Expr, Expr>>()> bounds;
  bool varies = false; ///< with the counters of the loops around among them
  /// Prints what moves the counter on where iterations are left out.
  std::function<mlir::LogicalResult(llvm::StringRef counter)> skip = nullptr;
};

/// One `for` over all iterations of perfectly nested loops (outermost first),
/// with the pragmas and the body of `innermost`: the tool flattens only loops
/// of constant bounds by itself. Where bounds vary none of their ranges is
/// empty, and `innermost` has `hls.trip_count`, one number: all iterations.
/// Where some are left out, `trips` are the others.
mlir::LogicalResult emitCollapsed(FunctionEmitter &emitter,
                                  mlir::Operation *innermost,
                                  llvm::ArrayRef<CountedLoop> loops,
                                  std::optional<int64_t> trips = std::nullopt);

/// `if`/`else` whose results are variables; `orElse` may be null.
mlir::LogicalResult emitIf(FunctionEmitter &emitter, mlir::Operation *op,
                           const Expr &condition, mlir::Block *then,
                           mlir::Block *orElse);

/// ` // S0` for a store with `hls.stmt`, else nothing.
std::string statementComment(mlir::Operation *op);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_LOOPS_H
