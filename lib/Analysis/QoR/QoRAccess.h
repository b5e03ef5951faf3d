//===- QoRAccess.h - What the accesses of an iteration cost -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORACCESS_H
#define TALOS_LIB_ANALYSIS_QOR_QORACCESS_H

#include "Analysis/QoR/QoRExecution.h"

namespace talos::analysis {

/// Cycles until an access's operand is there: its bank may need a remainder,
/// its row's start a multiplication. `trips`: of a loop that runs; none where
/// it stands still. Dimensions in which `own` moves are left out; null: none.
int64_t addressDelay(
    const AccessInfo &access, const Memory &memory,
    mlir::affine::AffineForOp own,
    llvm::function_ref<std::optional<int64_t>(mlir::affine::AffineForOp)> trips,
    const target::ToolRules &rules);

/// Accesses to the fullest bank of each memory that has ports, by the memory's
/// number. Accesses that move alike meet in the same bank or never; of others
/// any two may meet.
std::map<unsigned, int64_t> fullestBanks(const Execution &run);

/// Cycles from the first to the last of the unrolled copies of a read of a
/// vector in one bank, whose ports serve one after the other.
int64_t openReads(const Execution &run);

/// LUTs that select what reads of vectors in registers are about, one of all
/// registers for each unrolled copy whose subscript loops around the nest move.
int64_t openSelectors(const Execution &run, const target::ToolRules &rules);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORACCESS_H
