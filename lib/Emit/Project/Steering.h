//===- Steering.h - Inputs that a program's safety depends on ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program may be tested with any value of an input, unless the value steers
// it: reaches an address, the end of a loop, a divisor, a shift or a conversion
// to an integer, where some values have no meaning. This is a taint analysis
// over data flow, through memory as well.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_PROJECT_STEERING_H
#define TALOS_LIB_EMIT_PROJECT_STEERING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"

namespace talos::emit {

/// The arguments of `function` that may steer it, one bit each.
llvm::BitVector steeringArguments(mlir::func::FuncOp function);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_PROJECT_STEERING_H
