//===- Accumulation.h - Sums in a local accumulator -------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which statements may accumulate in a scalar of their own instead of in the
// array (hls::Accumulator `local`, `local_add`), and what the scalar starts
// from. Explore prices a design by these answers, the apply passes act on them.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_ACCUMULATION_H
#define TALOS_ANALYSIS_ACCUMULATION_H

#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"

namespace talos::analysis {

/// The statement is a sum (`X + rest`, `X - rest`) and every element of X holds
/// a zero that an earlier nest of the program stored as a constant. A sum that
/// starts from that constant is the same to the last bit.
bool startsFromZero(const TaskGraph &graph, const Task &task);

/// Whether the statement adds to, or subtracts from, a floating-point element.
bool isFloatSum(const Statement &statement);

/// Checks that the nest, before strip-mining, may accumulate as `task` says;
/// `error` begins the diagnostic. It may if the statement reads the written
/// array as its accumulator alone, all of a reduction runs in level 2, and each
/// parallel loop selects one dimension of the written element. `written` is the
/// point of the written array.
mlir::LogicalResult
verifyAccumulator(const Statement &statement, hls::TaskPointAttr task,
                  hls::ArrayPointAttr written,
                  llvm::function_ref<mlir::InFlightDiagnostic()> error);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_ACCUMULATION_H
