//===- QoRTimeline.h - When each call runs ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_ANALYSIS_QOR_QORTIMELINE_H
#define TALOS_LIB_ANALYSIS_QOR_QORTIMELINE_H

#include "talos/Analysis/QoR.h"

namespace talos::analysis {

/// Sets `start` and `end` of `qor.calls`, whose phases, latencies and
/// executions are known. Phases of one body follow each other; each takes as
/// long as its longest call and `phaseOverhead`. The last one ends at
/// `qor.latency`.
void layOutCalls(QoR &qor, int64_t phaseOverhead);

} // namespace talos::analysis

#endif // TALOS_LIB_ANALYSIS_QOR_QORTIMELINE_H
