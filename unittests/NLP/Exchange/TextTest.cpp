//===- TextTest.cpp - The text form: round trip and errors ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Text.h"
#include "RandomModel.h"
#include "talos/NLP/Solver.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::nlp;

namespace {
std::string printed(const Model &model) {
  std::string text;
  llvm::raw_string_ostream os(text);
  model.print(os);
  return os.str();
}

std::unique_ptr<Model> parsed(llvm::StringRef text) {
  TextError error;
  std::unique_ptr<Model> model = parseModel(text, error);
  EXPECT_TRUE(model) << error.line << ":" << error.column << ": "
                     << error.message << "\n"
                     << text.str();
  return model;
}

std::string errorOf(llvm::StringRef text) {
  TextError error;
  EXPECT_FALSE(parseModel(text, error));
  return std::to_string(error.line) + ":" + std::to_string(error.column) +
         ": " + error.message;
}

/// The error of a statement in line 4 of a model.
std::string inModel(llvm::StringRef line) {
  return errorOf(("nlp 1\nblock S0\nvar x in {1..3}\n" + llvm::Twine(line) +
                  "\nminimize S0.x\nend\n")
                     .str());
}
} // namespace

TEST(Text, RandomModelsRoundTripAndKeepTheirOptimum) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Model model;
    test::RandomModel make(model, seed);
    std::string text = printed(model);
    std::unique_ptr<Model> again = parsed(text);
    ASSERT_TRUE(again);
    ASSERT_EQ(printed(*again), text) << "seed " << seed;
    if (seed >= 60)
      continue;
    Solution a = solve(model), b = solve(*again);
    EXPECT_EQ(a.status, b.status) << "seed " << seed;
    EXPECT_EQ(a.objective, b.objective) << "seed " << seed;
  }
}

TEST(Text, RandomExpressionsKeepTheirValues) {
  for (uint32_t seed = 0; seed < 200; ++seed) {
    Model model;
    test::Random random(seed);
    std::vector<Expr> all = test::randomExpressions(model, random, 40);
    model.addConstraint("c", all[all.size() - 2]);
    model.setObjective({all.back()});
    std::unique_ptr<Model> again = parsed(printed(model));
    ASSERT_TRUE(again);
    test::forEachPoint(model, [&](const Assignment &point) {
      ASSERT_EQ(model.evaluate(model.objective()[0], point),
                again->evaluate(again->objective()[0], point));
      ASSERT_EQ(model.violations(point), again->violations(point));
    });
  }
}

