//===- TaskProcess.h - A task becomes a process -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task at the top of the function moves whole arrays to buffers, computes on
// them, and moves them back (hls.tile_load, hls.tile_store). In a network the
// arrays come and go by streams, row by row, in tokens of a transfer's beat.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_TASKPROCESS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_TASKPROCESS_H

#include "ComputeProcess.h"

namespace talos {

/// The arrays of the task, whose nest has no loops. A diagnostic says what of
/// it cannot be streamed.
mlir::FailureOr<StreamedNest> analyzeTask(hls::TaskOp task);

/// Room of the stream that takes a result, in tokens; `depth` if the task has
/// no other one. Several results do not wait for who takes the others: a stream
/// holds all tokens, or those of two tiles. StreamedArea of Explore counts the
/// same.
int64_t roomOfResult(const StreamedNest &nest, const StreamedArray &result,
                     int64_t depth);

/// Moves what the task holds into a process of kind task; transfers become
/// nests that read and write tokens. The task is erased.
void makeTaskProcess(ProcessBuilder &builder, StreamedNest &nest,
                     const llvm::DenseMap<ArrayUse, ArrayStreams> &streams);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_TASKPROCESS_H
