//===- MalformedTest.cpp - Texts that are no models -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Deep, huge, cut off, binary and contradictory texts: each is refused with a
// place and a message, or read; none crashes, or runs into the limits of nodes.
//
//===----------------------------------------------------------------------===//
#include "RandomExpr.h"
#include "talos/NLP/Solver.h"
#include "talos/NLP/Text.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::nlp;

namespace {
const std::string head = "nlp 1\nblock B\nvar x in {1..3}\n";
const std::string tail = "\nminimize 0\nend\n";

std::string repeated(llvm::StringRef part, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += part;
  return text;
}

/// Refused at a place in the text.
void expectRefused(const std::string &text, llvm::StringRef what) {
  SCOPED_TRACE(what.str());
  TextError error;
  EXPECT_FALSE(parseModel(text, error));
  EXPECT_FALSE(error.message.empty());
  EXPECT_GE(error.line, 1u);
  EXPECT_LE(error.line, llvm::StringRef(text).count('\n') + 1);
  EXPECT_GE(error.column, 1u);
  std::string printed;
  llvm::raw_string_ostream os(printed);
  printError(os, "m.nlp", text, error);
  EXPECT_TRUE(llvm::StringRef(printed).starts_with(
      "m.nlp:" + std::to_string(error.line) + ":"));
}

/// The same of statements between a head and a tail that are right.
void expectRefusedStatement(const std::string &statement) {
  expectRefused(head + statement + tail,
                llvm::StringRef(statement).take_front(60));
}
} // namespace

TEST(Malformed, TextsThatAreNoModels) {
  for (llvm::StringRef text : {"",
                               " ",
                               "\n",
                               "#",
                               "nlp",
                               "nlp 2",
                               "nlp 1",
                               "nlp 1 1",
                               "nlp -1",
                               "NLP 1\nend",
                               "nlp 1\nend",
                               "nlp 1\nend end",
                               "nlp 1\nminimize 0\nend\nend",
                               "nlp 1\nminimize 0",
                               "{}",
                               "[1, 2]",
                               "<xml/>",
                               "module {}",
                               "int main() { return 0; }",
                               "\x7f"
                               "ELF\x02\x01\x01",
                               "\xef\xbb\xbfnlp 1",
                               "\xff\xfe",
                               "nlp 1\r\n\x1b",
                               "\"",
                               "%",
                               "nlp \"1\""})
    expectRefused(text.str(), text);
  expectRefused(std::string(1000, '\0'), "zeros");
  expectRefused(head + std::string(1, '\0') + tail, "a zero");
  expectRefused(repeated("\n", 100000), "lines");
}

TEST(Malformed, Statements) {
  for (const char *statement :
       {"block",
        "block 1",
        "block \"",
        "block block",
        "block B",
        "var",
        "var x",
        "var x in {1}",
        "var y",
        "var y in",
        "var y in {",
        "var y in {1",
        "var y in {1,}",
        "var y in {1..}",
        "var y in {..1}",
        "var y in {1.5}",
        "var y in {1 2}",
        "var y in {2, 1}",
        "var y in {1, 1}",
        "var y in {-}",
        "var y in {1..99999999999999999999}",
        "var y in {x}",
        "var y in {-9223372036854775809}",
        "var y in {9223372036854775808}",
        "var y in {-9223372036854775808..9223372036854775807}",
        "var y in {0..1000000}",
        "dependent",
        "dependent y in {}",
        "let",
        "let a = 1",
        "let % = 1",
        "let %a",
        "let %a =",
        "let %a = %a",
        "let %a = 1 let %a = 2",
        "output",
        "output c",
        "output c of",
        "output c of C = 1",
        "output c of B",
        "output c of B =",
        "constraint",
        "constraint c: 1",
        "constraint \"c\"",
        "constraint \"c\":",
        "constraint \"c\\q\": 1",
        "constraint \"c: 1",
        "minimize",
        "minimize 1 <= 2 <= 3",
        "minimize 1 +",
        "minimize * 1",
        "minimize min(1)",
        "minimize min(1, 2, 3)",
        "minimize select(1, 2)",
        "minimize ceillog2()",
        "minimize mod 1",
        "minimize (1",
        "minimize 1)",
        "minimize 123456789012345678901234567890",
        "minimize y",
        "minimize \"\"",
        "minimize %1",
        "minimize 1 / 2",
        "minimize 1 < 2",
        "minimize 1 >= 2",
        "minimize -x",
        "minimize x[1]",
        "end",
        "maximize 1",
        "subject to"})
    expectRefusedStatement(statement);
}

