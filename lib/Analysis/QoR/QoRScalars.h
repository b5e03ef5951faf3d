//===- QoRScalars.h - What the top function computes by itself --*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORSCALARS_H
#define TALOS_LIB_ANALYSIS_QOR_QORSCALARS_H

#include "talos/Analysis/QoR.h"

namespace talos::analysis {

/// Operations outside of all tasks, between two calls of their body.
struct ScalarsQoR {
  llvm::SmallVector<mlir::Operation *> ops; ///< in program order
  int64_t latency = 0; ///< of the longest path through them
  std::vector<OperatorCount> operators;
};

/// The op computes a value that some task takes, by itself or by way of other
/// such ops.
bool feedsTask(mlir::Operation &op);

/// `first`, and the ops like it up to the next call or loop of its block.
mlir::FailureOr<ScalarsQoR> estimateScalars(mlir::Operation &first,
                                            const target::Target &target);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORSCALARS_H
