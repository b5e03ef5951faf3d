//===- ExchangeTest.cpp - Written models and the answers to them ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Exchange.h"
#include "RandomModel.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "gtest/gtest.h"
#include <fstream>

using namespace talos;
using namespace talos::nlp;

namespace {
std::string readError(llvm::StringRef text) {
  llvm::Expected<Answer> answer = readMiniZinc(text, 2);
  EXPECT_FALSE(bool(answer)) << text.str();
  return answer ? "" : llvm::toString(answer.takeError());
}

void makeSmall(Model &model) {
  BlockId block = model.addBlock("S0");
  Expr x = model.addVariable(block, "x", {1, 2, 4});
  Expr y = model.addVariable(block, "y", {1, 2, 3, 4, 5});
  model.addConstraint("enough", le(6, x * y));
  model.setObjective({x + y, y});
}
} // namespace

TEST(MiniZinc, ReadsAnswers) {
  llvm::Expected<Answer> answer = readMiniZinc(
      "talos [1, 6] 7\n----------\ntalos [2, -3] 5\n----------\n==========\n",
      2);
  ASSERT_TRUE(bool(answer));
  EXPECT_EQ(answer->kind, Answer::Optimal);
  EXPECT_EQ(answer->point, (Assignment{2, -3}));
  EXPECT_EQ(answer->objective, 5);
  EXPECT_EQ(readMiniZinc("=====UNSATISFIABLE=====\n", 2)->kind,
            Answer::Infeasible);
  EXPECT_EQ(readMiniZinc("=====UNKNOWN=====\n", 2)->kind, Answer::Unknown);
  EXPECT_EQ(readMiniZinc("", 2)->kind, Answer::Unknown);
  EXPECT_EQ(readMiniZinc("talos [1, 6] 7\n----------\n", 2)->kind,
            Answer::Feasible);
}

TEST(MiniZinc, RefusesHostileOutput) {
  for (const char *text :
       {"talos [2] 5\n----------\n==========\n",
        "talos [2, 3, 4] 5\n----------\n==========\n",
        "talos [2, 3.5] 5\n----------\n==========\n",
        "talos [2, 99999999999999999999] 5\n----------\n==========\n",
        "talos [2, 3]\n----------\n==========\n",
        "talos [2, 3] 5 6\n----------\n==========\n",
        "talos [2, 3] 5\n==========\n",
        "talos [2, 3] 5\ntalos [2, 3] 5\n----------\n",
        "talos [2, 3] 5\n----------\n==========\ntalos [2, 3] 5\n",
        "talos [2, 3] 5\n----------\n=====UNSATISFIABLE=====\n", "==========\n",
        "=====ERROR=====\n", "=====UNBOUNDED=====\n", "\n",
        "Segmentation fault\n", "talos [2,3] 5\n----------\n",
        "talos []] 5\n----------\n"})
    EXPECT_NE(readError(text), "") << text;
}

/// No proper beginning of an answer is taken for it.
TEST(MiniZinc, RefusesTruncatedOutput) {
  llvm::StringRef text = "talos [2, 3] 5\n----------\n==========\n";
  for (size_t length = 1; length < text.size(); ++length) {
    llvm::Expected<Answer> answer = readMiniZinc(text.take_front(length), 2);
    if (answer)
      EXPECT_EQ(answer->kind, Answer::Feasible); // refused without a time limit
    else
      llvm::consumeError(answer.takeError());
    EXPECT_EQ(bool(answer), length == 26) << length;
  }
}

TEST(MiniZinc, VerifiesPoints) {
  Model model;
  makeSmall(model);
  auto check = [&](Assignment point, int64_t objective) {
    return llvm::toString(
        verify(model, {Answer::Optimal, point, objective}, 0));
  };
  EXPECT_EQ(check({2, 3}, 5), "");
  EXPECT_EQ(check({2, 3}, 4), "the objective at the point is 5, not 4");
  EXPECT_EQ(check({2, 2}, 4), "the point violates 'enough'");
  EXPECT_EQ(check({3, 3}, 6), "the point violates 'domain of S0.x'");
  EXPECT_EQ(check({1, 2}, 3), "the point violates 'enough'");
}

namespace {
/// A program in place of minizinc that prints `output`.
class Liar {
public:
  explicit Liar(const std::string &body) {
    llvm::sys::fs::createTemporaryFile("talos-liar", "sh", path);
    std::ofstream(path.c_str()) << "#!/bin/sh\n" << body << "\n";
    llvm::sys::fs::setPermissions(path, llvm::sys::fs::all_all);
  }
  ~Liar() { llvm::sys::fs::remove(path); }
  External run() {
    Model model;
    makeSmall(model);
    ExternalOptions options;
    options.program = path.c_str();
    return solveMiniZinc(model, options);
  }

private:
  llvm::SmallString<128> path;
};
} // namespace

