//===- Search.cpp - Depth-first search over the rows of blocks ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Search.h"
#include "NLP/Presolve/Dominance.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace talos;
using namespace talos::nlp;

/// How often progress is reported, and the clock asked.
static constexpr int64_t NodesPerTick = 1024, NodesPerLook = 16;
/// A control is split when its values lie this close.
static constexpr int64_t MaxControlSpan = 2;
/// A block with no more rows than this is branched on by trying all of them.
static constexpr size_t MaxTrials = 512;
/// A search for any point spends this part of what is left on one choice.
static constexpr int64_t GlanceDivisor = 4;
/// But as much as a way down takes that meets few obstacles.
static constexpr int64_t GlanceNodesPerBlock = 4;
/// A window starts anew when the best solution is better than its limit by this
/// fraction.
static constexpr int64_t RestartDivisor = 500;

bool Limits::timeOver() {
  if (deadline && std::chrono::steady_clock::now() >= *deadline)
    timeHit = true;
  return timeHit;
}

bool Limits::hit() {
  if (nodes >= nodeLimit)
    return true;
  if (tick && nodes >= nextTick) {
    tick(nodes);
    nextTick = (nodes / NodesPerTick + 1) * NodesPerTick;
  }
  if (timeHit || nodes < nextLook)
    return timeHit;
  nextLook = nodes + NodesPerLook;
  return timeOver();
}

std::vector<std::vector<uint32_t>>
Search::startingRows(const Coupling &coupling, llvm::ArrayRef<Table> tables) {
  std::vector<std::vector<uint32_t>> rows;
  for (BlockId b = 0; b < tables.size(); ++b)
    rows.push_back(nondominated(coupling, tables[b], b));
  return rows;
}

Search::Search(const Coupling &coupling, llvm::ArrayRef<Table> tables,
               std::vector<std::vector<uint32_t>> rows, Limits &limits)
    : coupling(coupling), tables(tables), limits(limits),
      propagation(coupling, tables, std::move(rows)) {
  base = propagation.everything();
  for (BlockId b = 0; b < tables.size(); ++b)
    rowsDominated += tables[b].rows - base.lists[b]->rows.size();
}

int64_t Search::boundOf(const Propagation &by) const {
  return coupling.objectives.empty() ? 0 : by.objective(stage).lo;
}

bool Search::prepare(unsigned newStage) {
  stage = newStage;
  if (!propagation.run(base, NoRefreshLimit) || !propagation.dropRows(base))
    return false;
  range = coupling.objectives.empty() ? Interval{0, 0}
                                      : propagation.objective(stage);
  return coupling.objectives.empty() || raiseBound();
}

/// Raises the bound to the least limit that propagation alone does not refute,
/// up to a thousandth of it.
bool Search::raiseBound() {
  int64_t limit = upper()[stage], step = std::max<int64_t>(1, range.lo / 1000);
  auto refuted = [&](int64_t top) {
    State state = base;
    upper()[stage] = std::min(limit, top);
    bool alive = propagation.run(state, NoRefreshLimit);
    upper()[stage] = limit;
    return !alive;
  };
  // Gallop, then halve.
  int64_t known = range.lo, open = range.hi;
  for (int64_t width = step; known < open && width < open - known; width *= 2)
    if (limits.timeOver())
      return true;
    else if (refuted(known + width))
      known += width + 1;
    else
      open = known + width;
  while (open - known > step && !limits.timeOver()) {
    int64_t middle = known + (open - known) / 2;
    if (refuted(middle))
      known = middle + 1;
    else
      open = middle;
  }
  range.lo = known;
  return true;
}

//===----------------------------------------------------------------------===//
// Branching
//===----------------------------------------------------------------------===//

/// INT64_MAX: refuted, also where the objective has no limit.
bool Search::tooLarge(int64_t bound) const {
  return bound == INT64_MAX ||
         (!coupling.objectives.empty() && bound > propagation.upper[stage]);
}

/// The values of the control that raise the bound most, if any does.
std::vector<Search::Child> Search::findSplit(const State &state,
                                             int64_t bound) {
  std::vector<Child> best;
  int64_t bestBound = bound;
  for (auto [b, column] : propagation.controls()) {
    const RowList &list = *state.lists[b];
    const std::vector<int64_t> &values = tables[b].features[column];
    Interval span = Interval::point(values[list.rows.front()]);
    for (uint32_t row : list.rows)
      span = {std::min(span.lo, values[row]), std::max(span.hi, values[row])};
    if (span.isPoint() || span.hi - span.lo > MaxControlSpan)
      continue;
    std::vector<Child> children;
    int64_t least = INT64_MAX;
    for (int64_t v = span.lo; v <= span.hi; ++v) {
      std::vector<uint32_t> positions;
      for (uint32_t i = 0; i < list.rows.size(); ++i)
        if (values[list.rows[i]] == v)
          positions.push_back(i);
      State child = state;
      child.lists[b] = propagation.pick(b, list, positions);
      if (positions.empty() || !propagation.run(child, MaxRefreshedInTrial, b))
        continue;
      least = std::min(least, boundOf(propagation));
      children.push_back({boundOf(propagation), std::move(child)});
    }
    if (children.empty()) // nothing fits: the state is refuted
      return {{INT64_MAX, state}};
    if (least > bestBound) {
      bestBound = least;
      best = std::move(children);
    }
  }
  return best;
}

