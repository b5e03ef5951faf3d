//===- Watch.cpp - Limits of a whole run ----------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Watch.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Support/Process.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

using namespace talos;

/// How often clock and memory are looked at.
static constexpr std::chrono::milliseconds Interval(20);

/// A search that ran out of time takes so long to make a design of what it has.
static constexpr double GraceSeconds = 3;
/// Of the memory the search has so much: a table that grows is for a moment
/// there twice, once of double the size.
static constexpr double SearchShare = 0.4;
/// Without a limit the search has so many MB beside what the process held
/// before: most searches need tens of them, and few find more with gigabytes.
static constexpr int64_t SearchMegabytes = 1600;
/// Phases before the search have so long under any limit.
static constexpr double LeastSeconds = 1;

/// Resident memory of this process in MB; 0 where the system does not tell.
static int64_t residentMegabytes() {
  auto text = llvm::MemoryBuffer::getFileAsStream("/proc/self/statm");
  if (!text)
    return 0;
  // Pages in all, then resident ones.
  llvm::StringRef resident = (*text)->getBuffer().split(' ').second;
  int64_t pages = 0;
  if (resident.split(' ').first.getAsInteger(10, pages))
    return 0;
  return pages * int64_t(llvm::sys::Process::getPageSizeEstimate()) /
         (1024 * 1024);
}

Watch::Watch(const RunLimits &limits, Progress &progress)
    : limits(limits), progress(progress), heldAtStart(residentMegabytes()),
      thread([this] { run(); }) {}

Watch::~Watch() {
  {
    std::lock_guard<std::mutex> guard(mutex);
    ends = true;
  }
  wake.notify_all();
  thread.join();
}

std::optional<Progress::Clock::time_point> Watch::deadline() const {
  if (limits.seconds <= 0)
    return std::nullopt;
  return start + std::chrono::duration_cast<Progress::Clock::duration>(
                     std::chrono::duration<double>(limits.seconds));
}

int64_t Watch::memoryLeft() const {
  int64_t most = limits.megabytes > 0
                     ? int64_t(double(limits.megabytes) * SearchShare)
                     : heldAtStart + SearchMegabytes;
  return (most - residentMegabytes()) * 1024 * 1024;
}

void Watch::run() {
  leaveAlarmsToOthers();
  std::unique_lock<std::mutex> lock(mutex);
  while (!wake.wait_for(lock, Interval, [this] { return ends; })) {
    progress.refresh();
    if (isOver || !limits.mayEndProcess)
      continue;
    checkTime();
    checkMemory();
  }
}

/// Up to the search a phase has what the limit leaves. The search ends by
/// itself; it and what carries its design out may take as long again.
void Watch::checkTime() {
  if (limits.seconds <= 0)
    return;
  hasSearched |= progress.phase() == "hls-explore";
  double spent =
      std::chrono::duration<double>(Progress::Clock::now() - start).count();
  double most = hasSearched ? 2 * limits.seconds + GraceSeconds
                            : std::max(limits.seconds, LeastSeconds);
  if (spent <= most)
    return;
  progress.abort(
      [&](llvm::StringRef phase) -> std::string {
        return llvm::formatv("the limit of {0:F3} s (--time-limit) was reached "
                             "{1}{2}; raise the "
                             "limit, or compile a smaller part of the program",
                             limits.seconds,
                             phase.empty() ? "between phases" : "in ", phase);
      },
      int(ExitCode::NoDesign));
}

/// A limit that is suggested is greater than what is in use by this part.
static constexpr int64_t MarginDivisor = 4;

void Watch::checkMemory() {
  if (limits.megabytes <= 0)
    return;
  int64_t used = residentMegabytes();
  if (used <= limits.megabytes)
    return;
  progress.abort(
      [&](llvm::StringRef phase) -> std::string {
        return llvm::formatv(
            "{0} MB are in use {1}{2}, more than the limit of {3} MB "
            "(--memory-limit); raise the limit, to {4} or more, or take "
            "--threads 1",
            used, phase.empty() ? "between phases" : "in ", phase,
            limits.megabytes, used + used / MarginDivisor + 1);
      },
      int(ExitCode::NoDesign));
}
