//===- Progress.h - Shows long work on a terminal ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_PROGRESS_H
#define TALOS_LIB_PIPELINES_DRIVER_PROGRESS_H

#include "talos/Pipelines/Report.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <vector>

namespace talos {

/// Measures phases; on a terminal shows the running one in one line that is
/// wiped when the phase ends.
class Progress {
public:
  explicit Progress(llvm::raw_ostream &err)
      : err(err), terminal(err.is_displayed()) {}
  ~Progress() { wipe(); }

  /// Ends the running phase and starts `name`.
  void start(llvm::StringRef name);
  /// Ends the running phase.
  void stop();
  /// Adds to the shown line; at most ten times a second.
  void detail(const llvm::Twine &text);
  /// Removes the line, so that other text can be printed.
  void wipe();

  std::vector<PhaseTime> phases;

private:
  using Clock = std::chrono::steady_clock;
  void show(const llvm::Twine &text);

  llvm::raw_ostream &err;
  bool terminal;
  bool shown = false;
  std::string running;
  Clock::time_point started, lastShown;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_PROGRESS_H
