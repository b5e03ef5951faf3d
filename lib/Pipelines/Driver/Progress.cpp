//===- Progress.cpp - Shows long work on a terminal -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Progress.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cstdlib>

using namespace talos;

/// Columns of the line at most; narrower terminals would break it.
static constexpr size_t Columns = 100;

static double secondsSince(Progress::Clock::time_point time) {
  return std::chrono::duration<double>(Progress::Clock::now() - time).count();
}

void Progress::start(llvm::StringRef name) {
  std::lock_guard<std::mutex> guard(mutex);
  stopPhase();
  running = name.str();
  started = Clock::now();
  if (observer)
    observer({running, std::nullopt, std::nullopt});
}

void Progress::stop() {
  std::lock_guard<std::mutex> guard(mutex);
  stopPhase();
}

void Progress::stopPhase() {
  wipeLine();
  found.clear();
  if (running.empty())
    return;
  double seconds = secondsSince(started);
  // A pass over functions runs once a function, and any pass once a program
  // that is compared: one phase for all of them.
  auto known = llvm::find_if(
      phases, [&](const PhaseTime &phase) { return phase.name == running; });
  if (known != phases.end())
    known->seconds += seconds;
  else
    phases.push_back({running, seconds});
  running.clear();
}

void Progress::searched(std::optional<int64_t> best, int64_t bound) {
  std::lock_guard<std::mutex> guard(mutex);
  if (observer)
    observer({running, best, bound});
  if (!terminal)
    return;
  found = llvm::formatv(", at least {0:N} cycles", bound);
  if (best)
    found = llvm::formatv(
        ", best {0:N} cycles, bound {1:N}, gap {2:F1} %", *best, bound,
        *best > 0 ? 100.0 * double(*best - bound) / *best : 0.0);
}

std::string Progress::line() const {
  std::string text = llvm::formatv("hlsc: {0} {1:F0} s{2}", running,
                                   secondsSince(started), found);
  return text.substr(0, Columns);
}

void Progress::refresh() {
  if (!terminal)
    return;
  std::lock_guard<std::mutex> guard(mutex);
  if (running.empty() || secondsSince(started) < 1 ||
      secondsSince(lastShown) < 0.2)
    return;
  wipeLine();
  err << line();
  err.flush();
  shown = true;
  lastShown = Clock::now();
}

void Progress::wipe() {
  std::lock_guard<std::mutex> guard(mutex);
  wipeLine();
}

void Progress::wipeLine() {
  if (!shown)
    return;
  err << "\r\x1b[K"; // to the start of the line, erase to its end
  err.flush();
  shown = false;
}

void Progress::abort(llvm::function_ref<std::string(llvm::StringRef)> why,
                     int code) {
  std::lock_guard<std::mutex> guard(mutex);
  wipeLine();
  err << "hlsc: error: " << why(running) << "\n";
  err.flush();
  std::_Exit(code);
}

std::string Progress::phase() const {
  std::lock_guard<std::mutex> guard(mutex);
  return running;
}
