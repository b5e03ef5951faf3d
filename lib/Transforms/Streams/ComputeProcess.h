//===- ComputeProcess.h - A nest becomes a process --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_COMPUTEPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_COMPUTEPROCESS_H

#include "ProcessBuilder.h"
#include "StreamedNest.h"

namespace talos {

/// The streams of a box of an array of a nest; null: none.
struct ArrayStreams {
  mlir::Value operand; ///< of an array that is not stored
  mlir::Value old;
  mlir::Value result;
};

/// Moves the nest into a process, where tokens take the place of its arrays.
void makeComputeProcess(ProcessBuilder &builder, llvm::StringRef name,
                        StreamedNest &nest,
                        const llvm::DenseMap<ArrayUse, ArrayStreams> &streams);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_COMPUTEPROCESS_H
