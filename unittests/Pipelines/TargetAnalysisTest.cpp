//===- TargetAnalysisTest.cpp - The data behind `hls.target` --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Support/DataDir.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace talos;

TEST(TargetAnalysis, ReadsTheFilesOfATargetOnce) {
  auto source = findDataFile("targets/devices/u200.json");
  ASSERT_TRUE(bool(source)) << llvm::toString(source.takeError());
  llvm::SmallString<128> path;
  ASSERT_FALSE(
      llvm::sys::fs::createTemporaryFile("talos-device", "json", path));
  ASSERT_FALSE(llvm::sys::fs::copy_file(*source, path));
  analysis::TargetAnalysis targets(nullptr);
  auto first = targets.load(path, 4000, "2023.2");
  ASSERT_TRUE(bool(first)) << llvm::toString(first.takeError());
  EXPECT_EQ((*first)->device.name, "u200");
  ASSERT_FALSE(llvm::sys::fs::remove(path));
  auto again = targets.load(path, 4000, "2023.2");
  ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
  EXPECT_EQ(*first, *again);
  auto other = targets.load(path, 4550, "2023.2");
  EXPECT_FALSE(bool(other));
  EXPECT_NE(llvm::toString(other.takeError()).find("cannot be read"),
            std::string::npos);
}
