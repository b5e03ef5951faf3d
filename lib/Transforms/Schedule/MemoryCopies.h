//===- MemoryCopies.h - Read-only arrays in memory more than once -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks that move tiles of one array through one port follow each other. With
// several copies of the array in memory, each behind a port, they run side by
// side (Prometheus, section III: read-only arrays are duplicated for several
// readers). The host program fills the copies.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_SCHEDULE_MEMORYCOPIES_H
#define TALOS_LIB_TRANSFORMS_SCHEDULE_MEMORYCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace talos::transforms {

/// Whether the text has the form `A.copies=n`.
bool isMemoryCopies(llvm::StringRef text);

/// `A.copies=3`: the array argument A and two more arguments behind all others,
/// with `hls.copy_of = "A"`; the statements that read A take them in turn. An
/// error: no such array, one that is written, is a block, shares a port or is a
/// memory beside the kernel, and fewer readers than copies.
mlir::LogicalResult copyInMemory(mlir::func::FuncOp func, llvm::StringRef text);

} // namespace talos::transforms

#endif // TALOS_LIB_TRANSFORMS_SCHEDULE_MEMORYCOPIES_H
