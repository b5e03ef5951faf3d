//===- BalancedReduction.h - Reductions whose terms a tree combines -*- C++ -*-//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The maximum of integers is the same in any order, so that the terms of one
// iteration may be combined by a balanced tree whatever the tool may
// reassociate. A term under a condition that does not hold is the least value,
// which changes no maximum; likewise for minima.
//
// Sums of floating-point numbers may be reassociated where the target says so
// (`tree_reduction`). The tool then makes trees by itself, but for terms under
// conditions; there the term that does not count is -0, which changes no sum.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_BALANCEDREDUCTION_H
#define TALOS_ANALYSIS_BALANCEDREDUCTION_H

#include "mlir/IR/IntegerSet.h"
#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// The value that, as a term, changes no result of the operation: a maximum or
/// a minimum of integers, or the addition or subtraction of terms of a
/// floating-point sum. Null of any other one.
mlir::TypedAttr neutralValue(mlir::Operation *op);

/// Whether the operation combines the old value and a term such that the terms
/// of one iteration may be combined first, by a tree. `guarded`: the terms are
/// under a condition; `reassociates`: floating-point sums may be reassociated.
bool combinesByTree(mlir::Operation *op, mlir::Value old, bool guarded,
                    bool reassociates);

/// A condition and what it is over.
struct Condition {
  mlir::IntegerSet set;
  llvm::SmallVector<mlir::Value> operands;
};

/// The condition under which the guard holds in some iteration of the loops,
/// exactly; they count from 0 to constants. None where one constraint is over
/// several of them, over a multiple of one, or over a quotient.
std::optional<Condition>
conditionOfAny(mlir::affine::AffineIfOp guard,
               llvm::ArrayRef<mlir::affine::AffineForOp> loops);

/// Whether the load may read the element that the store writes in the same
/// iteration of all loops around them; both stand under the guard (null: none).
bool mayMeet(mlir::affine::AffineLoadOp load, mlir::affine::AffineStoreOp store,
             mlir::affine::AffineIfOp guard);

/// Whether hls-balance-reductions combines the unrolled terms of the statement
/// by a tree: combinesByTree, its terms do not read the element that it writes,
/// and conditionOfAny knows its condition.
bool isBalanced(const Statement &statement, bool reassociates);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_BALANCEDREDUCTION_H
