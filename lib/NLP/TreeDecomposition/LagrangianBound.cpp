//===- LagrangianBound.cpp - Budgets as prices ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/LagrangianBound.h"
#include <algorithm>

using namespace talos::nlp;

/// Sums of costs and aggregate values stay below this; it stands for "none".
static constexpr int64_t MaxNumber = int64_t(1) << 61;
static constexpr int64_t MaxWeight = int64_t(1) << 58;
/// How often prices are adjusted to each other, and how exactly: at the start
/// and in the parts of a box.
static constexpr unsigned FirstRounds = 3, LaterRounds = 2;
static constexpr unsigned FirstBits = 12, LaterBits = 7;
/// A box is split while a maximum in it may make this difference, in units of
/// the objective.
static constexpr int64_t MaxSpan = 2;

LagrangianBound::LagrangianBound(const SeparableStructure &structure,
                                 ArrayRef<Bag> bags, Limits *limits)
    : structure(structure), bags(bags), limits(limits),
      maxima(structure.size()), weights(structure.size()) {
  for (const Bag &bag : bags) {
    costs.emplace_back(bag.table.entries);
    ups.emplace_back(bag.table.keys);
    downs.emplace_back(bag.table.keys);
  }
}

void LagrangianBound::collectValues() {
  for (const Bag &bag : bags)
    for (auto [i, c] : llvm::enumerate(bag.aggregates)) {
      if (!structure.isMax[c])
        continue;
      int64_t least = INT64_MAX;
      for (size_t e = 0; e < bag.table.entries; ++e) {
        int64_t value = bag.value(e, i);
        maxima[c].push_back(value);
        least = std::min(least, value);
      }
      box.lo[c] = std::max(box.lo[c], least);
    }
  for (unsigned c = 0; c < maxima.size(); ++c) {
    sortUnique(maxima[c]);
    if (!maxima[c].empty())
      box.hi[c] = maxima[c].back();
    // What a budget allows if all else is free.
    for (const LinearBudget &budget : structure.budgets)
      if (int64_t weight = budget.form.weights[c]; weight > 0)
        box.hi[c] = std::min<Wide>(
            box.hi[c],
            std::max<Wide>(-1, Wide(budget.limit) - budget.form.constant) /
                weight);
  }
}

std::optional<Box> LagrangianBound::start() {
  std::vector<Wide> most(structure.size(), 0);
  for (const Bag &bag : bags)
    for (auto [i, c] : llvm::enumerate(bag.aggregates)) {
      int64_t largest = 0;
      for (size_t e = 0; e < bag.table.entries; ++e)
        largest = std::max(largest, bag.value(e, i));
      most[c] += largest;
    }
  if (llvm::any_of(most, [](Wide sum) { return sum > MaxNumber; }))
    return std::nullopt;
  ceiling = structure.objective.constant;
  for (unsigned c = 0; c < most.size(); ++c)
    ceiling += structure.objective.weights[c] * most[c];
  box.lo.assign(structure.size(), 0);
  box.hi.assign(structure.size(), INT64_MAX);
  box.prices.assign(structure.budgets.size(), 0);
  collectValues();
  if (!sendUp())
    return std::nullopt;
  int64_t range = MaxNumber / (int64_t(bags.size()) + 1);
  int64_t first = std::max<int64_t>(1, bound());
  while (scale < (int64_t(1) << 40) && first <= range / scale / 2)
    scale *= 2;
  if (!improve(FirstRounds, FirstBits))
    return std::nullopt;
  return box;
}

