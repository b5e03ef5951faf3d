//===- BucketElimination.cpp - Block after block, with labels -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/BucketElimination.h"
#include "NLP/Presolve/Dominance.h"
#include <algorithm>

using namespace talos::nlp;

/// Labels of one window.
static constexpr int64_t MaxLabels = 2000000;
/// What counts as much as a node of a search.
static constexpr int64_t LabelsPerNode = 256;
/// The first window above the bound is this fraction of it.
static constexpr int64_t FirstWindowDivisor = 50000;

std::unique_ptr<BucketElimination>
BucketElimination::prepare(const Coupling &coupling, ArrayRef<Table> tables,
                           const Propagation &propagation, const Store &store,
                           Limits &limits) {
  std::optional<SeparableStructure> structure =
      SeparableStructure::find(coupling, propagation.tabulatedConstraints());
  if (!structure)
    return nullptr;
  std::optional<std::vector<Bag>> bags = buildTreeDecomposition(
      coupling, tables, propagation.binaryTables(), store, *structure, limits);
  if (!bags)
    return nullptr;
  std::unique_ptr<BucketElimination> result(new BucketElimination(
      std::move(*structure), std::move(*bags), tables.size(), limits));
  std::optional<Box> whole = result->lagrangian->start();
  if (!whole)
    return nullptr;
  result->lower = whole->bound;
  result->open.push_back({std::move(*whole), 0});
  return result;
}

BucketElimination::BucketElimination(SeparableStructure found,
                                     std::vector<Bag> tree, size_t blocks,
                                     Limits &limits)
    : rows(blocks), limits(limits), structure(std::move(found)),
      bags(std::move(tree)),
      lagrangian(std::make_unique<LagrangianBound>(structure, bags, &limits)) {}

Status BucketElimination::solve() {
  // The box with the least bound first; of these the one met first.
  auto isBetter = [](const OpenBox &a, const OpenBox &b) {
    return a.box.bound < b.box.bound;
  };
  for (;;) {
    auto next = llvm::min_element(open, isBetter);
    bool isDone = next == open.end() ||
                  (!objectives.empty() && next->box.bound > objectives.front());
    if (isDone)
      break;
    lower = std::max(lower, next->box.bound);
    OpenBox item = std::move(*next);
    open.erase(next);
    if (!work(std::move(item))) {
      takeIncumbent();
      return objectives.empty() ? Status::Unknown : Status::Feasible;
    }
  }
  if (objectives.empty())
    return Status::Infeasible;
  lower = objectives.front();
  return Status::Optimal;
}

/// Splits a box, or looks for its solutions in a window above its bound. False:
/// a limit struck.
bool BucketElimination::work(OpenBox item) {
  if (item.step == 0)
    if (std::optional<std::vector<Box>> parts = lagrangian->split(item.box)) {
      for (Box &part : *parts)
        open.push_back({std::move(part), 0});
      ++limits.nodes;
      return !limits.hit();
    }
  lagrangian->enter(item.box);
  const Box &box = item.box;
  item.step =
      std::max({int64_t(1), box.bound / FirstWindowDivisor, item.step * 2});
  top = saturatingAdd(box.bound, item.step);
  if (lagrangian->incumbent)
    top = std::min(top, lagrangian->incumbent->objectives.front());
  if (!objectives.empty())
    top = std::min(top, objectives.front());
  Outcome outcome = window(box);
  limits.nodes += count / LabelsPerNode;
  switch (outcome) {
  case Outcome::Found:
    return true; // whatever else is in the box is worse
  case Outcome::Limit:
    return false;
  case Outcome::Nothing:
    if (!cutByTop)
      return true; // there is nothing at all
    item.box.bound = top + 1;
    open.push_back(std::move(item));
    return true;
  }
  return true;
}

