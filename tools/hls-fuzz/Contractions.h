//===- Contractions.h - Random chains of contractions -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TOOLS_HLS_FUZZ_CONTRACTIONS_H
#define TALOS_TOOLS_HLS_FUZZ_CONTRACTIONS_H

#include <cstdint>
#include <string>

namespace talos::fuzz {

/// A C function of nests that may become a network of processes: sums of
/// products over arrays of one to three dimensions in any order of subscripts,
/// element-wise steps, with extents from 1 to 8, where one nest uses what
/// others have computed, in arguments or in local arrays; sums that are
/// scalars; rows, elements, diagonals and triangles that are read or stored;
/// and sums along rows, which become tasks with buffers.
std::string generateContractions(const std::string &name, uint64_t seed);

} // namespace talos::fuzz

#endif // TALOS_TOOLS_HLS_FUZZ_CONTRACTIONS_H