TEST(MiniZinc, LyingFailingMissingSolvers) {
  auto answer = [](const char *text) {
    return std::string("printf '") + text + "'";
  };
  struct {
    std::string body;
    External::Failure failure;
    const char *message;
  } cases[] = {
      {answer("talos [2, 3] 4\\n----------\\n==========\\n"), External::Lied,
       "the objective at the point is 5, not 4"},
      {answer("talos [2, 2] 4\\n----------\\n==========\\n"), External::Lied,
       "violates 'enough'"},
      {answer("talos [2, 3] 5\\n----------\\n"), External::Lied,
       "cut off: no proof"},
      {answer("talos [2, 3"), External::Lied, "cut off in 'talos [2, 3'"},
      {answer(""), External::Lied, "cut off: no proof"},
      // The second objective: settled at 5, its point has 6.
      {answer("talos [4, 2] 6\\n----------\\n==========\\n"), External::Lied,
       "not 6"},
      {"echo no such solver >&2; exit 3", External::Failed,
       "returned 3: no such solver"},
      {"kill -9 $$", External::Failed, "was killed"}};
  for (const auto &test : cases) {
    External result = Liar(test.body).run();
    EXPECT_EQ(result.failure, test.failure) << test.body;
    EXPECT_NE(result.message.find(test.message), std::string::npos)
        << result.message;
    EXPECT_TRUE(result.solution.point.empty());
  }
  Model model;
  makeSmall(model);
  ExternalOptions options;
  options.program = "talos-no-such-program";
  External missing = solveMiniZinc(model, options);
  EXPECT_EQ(missing.failure, External::Missing);
  EXPECT_NE(missing.message.find("install minizinc"), std::string::npos);
}

namespace {
/// False: the external solver claims nothing, because values beyond 32 bits
/// were cut off.
bool agree(Model &model, uint32_t seed) {
  ExternalOptions options;
  options.timeLimitSeconds = 60;
  External external = solveMiniZinc(model, options);
  EXPECT_EQ(external.failure, External::None)
      << "seed " << seed << ": " << external.message;
  Solution own = solve(model);
  Status status = external.solution.status;
  if (status == Status::Unknown || status == Status::Feasible) {
    if (status == Status::Feasible)
      EXPECT_LE(own.objective, external.solution.objective) << "seed " << seed;
    return false;
  }
  EXPECT_EQ(external.solution.objective, own.objective) << "seed " << seed;
  EXPECT_EQ(external.solution.status, own.status) << "seed " << seed;
  return true;
}
bool isMissing() { return !llvm::sys::findProgramByName("minizinc"); }
} // namespace

/// At least fifty models a test, so that they run side by side.
class MiniZincAgreement : public testing::TestWithParam<uint32_t> {};
TEST_P(MiniZincAgreement, PrimaryObjective) {
  if (isMissing())
    GTEST_SKIP() << "minizinc is not on PATH";
  unsigned decided = 0;
  for (uint32_t seed = GetParam(); seed < GetParam() + 70; ++seed) {
    Model model;
    test::RandomModel make(model, seed, /*wide=*/false);
    model.setObjective({Expr(&model, model.objective().front())});
    decided += agree(model, seed);
  }
  EXPECT_GE(decided, 50u);
}
INSTANTIATE_TEST_SUITE_P(Seeds, MiniZincAgreement,
                         testing::Values(0, 100, 200, 300));

TEST(MiniZinc, AgreesOnAllObjectives) {
  if (isMissing())
    GTEST_SKIP() << "minizinc is not on PATH";
  for (uint32_t seed = 1000; seed < 1012; ++seed) {
    Model model;
    test::RandomModel make(model, seed, /*wide=*/false);
    agree(model, seed);
  }
}

/// Every operation, with operands of both signs, invalid and large values.
TEST(MiniZinc, AgreesOnRandomExpressions) {
  if (isMissing())
    GTEST_SKIP() << "minizinc is not on PATH";
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Model model;
    test::Random random(seed);
    std::vector<Expr> all = test::randomExpressions(model, random, 12);
    model.addConstraint("c", le(all[all.size() - 2], all[all.size() - 3]));
    model.setObjective({all.back()});
    ExternalOptions options;
    External external = solveMiniZinc(model, options);
    ASSERT_EQ(external.failure, External::None)
        << seed << ": " << external.message;
    Solution own = *enumerate(model, 100000);
    const Solution &other = external.solution;
    if (other.status == Status::Optimal || other.status == Status::Infeasible) {
      EXPECT_EQ(other.status, own.status) << seed;
      EXPECT_EQ(other.objective, own.objective) << seed;
    }
  }
}
