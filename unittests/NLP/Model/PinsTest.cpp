//===- PinsTest.cpp - Variables that the user fixes or bounds -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/NLP/Pins.h"
#include "RandomModel.h"
#include "talos/NLP/Solver.h"
#include "gtest/gtest.h"

using namespace talos;
using namespace talos::nlp;

namespace {
std::vector<Pin> pinsOf(llvm::StringRef text) {
  llvm::Expected<std::vector<Pin>> pins = parsePins(text);
  EXPECT_TRUE(bool(pins));
  return pins ? *pins : std::vector<Pin>();
}

struct Small {
  Small() {
    BlockId block = model.addBlock("S0");
    x = model.addVariable(block, "x", {1, 2, 4, 8});
    y = model.addVariable(block, "y", {1, 2, 3});
    order = model.addVariable(block, "order", {0, 1});
    model.addConstraint("sum", le(x + y, 9));
    model.setObjective({20 - x * y});
  }
  std::string apply(llvm::StringRef text) {
    std::vector<PinTarget> targets = variableTargets(model);
    targets[2].words = {{"i,j", 0}, {"j,i", 1}};
    targets[2].numbers = false;
    targets.push_back({"S0.twice", x * 2, {}, true});
    return llvm::toString(applyPins(model, pinsOf(text), targets));
  }
  Model model;
  Expr x, y, order;
};
} // namespace

TEST(Pins, Parse) {
  std::vector<Pin> pins = pinsOf(" S1.k.t2 = 4,S1.order=k, j,i,A.f<=8,A.g>=-2");
  ASSERT_EQ(pins.size(), 4u);
  EXPECT_EQ(pins[0].text(), "S1.k.t2=4");
  EXPECT_EQ(pins[1].text(), "S1.order=k,j,i");
  EXPECT_EQ(pins[2].text(), "A.f<=8");
  EXPECT_EQ(pins[3].text(), "A.g>=-2");
  EXPECT_TRUE(pinsOf("").empty());
  for (const char *bad : {"S1", "=4", "x=", "x<4", "x=4,", ",x=4"})
    EXPECT_NE(llvm::toString(parsePins(bad).takeError()), "") << bad;
}

TEST(Pins, AreHonoured) {
  Small s;
  EXPECT_EQ(s.apply("S0.x<=4,S0.x>=2,S0.order=j,i,S0.twice=4"), "");
  Solution solution = solve(s.model);
  ASSERT_EQ(solution.status, Status::Optimal);
  EXPECT_EQ(solution.point, (Assignment{2, 3, 1}));
}

TEST(Pins, Errors) {
  EXPECT_EQ(Small().apply("S0.z=1"),
            "pin 'S0.z=1': the model has no variable 'S0.z'; did you mean "
            "'S0.x' or 'S0.y'?");
  EXPECT_EQ(Small().apply("loop=1"),
            "pin 'loop=1': the model has no variable 'loop'; it has, for "
            "instance, S0.x, S0.y, S0.order, S0.twice");
  EXPECT_EQ(Small().apply("S0.x=3"),
            "pin 'S0.x=3': S0.x takes none of these values, only 1, 2, 4, 8");
  EXPECT_EQ(Small().apply("S0.x>=5,S0.x<=7"),
            "pin 'S0.x>=5' with 'S0.x<=7': S0.x takes none of these values, "
            "only 1, 2, 4, 8");
  EXPECT_EQ(Small().apply("S0.x=4,S0.x=2"),
            "pins 'S0.x=4' and 'S0.x=2' contradict each other");
  EXPECT_EQ(Small().apply("S0.x=two"),
            "pin 'S0.x=two': 'two' is no value of S0.x, which is an integer");
  EXPECT_EQ(Small().apply("S0.order=i"), "pin 'S0.order=i': 'i' is no value of "
                                         "S0.order, which is one of: i,j; j,i");
  EXPECT_EQ(Small().apply("S0.order<=i,j"),
            "pin 'S0.order<=i,j': the values of S0.order have no order; use "
            "'='");
}

TEST(Pins, ConflictIsMinimal) {
  std::vector<Pin> pins = pinsOf("S0.x=8,S0.order=i,j,S0.y>=2");
  std::vector<Pin> conflict =
      conflictingPins(pins, [](llvm::ArrayRef<Pin> some) {
        Small s;
        std::string text;
        for (const Pin &pin : some)
          text += (text.empty() ? "" : ",") + pin.text();
        EXPECT_EQ(s.apply(text), "");
        return solve(s.model).status == Status::Infeasible;
      });
  ASSERT_EQ(conflict.size(), 2u);
  EXPECT_EQ(conflict[0].text(), "S0.x=8");
  EXPECT_EQ(conflict[1].text(), "S0.y>=2");
}

/// Pinned to a random value, the optimum is the best point with that value.
TEST(Pins, AgreeWithEnumeration) {
  unsigned pinned = 0;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Model model, same;
    test::RandomModel a(model, seed), b(same, seed);
    test::Random random(seed);
    VarId id = random.in(0, model.variables().size() - 1);
    Pin pin{model.fullName(id), Pin::Equal,
            std::to_string(random.pick(model.variables()[id].domain))};
    ASSERT_EQ(llvm::toString(applyPins(model, {pin}, variableTargets(model))),
              "");
    std::vector<PinTarget> targets = variableTargets(same);
    same.addConstraint("pin",
                       eq(targets[id].expr, model.variables()[id].domain[0]));
    std::optional<Solution> oracle = enumerate(same, 50000);
    if (!oracle)
      continue;
    ++pinned;
    Solution solution = solve(model);
    EXPECT_EQ(solution.status, oracle->status) << seed;
    EXPECT_EQ(solution.objective, oracle->objective) << seed;
  }
  EXPECT_GT(pinned, 20u);
}
