//===- Propagation.cpp - What is left of the rows of all blocks -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Propagation.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace talos;
using namespace talos::nlp;

/// Rounds of ranges up and demands down.
static constexpr unsigned MaxSqueezeRounds = 2;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// What the values span, as far as `most` reaches.
template <typename Lo, typename Hi>
static Interval spanned(size_t count, Interval most, Lo lo, Hi hi) {
  constexpr size_t piece = 16; // between two questions
  Interval range{INT64_MAX, INT64_MIN};
  for (size_t i = 0; i < count && !(range == most);) {
    for (size_t end = std::min(count, i + piece); i < end; ++i) {
      range.lo = std::min(range.lo, lo(i));
      range.hi = std::max(range.hi, hi(i));
    }
  }
  return range;
}

/// `wider`: a list that has all rows.
void Propagation::computeRanges(BlockId b, RowList &list,
                                const RowList *wider) const {
  const BlockView &view = coupling.blocks[b];
  size_t features = view.features.size(), count = list.rows.size();
  list.range.assign(features + view.cuts.size(), Interval::none());
  if (list.rows.empty())
    return;
  for (unsigned column : columns[b]) {
    Interval most = wider ? wider->range[column] : Interval::none();
    if (column < features) {
      const std::vector<int64_t> &values = tables[b].features[column];
      auto value = [&](size_t i) { return values[list.rows[i]]; };
      list.range[column] = spanned(count, most, value, value);
    } else {
      const std::vector<int64_t> &lo = list.lo[column - features],
                                 &hi = list.hi[column - features];
      list.range[column] = spanned(
          count, most, [&](size_t i) { return lo[i]; },
          [&](size_t i) { return hi[i]; });
    }
  }
}

ListPtr Propagation::pick(BlockId b, const RowList &list,
                          llvm::ArrayRef<uint32_t> positions) const {
  auto made = std::make_shared<RowList>();
  made->rows.reserve(positions.size());
  for (uint32_t i : positions)
    made->rows.push_back(list.rows[i]);
  made->lo.resize(list.lo.size());
  made->hi.resize(list.hi.size());
  for (size_t c = 0; c < list.lo.size(); ++c) {
    made->lo[c].reserve(positions.size());
    made->hi[c].reserve(positions.size());
    for (uint32_t i : positions) {
      made->lo[c].push_back(list.lo[c][i]);
      made->hi[c].push_back(list.hi[c][i]);
    }
  }
  made->known = list.known;
  computeRanges(b, *made, &list);
  return made;
}

unsigned Propagation::countKnown(const State &state, BlockId b) const {
  return llvm::count_if(coupling.blocks[b].neighbours,
                        [&](BlockId a) { return state.isSingle(a); });
}

/// Ranges of the cuts by row, as far as the present ranges of the neighbours
/// tell.
void Propagation::evaluateCuts(BlockId b, RowList &list) {
  const BlockView &view = coupling.blocks[b];
  if (view.cuts.empty())
    return;
  Lanes &lanes = *evaluators.below[b];
  for (size_t from = 0; from < list.rows.size(); from += Lanes::Count) {
    unsigned count = std::min<size_t>(Lanes::Count, list.rows.size() - from);
    for (auto [column, n] : llvm::enumerate(view.features)) {
      int64_t *lo = lanes.lo(n), *hi = lanes.hi(n);
      for (unsigned l = 0; l < count; ++l)
        lo[l] = hi[l] = tables[b].features[column][list.rows[from + l]];
    }
    lanes.run(count, now);
    for (auto [c, n] : llvm::enumerate(view.cuts)) {
      const int64_t *lo = lanes.lo(n), *hi = lanes.hi(n);
      for (unsigned l = 0; l < count; ++l) {
        list.lo[c][from + l] = std::max(list.lo[c][from + l], lo[l]);
        list.hi[c][from + l] = std::min(list.hi[c][from + l], hi[l]);
      }
    }
  }
}

