//===- StreamedBeats.h - Widths of the ports of networks --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A port of a network moves one beat a cycle. A narrow one needs less memory on
// chip for the adapter of its bus, and less logic where beats are tokens.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDBEATS_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDBEATS_H

#include "Explore/Streamed/StreamedProgram.h"
#include "talos/Cost/Cost.h"
#include "talos/NLP/Pins.h"

namespace talos::explore {

/// `A.beat`: the elements of a beat of array A.
std::string beatName(const StreamedArrayInfo &array);

/// `ports.bits`: the bits of the widest port.
constexpr llvm::StringLiteral portBitsName = "ports.bits";

/// Elements of the beats that are as wide as tokens of `lanes` elements: the
/// least power of two that is not less, up to `widest`. Wider ones are no
/// faster, since a port gives one token a cycle, and need more resources.
template <typename N>
N beatOf(N lanes, int64_t widest, const cost::Numbers<N> &number) {
  N beat = number(widest);
  for (int64_t width = widest / 2; width >= 1; width /= 2)
    beat = select(le(lanes, width), number(width), beat);
  return beat;
}

/// Elements of the beats of an array where the widest port has so many bits: of
/// an array that has less to move a port is narrower, such that it takes a
/// small part of the time that the largest array takes.
int64_t mostInBeat(const StreamedProgram &program, unsigned array,
                   int64_t portBits);

/// Port widths are a choice where adapters of ports as wide as can be, one an
/// array, take more than a quarter of the usable BRAM_18K, and beats are one of
/// arrays that a pin names. Else ports are as wide as tokens;
/// in programs of more than six loops in nests that sum they are as wide as can
/// be: proofs over both take several times as long.
void openBeats(StreamedProgram &program, const target::Resources &usable,
               const target::ToolRules &rules, llvm::ArrayRef<nlp::Pin> pins);

/// BRAM_18K of the adapters of ports as wide as can be, one an array.
int64_t bramOfAdapters(const StreamedProgram &program,
                       const target::ToolRules &rules);

/// An error if no port has the beat that a design gives the array.
mlir::LogicalResult checkBeat(mlir::func::FuncOp func, int64_t beat,
                              const StreamedArrayInfo &array);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDBEATS_H
