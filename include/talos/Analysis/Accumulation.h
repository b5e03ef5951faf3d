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
#include "talos/Poly/Scop.h"

namespace talos::analysis {

/// The statement is a sum (`X + rest`, `X - rest`) and every element of X holds
/// a zero that an earlier nest of the program stored as a constant. A sum that
/// starts from that constant is the same to the last bit.
bool startsFromZero(const TaskGraph &graph, const Task &task);

/// The accumulator's load is the only read of the written array.
bool readsWrittenOnce(const Statement &statement);

/// The iterations of the statement's reduction loops are terms of a sum (or
/// product, maximum, ...): poly names those of associative operators;
/// `X = X - rest` is one as well if rest does not read X's array, or no element
/// of it that another iteration has stored, as a tool sees it.
bool accumulates(const Statement &statement, const poly::Scop &scop);

/// Whether the statement adds to, or subtracts from, a floating-point element.
bool isFloatSum(const Statement &statement);

/// What a guard makes of a loop that it alone concerns: `lower` (the greatest
/// of its results) and `upper` (the least) bound the loop in place of the
/// condition. Over `operands`: loops around the nest and parallel ones of it.
struct GuardBounds {
  mlir::AffineMap lower, upper;
  llvm::SmallVector<mlir::Value> operands;
};

/// None unless every condition of the statement's guard is a bound of the loop
/// `loop` of the nest, alone or with the loops that GuardBounds names; loops of
/// the nest that run once count as 0.
std::optional<GuardBounds> guardBounds(const Statement &statement,
                                       unsigned loop);

/// Why a register may not hold the sum while the loop `loop` of the nest is
/// pipelined (hls::Accumulator `register`), to complete a sentence that begins
/// with the accumulator; empty if it may. `scop`: of the same function. The
/// sum is not reordered, so that this is exact.
std::string whyNoRegister(const Statement &statement, unsigned loop,
                          const poly::Scop &scop);

/// Checks that the nest, before strip-mining, may accumulate as `task` says;
/// `error` begins the diagnostic. It may if the statement reads the written
/// array as its accumulator alone, all of a reduction runs in level 2, and each
/// parallel loop selects one dimension of the written element. `written` is the
/// point of the written array.
/// A sum in a register is stored after a pipelined reduction loop instead; see
/// whyNoRegister.
mlir::LogicalResult
verifyAccumulator(const Statement &statement, const poly::Scop &scop,
                  hls::TaskPointAttr task, hls::ArrayPointAttr written,
                  llvm::function_ref<mlir::InFlightDiagnostic()> error);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_ACCUMULATION_H
