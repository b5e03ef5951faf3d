//===- PrivateConstraintsTest.cpp - Value after value ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BlockEnumeration/PrivateConstraints.h"
#include "RandomExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace talos;
using namespace talos::nlp;
using namespace talos::nlp::test;

namespace {
/// Gives all variables values as an enumeration does.
class Walk {
public:
  Walk(const Model &model, const Ranges &ranges, std::vector<VarId> order,
       llvm::ArrayRef<NodeId> constraints, bool all)
      : order(std::move(order)), prefix(model, this->order),
        checks(model, ranges, prefix, constraints), all(all) {
    if (checks.constantsHold)
      descend(0);
  }

  std::set<Assignment> found;
  unsigned refused = 0; ///< partial choices

private:
  void descend(unsigned p) {
    if (p == order.size()) {
      found.insert(prefix.point);
      return;
    }
    for (uint32_t index : checks.allowed(p, all)) {
      if (!all && !checks.holds(p, index))
        continue;
      prefix.set(p, index);
      if (checks.mayGoOn(p))
        descend(p + 1);
      else
        ++refused;
    }
    prefix.unset(p);
  }

  std::vector<VarId> order;
  PartialAssignment prefix;
  PrivateConstraints checks;
  bool all;
};
} // namespace

/// In any order of the variables, and both ways of asking.
TEST(PrivateConstraints, LeaveExactlyTheChoicesThatSatisfyAll) {
  size_t found = 0, points = 0, refused = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    Random random(seed + 400);
    Model m;
    std::vector<Expr> pool = randomExpressions(m, random, 8);
    std::vector<NodeId> constraints;
    for (unsigned i = random.in(1, 3); i > 0; --i)
      constraints.push_back(random.pick(pool).node());
    std::set<Assignment> truth;
    forEachPoint(m, [&](const Assignment &point) {
      ++points;
      if (llvm::all_of(m.evaluate(constraints, point), [](Int value) {
            return value.isValid() && value.value() != 0;
          }))
        truth.insert(point);
    });
    std::vector<VarId> order{0, 1, 2};
    for (unsigned i = random.in(0, 5); i > 0; --i)
      std::next_permutation(order.begin(), order.end());
    Ranges ranges = computeRanges(m);
    for (bool all : {true, false}) {
      Walk walk(m, ranges, order, constraints, all);
      ASSERT_EQ(walk.found, truth) << "seed " << seed;
      refused += walk.refused;
    }
    found += truth.size();
  }
  EXPECT_GT(found, points / 10);
  EXPECT_LT(found, points * 9 / 10);
  EXPECT_GT(refused, 300u);
}

/// Ranges refute a partial choice before its last variable has a value.
TEST(PrivateConstraints, RefuteEarly) {
  Model m;
  BlockId b = m.addBlock("S0");
  Expr x = m.addVariable(b, "x", {1, 5, 9}), y = m.addVariable(b, "y", {1, 2}),
       z = m.addVariable(b, "z", {1, 2});
  NodeId sum = le(x + y + z, 8).node();
  Ranges ranges = computeRanges(m);
  std::vector<VarId> order{0, 1, 2};
  PartialAssignment prefix(m, order);
  PrivateConstraints checks(m, ranges, prefix, sum);
  std::vector<bool> goesOn;
  for (uint32_t index : checks.allowed(0)) {
    prefix.set(0, index);
    goesOn.push_back(checks.mayGoOn(0));
  }
  EXPECT_EQ(goesOn, (std::vector<bool>{true, true, false}));
}
