//===- MemoryCopies.h - Read-only arrays in memory more than once -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tasks that move tiles of one array through one port follow each other, and
// processes that share what a port brings wait for each other. With several
// copies of the array in memory, each behind ports of its own, they run side by
// side (Prometheus, section III: read-only arrays are duplicated for several
// readers). The host program fills the copies.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_MEMORYCOPIES_H
#define TALOS_TRANSFORMS_MEMORYCOPIES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace talos::transforms {

/// Whether the text has the form `A.copies=n`.
bool isMemoryCopies(llvm::StringRef text);

/// Of each array argument that several statements read, `most` of them at most,
/// and none writes, as many copies as there are readers:
/// `A.copies=2,B.copies=3`, which hls-split-arrays takes. Empty where no array
/// can have copies. The function is normalised (hls-normalize).
std::string memoryCopies(mlir::func::FuncOp func, unsigned most);

/// `A.copies=3`: the array argument A and two more arguments behind all others,
/// with `hls.copy_of = "A"`; the statements that read A take them in turn. An
/// error: no such array, one that is written, is a block, shares a port or is a
/// memory beside the kernel, and fewer readers than copies.
mlir::LogicalResult copyInMemory(mlir::func::FuncOp func, llvm::StringRef text);

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_MEMORYCOPIES_H
