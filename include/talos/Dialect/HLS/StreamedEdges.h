//===- StreamedEdges.h - Edges that a script asks streams for ---*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_STREAMEDEDGES_H
#define TALOS_DIALECT_HLS_STREAMEDEDGES_H

#include "llvm/ADT/StringRef.h"

namespace talos::hls {

/// On a function: pairs of statements, [["S0", "S1"]], of which the second one
/// is to take from a stream what the first one stores. hls-stream-nests carries
/// it out; a design of tasks with buffers cannot have it.
inline constexpr llvm::StringLiteral streamedEdgesAttrName =
    "hls.streamed_edges";

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_STREAMEDEDGES_H
