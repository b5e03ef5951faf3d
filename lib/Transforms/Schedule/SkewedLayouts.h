//===- SkewedLayouts.h - Arrays laid out as loops run -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_SKEWEDLAYOUTS_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_SKEWEDLAYOUTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos {

/// Replaces arrays whose subscripts depend on several loops, or several of
/// which depend on one, by local ones in which a dimension d is d + c e for
/// another dimension e, where this leaves fewer such subscripts: banks can
/// follow a loop then. The elements of arguments are copied at the start if
/// they are read, and at the end if they are written. True if there were any.
mlir::FailureOr<bool> skewLayouts(mlir::func::FuncOp func);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_SKEWEDLAYOUTS_H