TEST(Malformed, DeepTexts) {
  const size_t deep = 200000;
  for (const char *open : {"(", "[", "{", "((-", "min(", "select(1, ", "\"",
                           "-", "1 + (", "1 <= (", "%", "block "})
    expectRefusedStatement("minimize " + repeated(open, deep));
  expectRefusedStatement("minimize " + repeated("(", deep) + "1" +
                         repeated(")", deep));
  expectRefused(repeated("[", deep), "brackets alone");
  expectRefused("nlp 1 " + repeated("(", deep), "parentheses alone");
  expectRefused(head + "minimize " + std::string(1 << 20, 'y'), "a long name");
  expectRefused("nlp 1 block B var " + std::string(1 << 20, 'x') +
                    " in {1} minimize " + std::string(1 << 20, 'y'),
                "two long names");
}

/// A short text must not ask for all memory.
TEST(Malformed, HugeDomains) {
  std::string text = head;
  for (int i = 0; i < 30; ++i)
    text += "var y" + std::to_string(i) + " in {0..999999}\n";
  expectRefused(text + tail, "thirty million values");
}

/// What is long, but not nested, is a model, and is solved.
TEST(Malformed, LongModelsAreSolved) {
  const size_t count = 200000;
  const std::string sums[] = {
      "minimize B.x" + repeated(" + B.x", count),
      "minimize B.x" + repeated(" - B.x", count),
      "block C\nvar y in {1..3}\nminimize B.x" + repeated(" + C.y", count),
      "block C\nvar y in {1..3}\nconstraint \"c\": B.x" +
          repeated(" + C.y", count) + " <= 1000000\nminimize B.x + C.y"};
  for (const std::string &sum : sums) {
    SCOPED_TRACE(sum.substr(0, 60));
    std::string text = head + sum + "\nend\n";
    TextError error;
    std::unique_ptr<Model> model = parseModel(text, error);
    ASSERT_TRUE(model) << error.message;
    SolverOptions options;
    options.nodeLimit = 1000;
    options.eliminateFrom = 0;
    EXPECT_EQ(solve(*model, options).status, Status::Optimal);
  }
  std::string lets = head + "block C\nvar y in {1..3}\nlet %0 = B.x\n";
  for (size_t i = 1; i <= 20000; ++i)
    lets += "let %" + std::to_string(i) + " = max(%" + std::to_string(i - 1) +
            " + B.x, C.y)\n";
  TextError error;
  std::unique_ptr<Model> model =
      parseModel(lets + "minimize %20000\nend", error);
  ASSERT_TRUE(model) << error.message;
  SolverOptions options;
  options.nodeLimit = 1000;
  options.eliminateFrom = 0;
  EXPECT_EQ(solve(*model, options).status, Status::Optimal);
}

/// Random tokens in random order.
TEST(Malformed, RandomTokens) {
  static const char *const tokens[] = {
      "nlp 1",      "block",    "var",
      "dependent",  "let",      "output",
      "constraint", "end",      "in",
      "of",         "minimize", "{",
      "}",          "(",        ")",
      ",",          ":",        "..",
      "<=",         "==",       "=",
      "+",          "-",        "*",
      "min",        "mod",      "select",
      "gcd",        "B",        "B.x",
      "x",          "%a",       "\"c\"",
      "0",          "7",        "\n",
      "#",          "\\",       "9223372036854775807"};
  test::Random random(1);
  unsigned refused = 0;
  for (unsigned round = 0; round < 5000; ++round) {
    std::string text = round % 2 ? head : "nlp 1 ";
    for (int64_t i = random.in(1, 40); i > 0; --i)
      text += std::string(tokens[random.in(0, std::size(tokens) - 1)]) + " ";
    TextError error;
    bool isModel = parseModel(text, error) != nullptr;
    refused += !isModel;
    ASSERT_EQ(isModel, error.message.empty()) << text;
  }
  EXPECT_GT(refused, 4500u);
}