TEST(Text, DeepExpressionsAreSplit) {
  Model model;
  BlockId block = model.addBlock("S0");
  Expr x = model.addVariable(block, "x", {1, 2}), sum = x;
  for (int i = 0; i < 5000; ++i)
    sum = x * (sum - 1) - (i + 7);
  model.setObjective({sum});
  std::string text = printed(model);
  std::unique_ptr<Model> again = parsed(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(printed(*again), text);
}

TEST(Text, OddNamesAreQuoted) {
  Model model;
  BlockId block = model.addBlock("a b");
  Expr x = model.addVariable(block, "select", {INT64_MIN, -3, INT64_MAX});
  model.addConstraint("say \"no\"\n\\", le(x, 0));
  BlockId second = model.addBlock("min");
  Expr y = model.addVariable(second, "min.x[0]", {0, 1});
  model.declareOutput(second, "of", y);
  model.setObjective({x + y});
  std::string text = printed(model);
  EXPECT_EQ(text, R"(nlp 1
block "a b"
  var "select" in {-9223372036854775808, -3, 9223372036854775807}
block "min"
  var "min.x[0]" in {0, 1}
output "of" of "min" = "min.x[0]"
constraint "say \"no\"\0a\\": "a b.select" <= 0
minimize "a b.select" + "min.x[0]"
end
)");
  std::unique_ptr<Model> again = parsed(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(printed(*again), text);
}

TEST(Text, PrecedenceAsUsual) {
  std::unique_ptr<Model> model =
      parsed("nlp 1 block S var x in {5} # five\n"
             "minimize 2 + S.x * 3 - -1 <= S.x - 1 - 1 + (S.x + 4) * 2 end");
  ASSERT_TRUE(model);
  EXPECT_EQ(model->evaluate(model->objective()[0], {5}), Int(1)); // 18 <= 21
}

TEST(Text, SyntaxErrors) {
  EXPECT_EQ(errorOf(""), "1:1: expected 'nlp 1' at the start of the file, "
                         "found the end of the file");
  EXPECT_EQ(errorOf("nlp 2\n"),
            "1:5: expected the version 1 of the format, found '2'");
  EXPECT_EQ(errorOf("nlp 1\nblock S0\n"),
            "3:1: the file ends without 'end'; it may be cut off");
  EXPECT_EQ(inModel("let %a = S0.x +"),
            "5:1: expected an expression, found 'minimize'");
  EXPECT_EQ(inModel("let %a = (S0.x"), "5:1: expected ')', found 'minimize'");
  EXPECT_EQ(inModel("let %a = S0.x / 2"), "4:15: unexpected character '/'");
  EXPECT_EQ(inModel("let a = S0.x"),
            "4:5: expected a name with '%', found 'a'");
  EXPECT_EQ(inModel("constraint c: S0.x"),
            "4:12: expected the name of the constraint in double quotes, "
            "found 'c'");
  EXPECT_EQ(inModel("constraint \"c: S0.x"),
            "4:12: the string has no closing quote on its line");
  EXPECT_EQ(inModel("let %a = max(S0.x)"),
            "4:10: 'max' takes 2 operands, not 1");
  EXPECT_EQ(inModel("let %a = \x01"),
            "4:10: unexpected byte 0x1; the file is text");
  EXPECT_EQ(errorOf("nlp 1 end"),
            "1:7: the model has no objective; write 'minimize 0' if any "
            "feasible point will do");
  EXPECT_EQ(inModel("minimize 0 end"), "5:1: text after 'end'; remove it");
  EXPECT_EQ(inModel("let %a = " + std::string(600, '(')),
            "4:510: the expression nests more than 500 deep; name parts of it "
            "with 'let'");
}

TEST(Text, DomainErrors) {
  EXPECT_EQ(inModel("var y in {}"),
            "4:10: the domain is empty; a variable needs a value");
  EXPECT_EQ(inModel("var y in {4..2}"), "4:11: the range 4..2 is empty; write "
                                        "the smaller number first");
  EXPECT_EQ(inModel("var y in {1, 3, 2}"),
            "4:17: the values of a domain must ascend, but 2 follows 3");
  EXPECT_EQ(inModel("var y in {-9223372036854775808..9223372036854775807}"),
            "4:11: the domain has more than 1000000 values; bound it more "
            "tightly");
  EXPECT_EQ(inModel("var y in {9223372036854775808}"),
            "4:11: the number 9223372036854775808 does not fit into 64 bits");
}

TEST(Text, NameErrors) {
  EXPECT_EQ(inModel("var x in {1}"),
            "4:5: variable 'S0.x' is there already; rename one");
  EXPECT_EQ(inModel("block S0"),
            "4:7: block 'S0' is there already; rename one");
  EXPECT_EQ(inModel("constraint \"c\": S0.y"),
            "4:17: no variable 'S0.y' is declared above; did you mean 'S0.x'?");
  EXPECT_EQ(inModel("let %a = %b"), "4:10: '%b' is not defined above");
  EXPECT_EQ(inModel("output cycles of S1 = 1"),
            "4:18: no block 'S1' is declared above");
  EXPECT_EQ(errorOf("nlp 1 var x in {1}"),
            "1:11: variable 'x' stands before the first 'block'; declare its "
            "block first");
}

/// Every prefix and every changed byte of a model is read or refused.
TEST(Text, MutilatedTextsDoNotCrash) {
  Model model;
  test::RandomModel make(model, 7);
  std::string text = printed(model);
  unsigned refused = 0;
  for (size_t i = 0; i + 5 < text.size(); ++i) {
    TextError error;
    EXPECT_FALSE(parseModel(llvm::StringRef(text).take_front(i), error));
    EXPECT_FALSE(error.message.empty());
    std::string changed = text;
    changed[i] = "({%\"\\.9-"[i % 8];
    refused += parseModel(changed, error) == nullptr;
  }
  EXPECT_GT(refused, text.size() / 3);
}