std::optional<std::vector<Box>> LagrangianBound::split(const Box &whole) {
  box = whole;
  setWeights();
  Wide widest = Wide(MaxSpan) * scale;
  std::optional<unsigned> aggregate;
  for (unsigned c = 0; c < weights.size(); ++c) {
    if (!structure.isMax[c])
      continue;
    Wide span = Wide(weights[c]) * (box.hi[c] - box.lo[c]);
    if (span > widest) {
      widest = span;
      aggregate = c;
    }
  }
  if (!aggregate)
    return std::nullopt;
  // Halves by value; the upper one begins at a value that occurs.
  int64_t lo = whole.lo[*aggregate], hi = whole.hi[*aggregate];
  int64_t middle = lo + (hi - lo) / 2;
  std::vector<Box> parts;
  for (bool isUpper : {false, true}) {
    box = whole;
    if (!isUpper)
      box.hi[*aggregate] = middle;
    else
      box.lo[*aggregate] = *llvm::upper_bound(maxima[*aggregate], middle);
    if (!improve(LaterRounds, LaterBits))
      continue;
    box.bound = std::max(box.bound, whole.bound);
    parts.push_back(box);
  }
  return parts;
}

void LagrangianBound::enter(const Box &entered) {
  box = entered;
  sendUp();
  sendDown();
}

void LagrangianBound::setWeights() {
  for (unsigned c = 0; c < weights.size(); ++c) {
    Wide weight = Wide(structure.objective.weights[c]) * scale;
    for (auto [budget, price] : llvm::zip(structure.budgets, box.prices))
      weight += Wide(budget.form.weights[c]) * price;
    // Less only makes the bound weaker.
    weights[c] = std::min<Wide>(weight, MaxWeight);
  }
  constant = Wide(structure.objective.constant) * scale;
  for (auto [budget, price] : llvm::zip(structure.budgets, box.prices))
    constant += (Wide(budget.form.constant) - budget.limit) * price;
}

bool LagrangianBound::isInBox(const Bag &bag, size_t entry) const {
  for (auto [i, c] : llvm::enumerate(bag.aggregates))
    if (bag.value(entry, i) > box.hi[c])
      return false;
  return true;
}

int64_t LagrangianBound::upOfChildren(const Bag &bag, size_t entry) const {
  int64_t sum = 0;
  for (auto [i, child] : llvm::enumerate(bag.children)) {
    int64_t below = ups[child][bag.table.childKey[i][entry]];
    if (below >= MaxNumber)
      return MaxNumber;
    sum += below;
  }
  return sum;
}

/// The least cost of every subtree, and a point that has it. False: there is
/// none.
bool LagrangianBound::sendUp() {
  setWeights();
  int64_t most = MaxNumber / (int64_t(bags.size()) + 1);
  std::vector<std::vector<uint32_t>> best; // entry by key
  for (auto [q, bag] : llvm::enumerate(bags)) {
    ups[q].assign(bag.table.keys, MaxNumber);
    best.emplace_back(bag.table.keys);
    for (size_t e = 0; e < bag.table.entries; ++e) {
      costs[q][e] = MaxNumber;
      if (!isInBox(bag, e))
        continue;
      Wide cost = 0;
      for (auto [i, c] : llvm::enumerate(bag.aggregates))
        if (!structure.isMax[c])
          cost += Wide(weights[c]) * bag.value(e, i);
      int64_t below = upOfChildren(bag, e);
      if (below >= MaxNumber)
        continue;
      costs[q][e] = std::min<Wide>(cost, most);
      int64_t sum = costs[q][e] + below;
      if (sum < ups[q][bag.table.key[e]]) {
        ups[q][bag.table.key[e]] = sum;
        best[q][bag.table.key[e]] = e;
      }
    }
  }
  if (ups.back().front() >= MaxNumber)
    return false;
  meet(best);
  return true;
}

void LagrangianBound::sendDown() {
  for (auto &down : downs)
    down.assign(down.size(), MaxNumber);
  downs.back().assign(downs.back().size(), 0);
  for (size_t q = bags.size(); q-- > 0;) {
    const Bag &bag = bags[q];
    for (size_t e = 0; e < bag.table.entries; ++e) {
      int64_t sum = downs[q][bag.table.key[e]];
      if (sum >= MaxNumber || costs[q][e] >= MaxNumber)
        continue;
      sum += costs[q][e] + upOfChildren(bag, e);
      for (auto [i, child] : llvm::enumerate(bag.children)) {
        uint32_t key = bag.table.childKey[i][e];
        downs[child][key] = std::min(downs[child][key], sum - ups[child][key]);
      }
    }
  }
}