BucketElimination::Outcome BucketElimination::window(const Box &box) {
  labels.assign(bags.size(), {});
  count = 0;
  most = std::min(MaxLabels,
                  LabelsPerNode *
                      std::min(MaxLabels, limits.lastNode - limits.nodes));
  cutByTop = false;
  for (unsigned q = 0; q < bags.size(); ++q) {
    const Bag &bag = bags[q];
    labels[q].byKey.resize(bag.table.keys);
    for (uint32_t e = 0; e < bag.table.entries; ++e) {
      if (!lagrangian->isInBox(bag, e))
        continue;
      std::vector<int64_t> values(box.lo);
      for (auto [i, c] : llvm::enumerate(bag.aggregates)) {
        int64_t value = bag.value(e, i);
        values[c] = structure.join(c, values[c], value);
      }
      int64_t rest = lagrangian->down(q, bag.table.key[e]) +
                     lagrangian->upOfChildren(bag, e);
      if (!extend(q, e, values, rest))
        return Outcome::Limit;
    }
    bool isEmpty = true;
    for (std::vector<uint32_t> &domain : labels[q].byKey) {
      size_t width = structure.size();
      domain = dropDominated(
          std::move(domain), width, /*equal=*/0, /*maxCompared=*/SIZE_MAX,
          [&](uint32_t label) { return &labels[q].values[label * width]; });
      isEmpty &= domain.empty();
    }
    if (isEmpty)
      return Outcome::Nothing;
    if (limits.isOver())
      return Outcome::Limit;
  }
  return choose() ? Outcome::Found : Outcome::Nothing;
}

/// Labels of an entry, joined with those of the children not chosen yet. False:
/// there are too many.
bool BucketElimination::extend(unsigned q, uint32_t e, ArrayRef<int64_t> values,
                               int64_t rest) {
  if (!lagrangian->mayReach(top, values, rest)) {
    cutByTop = true;
    return true;
  }
  const Bag &bag = bags[q];
  if (chosen.size() == bag.children.size()) {
    labels[q].byKey[bag.table.key[e]].push_back(labels[q].entry.size());
    labels[q].entry.push_back(e);
    llvm::append_range(labels[q].values, values);
    llvm::append_range(labels[q].children, chosen);
    return ++count <= most;
  }
  unsigned child = bag.children[chosen.size()];
  uint32_t key = bag.table.childKey[chosen.size()][e];
  std::vector<int64_t> joined(values.size());
  for (uint32_t label : labels[child].byKey[key]) {
    const int64_t *below =
        labels[child].values.data() + size_t(label) * values.size();
    for (unsigned c = 0; c < values.size(); ++c)
      joined[c] = structure.join(c, values[c], below[c]);
    chosen.push_back(label);
    bool goesOn = extend(q, e, joined, rest - lagrangian->up(child, key));
    chosen.pop_back();
    if (!goesOn)
      return false;
  }
  return true;
}

/// Takes the best solution of the window if it is the best so far. False: the
/// window holds none.
bool BucketElimination::choose() {
  std::optional<uint32_t> best;
  bool isAny = false;
  for (const std::vector<uint32_t> &domain : labels.back().byKey)
    for (uint32_t label : domain) {
      ArrayRef<int64_t> values(labels.back().values.data() +
                                   size_t(label) * structure.size(),
                               structure.size());
      std::optional<std::vector<int64_t>> found = structure.objectives(values);
      if (!found)
        continue;
      if (found->front() > top) {
        cutByTop = true;
        continue;
      }
      isAny = true;
      if (!objectives.empty() && *found >= objectives)
        continue;
      best = label;
      objectives = std::move(*found);
    }
  if (best)
    recover(*best);
  return isAny;
}

void BucketElimination::recover(uint32_t root) {
  std::vector<uint32_t> label(bags.size()), entries(bags.size());
  label.back() = root;
  for (unsigned q = bags.size(); q-- > 0;) {
    size_t children = bags[q].children.size();
    entries[q] = labels[q].entry[label[q]];
    for (auto [i, child] : llvm::enumerate(bags[q].children))
      label[child] = labels[q].children[label[q] * children + i];
  }
  takeRows(entries);
}

void BucketElimination::takeRows(ArrayRef<uint32_t> entries) {
  for (auto [bag, e] : llvm::zip(bags, entries))
    for (auto [i, b] : llvm::enumerate(bag.blocks))
      rows[b] = bag.table.rows[e * bag.blocks.size() + i];
}

/// A solution that the Lagrangian bound met may be better than those of
/// windows.
void BucketElimination::takeIncumbent() {
  const std::optional<Incumbent> &met = lagrangian->incumbent;
  if (!met || (!objectives.empty() && objectives <= met->objectives))
    return;
  objectives = met->objectives;
  takeRows(met->entries);
}
