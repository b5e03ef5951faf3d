//===- Probing.cpp - Singleton consistency of rows ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Probing.h"
#include <algorithm>
#include <atomic>
#include <numeric>

using namespace talos::nlp;

/// Blocks with more rows than this are not probed.
static constexpr size_t MaxProbedRows = 2048;
/// More rows are not probed one by one: that takes longer than branching does.
static constexpr size_t MaxProbedSingly = 400;
/// Groups of rows that are alike have to hold so many on average.
static constexpr size_t LeastAlike = 2;
static constexpr unsigned MaxRounds = 3;
/// More probes at a time would keep too many stores.
static constexpr size_t MaxTogether = 256;
/// Probes evaluate the interval columns of blocks with no more rows than this.
static constexpr size_t MaxRefreshed = 256;

std::vector<Probing::Positions>
Probing::oneByOne(ArrayRef<uint32_t> positions) {
  std::vector<Positions> each;
  for (uint32_t position : positions)
    each.push_back({position});
  return each;
}

std::optional<Probing::Child>
Probing::probe(Propagation &with, const Store &store, BlockId b,
               ArrayRef<uint32_t> positions) const {
  Child child{0, store};
  child.store.domains[b] = with.pick(b, *store.domains[b], positions);
  if (!with.run(child.store, MaxRefreshed, b))
    return std::nullopt;
  if (with.objectiveBounds.empty())
    return child;
  child.bound = with.objective(stage).lo;
  bool isAllFresh = llvm::all_of(child.store.domains, [](const DomainPtr &d) {
    return d->rows.size() <= MaxRefreshed;
  });
  if (isAllFresh)
    child.settledFor = with.objectiveBounds[stage];
  return child;
}

bool Probing::probeEach(const Store &store, BlockId b, ArrayRef<Positions> each,
                        function_ref<void(uint32_t, Child)> take) {
  using Clock = std::chrono::steady_clock;
  bool isShared = limits.workers && limits.workers->count() > 1,
       isLong = limits.togetherFrom ==
                0; // what the first one took tells of the rest
  std::vector<std::optional<Child>> probes;
  for (size_t from = 0; from < each.size(); from += probes.size()) {
    if (limits.hit())
      return false;
    size_t left =
        std::min<int64_t>(each.size() - from, limits.nodeLimit - limits.nodes);
    bool isTogether = isLong && isShared && left > 1;
    probes.assign(isTogether ? std::min(left, MaxTogether) : 1, {});
    if (isTogether) {
      probeTogether(store, b, each.slice(from, probes.size()), probes);
    } else {
      bool isTimed = from == 0 && isShared;
      Clock::time_point start = isTimed ? Clock::now() : Clock::time_point();
      probes[0] = probe(propagation, store, b, each[from]);
      isLong |= isTimed && (Clock::now() - start) * int64_t(left) >=
                               std::chrono::microseconds(limits.togetherFrom);
    }
    limits.nodes += probes.size();
    for (auto [i, child] : llvm::enumerate(probes))
      if (child)
        take(from + i, std::move(*child));
  }
  return true;
}

void Probing::probeTogether(const Store &store, BlockId b,
                            ArrayRef<Positions> each,
                            MutableArrayRef<std::optional<Child>> probes) {
  size_t most = std::min<size_t>(limits.workers->count(), probes.size());
  while (others.size() + 1 < most)
    others.push_back(std::make_unique<Propagation>(propagation));
  std::atomic<size_t> next = 0;
  limits.workers->forEach(most, [&](size_t w) {
    Propagation &with = w == 0 ? propagation : *others[w - 1];
    if (w > 0)
      with.objectiveBounds = propagation.objectiveBounds;
    for (size_t i = next++; i < probes.size(); i = next++)
      probes[i] = probe(with, store, b, each[i]);
  });
}

/// Drops inconsistent rows of b: those that ranges refute, many at once; of
/// what is left, rows that fit the same rows of other blocks are probed
/// together; and then one by one if these are not many.
bool Probing::probeBlock(Store &store, BlockId b, bool &dropped) {
  const Domain &domain = *store.domains[b];
  limits.nodes += propagation.workOfRows(store, b);
  Positions kept = propagation.rowsLeft(store, b);
  std::vector<Positions> alike = propagation.alike(b, domain, kept);
  if (alike.size() * LeastAlike <= kept.size())
    kept = keepConsistent(store, b, alike);
  if (kept.size() <= MaxProbedSingly)
    kept = keepConsistent(store, b, oneByOne(kept));
  if (kept.size() == domain.rows.size())
    return true;
  if (kept.empty())
    return false;
  store.domains[b] = propagation.pick(b, domain, kept);
  dropped = true;
  return propagation.run(store, Propagation::RefreshAll, b);
}

/// The positions that probes of these sets of positions leave, ascending.
Probing::Positions Probing::keepConsistent(const Store &store, BlockId b,
                                           ArrayRef<Positions> each) {
  const std::vector<uint32_t> &rows = store.domains[b]->rows;
  Positions kept;
  int64_t before = limits.nodes;
  probeEach(store, b, each, [&](uint32_t i, const Child &child) {
    const std::vector<uint32_t> &left = child.store.domains[b]->rows;
    llvm::copy_if(each[i], std::back_inserter(kept), [&](uint32_t position) {
      return std::binary_search(left.begin(), left.end(), rows[position]);
    });
  });
  for (const Positions &some : each.drop_front(limits.nodes - before))
    llvm::append_range(kept, some); // not probed
  llvm::sort(kept);
  return kept;
}

bool Probing::run(Store &store) {
  bool again = true;
  for (unsigned round = 0; round < MaxRounds && again; ++round) {
    again = false;
    for (BlockId b = 0; b < store.domains.size(); ++b)
      if (!store.isSingle(b) &&
          store.domains[b]->rows.size() <= MaxProbedRows &&
          propagation.openPartners(store, b) >= 2 &&
          !probeBlock(store, b, again))
        return false;
  }
  return true;
}
