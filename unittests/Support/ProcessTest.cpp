//===- ProcessTest.cpp - Runs real programs -------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Process.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace talos;

TEST(Process, CapturesBothStreamsSeparately) {
  ProcessResult result =
      runProcess("sh", {"-c", "echo to out; echo to err >&2"});
  EXPECT_EQ(result.status, ProcessStatus::Success) << result.message;
  EXPECT_EQ(result.exitCode, 0);
  EXPECT_EQ(result.standardOutput, "to out\n");
  EXPECT_EQ(result.standardError, "to err\n");
  EXPECT_EQ(result.message, "");
}

TEST(Process, ArgumentsReachTheProgramUninterpreted) {
  // A shell would expand, split or run each of these.
  ProcessResult result =
      runProcess("printf", {"%s|%s|%s", "$HOME", "a b; false", "`id`\"'"});
  EXPECT_TRUE(result.succeeded()) << result.message;
  EXPECT_EQ(result.standardOutput, "$HOME|a b; false|`id`\"'");
}

TEST(Process, StandardInputIsEmpty) {
  ProcessResult result = runProcess("cat", {}, ProcessOptions{5});
  EXPECT_TRUE(result.succeeded()) << result.message;
  EXPECT_EQ(result.standardOutput, "");
}

TEST(Process, MissingToolIsNotAFailedTool) {
  ProcessResult result = runProcess("talos-no-such-program", {"x"});
  EXPECT_EQ(result.status, ProcessStatus::ToolMissing);
  EXPECT_EQ(result.message, "'talos-no-such-program' was not found on PATH");
}

TEST(Process, FailureKeepsCodeAndOutput) {
  ProcessResult result = runProcess("sh", {"-c", "echo why >&2; exit 7"});
  EXPECT_EQ(result.status, ProcessStatus::ToolFailed);
  EXPECT_EQ(result.exitCode, 7);
  EXPECT_EQ(result.standardError, "why\n");
  EXPECT_EQ(result.message, "'sh' returned 7");
}

TEST(Process, SignalIsAFailure) {
  ProcessResult result = runProcess("sh", {"-c", "kill -SEGV $$"});
  EXPECT_EQ(result.status, ProcessStatus::ToolFailed);
  EXPECT_NE(result.message.find("was killed"), std::string::npos)
      << result.message;
}

TEST(Process, TimeOutStopsTheProgram) {
  ProcessResult result = runProcess("sleep", {"30"}, ProcessOptions{1});
  EXPECT_EQ(result.status, ProcessStatus::TimedOut);
  EXPECT_LT(result.seconds, 10.0);
  EXPECT_EQ(result.message, "'sleep' ran longer than 1 s and was stopped");
}

TEST(Process, FileThatIsNotAProgramIsMissing) {
  llvm::SmallString<128> path;
  int file = -1;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("talos", "txt", file, path));
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << "not a program\n";
  ProcessResult result = runProcess(path, {});
  llvm::sys::fs::remove(path);
  EXPECT_EQ(result.status, ProcessStatus::ToolMissing);
}

TEST(Process, CommandIsPrintedForMessages) {
  ProcessResult result = runProcess("true", {"a b", "-O1"});
  EXPECT_EQ(result.command, "true \"a b\" -O1");
}
