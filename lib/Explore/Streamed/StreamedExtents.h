//===- StreamedExtents.h - What extents are filled up to --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDEXTENTS_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDEXTENTS_H

#include "Explore/Streamed/StreamedProgram.h"

namespace talos::explore {

/// Which loops and dimensions of the arrays are as long as each other, and what
/// they may be filled up to: by `paddingPercent` at most.
void findExtents(StreamedProgram &program, int64_t paddingPercent);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDEXTENTS_H
