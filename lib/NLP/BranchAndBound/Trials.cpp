//===- Trials.cpp - Rows of a block tried one by one ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Search.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <atomic>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Shaving tries blocks with no more rows than this.
static constexpr size_t MaxShaved = 2048;
/// One by one: more take longer than branching does.
static constexpr size_t MaxShavedSingly = 400;
/// So many rows have to be alike to be tried together.
static constexpr size_t LeastAlike = 2;
static constexpr unsigned MaxShaveRounds = 3;
/// More trials at a time would keep too many states.
static constexpr size_t MostTogether = 256;

Search::Positions Search::allOf(const RowList &list) {
  Positions all(list.rows.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<Search::Positions> Search::oneByOne(const Positions &some) {
  std::vector<Positions> each;
  for (uint32_t position : some)
    each.push_back({position});
  return each;
}

Search::Trial Search::tryRows(Propagation &with, const State &state, BlockId b,
                              llvm::ArrayRef<uint32_t> some) const {
  Child child{0, state};
  child.state.lists[b] = with.pick(b, *state.lists[b], some);
  if (!with.run(child.state, MaxRefreshedInTrial, b))
    return std::nullopt;
  child.bound = boundOf(with);
  return child;
}

/// Tries some rows of b after the other, as far as the limits allow; `take`
/// sees what is left of each, in this order. False: a limit was hit before the
/// last.
bool Search::tryEach(const State &state, BlockId b,
                     llvm::ArrayRef<Positions> each,
                     llvm::function_ref<void(uint32_t, Child)> take) {
  using Clock = std::chrono::steady_clock;
  bool isShared = workers && workers->count() > 1,
       isLong = togetherFrom == 0; // what the first one took tells of the rest
  std::vector<Trial> trials;
  for (size_t from = 0; from < each.size(); from += trials.size()) {
    if (limits.hit())
      return false;
    size_t left =
        std::min<int64_t>(each.size() - from, limits.nodeLimit - limits.nodes);
    bool isTogether = isLong && isShared && left > 1;
    trials.assign(isTogether ? std::min(left, MostTogether) : 1, {});
    if (isTogether) {
      tryTogether(state, b, each.slice(from, trials.size()), trials);
    } else {
      bool isTimed = from == 0 && isShared;
      Clock::time_point start = isTimed ? Clock::now() : Clock::time_point();
      trials[0] = tryRows(propagation, state, b, each[from]);
      isLong |= isTimed && (Clock::now() - start) * int64_t(left) >=
                               std::chrono::microseconds(togetherFrom);
    }
    limits.nodes += trials.size();
    for (auto [i, trial] : llvm::enumerate(trials))
      if (trial)
        take(from + i, std::move(*trial));
  }
  return true;
}

void Search::tryTogether(const State &state, BlockId b,
                         llvm::ArrayRef<Positions> each,
                         llvm::MutableArrayRef<Trial> trials) {
  size_t most = std::min<size_t>(workers->count(), trials.size());
  while (others.size() + 1 < most)
    others.push_back(std::make_unique<Propagation>(propagation));
  std::atomic<size_t> next = 0;
  workers->forEach(most, [&](size_t w) {
    Propagation &with = w == 0 ? propagation : *others[w - 1];
    if (w > 0)
      with.upper = propagation.upper;
    for (size_t i = next++; i < trials.size(); i = next++)
      trials[i] = tryRows(with, state, b, each[i]);
  });
}

unsigned Search::openPartners(const State &state, BlockId b) const {
  return llvm::count_if(propagation.partners(b),
                        [&](BlockId a) { return !state.isSingle(a); });
}

/// Drops rows of b that cannot be: those that fit the same rows of other blocks
/// together, then, if these are few, what is left of them one by one.
bool Search::shaveBlock(State &state, BlockId b, bool &dropped) {
  const RowList &list = *state.lists[b];
  std::vector<Positions> alike = propagation.alike(b, list);
  Positions kept = allOf(list);
  if (alike.size() * LeastAlike <= kept.size())
    kept = shaveEach(state, b, alike);
  if (kept.size() <= MaxShavedSingly)
    kept = shaveEach(state, b, oneByOne(kept));
  if (kept.size() == list.rows.size())
    return true;
  if (kept.empty())
    return false;
  state.lists[b] = propagation.pick(b, list, kept);
  dropped = true;
  return propagation.run(state, NoRefreshLimit, b);
}

/// What is left of these rows of b.
Search::Positions Search::shaveEach(const State &state, BlockId b,
                                    llvm::ArrayRef<Positions> each) {
  const std::vector<uint32_t> &rows = state.lists[b]->rows;
  Positions kept;
  int64_t before = limits.nodes;
  tryEach(state, b, each, [&](uint32_t i, const Child &child) {
    const std::vector<uint32_t> &left = child.state.lists[b]->rows;
    llvm::copy_if(each[i], std::back_inserter(kept), [&](uint32_t position) {
      return std::binary_search(left.begin(), left.end(), rows[position]);
    });
  });
  for (const Positions &some : each.drop_front(limits.nodes - before))
    llvm::append_range(kept, some); // not tried
  llvm::sort(kept);
  return kept;
}

/// The same of all blocks that connect others.
bool Search::shave(State &state) {
  bool again = true;
  for (unsigned round = 0; round < MaxShaveRounds && again; ++round) {
    again = false;
    for (BlockId b = 0; b < tables.size(); ++b)
      if (!state.isSingle(b) && state.lists[b]->rows.size() <= MaxShaved &&
          openPartners(state, b) >= 2 && !shaveBlock(state, b, again))
        return false;
  }
  return true;
}
