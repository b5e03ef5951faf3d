//===- FifoArrayProcess.h - Tokens of several FIFOs -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_FIFOARRAYPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_FIFOARRAYPROCESS_H

#include "BoxSplit.h"
#include "ProcessBuilder.h"

namespace talos {

/// The boxes of one side are those of `box`; the other side has one FIFO.
BoxSplit oneByOne(hls::StreamType box, bool deals);

/// Tokens go to the parts of the boxes of `out` in turn.
void makeDealProcess(ProcessBuilder &builder, const llvm::Twine &name,
                     mlir::Value in, mlir::Value out, const BoxSplit &split,
                     int64_t tokens);

/// The parts of the boxes of `in` follow each other.
void makeCollectProcess(ProcessBuilder &builder, const llvm::Twine &name,
                        mlir::Value in, mlir::Value out, const BoxSplit &split,
                        int64_t tokens);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_FIFOARRAYPROCESS_H
