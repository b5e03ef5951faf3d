//===- NamesTest.cpp - Names of emitted files -----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Emit/Emit.h"
#include "gtest/gtest.h"

using namespace talos;

TEST(Names, FilesOfATopFunction) {
  EXPECT_EQ(emit::fileStem("gemm"), "gemm");
  // The C++ names of functions called log and time.
  EXPECT_EQ(emit::fileStem("log_"), "log");
  EXPECT_EQ(emit::fileStem("time_"), "time_kernel");
  // No header of C's library is hidden.
  EXPECT_EQ(emit::fileStem("math"), "math_kernel");
  EXPECT_EQ(emit::fileStem("string"), "string_kernel");
}
