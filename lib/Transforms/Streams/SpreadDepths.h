//===- SpreadDepths.h - Room for nests that start later ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where an array is spread to several nests, all take its tokens at one rate.
// A nest that uses results of another one, and collects the whole array before
// it begins, would begin when that other one has taken the last token. So the
// other one has a FIFO for the whole array, and both run at a time.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_TRANSFORMS_STREAMS_SPREADDEPTHS_H
#define TALOS_LIB_TRANSFORMS_STREAMS_SPREADDEPTHS_H

#include "talos/Dialect/HLS/HLS.h"

namespace talos {

/// Whether the process computes; the others only move tokens.
bool isNest(hls::ProcessOp process);

/// `collected`: streams behind which a reorder or a buffer takes all tokens
/// before it gives the first one; `late`: those of which a nest takes tokens as
/// its rows of tiles go on. Where a process spreads them, siblings are as deep
/// as there are tokens: of the former those of nests whose results the nest
/// uses, of the latter those of nests that use its results, so that it does not
/// wait for its own results to be used. Processes are complete.
void deepenSpreads(llvm::ArrayRef<hls::StreamOp> collected,
                   llvm::ArrayRef<hls::StreamOp> late);

} // namespace talos

#endif // TALOS_LIB_TRANSFORMS_STREAMS_SPREADDEPTHS_H
