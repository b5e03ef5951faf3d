//===- QoRRecurrence.h - Values from earlier iterations ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORRECURRENCE_H
#define TALOS_LIB_ANALYSIS_QOR_QORRECURRENCE_H

#include "Analysis/QoR/QoRExecution.h"
#include "Analysis/QoR/QoRRegion.h"

namespace talos::analysis {

/// The least number of iterations of the loops `moving`, flattened into one
/// with the iterations of `trips`, between a store of `write` and a later load
/// of `read` that meet in an element. Exact over the loops' bounds and, if
/// `guarded`, over linear conditions, whatever values stand still. None if they
/// never meet.
std::optional<int64_t>
dependenceDistance(const Execution &run, const AccessInfo &write,
                   const Element &read,
                   llvm::ArrayRef<mlir::affine::AffineForOp> moving,
                   const RegionTrips &trips, bool guarded);

/// Whether some iteration loads, by one access, what an earlier one stored by
/// the other, under conditions and bounds.
bool mayFlow(const Execution &run, const AccessInfo &write,
             const AccessInfo &load,
             llvm::ArrayRef<mlir::affine::AffineForOp> moving,
             const RegionTrips &trips);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORRECURRENCE_H
