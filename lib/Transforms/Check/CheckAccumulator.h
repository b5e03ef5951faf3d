//===- CheckAccumulator.h - A local sum keeps its promises ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_CHECK_CHECKACCUMULATOR_H
#define TALOS_LIB_TRANSFORMS_CHECK_CHECKACCUMULATOR_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::transforms {

/// The memory behind a value of the task: a buffer, or an array of the
/// function.
mlir::Value resolve(hls::TaskOp task, mlir::Value value);

/// Visits the ops of the task before what they hold, but for those of
/// transfers in it.
mlir::WalkResult
walkStatements(hls::TaskOp task,
               llvm::function_ref<mlir::WalkResult(mlir::Operation *)> visit);

/// The trip count; that it is no constant is an error at the loop, in which
/// `why` says what cannot be checked and what to do.
mlir::FailureOr<int64_t> constantTrip(mlir::affine::AffineForOp loop,
                                      llvm::StringRef why);

/// The code of an applied task that accumulates locally: a scalar that is set,
/// summed in, and stored; with local_add also a buffer of sums and a last loop
/// nest. All is read from the code; a task without accumulator has none of it.
struct AppliedLocalSum {
  hls::TaskOp task;
  hls::Accumulator kind = hls::Accumulator::Direct;
  hls::BufferOp scalar, sums;
  mlir::affine::AffineStoreOp set, statement, home;
  mlir::Operation *lastLoop = nullptr; ///< outermost loop of the last nest

  /// Fails with a diagnostic if the task lacks one of the parts that the
  /// point's accumulator needs, or has others.
  static mlir::FailureOr<AppliedLocalSum> find(hls::TaskOp task,
                                               hls::TaskPointAttr point);

  /// Checks that the scalar starts from the element's old value (or from zero
  /// where the element holds it, or is added later), that it reaches every
  /// element that it belongs to, and that the ports of the buffer of sums
  /// suffice.
  mlir::LogicalResult check(mlir::func::FuncOp func);

private:
  mlir::LogicalResult checkStart(mlir::func::FuncOp func);
  mlir::LogicalResult checkStore();
  mlir::LogicalResult checkLastNest();
  mlir::LogicalResult checkPorts();
  bool addsOld() const; ///< the last nest adds to the array
};

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_CHECK_CHECKACCUMULATOR_H
