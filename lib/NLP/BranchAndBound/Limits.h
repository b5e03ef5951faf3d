//===- Limits.h - Node and time limits of a solve ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_LIMITS_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_LIMITS_H

#include "talos/NLP/Solver.h"
#include <chrono>

namespace talos::nlp {

/// a + b without overflow, for b >= 0.
inline int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/// What a solve may take, shared by all its parts.
struct Limits {
  Limits() = default;
  /// `options` must name the threads.
  explicit Limits(const SolverOptions &options);

  int64_t nodes = 0;
  int64_t nodeLimit = INT64_MAX;
  bool fewerIfLarge = false;    ///< as SolverOptions has it
  int64_t lastNode = INT64_MAX; ///< what a dive or a second attempt may take
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool> *canceled = nullptr; ///< true: late
  std::optional<int64_t> mostMemory;           ///< bytes of the process
  bool timeHit = false, memoryHit = false;
  std::function<void(int64_t)> tick; ///< called every 1024 nodes
  /// Node counts of the next call of `tick` and of the next look at the clock.
  int64_t nextTick = 0, nextLook = 0;
  /// Threads, and from what time on to use them: see SolverOptions.
  Workers *workers = nullptr;
  int64_t togetherFrom = 0;

  /// Whether a limit is exhausted. Looks at clock and memory every few nodes.
  bool hit();
  /// The same of time and memory. Looks at them.
  bool isOver();
  /// The same, from any thread; nothing is noted.
  bool isLate() const;
  bool isFull() const;
};

/// Admits at most `nodes` more nodes while it lives.
class ScopedNodeLimit {
public:
  ScopedNodeLimit(Limits &limits, int64_t nodes)
      : limits(limits), saved(limits.nodeLimit) {
    if (nodes < saved - limits.nodes)
      limits.nodeLimit = limits.nodes + nodes;
  }
  ~ScopedNodeLimit() { limits.nodeLimit = saved; }

private:
  Limits &limits;
  int64_t saved;
};

/// Restores all limits when it goes, but not the count of nodes.
class ScopedLimits {
public:
  explicit ScopedLimits(Limits &limits) : limits(limits), saved(limits) {}
  ~ScopedLimits() {
    saved.nodes = limits.nodes;
    limits = saved;
  }

private:
  Limits &limits;
  Limits saved;
};

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_BRANCHANDBOUND_LIMITS_H
