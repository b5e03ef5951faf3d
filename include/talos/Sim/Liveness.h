//===- Liveness.h - Proof that a network never deadlocks --------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A simulation shows that a network ends when every access is at the stage that
// the network says. The tool may schedule a write later, and a pipeline that
// stalls has then read more before a result leaves. The proof covers all of
// that: it holds for every network that differs in the stages of its writes, up
// to the last stage of an iteration, for pipelines of every style, and for
// nodes of a segment that run one after the other, as C++ executes them.
//
// Event n of an access is certain once everything that its pipeline may wait
// for before is: every event of another FIFO that may come at an earlier stage
// or the same has its token or its place, and those of its own FIFO up to n
// have. A FIFO that is on no undirected cycle of processes takes part in no
// deadlock and counts as unlimited. That is a marked graph again, whose one
// least solution is found by counting.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SIM_LIVENESS_H
#define TALOS_SIM_LIVENESS_H

#include "talos/Sim/Simulate.h"

namespace talos::sim {

struct Liveness {
  /// No deadlock at the given depths. False: there may be one, or none.
  bool isProved = false;
  /// Where the proof fails: processes each of which may wait for the next one,
  /// the last one for the first.
  std::vector<Waiting> cycle;
  /// By FIFO: the given depths, larger where the proof needs that.
  std::vector<int64_t> enough;
};

/// Of a network that `verify` accepts.
Liveness proveLive(const Network &network);

/// By FIFO: depths for which the proof holds, and fails if one of them is less
/// by 1 or more.
std::vector<int64_t> leastDepths(const Network &network);

/// "'a_late' (depth 8) needs 57": FIFOs that are not deep enough.
std::string explainDepths(const Network &network, const Liveness &liveness);

} // namespace talos::sim

#endif // TALOS_SIM_LIVENESS_H
