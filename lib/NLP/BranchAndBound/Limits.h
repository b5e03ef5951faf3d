//===- Limits.h - Node and time limits of a solve ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_BRANCHANDBOUND_LIMITS_H
#define TALOS_LIB_NLP_BRANCHANDBOUND_LIMITS_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

namespace talos::nlp {

/// Node and time limits, shared by all searches of one solve.
struct Limits {
  int64_t nodes = 0;
  int64_t nodeLimit = INT64_MAX;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  bool timeHit = false;
  std::function<void(int64_t)> tick; ///< called every 1024 nodes
  /// Node counts of the next call of `tick` and of the next look at the clock.
  int64_t nextTick = 0, nextLook = 0;

  /// Whether a limit is exhausted. Looks at the clock every few nodes.
  bool hit();
  /// The same of the time limit. Looks at the clock.
  bool timeOver();
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