/// Follows the best entries down, and keeps the point if it is a solution.
void LagrangianBound::meet(ArrayRef<std::vector<uint32_t>> best) {
  point.assign(structure.size(), 0);
  std::vector<uint32_t> key(bags.size(), 0), entries(bags.size());
  for (size_t q = bags.size(); q-- > 0;) {
    const Bag &bag = bags[q];
    uint32_t e = entries[q] = best[q][key[q]];
    for (auto [i, c] : llvm::enumerate(bag.aggregates))
      point[c] = structure.join(c, point[c], bag.value(e, i));
    for (auto [i, child] : llvm::enumerate(bag.children))
      key[child] = bag.table.childKey[i][e];
  }
  std::optional<std::vector<int64_t>> objectives = structure.objectives(point);
  if (objectives && (!incumbent || *objectives < incumbent->objectives))
    incumbent = {std::move(*objectives), std::move(entries)};
}

Wide LagrangianBound::overuse(const LinearBudget &budget) const {
  Wide sum = Wide(budget.form.constant) - budget.limit;
  for (unsigned c = 0; c < point.size(); ++c)
    sum += Wide(budget.form.weights[c]) *
           (structure.isMax[c] ? box.lo[c] : point[c]);
  return sum;
}

/// Adjusts all prices. False: the box holds no solution.
bool LagrangianBound::improve(unsigned rounds, unsigned bits) {
  for (unsigned round = 0; round < rounds; ++round)
    for (unsigned b = 0; b < box.prices.size(); ++b)
      if ((!limits || !limits->isOver()) && !findPrice(b, bits))
        return false;
  if (!sendUp())
    return false;
  box.bound = bound();
  return box.bound <= ceiling;
}

/// The least price, within 1 / 2^bits of it, at which the budget is kept, given
/// the others; a very high one if none keeps it. False: there is no solution.
bool LagrangianBound::findPrice(unsigned b, unsigned bits) {
  const LinearBudget &budget = structure.budgets[b];
  bool isPossible = true;
  auto isKept = [&](int64_t price) {
    box.prices[b] = price;
    isPossible = isPossible && sendUp();
    return !isPossible || overuse(budget) <= 0;
  };
  int64_t before = box.prices[b];
  if (isKept(0))
    return isPossible;
  int64_t largest = 1;
  for (int64_t w : budget.form.weights)
    largest = std::max(largest, w);
  int64_t low = 0, high = before;
  if (high == 0) // where the budget costs as much as the objective
    high = std::max<Wide>(1, Wide(scale) * std::max<int64_t>(1, bound()) /
                                 std::max<int64_t>(1, budget.limit));
  while (!isKept(high)) {
    low = high;
    if (high > MaxWeight / 4 / largest)
      return true; // not kept, but the bound is valid
    high *= 2;
  }
  for (int64_t less = high / 2; low == 0 && less > 0; less /= 2)
    if (isKept(less))
      high = less;
    else
      low = less;
  while (high - low > std::max<int64_t>(1, high >> bits)) {
    int64_t middle = low + (high - low) / 2;
    (isKept(middle) ? high : low) = middle;
  }
  return isKept(high) && isPossible;
}

int64_t LagrangianBound::bound() const {
  Wide sum = constant + ups.back().front();
  for (unsigned c = 0; c < weights.size(); ++c)
    sum += Wide(weights[c]) * box.lo[c];
  // An int64_t holds whatever a solution may have.
  Wide rounded = sum <= 0 ? 0 : (sum + scale - 1) / scale;
  return std::min<Wide>(rounded, INT64_MAX);
}

bool LagrangianBound::mayReach(int64_t top, ArrayRef<int64_t> values,
                               int64_t rest) const {
  Wide sum = constant + rest;
  for (unsigned c = 0; c < weights.size(); ++c)
    sum += Wide(weights[c]) * std::max(values[c], box.lo[c]);
  return sum <= Wide(top) * scale;
}
