//===- Process.h - Runs a program without a shell ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A missing tool, a tool that failed and a tool that ran out of time are three
// different answers; none of them is success.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_PROCESS_H
#define TALOS_SUPPORT_PROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace talos {

enum class ProcessStatus {
  Success,     ///< ran and returned 0
  ToolMissing, ///< no such program on PATH, or it cannot be started
  ToolFailed,  ///< returned another code, or was killed by a signal
  TimedOut,    ///< killed because it ran longer than allowed
};
llvm::StringRef toString(ProcessStatus status);

struct ProcessOptions {
  unsigned timeoutSeconds = 0;  ///< 0: none
  unsigned memoryMegabytes = 0; ///< of data; 0: no limit
};

struct ProcessResult {
  ProcessStatus status = ProcessStatus::ToolMissing;
  int exitCode = -1;   ///< of a program that ran to its end; -2 for a signal
  double seconds = 0;  ///< elapsed
  std::string command; ///< the command line, quoted, for messages only
  std::string standardOutput;
  std::string standardError;
  std::string message; ///< why it is not Success; empty if it is

  bool succeeded() const { return status == ProcessStatus::Success; }
};

/// Runs `program` (a path, or a name looked up in PATH) with `arguments` (the
/// program's name not among them) and an empty standard input, waits for it,
/// and returns what it wrote. Needs a writable temporary directory.
ProcessResult runProcess(llvm::StringRef program,
                         llvm::ArrayRef<std::string> arguments,
                         const ProcessOptions &options = {});

/// The time limit of runProcess is an alarm, which must reach the thread that
/// waits for the process: every other thread that lives for long says so first.
void leaveAlarmsToOthers();

} // namespace talos

#endif // TALOS_SUPPORT_PROCESS_H
