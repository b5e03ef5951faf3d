//===- Top.h - The function that becomes the kernel -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_TOP_H
#define TALOS_DIALECT_HLS_TOP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::hls {

/// The first function with `hls.top`; null if there is none.
mlir::func::FuncOp findTop(mlir::ModuleOp module);

/// The function with `hls.top`. None is an error at the module, a second one an
/// error there.
mlir::FailureOr<mlir::func::FuncOp> topOf(mlir::ModuleOp module);

/// `hls.target` of the function or else of its module; null if there is none.
TargetAttr targetOf(mlir::func::FuncOp func);

/// Succeeds for the top function and for functions that go with it: references
/// and private ones. Of any other with a body nothing says that it was
/// prepared: an error there that names `pass`.
mlir::LogicalResult checkPrepared(mlir::func::FuncOp func,
                                  llvm::StringRef pass);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_TOP_H
