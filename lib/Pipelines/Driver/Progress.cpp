//===- Progress.cpp - Shows long work on a terminal -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Progress.h"

using namespace talos;

void Progress::start(llvm::StringRef name) {
  stop();
  running = name.str();
  started = Clock::now();
  show("");
}

void Progress::stop() {
  if (running.empty())
    return;
  wipe();
  std::chrono::duration<double> elapsed = Clock::now() - started;
  // A pass over functions runs once a function: one phase for all of them.
  if (!phases.empty() && phases.back().name == running)
    phases.back().seconds += elapsed.count();
  else
    phases.push_back({running, elapsed.count()});
  running.clear();
}

void Progress::detail(const llvm::Twine &text) {
  if (Clock::now() - lastShown >= std::chrono::milliseconds(100))
    show(": " + text);
}

void Progress::show(const llvm::Twine &text) {
  if (!terminal)
    return;
  wipe();
  err << "hlsc: " << running << text;
  err.flush();
  shown = true;
  lastShown = Clock::now();
}

void Progress::wipe() {
  if (!shown)
    return;
  err << "\r\x1b[K"; // to the start of the line, erase to its end
  err.flush();
  shown = false;
}
