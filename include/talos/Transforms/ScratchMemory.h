//===- ScratchMemory.h - Local arrays in memory off chip -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What networks in turn pass on to each other lies in memory
// (hls-share-network), and a local array may be larger than a chip. Either may
// be an argument of the kernel that the source program does not have.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_SCRATCHMEMORY_H
#define TALOS_TRANSFORMS_SCRATCHMEMORY_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <string>

namespace talos::transforms {

/// Whether the text has the form `E.scratch`.
bool isScratchMemory(llvm::StringRef text);

/// All local arrays of several elements that may be in memory:
/// `E.scratch,F.scratch`, which hls-split-arrays takes. Empty where there are
/// none. The function is normalised (hls-normalize).
std::string scratchMemory(mlir::func::FuncOp func);

/// `E.scratch`: the local array E is an argument behind all others, with
/// `hls.scratch`. An error: no such array, one that is accessed otherwise than
/// by loads and stores, and arrays that are memories beside the kernel.
mlir::LogicalResult moveToScratch(mlir::func::FuncOp func,
                                  llvm::StringRef text);

} // namespace talos::transforms

#endif // TALOS_TRANSFORMS_SCRATCHMEMORY_H
