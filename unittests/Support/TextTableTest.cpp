//===- TextTableTest.cpp - Text that fits a terminal ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/TextTable.h"
#include "gtest/gtest.h"

using namespace talos;
using llvm::StringRef;

static std::vector<std::string> linesOf(StringRef text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    lines.push_back(line.str());
    text = rest;
  }
  return lines;
}

static std::string print(const TextTable &table) {
  std::string text;
  llvm::raw_string_ostream os(text);
  table.print(os);
  return text;
}

TEST(TextTable, ColumnsAreAligned) {
  TextTable table({"a", "long"});
  EXPECT_FALSE(table.hasRows());
  table.add({"wider", "x"});
  EXPECT_TRUE(table.hasRows());
  EXPECT_EQ(print(table), "  a      long\n  wider  x\n\n");
}

TEST(TextTable, WideColumnsAreBroken) {
  TextTable table({"task", "loops", "cycles"});
  std::string loops;
  for (int i = 0; i < 20; ++i)
    loops += (i ? ", " : "") + std::string("i: 1 x 1 x 1");
  table.add({"S0", loops, "12"});
  std::vector<std::string> lines = linesOf(print(table));
  size_t widest = 0;
  std::string joined;
  for (size_t i = 1; i < lines.size(); ++i) {
    widest = std::max(widest, lines[i].size());
    joined += " " + StringRef(lines[i]).trim().str();
  }
  EXPECT_LE(widest, terminalColumns);
  EXPECT_GT(widest, terminalColumns - 15);
  // Each loop is there, in order, and other cells stand in the first line.
  EXPECT_EQ(StringRef(joined).count("i: 1"), 20u);
  EXPECT_TRUE(StringRef(lines[1]).ends_with("12")) << lines[1];
  EXPECT_EQ(StringRef(lines[1]).find("S0"), 2u);
}

TEST(TextTable, SeveralWideColumnsShareTheRoom) {
  std::string words =
      "alpha beta gamma delta epsilon zeta eta theta iota kappa";
  TextTable table({"x", "y", "z"});
  table.add({words, words, words});
  for (const std::string &line : linesOf(print(table)))
    EXPECT_LE(line.size(), terminalColumns) << line;
}

TEST(TextTable, CellsThatFitKeepTheirSpaces) {
  TextTable table({"a"});
  table.add({"two  spaces"});
  EXPECT_EQ(print(table), "  a\n  two  spaces\n\n");
}

TEST(Wrapped, LinesHoldWholeWords) {
  EXPECT_EQ(wrapped("", 10), std::vector<std::string>{""});
  EXPECT_EQ(wrapped("one two three", 7),
            (std::vector<std::string>{"one two", "three"}));
  // A word that is too long has a line of its own.
  EXPECT_EQ(wrapped("a muchtoolong b", 5),
            (std::vector<std::string>{"a", "muchtoolong", "b"}));
}

TEST(Wrapped, PrintedBehindAnIndent) {
  std::string text, words;
  for (int i = 0; i < 60; ++i)
    words += (i ? " " : "") + std::string("word");
  llvm::raw_string_ostream os(text);
  printWrapped(words, 2, os);
  std::vector<std::string> lines = linesOf(text);
  ASSERT_GT(lines.size(), 2u);
  EXPECT_EQ(StringRef(lines[0]).find("word"), 2u);
  EXPECT_EQ(StringRef(lines[1]).find("word"), 6u);
  for (const std::string &line : lines)
    EXPECT_LE(line.size(), terminalColumns);
}
