//===- CoupledNest.h - Nests whose condition couples two loops  -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition of a nest may couple two of its own loops, as those of a
// triangle: each iteration of one has its own range of the other.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_COUPLEDNEST_H
#define TALOS_ANALYSIS_COUPLEDNEST_H

#include "talos/Analysis/NestBounds.h"
#include "talos/Support/CoupledLoops.h"

namespace talos::analysis {

/// The two loops of a nest that its condition, alone, couples. None unless both
/// are parallel, or one carries a sum, which is the outer one then.
std::optional<CoupledLoops> coupledLoops(const Statement &statement);

/// The iterations from one term of a sum to the next, at least, in a design
/// point of a nest with coupled loops and true bounds; none where code would
/// have to step over empty ranges.
std::optional<int64_t> coupledDistance(const Statement &statement,
                                       const CoupledLoops &coupled,
                                       hls::TaskPointAttr task);

/// What the guard leaves of `loop` in each iteration of `around`, both of which
/// are loops of `nest`: bounds over the number of the iteration, from 0, in
/// groups of so many that have the same. None if they bound nothing.
std::optional<LoopBounds>
boundsWithin(mlir::affine::AffineIfOp guard,
             llvm::ArrayRef<mlir::affine::AffineForOp> nest,
             mlir::affine::AffineForOp around, int64_t group,
             mlir::affine::AffineForOp loop);

/// Checks a point with `true_bounds`; `refuse` begins the diagnostic. Every
/// term of a sum comes after all iterations of the other loops, of which the
/// code counts as many for each.
mlir::LogicalResult
verifyCoupled(const Statement &statement, const CoupledLoops &coupled,
              hls::TaskPointAttr task,
              llvm::function_ref<mlir::InFlightDiagnostic()> refuse);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_COUPLEDNEST_H
