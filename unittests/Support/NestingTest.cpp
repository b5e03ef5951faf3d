//===- NestingTest.cpp - How deep brackets are nested ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Nesting.h"
#include "gtest/gtest.h"

using namespace talos;

static std::string repeated(char c, size_t count) {
  return std::string(count, c);
}

TEST(Nesting, AcceptsTheDeepestAndNamesThePlaceBehind) {
  std::string most = repeated('[', maxNesting) + repeated(']', maxNesting);
  EXPECT_EQ(llvm::toString(checkNesting(most)), "");
  EXPECT_TRUE(bool(parseJson(most)));
  std::string message =
      llvm::toString(checkNesting("{\n " + repeated('[', maxNesting)));
  EXPECT_NE(message.find("[2:1001]: more than 1000 brackets"),
            std::string::npos)
      << message;
}

TEST(Nesting, BracketsInQuotesDoNotCount) {
  std::string text =
      "[\"" + repeated('{', 2 * maxNesting) + "\\\"" + repeated('(', 1) + "\"]";
  EXPECT_EQ(llvm::toString(checkNesting(text)), "");
  EXPECT_TRUE(bool(parseJson(text)));
}

TEST(Nesting, JsonOfAnyDepthIsAnError) {
  llvm::Expected<llvm::json::Value> value = parseJson(repeated('[', 200000));
  ASSERT_FALSE(bool(value));
  EXPECT_NE(llvm::toString(value.takeError()).find("brackets are open"),
            std::string::npos);
}
