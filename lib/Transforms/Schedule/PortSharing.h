//===- PortSharing.h - Arrays that take turns at a port ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls that move data through one port follow each other. An array that is
// needed late and uses the port of another one is loaded beside the tasks that
// do not need it, instead of before all tasks.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_PORTSHARING_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_PORTSHARING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos::transforms {

/// Whether the text has the form `C@A`.
bool isPortSharing(llvm::StringRef text);

/// `C@A` lets array C use the port of A (`hls.port_of`). An error: names that
/// are no array arguments of `func`, memories beside the kernel, and an A that
/// uses another port itself.
mlir::LogicalResult sharePort(mlir::func::FuncOp func, llvm::StringRef text);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_PORTSHARING_H
