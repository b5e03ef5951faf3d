//===- Watch.h - Limits of a whole run --------------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_WATCH_H
#define TALOS_LIB_PIPELINES_DRIVER_WATCH_H

#include "Pipelines/Driver/Progress.h"
#include <atomic>
#include <condition_variable>
#include <thread>

namespace talos {

/// What a run may take; 0: without limit.
struct RunLimits {
  double seconds = 0;
  int64_t megabytes = 0; ///< resident memory of the process
  /// Whether the process ends where the search alone does not keep a limit. Not
  /// in a library.
  bool mayEndProcess = true;
  /// Becomes true on any thread to end the search; null: never.
  const std::atomic<bool> *canceled = nullptr;
};

/// Looks at clock and memory from a thread of its own, and shows progress. The
/// search ends by itself with its best design; where another phase takes too
/// long, or any phase too much memory, the process ends with an error.
class Watch {
public:
  Watch(const RunLimits &limits, Progress &progress);
  ~Watch();

  /// When the search has to end.
  std::optional<Progress::Clock::time_point> deadline() const;
  const std::atomic<bool> *canceled() const { return limits.canceled; }
  /// Bytes that the search may still take: the rest of the run needs some, too.
  int64_t memoryLeft() const;
  /// From here on processes of the C simulation are watched by their own
  /// limits.
  void leaveToProcesses() { isOver = true; }

private:
  void run();
  void checkTime();
  void checkMemory();

  RunLimits limits;
  Progress &progress;
  int64_t heldAtStart; ///< MB
  Progress::Clock::time_point start = Progress::Clock::now();
  std::atomic<bool> isOver{false};
  bool hasSearched = false;
  bool ends = false;
  std::mutex mutex;
  std::condition_variable wake;
  std::thread thread;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_WATCH_H
