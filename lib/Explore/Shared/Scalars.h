//===- Scalars.h - What the top function computes by itself -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_SCALARS_H
#define TALOS_LIB_EXPLORE_SHARED_SCALARS_H

#include "Explore/Shared/DesignSpace.h"

namespace talos::explore {

/// Finds the operations that tasks of the space take values from, and which of
/// them each task awaits. An operation that is not in the library of the target
/// is a located error.
mlir::LogicalResult addScalars(const analysis::TaskGraph &graph,
                               DesignSpace &space);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_SCALARS_H
