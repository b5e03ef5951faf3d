//===- Privatization.h - Arrays without false dependences -------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_PRIVATIZATION_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_PRIVATIZATION_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// Puts a local array in the place of each argument that serves the iterations
/// of outer loops one after the other: every read gets its value from a write
/// of its own iteration, and the last iteration writes all elements. At its end
/// they are copied to the argument. True if there were any.
mlir::FailureOr<bool> privatizeArguments(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_PRIVATIZATION_H
