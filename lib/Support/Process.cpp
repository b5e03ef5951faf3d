//===- Process.cpp - Runs a program without a shell -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Process.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <optional>

using namespace talos;
using llvm::StringRef;

StringRef talos::toString(ProcessStatus status) {
  switch (status) {
  case ProcessStatus::Success:
    return "success";
  case ProcessStatus::ToolMissing:
    return "tool missing";
  case ProcessStatus::ToolFailed:
    return "tool failed";
  case ProcessStatus::TimedOut:
    return "timed out";
  }
  return "unknown";
}

static std::string readFile(StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

/// The files that receive the program's output, removed with the object.
namespace {
class OutputFiles {
public:
  bool create() { return createOne("out", out) && createOne("err", err); }
  StringRef outPath() const { return out; }
  StringRef errPath() const { return err; }
  ~OutputFiles() {
    for (StringRef path : {StringRef(out), StringRef(err)})
      if (!path.empty())
        llvm::sys::fs::remove(path);
  }

private:
  static bool createOne(StringRef suffix, llvm::SmallString<128> &path) {
    return !llvm::sys::fs::createTemporaryFile("talos-process", suffix, path);
  }
  llvm::SmallString<128> out, err;
};
} // namespace

static std::string quotedCommand(StringRef path,
                                 llvm::ArrayRef<std::string> arguments) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::sys::printArg(os, path, /*Quote=*/false);
  for (const std::string &argument : arguments) {
    os << ' ';
    llvm::sys::printArg(os, argument, /*Quote=*/false);
  }
  return text;
}

/// Sets status and message from what ExecuteAndWait reports: -1 not started,
/// -2 crash or time-out.
static void classify(ProcessResult &result, StringRef program, bool notStarted,
                     StringRef error, unsigned timeout) {
  if (notStarted || result.exitCode == -1) {
    result.status = ProcessStatus::ToolMissing;
    result.message = ("cannot start '" + program + "': " + error).str();
  } else if (result.exitCode == -2) {
    bool late = timeout != 0 && result.seconds >= timeout;
    result.status = late ? ProcessStatus::TimedOut : ProcessStatus::ToolFailed;
    result.message = late ? ("'" + program + "' ran longer than " +
                             llvm::Twine(timeout) + " s and was stopped")
                                .str()
                          : ("'" + program + "' was killed: " + error).str();
  } else if (result.exitCode != 0) {
    result.status = ProcessStatus::ToolFailed;
    result.message =
        ("'" + program + "' returned " + llvm::Twine(result.exitCode)).str();
  } else {
    result.status = ProcessStatus::Success;
  }
}

void talos::leaveAlarmsToOthers() {
  sigset_t alarms;
  sigemptyset(&alarms);
  sigaddset(&alarms, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alarms, nullptr);
}

ProcessResult talos::runProcess(StringRef program,
                                llvm::ArrayRef<std::string> arguments,
                                const ProcessOptions &options) {
  ProcessResult result;
  result.command = quotedCommand(program, arguments);
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(program);
  if (!path) {
    result.message = ("'" + program + "' was not found on PATH").str();
    return result;
  }
  OutputFiles files;
  if (!files.create()) {
    result.status = ProcessStatus::ToolFailed;
    result.message = "cannot create a temporary file for the tool's output";
    return result;
  }

  llvm::SmallVector<StringRef> argv{program};
  argv.append(arguments.begin(), arguments.end());
  std::optional<StringRef> redirects[] = {StringRef(""), files.outPath(),
                                          files.errPath()};
  std::string error;
  bool notStarted = false;
  auto start = std::chrono::steady_clock::now();
  result.exitCode = llvm::sys::ExecuteAndWait(
      *path, argv, /*Env=*/std::nullopt, redirects, options.timeoutSeconds,
      options.memoryMegabytes, &error, &notStarted);
  result.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  result.standardOutput = readFile(files.outPath());
  result.standardError = readFile(files.errPath());
  classify(result, program, notStarted, error, options.timeoutSeconds);
  return result;
}
