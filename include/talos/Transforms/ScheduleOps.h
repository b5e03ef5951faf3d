//===- ScheduleOps.h - Ops of scripts that schedule -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCHEDULEOPS_H
#define TALOS_TRANSFORMS_SCHEDULEOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"

#define GET_OP_CLASSES
#include "talos/Transforms/ScheduleOps.h.inc"

namespace talos {

/// Registers the ops of ScheduleOps.td with the transform dialect.
void registerScheduleOps(mlir::DialectRegistry &registry);

} // namespace talos

#endif // TALOS_TRANSFORMS_SCHEDULEOPS_H
