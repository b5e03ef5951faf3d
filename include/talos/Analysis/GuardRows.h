//===- GuardRows.h - The linear constraints of a guard ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_GUARDROWS_H
#define TALOS_ANALYSIS_GUARDROWS_H

#include "talos/Analysis/TaskGraph.h"

namespace talos::analysis {

/// Coefficients of the loops of the inner band, which count from 0 by steps of
/// 1, then the constant, of what is not negative where the statement runs.
using GuardRow = llvm::SmallVector<int64_t, 8>;

/// An equation is two of them. Constraints that are not linear in these loops
/// alone are left out, so the statement may run at fewer points.
std::vector<GuardRow> guardRows(const Statement &statement);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_GUARDROWS_H
