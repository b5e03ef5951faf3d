//===- MemoryProcess.h - Tokens from and to memory --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_MEMORYPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_MEMORYPROCESS_H

#include "ProcessBuilder.h"
#include "talos/Poly/StreamOrder.h"

namespace talos {

/// Elements that the array's port moves at once.
int64_t portLanes(mlir::Value array);

/// Tokens of other lanes than a beat of the port that come one behind the other
/// in memory.
bool isFlat(mlir::Value array, hls::OrderAttr order, int64_t beat);

/// Loads or stores the tokens of the stream in that order, all of them so
/// often.
void makeMemoryProcess(ProcessBuilder &builder, hls::ProcessKind kind,
                       const llvm::Twine &name, mlir::Value array,
                       mlir::Value stream, const poly::StreamOrder &order,
                       int64_t repetitions = 1);

/// Loads or stores beats as they lie in memory, all of them so often; the last
/// one may reach beyond the array.
void makeFlatMemoryProcess(ProcessBuilder &builder, hls::ProcessKind kind,
                           const llvm::Twine &name, mlir::Value array,
                           mlir::Value stream, int64_t repetitions = 1);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_MEMORYPROCESS_H
