//===- FifoArrayProcess.h - Tokens of several FIFOs -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_FIFOARRAYPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_FIFOARRAYPROCESS_H

#include "ProcessBuilder.h"

namespace talos {

/// Tokens go to the FIFOs of the array `out` in turn.
void makeDealProcess(ProcessBuilder &builder, const llvm::Twine &name,
                     mlir::Value in, mlir::Value out, int64_t tokens);

/// Tokens of the FIFOs of the array `in` follow each other.
void makeCollectProcess(ProcessBuilder &builder, const llvm::Twine &name,
                        mlir::Value in, mlir::Value out, int64_t tokens);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_FIFOARRAYPROCESS_H
