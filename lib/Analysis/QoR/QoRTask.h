//===- QoRTask.h - Schedule of one task -------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of a task: which are flattened, which are not, transfers inside.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORTASK_H
#define TALOS_LIB_ANALYSIS_QOR_QORTASK_H

#include "Analysis/QoR/QoRRegion.h"

namespace talos::analysis {

/// Estimates a task. `memories` knows the operands of the task (buffers and
/// off-chip arrays); `buffers` gets the buffers declared inside.
mlir::FailureOr<TaskQoR> estimateTask(hls::TaskOp task, Memories memories,
                                      const target::Target &target,
                                      bool treeReduction,
                                      std::vector<BufferQoR> &buffers);

/// The memory that a buffer op declares.
Memory memoryOf(hls::BufferOp buffer);

/// Transfers of a buffer; the beat of the last one, 1 without any.
struct BufferUses {
  bool loaded = false, stored = false;
};
BufferUses usesOf(hls::BufferOp buffer);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORTASK_H