bool Propagation::refresh(State &state, size_t maxRefreshed) {
  bool changed = false;
  for (BlockId b = 0; b < state.lists.size(); ++b) {
    const RowList &old = *state.lists[b];
    if (coupling.blocks[b].cuts.empty() || old.rows.size() > maxRefreshed ||
        state.isSingle(b))
      continue;
    unsigned known = countKnown(state, b);
    if (known <= old.known)
      continue;
    auto list = std::make_shared<RowList>(old);
    list->known = known;
    evaluateCuts(b, *list);
    computeRanges(b, *list);
    changed |= list->lo != old.lo || list->hi != old.hi;
    state.lists[b] = std::move(list);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Ranges of a state
//===----------------------------------------------------------------------===//

void Propagation::forward(const State &state) {
  for (BlockId b = 0; b < columns.size(); ++b) {
    const BlockView &view = coupling.blocks[b];
    size_t features = view.features.size();
    for (unsigned column : columns[b])
      now[column < features ? view.features[column]
                            : view.cuts[column - features]] =
          state.lists[b]->range[column];
    if (!state.isSingle(b))
      continue;
    const RowList &list = *state.lists[b];
    for (auto [column, n] : llvm::enumerate(view.features))
      now[n] = Interval::point(tables[b].features[column][list.rows.front()]);
    // Also cuts that stand below other cuts only: they are no columns.
    for (auto [c, n] : llvm::enumerate(view.cuts))
      now[n] = {list.lo[c].front(), list.hi[c].front()};
  }
  active.clear();
  for (uint32_t n : evaluated)
    if (alwaysEvaluated[n] ||
        llvm::any_of(openedBy[n], [&](BlockId b) { return state.isSingle(b); }))
      active.push_back(n);
  for (uint32_t n : active) {
    const CNode &node = coupling.nodes[n];
    // Where operands allow no more than `start` promises, it knows more; so do
    // the rows of a cut.
    Interval known = node.cutOf >= 0 ? now[n] : node.start;
    evaluate(n, known);
  }
}

void Propagation::evaluate(uint32_t n, Interval known) {
  const CNode &node = coupling.nodes[n];
  Interval r = apply(node.op, now[node.x[0]], now[node.x[1]], now[node.x[2]]);
  now[n] = intersection(r, known);
}

/// Demands and ranges sharpen each other; false: they contradict.
bool Propagation::squeeze() {
  for (unsigned round = 0;; ++round) {
    if (!backward())
      return false;
    if (round == MaxSqueezeRounds)
      return true;
    now = wanted;
    bool changed = false;
    for (uint32_t n : active) {
      Interval before = now[n];
      evaluate(n, before);
      if (isWanted[n] && now[n].isEmpty())
        return false;
      changed |= !(now[n] == before);
    }
    if (!changed)
      return true;
  }
}

bool Propagation::admitted() const {
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (!inPair[i] && !now[c.node].mayHold())
      return false;
  for (auto [i, o] : llvm::enumerate(coupling.objectives))
    if (now[o].isEmpty() || now[o].lo > upper[i])
      return false;
  return true;
}

bool Propagation::filter(State &state, BlockId b, bool &dropped) {
  const BlockView &view = coupling.blocks[b];
  const RowList &list = *state.lists[b];
  size_t features = view.features.size();
  llvm::SmallVector<unsigned, 16> tight;
  for (unsigned column : columns[b]) {
    uint32_t n = column < features ? view.features[column]
                                   : view.cuts[column - features];
    Interval range = list.range[column];
    if (isWanted[n] && (range.lo < wanted[n].lo || range.hi > wanted[n].hi))
      tight.push_back(column);
  }
  if (tight.empty())
    return true;
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < list.rows.size(); ++i)
    if (llvm::all_of(tight, [&](unsigned column) {
          if (column < features) {
            int64_t v = tables[b].features[column][list.rows[i]];
            return wanted[view.features[column]].contains(v);
          }
          unsigned c = column - features;
          Interval want = wanted[view.cuts[c]];
          return list.lo[c][i] <= want.hi && list.hi[c][i] >= want.lo;
        }))
      kept.push_back(i);
  if (kept.empty())
    return false;
  if (kept.size() == list.rows.size())
    return true;
  state.lists[b] = pick(b, list, kept);
  dirty[b] = dropped = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

const llvm::BitVector &Propagation::groupsOf(const RowList &list, unsigned pair,
                                             unsigned side) const {
  const Pair &own = (*pairs)[pair];
  llvm::ArrayRef<std::pair<unsigned, unsigned>> all = pairsOf[own.block[side]];
  size_t number = llvm::find(all, std::make_pair(pair, side)) - all.begin();
  return list.groups.get(number, all.size(), [&](llvm::BitVector &groups) {
    groups.resize(own.partners[side].size());
    for (uint32_t row : list.rows)
      groups.set(own.group[side][row]);
  });
}

/// Drops rows of the other side that fit no row of this one.
bool Propagation::match(State &state, const Pair &pair, unsigned from,
                        bool &dropped) {
  unsigned number = &pair - pairs->data(), to = 1 - from;
  const RowList &list = *state.lists[pair.block[to]];
  // Groups that fit none so far; the words before `first` are zero.
  llvm::BitVector all = groupsOf(list, number, to);
  llvm::SmallVector<BitRows::Word, 64> open(all.getData());
  size_t first = 0, end = open.size();
  for (unsigned g :
       groupsOf(*state.lists[pair.block[from]], number, from).set_bits()) {
    llvm::ArrayRef<BitRows::Word> fitting = pair.partners[from][g];
    for (size_t w = first; w < end; ++w)
      open[w] &= ~fitting[w];
    while (first < end && open[first] == 0)
      ++first;
    if (first == end)
      return true;
  }
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < list.rows.size(); ++i)
    if (!BitRows::test(open, pair.group[to][list.rows[i]]))
      kept.push_back(i);
  if (kept.empty())
    return false;
  state.lists[pair.block[to]] = pick(pair.block[to], list, kept);
  dirty[pair.block[to]] = dropped = true;
  return true;
}

bool Propagation::matchPairs(State &state) {
  for (bool again = true; again;) {
    again = false;
    for (BlockId b = 0; b < dirty.size(); ++b) {
      if (!dirty[b])
        continue;
      dirty[b] = false;
      for (auto [pair, side] : pairsOf[b])
        if (!match(state, (*pairs)[pair], side, again))
          return false;
    }
  }
  return true;
}

std::vector<std::vector<uint32_t>>
Propagation::alike(BlockId b, const RowList &list) const {
  std::map<std::vector<uint32_t>, std::vector<uint32_t>> byGroups;
  for (auto [position, row] : llvm::enumerate(list.rows)) {
    std::vector<uint32_t> groups;
    for (auto [pair, side] : pairsOf[b])
      groups.push_back((*pairs)[pair].group[side][row]);
    byGroups[groups].push_back(position);
  }
  std::vector<std::vector<uint32_t>> result;
  for (auto &[groups, positions] : byGroups)
    result.push_back(std::move(positions));
  return result;
}

//===----------------------------------------------------------------------===//
// The fixed point
//===----------------------------------------------------------------------===//

bool Propagation::run(State &state, size_t maxRefreshed,
                      std::optional<BlockId> changed) {
  dirty.assign(dirty.size(), !changed);
  if (changed)
    dirty[*changed] = true;
  for (;;) {
    if (!matchPairs(state))
      return false;
    forward(state);
    if (!admitted() || !squeeze())
      return false;
    bool dropped = false;
    for (BlockId b = 0; b < state.lists.size(); ++b)
      if (!filter(state, b, dropped))
        return false;
    if (!dropped && !refresh(state, maxRefreshed))
      return true;
  }
}

std::vector<int64_t> Propagation::boundRows(const State &state, BlockId b,
                                            unsigned objective) {
  forward(state);
  const BlockView &view = coupling.blocks[b];
  const RowList &list = *state.lists[b];
  std::vector<int64_t> result;
  Lanes &lanes = *evaluators.above[b];
  for (size_t from = 0; from < list.rows.size(); from += Lanes::Count) {
    unsigned count = std::min<size_t>(Lanes::Count, list.rows.size() - from);
    for (unsigned column : columns[b]) {
      bool isCut = column >= view.features.size();
      unsigned c = column - view.features.size();
      uint32_t n = isCut ? view.cuts[c] : view.features[column];
      if (!isTop[n])
        continue;
      for (unsigned l = 0; l < count; ++l) {
        uint32_t i = from + l;
        int64_t value = isCut ? 0 : tables[b].features[column][list.rows[i]];
        lanes.lo(n)[l] = isCut ? list.lo[c][i] : value;
        lanes.hi(n)[l] = isCut ? list.hi[c][i] : value;
      }
    }
    lanes.run(count, now);
    for (unsigned l = 0; l < count; ++l) {
      int64_t bound = coupling.objectives.empty()
                          ? 0
                          : now[coupling.objectives[objective]].lo;
      for (auto [i, o] : llvm::enumerate(coupling.objectives)) {
        if (!lanes.has(o))
          continue;
        int64_t lo = lanes.lo(o)[l];
        if (lo > lanes.hi(o)[l] || lo > upper[i])
          bound = INT64_MAX;
        else if (i == objective && bound != INT64_MAX)
          bound = lo;
      }
      for (uint32_t c : constraintsAbove[b])
        if (!Interval{lanes.lo(c)[l], lanes.hi(c)[l]}.mayHold())
          bound = INT64_MAX;
      result.push_back(bound);
    }
  }
  return result;
}

bool Propagation::dropRows(State &state) {
  unsigned blocks = state.lists.size(), quiet = 0;
  for (BlockId b = 0; quiet < blocks; b = (b + 1) % blocks) {
    ++quiet;
    if (state.isSingle(b))
      continue;
    std::vector<int64_t> bounds = boundRows(state, b, 0);
    std::vector<uint32_t> kept;
    for (uint32_t i = 0; i < bounds.size(); ++i)
      if (bounds[i] != INT64_MAX)
        kept.push_back(i);
    if (kept.empty())
      return false;
    if (kept.size() == bounds.size())
      continue;
    quiet = 0;
    state.lists[b] = pick(b, *state.lists[b], kept);
    if (!run(state, SIZE_MAX, b))
      return false;
  }
  return true;
}
