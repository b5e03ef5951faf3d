//===- NestFunction.h - A nest as a function of its own ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What fits no stream is designed as the shared template designs a program: the
// nest, or the loop around several of them, is copied into a function, whose
// arguments are the arrays that others use as well. The function that it comes
// from stays as it is.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_NESTFUNCTION_H
#define TALOS_ANALYSIS_NESTFUNCTION_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace talos::analysis {

struct NestFunction {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp func; ///< a top function, with the target of its source
  /// In the source function, by argument: arrays first, those of its arguments
  /// before those that it allocates, then scalars.
  llvm::SmallVector<mlir::Value> operands;
};

/// `root`: a loop of the body of a prepared function. Arrays that nobody else
/// uses go along. An array that `root` writes whole before it reads it, and a
/// local one that nobody has set before, is marked as `hls.overwritten`. A
/// scalar that the source function computes outside is a located error. A nest
/// S1 that starts with a constant (hls.initial) has a nest S1_fill in front. A
/// loop of one iteration that holds several nests is left out (hls-join-fills).
mlir::FailureOr<NestFunction> nestFunction(mlir::affine::AffineForOp root);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_NESTFUNCTION_H
