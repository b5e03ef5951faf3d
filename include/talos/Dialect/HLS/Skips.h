//===- Skips.h - Iterations that processes leave out ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `hls.skips` on a loop of a process, or of a nest that becomes one, is an
// array of integer sets over its iterator and those of the loops around,
// outermost first. Where one of them holds, the process leaves out the loop's
// iteration with all that is inside. On a transfer it says so of the loops of
// the order in which the stream is used. Constraints are linear inequalities.
// `hls.unused` beside it is one inequality of the same iterators: where it
// holds, the nest uses no operand, and tokens of operands are used for the
// first time elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_DIALECT_HLS_SKIPS_H
#define TALOS_DIALECT_HLS_SKIPS_H

#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Operation.h"

namespace talos::hls {

inline constexpr llvm::StringLiteral skipsAttrName = "hls.skips";
inline constexpr llvm::StringLiteral unusedAttrName = "hls.unused";

/// The coefficients of the iterators, then the constant, of what is not
/// negative.
using SkipRow = llvm::SmallVector<int64_t, 8>;

struct Skips {
  mlir::Operation *loop = nullptr; ///< null: nothing is left out
  llvm::SmallVector<mlir::IntegerSet> sets;
  std::vector<std::vector<SkipRow>> rows; ///< by set

  bool isSkipped(llvm::ArrayRef<int64_t> iterators) const;
  unsigned depth() const { return sets.empty() ? 0 : sets[0].getNumDims(); }
};

/// Of loops with constant bounds, outermost first; an attribute that is none of
/// this form is an error at its loop.
mlir::FailureOr<Skips> skipsOf(llvm::ArrayRef<mlir::Operation *> loops);

template <typename LoopOps>
mlir::FailureOr<Skips> skipsOfLoops(const LoopOps &loops) {
  llvm::SmallVector<mlir::Operation *> ops(loops.begin(), loops.end());
  return skipsOf(ops);
}

} // namespace talos::hls

#endif // TALOS_DIALECT_HLS_SKIPS_H
