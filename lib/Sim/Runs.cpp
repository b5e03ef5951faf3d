//===- Runs.cpp - The iterations in which an access moves a token ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions that are linear in the last counter that they depend on hold in an
// interval of it, which is found without a look at its values.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "llvm/ADT/STLExtras.h"

using namespace talos;
using namespace talos::sim;
using llvm::ArrayRef;

static int64_t floorDivide(int64_t a, int64_t b) { return a / b - (a % b < 0); }

static bool isTrue(int64_t value, Condition::Relation relation, int64_t bound) {
  switch (relation) {
  case Condition::LT:
    return value < bound;
  case Condition::LE:
    return value <= bound;
  case Condition::GT:
    return value > bound;
  case Condition::GE:
    return value >= bound;
  case Condition::EQ:
    return value == bound;
  case Condition::NE:
    return value != bound;
  }
  return false;
}

bool Test::holds(ArrayRef<int64_t> values) const {
  int64_t value = constant;
  for (auto [coefficient, variable] : terms)
    value += coefficient * values[variable];
  if (divisor != 1)
    value = floorDivide(value, divisor);
  if (modulus != 0)
    value -= floorDivide(value, modulus) * modulus;
  return isTrue(value, relation, bound);
}

int64_t Test::restWithout(unsigned variable, ArrayRef<int64_t> values) const {
  int64_t value = constant;
  for (auto [coefficient, other] : terms)
    if (other != variable)
      value += coefficient * values[other];
  return value;
}

int64_t Test::coefficientOf(unsigned variable) const {
  int64_t sum = 0;
  for (auto [coefficient, other] : terms)
    if (other == variable)
      sum += coefficient;
  return sum;
}

static bool allHold(ArrayRef<Test> tests, ArrayRef<int64_t> values) {
  return llvm::all_of(tests, [&](const Test &t) { return t.holds(values); });
}

bool Guard::holds(ArrayRef<int64_t> values) const {
  return cases.empty() ||
         llvm::any_of(cases, [&](const std::vector<Test> &tests) {
           return allHold(tests, values);
         });
}

int Guard::lastVariable(unsigned first) const {
  int last = -1;
  for (const std::vector<Test> &tests : cases)
    for (const Test &test : tests)
      for (auto [coefficient, variable] : test.terms)
        if (coefficient != 0 && variable >= first)
          last = std::max(last, int(variable));
  return last;
}

bool Guard::dependsBelow(unsigned limit) const {
  for (const std::vector<Test> &tests : cases)
    for (const Test &test : tests)
      for (auto [coefficient, variable] : test.terms)
        if (coefficient != 0 && variable < limit)
          return true;
  return false;
}

/// Cuts [from, to) to the values x with a x + rest RELATION bound.
static void cut(int64_t a, int64_t rest, Condition::Relation relation,
                int64_t bound, int64_t &from, int64_t &to) {
  if (a == 0) {
    if (!isTrue(rest, relation, bound))
      to = from;
    return;
  }
  int64_t room = bound - rest; // a x RELATION room
  bool isUpper = relation == Condition::LT || relation == Condition::LE;
  bool isLower = relation == Condition::GT || relation == Condition::GE;
  if (relation == Condition::EQ)
    isUpper = isLower = true;
  int64_t most = room - (relation == Condition::LT);
  int64_t least = room + (relation == Condition::GT);
  if (a < 0) { // -a x: the sides change
    std::swap(isUpper, isLower);
    std::swap(most, least);
    most = -most;
    least = -least;
    a = -a;
  }
  if (isUpper)
    to = std::min(to, floorDivide(most, a) + 1);
  if (isLower)
    from = std::max(from, -floorDivide(-least, a));
}

Runs::Runs(const Pipeline &pipeline, const PipelineAccess &access,
           ArrayRef<int64_t> loops)
    : pipeline(&pipeline), access(&access) {
  values.assign(loops.begin(), loops.end());
  values.append(pipeline.trips.size(), 0);
  rows = 1;
  for (unsigned i = 0; i + 1 < access.depends; ++i)
    rows *= pipeline.trips[i];
}

/// Finds which values of the last counter may hold in the present row.
void Runs::openRow() {
  unsigned last = pipeline->loops + access->depends - 1;
  value = 0;
  valueEnd = pipeline->trips[access->depends - 1];
  isExact = access->when.cases.size() == 1;
  if (!isExact)
    return;
  for (const Test &test : access->when.cases.front()) {
    if (test.isLinear())
      cut(test.coefficientOf(last), test.restWithout(last, values),
          test.relation, test.bound, value, valueEnd);
    else
      isExact = false;
  }
}

bool Runs::nextRow() {
  if (++row >= rows)
    return false;
  if (access->depends == 0) { // one row, which holds or does not
    value = 0;
    valueEnd = access->when.holds(values);
    isExact = true;
    return true;
  }
  if (row > 0)
    for (int i = int(access->depends) - 2; i >= 0; --i) {
      int64_t &counter = values[pipeline->loops + i];
      if (++counter < pipeline->trips[i])
        break;
      counter = 0;
    }
  openRow();
  return true;
}

/// Without those that are left out.
bool Runs::next() {
  if (pipeline->ranks.empty())
    return nextInBox();
  while (true) {
    while (boxFrom == boxTo) {
      if (!nextInBox())
        return false;
      boxFrom = from;
      boxTo = to;
    }
    int64_t unit = boxFrom / pipeline->unit, rank = pipeline->ranks[unit],
            first = boxFrom - unit * pipeline->unit;
    from = rank * pipeline->unit + first;
    to = rank * pipeline->unit +
         std::min(boxTo - unit * pipeline->unit, pipeline->unit);
    boxFrom += to - from;
    if (rank >= 0)
      return true;
  }
}

/// Of all iterations.
bool Runs::nextInBox() {
  while (true) {
    while (value >= valueEnd)
      if (!nextRow())
        return false;
    int64_t first = value, count = 1;
    if (isExact) {
      count = valueEnd - value;
    } else {
      values[pipeline->loops + access->depends - 1] = value;
      if (!access->when.holds(values)) {
        ++value;
        continue;
      }
    }
    value += count;
    int64_t width =
        access->depends == 0 ? 1 : pipeline->trips[access->depends - 1];
    from = (row * width + first) * access->block;
    to = from + count * access->block;
    return true;
  }
}

int64_t sim::countTokens(const Pipeline &pipeline, const PipelineAccess &access,
                         ArrayRef<int64_t> loops) {
  int64_t tokens = 0;
  for (Runs runs(pipeline, access, loops); runs.next();)
    tokens += runs.end() - runs.begin();
  return tokens;
}
