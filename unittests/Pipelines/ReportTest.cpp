//===- ReportTest.cpp - What the report says of a design ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Report/ReportBuilder.h"
#include "gtest/gtest.h"

using namespace talos;

TEST(Disagreement, OnePercentOfTheModelIsTheLimit) {
  EXPECT_EQ(disagreement(1000, 1010), "");
  EXPECT_EQ(disagreement(1000, 990), "");
  EXPECT_NE(disagreement(1000, 1011), "");
  EXPECT_NE(disagreement(1000, 989), "");
  EXPECT_NE(disagreement(99, 100), ""); // 1 of 99 is more
  EXPECT_EQ(disagreement(100, 100), "");
}

TEST(Disagreement, BothFiguresAreNamed) {
  std::string why = disagreement(9183698, 15171702);
  EXPECT_NE(why.find("9183698"), std::string::npos) << why;
  EXPECT_NE(why.find("15171702"), std::string::npos) << why;
}

TEST(Disagreement, NoFigureOfTheModelIsNoDisagreement) {
  EXPECT_EQ(disagreement(0, 100), "");
}

TEST(Disagreement, FiguresNearTheLimitOf64Bits) {
  EXPECT_EQ(disagreement(INT64_MAX, INT64_MAX - 1), "");
  EXPECT_NE(disagreement(1, INT64_MAX), "");
}
