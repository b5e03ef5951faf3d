//===- Slr.h - Processes on the dies of a device ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hls.slr` on an hls.process is the number of its SLR, from 0. The processes
// of an SLR are one kernel; streams from one SLR to another join kernels. A
// region without the attribute is one kernel. Before processes are made of
// nests, the attribute stands on the pipelined loop of a nest.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_SLR_H
#define TALOS_DIALECT_HLS_SLR_H

#include "talos/Dialect/HLS/HLS.h"

namespace talos::hls {

inline constexpr llvm::StringLiteral slrAttrName = "hls.slr";

/// None where nothing says it.
std::optional<int64_t> slrOf(ProcessOp process);

/// The one that writes the stream, and the one that reads it; in a region
/// without transfers, whose form is verified.
ProcessOp producerOf(StreamOp stream);
ProcessOp consumerOf(StreamOp stream);

/// All ops of the region are streams and processes; an error at one that is
/// not.
llvm::LogicalResult checkProcessesAlone(DataflowOp dataflow);

/// "SLR0 to SLR2": those of a device, or the first ones of it.
std::string slrRange(int64_t count);

/// Boundaries between SLRs that tokens of the stream cross; 0 in one kernel.
int64_t boundariesCrossed(StreamOp stream);

/// The SLRs of a region, each before those that take its tokens; empty: one
/// kernel. A process without an SLR beside others, and kernels that wait for
/// each other in a cycle, are errors at the process and at the stream.
llvm::FailureOr<llvm::SmallVector<int64_t>> kernelSlrs(DataflowOp dataflow);

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_SLR_H
