//===- LargeStackTest.cpp - Room for deep recursion -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/LargeStack.h"
#include "talos/Support/Process.h"
#include "gtest/gtest.h"

using namespace talos;

/// Takes 64 bytes of stack a level at least.
static int sumTo(int n) {
  volatile char room[64];
  room[0] = 1;
  return n == 0 ? 0 : room[0] + sumTo(n - 1);
}

TEST(LargeStack, ProcessesAreStoppedInTime) {
  ProcessStatus status = ProcessStatus::Success;
  runOnLargeStack([&] {
    status = runProcess("sleep", {"20"}, ProcessOptions{1}).status;
    return 0;
  });
  EXPECT_EQ(status, ProcessStatus::TimedOut);
}

TEST(LargeStack, HoldsDeepRecursionAndReturnsTheResult) {
  EXPECT_EQ(runOnLargeStack([] { return sumTo(1000000); }), 1000000);
}
