//===- Elimination.cpp - Block after block instead of branching -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/TreeDecomposition/Elimination.h"
#include "NLP/Presolve/Dominance.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

/// Labels of one window.
static constexpr size_t MaxLabels = 2000000;
/// What counts as much as a node of a search.
static constexpr size_t LabelsPerNode = 256;
/// The first window above the bound is this fraction of it.
static constexpr int64_t FirstWindowDivisor = 50000;

std::unique_ptr<Elimination>
Elimination::prepare(const Coupling &coupling, llvm::ArrayRef<Table> tables,
                     const Propagation &propagation, const State &state) {
  std::optional<Channels> channels =
      Channels::find(coupling, propagation.constraintsInPairs());
  if (!channels)
    return nullptr;
  std::optional<std::vector<Clique>> cliques = buildCliqueTree(
      coupling, tables, propagation.allPairs(), state, *channels);
  if (!cliques)
    return nullptr;
  std::unique_ptr<Elimination> result(new Elimination(
      std::move(*channels), std::move(*cliques), tables.size()));
  std::optional<Box> whole = result->relaxation->start();
  if (!whole)
    return nullptr;
  result->lower = whole->bound;
  result->open.push_back({std::move(*whole), 0});
  return result;
}

Elimination::Elimination(Channels found, std::vector<Clique> tree,
                         size_t blocks)
    : rows(blocks), channels(std::move(found)), cliques(std::move(tree)),
      relaxation(std::make_unique<Relaxation>(channels, cliques)) {}

Status Elimination::solve(Limits &limits) {
  // The box with the least bound first; of these the one met first.
  auto isBetter = [](const Task &a, const Task &b) {
    return a.box.bound < b.box.bound;
  };
  for (;;) {
    auto next = llvm::min_element(open, isBetter);
    bool isDone = next == open.end() ||
                  (!objectives.empty() && next->box.bound > objectives.front());
    if (isDone)
      break;
    lower = std::max(lower, next->box.bound);
    Task task = std::move(*next);
    open.erase(next);
    if (!work(std::move(task), limits)) {
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
bool Elimination::work(Task task, Limits &limits) {
  if (task.step == 0)
    if (std::optional<std::vector<Box>> parts = relaxation->split(task.box)) {
      for (Box &part : *parts)
        open.push_back({std::move(part), 0});
      ++limits.nodes;
      return !limits.hit();
    }
  relaxation->enter(task.box);
  const Box &box = task.box;
  task.step =
      std::max({int64_t(1), box.bound / FirstWindowDivisor, task.step * 2});
  top = INT64_MAX - box.bound < task.step ? INT64_MAX : box.bound + task.step;
  if (relaxation->incumbent)
    top = std::min(top, relaxation->incumbent->objectives.front());
  if (!objectives.empty())
    top = std::min(top, objectives.front());
  Outcome outcome = window(box, limits);
  limits.nodes += count / LabelsPerNode;
  switch (outcome) {
  case Outcome::Found:
    return true; // whatever else is in the box is worse
  case Outcome::Limit:
    return false;
  case Outcome::Nothing:
    if (!cutByTop)
      return true; // there is nothing at all
    task.box.bound = top + 1;
    open.push_back(std::move(task));
    return true;
  }
  return true;
}

Elimination::Outcome Elimination::window(const Box &box, Limits &limits) {
  labels.assign(cliques.size(), {});
  count = 0;
  cutByTop = false;
  for (unsigned q = 0; q < cliques.size(); ++q) {
    const Clique &clique = cliques[q];
    labels[q].byKey.resize(clique.keys);
    for (uint32_t e = 0; e < clique.entries; ++e) {
      if (!relaxation->isInBox(clique, e))
        continue;
      std::vector<int64_t> values(box.lo);
      for (auto [i, c] : llvm::enumerate(clique.channels)) {
        int64_t value = clique.values[e * clique.channels.size() + i];
        values[c] = channels.join(c, values[c], value);
      }
      int64_t rest = relaxation->down(q, clique.key[e]) +
                     relaxation->upOfChildren(clique, e);
      if (!extend(q, e, values, rest))
        return Outcome::Limit;
    }
    bool isEmpty = true;
    for (std::vector<uint32_t> &list : labels[q].byKey) {
      size_t width = channels.size();
      list = dropBeaten(
          std::move(list), width, /*equal=*/0, /*mostCompared=*/SIZE_MAX,
          [&](uint32_t label) { return &labels[q].values[label * width]; });
      isEmpty &= list.empty();
    }
    if (isEmpty)
      return Outcome::Nothing;
    if (limits.timeOver())
      return Outcome::Limit;
  }
  return choose() ? Outcome::Found : Outcome::Nothing;
}

/// Labels of an entry, joined with those of the children not chosen yet. False:
/// there are too many.
bool Elimination::extend(unsigned q, uint32_t e, llvm::ArrayRef<int64_t> values,
                         int64_t rest) {
  if (!relaxation->mayReach(top, values, rest)) {
    cutByTop = true;
    return true;
  }
  const Clique &clique = cliques[q];
  if (chosen.size() == clique.children.size()) {
    labels[q].byKey[clique.key[e]].push_back(labels[q].entry.size());
    labels[q].entry.push_back(e);
    llvm::append_range(labels[q].values, values);
    llvm::append_range(labels[q].children, chosen);
    return ++count <= MaxLabels;
  }
  unsigned child = clique.children[chosen.size()];
  uint32_t key = clique.childKey[chosen.size()][e];
  std::vector<int64_t> joined(values.size());
  for (uint32_t label : labels[child].byKey[key]) {
    const int64_t *below =
        labels[child].values.data() + size_t(label) * values.size();
    for (unsigned c = 0; c < values.size(); ++c)
      joined[c] = channels.join(c, values[c], below[c]);
    chosen.push_back(label);
    bool goesOn = extend(q, e, joined, rest - relaxation->up(child, key));
    chosen.pop_back();
    if (!goesOn)
      return false;
  }
  return true;
}

/// Takes the best solution of the window if it is the best so far. False: the
/// window holds none.
bool Elimination::choose() {
  std::optional<uint32_t> best;
  bool isAny = false;
  for (const std::vector<uint32_t> &list : labels.back().byKey)
    for (uint32_t label : list) {
      llvm::ArrayRef<int64_t> values(labels.back().values.data() +
                                         size_t(label) * channels.size(),
                                     channels.size());
      std::optional<std::vector<int64_t>> found = channels.objectives(values);
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

void Elimination::recover(uint32_t root) {
  std::vector<uint32_t> label(cliques.size()), entries(cliques.size());
  label.back() = root;
  for (unsigned q = cliques.size(); q-- > 0;) {
    size_t children = cliques[q].children.size();
    entries[q] = labels[q].entry[label[q]];
    for (auto [i, child] : llvm::enumerate(cliques[q].children))
      label[child] = labels[q].children[label[q] * children + i];
  }
  takeRows(entries);
}

void Elimination::takeRows(llvm::ArrayRef<uint32_t> entries) {
  for (auto [clique, e] : llvm::zip(cliques, entries))
    for (auto [i, b] : llvm::enumerate(clique.blocks))
      rows[b] = clique.rows[e * clique.blocks.size() + i];
}

/// A solution that the relaxation met may be better than those of windows.
void Elimination::takeIncumbent() {
  const std::optional<Incumbent> &met = relaxation->incumbent;
  if (!met || (!objectives.empty() && objectives <= met->objectives))
    return;
  objectives = met->objectives;
  takeRows(met->entries);
}
