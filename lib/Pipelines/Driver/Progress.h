//===- Progress.h - Shows long work on a terminal ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_PROGRESS_H
#define TALOS_LIB_PIPELINES_DRIVER_PROGRESS_H

#include "talos/Pipelines/Session.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <mutex>
#include <optional>
#include <vector>

namespace talos {

/// Measures phases. On a terminal it shows the running one in one line, once
/// that has lasted for a second, and wipes the line when the phase ends. What
/// is not a terminal gets nothing. May be called on several threads.
class Progress {
public:
  using Clock = std::chrono::steady_clock;

  explicit Progress(llvm::raw_ostream &err)
      : err(err), terminal(err.is_displayed()) {}
  ~Progress() { wipe(); }

  /// Ends the running phase and starts `name`.
  void start(llvm::StringRef name);
  /// Ends the running phase.
  void stop();
  /// What a search knows, in cycles; shown beside the phase.
  void searched(std::optional<int64_t> best, int64_t bound);
  /// Shows the line anew, at most five times a second.
  void refresh();
  /// Removes the line, so that other text can be printed.
  void wipe();
  /// Prints an error about the running phase and ends the process; no other
  /// thread prints meanwhile.
  [[noreturn]] void abort(llvm::function_ref<std::string(llvm::StringRef)> why,
                          int code);

  /// The running phase; empty between phases.
  std::string phase() const;

  std::vector<PhaseTime> phases;
  /// Is told of each phase as it starts and of what searches know; empty: no
  /// one. Called on any thread, one at a time.
  std::function<void(const PhaseProgress &)> observer;

private:
  std::string line() const;
  void stopPhase();
  void wipeLine();

  llvm::raw_ostream &err;
  bool terminal;
  mutable std::mutex mutex;
  bool shown = false;
  std::string running, found;
  Clock::time_point started, lastShown;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_PROGRESS_H
