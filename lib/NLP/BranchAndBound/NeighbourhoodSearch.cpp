//===- NeighbourhoodSearch.cpp - Good points of large models --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/NeighbourhoodSearch.h"
#include <algorithm>

using namespace talos::nlp;

/// A descent over all blocks takes a node for each, and so many more where it
/// fails. A choice on the way down has a part of the nodes that are left, but
/// as many as a descent takes.
static constexpr int64_t FailingDivisor = 4, ChoiceDivisor = 4;
/// A descent of few blocks has so many at least.
static constexpr int64_t LeastNodes = 64;
/// One around a block has so many at first; of few blocks twice as many each
/// time that a round has gained little, until they are the second number.
static constexpr int64_t NeighbourhoodNodes = 24, MostNeighbourhoodNodes = 192;
/// A model of fewer blocks has few.
static constexpr size_t FewBlocks = 32;
/// A round over all blocks that gains less than this part of the objective is
/// the last one; a step gains this part at least.
static constexpr int64_t LeastGainDivisor = 50, LeastStepDivisor = 1000;
/// What is between bound and point is halved so often at most, and down to this
/// part of the point.
static constexpr unsigned MaxHalvings = 16;
static constexpr int64_t LeastGapDivisor = 8;

void NeighbourhoodSearch::run(int64_t bound, int64_t most) {
  if (coupling.objectives.empty())
    return;
  std::vector<int64_t> saved = propagation.objectiveBounds;
  propagation.objectiveBounds.assign(saved.size(), Propagation::NoLimit);
  if (findBelow(most)) {
    halve(bound);
    improve(bound);
  }
  propagation.objectiveBounds = saved;
}

bool NeighbourhoodSearch::isSmall() const {
  return base.domains.size() < FewBlocks;
}

int64_t NeighbourhoodSearch::nodesOfDescent() const {
  int64_t blocks = base.domains.size();
  return blocks + blocks / FailingDivisor;
}

bool NeighbourhoodSearch::findBelow(int64_t top) {
  propagation.objectiveBounds.front() = top;
  ScopedNodeLimit fewer(limits, isSmall()
                                    ? std::max(nodesOfDescent(), LeastNodes)
                                    : nodesOfDescent());
  Store store = base;
  return propagation.run(store, Propagation::RefreshAll) &&
         descend(std::move(store), Order::LeastShare) == Outcome::Found;
}

/// Between the bound and the best point, until little is left between.
void NeighbourhoodSearch::halve(int64_t bound) {
  int64_t low = bound;
  for (unsigned i = 0; i < MaxHalvings && !limits.hit(); ++i) {
    int64_t gap = best() - low;
    if (gap <= best() / LeastGapDivisor)
      return;
    int64_t top = low + (gap - 1) / 2;
    if (!countLooks([&] { return findBelow(top); }))
      low = top + 1; // not proved
  }
}

/// With more and more nodes around each block.
void NeighbourhoodSearch::improve(int64_t bound) {
  int64_t most = isSmall() ? MostNeighbourhoodNodes : NeighbourhoodNodes;
  for (nodesAround = NeighbourhoodNodes; nodesAround <= most; nodesAround *= 2)
    for (int64_t before = INT64_MAX;
         best() < before - before / LeastGainDivisor;) {
      before = best();
      if (!improveAroundAll(bound))
        return;
    }
}

/// Around one block after the other, and again where something changed nearby;
/// what that leaves of the budgets may serve any block. False: it is to end.
bool NeighbourhoodSearch::improveAroundAll(int64_t bound) {
  BitVector isDue(rows.size(), true);
  while (isDue.any())
    for (BlockId b : isDue.set_bits()) {
      if (best() <= bound || limits.hit())
        return false;
      isDue.reset(b);
      std::vector<uint32_t> old = rows;
      if (!countLooks([&] { return improveAround(b); }))
        continue;
      for (BlockId a = 0; a < rows.size(); ++a)
        if (rows[a] != old[a])
          for (BlockId near : propagation.partners(a))
            isDue.set(near);
    }
  return true;
}

/// All rows of the block and its partners are open.
bool NeighbourhoodSearch::improveAround(BlockId b) {
  Store store = base;
  for (BlockId a = 0; a < base.domains.size(); ++a) {
    if (a == b || llvm::is_contained(propagation.partners(b), a))
      continue;
    const std::vector<uint32_t> &all = base.domains[a]->rows;
    uint32_t position = llvm::lower_bound(all, rows[a]) - all.begin();
    store.domains[a] = propagation.pick(a, *base.domains[a], position);
  }
  propagation.objectiveBounds.front() =
      best() - std::max<int64_t>(1, best() / LeastStepDivisor);
  ++limits.nodes;
  if (!propagation.run(store, Propagation::RefreshAll))
    return false;
  ScopedNodeLimit fewer(limits, nodesAround);
  if (isSmall()) {
    ScopedNodeLimit half(limits, nodesAround / 2);
    if (descend(store, Order::LeastShare) == Outcome::Found)
      return true;
  }
  return descend(std::move(store), Order::LeastBound) == Outcome::Found;
}

/// A descent has nodes of its own; what it takes to put rows in order counts
/// when it has ended.
bool NeighbourhoodSearch::countLooks(function_ref<bool()> search) {
  workOfLooks = 0;
  bool isFound = search();
  limits.nodes += workOfLooks;
  return isFound;
}

/// Positions of rows that may be, the most promising first.
std::vector<uint32_t> NeighbourhoodSearch::inOrder(const Store &store,
                                                   BlockId b, Order order) {
  std::vector<std::tuple<double, int64_t, uint32_t>> keys;
  workOfLooks += propagation.workOfRows(store, b);
  for (auto [position, merit] :
       llvm::enumerate(propagation.meritOfRows(store, b, 0)))
    if (merit.bound != INT64_MAX)
      keys.emplace_back(order == Order::LeastShare ? merit.share : 0,
                        merit.bound, position);
  llvm::sort(keys);
  std::vector<uint32_t> positions;
  for (const auto &[share, bound, position] : keys)
    positions.push_back(position);
  return positions;
}

NeighbourhoodSearch::Outcome NeighbourhoodSearch::descend(Store store,
                                                          Order order) {
  std::optional<BlockId> b = propagation.chooseBlock(store);
  if (!b) {
    record(std::move(store));
    return Outcome::Found;
  }
  for (uint32_t position : inOrder(store, *b, order)) {
    if (limits.hit())
      return Outcome::Limit;
    ++limits.nodes;
    Store child = store;
    child.domains[*b] = propagation.pick(*b, *store.domains[*b], position);
    if (!propagation.run(child, Propagation::RefreshAll, b))
      continue;
    Outcome outcome;
    {
      int64_t part = (limits.nodeLimit - limits.nodes) / ChoiceDivisor;
      ScopedNodeLimit fewer(limits, std::max(part, nodesOfDescent()));
      outcome = descend(std::move(child), order);
    }
    if (outcome == Outcome::Found)
      return outcome;
  }
  return Outcome::None;
}

void NeighbourhoodSearch::record(Store store) {
  propagation.run(store, Propagation::RefreshAll); // leaves the objectives
  rows.clear();
  for (const DomainPtr &domain : store.domains)
    rows.push_back(domain->rows.front());
  objectives.clear();
  for (unsigned i = 0; i < coupling.objectives.size(); ++i)
    objectives.push_back(propagation.objective(i).lo);
}
