//===- MathFunctions.h - The functions of math.h ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_FRONTEND_C_MATHFUNCTIONS_H
#define TALOS_LIB_FRONTEND_C_MATHFUNCTIONS_H

#include "mlir/IR/Builders.h"

namespace talos::frontend {

/// Whether `name` is a function of math.h or stdlib.h that an op of math or
/// arith computes: the double form, the float form (`sqrtf`), or either with
/// `__builtin_` before it.
bool isMathFunction(llvm::StringRef name, unsigned arguments);

/// Its value; the operands have the types of the C prototype.
mlir::Value buildMathFunction(mlir::OpBuilder &builder, mlir::Location where,
                              llvm::StringRef name, mlir::ValueRange operands);

} // namespace talos::frontend

#endif // TALOS_LIB_FRONTEND_C_MATHFUNCTIONS_H