/// Few rows first, and those that decide much for others.
std::optional<BlockId> Search::chooseBlock(const State &state) const {
  std::optional<BlockId> next;
  double least = 0;
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (state.isSingle(b))
      continue;
    double score = std::log(double(state.lists[b]->rows.size())) /
                   (1 + openPartners(state, b));
    if (!next || score < least) {
      next = b;
      least = score;
    }
  }
  return next;
}

Search::Step Search::record(const State &state) {
  best.clear();
  for (const ListPtr &list : state.lists)
    best.push_back(list->rows.front());
  bestObjective.clear();
  for (unsigned i = 0; i < coupling.objectives.size(); ++i)
    bestObjective.push_back(propagation.objective(i).lo);
  if (coupling.objectives.empty())
    return Step::Restart; // any solution will do
  int64_t value = bestObjective[stage];
  upper()[stage] = std::max(value, INT64_MIN + 1) - 1;
  int64_t gain = windowTop - value;
  return gain > std::max<int64_t>(0, value) / RestartDivisor ? Step::Restart
                                                             : Step::Done;
}

Search::Step Search::descendInto(std::vector<Child> children, bool trySplits) {
  std::vector<std::pair<int64_t, uint32_t>> order;
  for (auto [i, child] : llvm::enumerate(children))
    order.push_back({child.bound, i});
  llvm::sort(order);
  for (auto [bound, i] : order) {
    if (tooLarge(bound))
      break;
    if (limits.hit())
      return Step::Limit;
    Step step = descend(std::move(children[i].state), trySplits);
    if (step != Step::Done)
      return step;
  }
  return Step::Done;
}

Search::Step Search::branchOnTrials(const State &state, BlockId b) {
  std::vector<Child> children;
  auto keep = [&](uint32_t, Child child) {
    children.push_back(std::move(child));
  };
  if (!tryEach(state, b, oneByOne(allOf(*state.lists[b])), keep))
    return Step::Limit;
  return descendInto(std::move(children), /*trySplits=*/false);
}

Search::Step Search::branchOnRows(const State &state, BlockId b) {
  std::vector<int64_t> bounds =
      coupling.objectives.empty()
          ? std::vector<int64_t>(state.lists[b]->rows.size(), 0)
          : propagation.boundRows(state, b, stage);
  std::vector<std::pair<int64_t, uint32_t>> order;
  for (auto [i, bound] : llvm::enumerate(bounds))
    if (!tooLarge(bound))
      order.push_back({bound, i});
  llvm::sort(order);
  for (auto [bound, i] : order) {
    if (tooLarge(bound))
      break;
    if (limits.hit())
      return Step::Limit;
    ++limits.nodes;
    Trial child = tryRows(propagation, state, b, i);
    if (!child)
      continue;
    Step step = hasty && glances
                    ? glance(std::move(child->state))
                    : descend(std::move(child->state), /*trySplits=*/false);
    if (step != Step::Done)
      return step;
  }
  return Step::Done;
}

/// Searches below a state with a part of the nodes that are left, so that a
/// choice without a point does not take them all.
Search::Step Search::glance(State state) {
  int64_t part = (limits.nodeLimit - limits.nodes) / GlanceDivisor,
          least = GlanceNodesPerBlock * int64_t(tables.size());
  Step step;
  {
    FewerNodes fewer(limits, std::max(part, least));
    step = descend(std::move(state), /*trySplits=*/false);
  }
  isIncomplete |= step == Step::Limit;
  return step == Step::Limit && !limits.hit() ? Step::Done : step;
}

/// Searches below a state.
Search::Step Search::descend(State state, bool trySplits) {
  if (!propagation.run(state, NoRefreshLimit))
    return Step::Done;
  if (trySplits && !hasty && !coupling.objectives.empty()) {
    std::vector<Child> split = findSplit(state, boundOf(propagation));
    if (!split.empty())
      return descendInto(std::move(split), /*trySplits=*/true);
    if (!shave(state))
      return Step::Done;
  }
  std::optional<BlockId> next = chooseBlock(state);
  if (!next) {
    propagation.run(state, NoRefreshLimit); // leaves the objectives' values
    return record(state);
  }
  if (!hasty && state.lists[*next]->rows.size() <= MaxTrials &&
      openPartners(state, *next) > 0)
    return branchOnTrials(state, *next);
  return branchOnRows(state, *next);
}

Search::Outcome Search::window(int64_t limit) {
  State state = base;
  if (!coupling.objectives.empty())
    upper()[stage] = limit;
  windowTop = limit;
  if (!propagation.run(state, NoRefreshLimit) || !propagation.dropRows(state))
    return Outcome::Exhausted;
  for (BlockId b = 0; b < tables.size(); ++b)
    rowsOutside += base.lists[b]->rows.size() - state.lists[b]->rows.size();
  isIncomplete = false;
  switch (descend(std::move(state), /*trySplits=*/true)) {
  case Step::Done:
    return isIncomplete ? Outcome::Limit : Outcome::Exhausted;
  case Step::Limit:
    return Outcome::Limit;
  case Step::Restart:
    return coupling.objectives.empty() ? Outcome::Exhausted : Outcome::Improved;
  }
  return Outcome::Exhausted;
}
