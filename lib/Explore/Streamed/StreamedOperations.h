//===- StreamedOperations.h - Operators of a nest ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_STREAMED_STREAMEDOPERATIONS_H
#define TALOS_LIB_EXPLORE_STREAMED_STREAMEDOPERATIONS_H

#include "Explore/Streamed/StreamedProgram.h"
#include "talos/Analysis/TaskGraph.h"

namespace talos::explore {

/// Adds to a nest the operators of its statement, with the loops that each
/// depends on, and the cycles through them, by the variants of adders that the
/// library has. An operator that it lacks is a located error.
mlir::LogicalResult findOperations(const analysis::Statement &statement,
                                   const target::Target &target,
                                   bool treeReduction, StreamedNestInfo &nest);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_STREAMED_STREAMEDOPERATIONS_H
