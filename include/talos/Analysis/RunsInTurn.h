//===- RunsInTurn.h - Nests on the same operators ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base schedule of a task that is a process may have a time ahead of its
// loops: `(d0, d1) -> (2, d0, d1)` is that of the third network. Networks run
// one after the other, on the same operators (hls-share-network).
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_ANALYSIS_RUNSINTURN_H
#define TALOS_ANALYSIS_RUNSINTURN_H

#include "talos/Dialect/HLS/HLS.h"
#include <optional>

namespace talos::analysis {

/// The variable of the space of networks that says whether all nests run so: 1,
/// or side by side: 0.
inline constexpr llvm::StringLiteral inTurnName = "in_turn";

/// The base schedule of the tasks of a run, with so many loops.
mlir::AffineMapAttr scheduleOfRun(mlir::MLIRContext *context, int64_t run,
                                  unsigned loops);

/// The run that the base schedule of the task names; none: it names none.
std::optional<int64_t> runOf(hls::TaskPointAttr task);

/// Whether a task of the design is of a run.
bool runsInTurn(hls::DesignAttr design);

} // namespace talos::analysis

#endif // TALOS_ANALYSIS_RUNSINTURN_H
