//===- Trials.cpp - Rows of a block tried one by one ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Search.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <atomic>

using namespace talos;
using namespace talos::nlp;

/// Shaving tries blocks with no more rows than this.
static constexpr size_t MaxShaved = 2048;
static constexpr unsigned MaxShaveRounds = 3;
/// More trials at a time would keep too many states.
static constexpr size_t MostTogether = 256;

Search::Trial Search::tryRow(Propagation &with, const State &state, BlockId b,
                             uint32_t position) const {
  Child child{0, state};
  child.state.lists[b] = with.pick(b, *state.lists[b], position);
  if (!with.run(child.state, MaxRefreshedInTrial, b))
    return std::nullopt;
  child.bound = boundOf(with);
  return child;
}

/// Tries the rows of b one by one, as far as the limits allow; `take` sees each
/// that may be, ascending. False: a limit was hit before the last.
bool Search::tryRows(const State &state, BlockId b,
                     llvm::function_ref<void(uint32_t, Child)> take) {
  using Clock = std::chrono::steady_clock;
  size_t rows = state.lists[b]->rows.size();
  bool isShared = workers && workers->count() > 1,
       isLong = togetherFrom == 0; // what the first one took tells of the rest
  std::vector<Trial> trials;
  for (size_t from = 0; from < rows; from += trials.size()) {
    if (limits.hit())
      return false;
    size_t left =
        std::min<int64_t>(rows - from, limits.nodeLimit - limits.nodes);
    bool isTogether = isLong && isShared && left > 1;
    trials.assign(isTogether ? std::min(left, MostTogether) : 1, {});
    if (isTogether) {
      tryTogether(state, b, from, trials);
    } else {
      bool isTimed = from == 0 && isShared;
      Clock::time_point start = isTimed ? Clock::now() : Clock::time_point();
      trials[0] = tryRow(propagation, state, b, from);
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

void Search::tryTogether(const State &state, BlockId b, uint32_t from,
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
      trials[i] = tryRow(with, state, b, from + i);
  });
}

unsigned Search::openPartners(const State &state, BlockId b) const {
  return llvm::count_if(propagation.partners(b),
                        [&](BlockId a) { return !state.isSingle(a); });
}

/// Drops the rows of b that cannot be, one by one.
bool Search::shaveBlock(State &state, BlockId b, bool &dropped) {
  const RowList &list = *state.lists[b];
  std::vector<uint32_t> kept;
  int64_t before = limits.nodes;
  tryRows(state, b, [&](uint32_t i, const Child &) { kept.push_back(i); });
  for (uint32_t i = limits.nodes - before; i < list.rows.size(); ++i)
    kept.push_back(i); // not tried
  if (kept.size() == list.rows.size())
    return true;
  if (kept.empty())
    return false;
  state.lists[b] = propagation.pick(b, list, kept);
  dropped = true;
  return propagation.run(state, NoRefreshLimit, b);
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
