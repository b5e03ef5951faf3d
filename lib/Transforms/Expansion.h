//===- Expansion.h - Local arrays with a dimension a loop -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_EXPANSION_H
#define TALOS_LIB_TRANSFORMS_EXPANSION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// Expands local arrays of `func` by their enclosing loops where that lets
/// loops be distributed that otherwise could not be, and by as few loops as
/// that takes. Fails, with a diagnostic, only if `func` cannot be analysed.
mlir::LogicalResult expandLocalArrays(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_EXPANSION_H
