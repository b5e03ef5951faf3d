//===- EqualNests.h - Neighbours that run the same body ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_EQUALNESTS_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_EQUALNESTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// Makes one nest of two that stand one behind the other and do the same, if
/// their iterations together are those of one nest and no iteration of the
/// second one depends on one of the first: two triangles become a rectangle,
/// and one task. Local arrays that the bodies differ in become one array where
/// no element of it is used for both. True if there were any.
bool joinEqualNests(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_EQUALNESTS_H
