//===- IndexSetSplitting.h - Statements in parts ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_INDEXSETSPLITTING_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_INDEXSETSPLITTING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// Cuts statements along the planes on which an element that they read of the
/// array that they write shares a subscript with the one they write, as i = k
/// and j = k where A[i][j] depends on A[i][k] and A[k][j]: before, on and after
/// such a plane the dependences differ, and each part may have an order of its
/// own. The parts stand where the statement stood, under conditions; one of
/// them has its name, the others this name with a number. True if any was cut.
bool splitIndexSets(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_INDEXSETSPLITTING_H
