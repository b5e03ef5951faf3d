//===- Search.cpp - Depth-first search over the rows of blocks ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Search.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace talos;
using namespace talos::nlp;

/// Remembered rows of narrowed lists; beyond, the memory starts afresh.
static constexpr size_t MaxCachedRows = 8u << 20;
/// A control is split when its values lie this close.
static constexpr int64_t MaxControlSpan = 2;
/// Rounds of dropping rows at the root; more rarely drop enough to pay.
static constexpr unsigned MaxFilterRounds = 1;
/// Rows of a block that one round of probing tries.
static constexpr unsigned MaxProbes = 4096;
/// A probe narrows no more rows than this.
static constexpr size_t MaxNarrowedByProbe = 40000;

bool Limits::timeOver() {
  if (deadline && std::chrono::steady_clock::now() >= *deadline)
    timeHit = true;
  return timeHit;
}

bool Limits::hit() {
  if (nodes >= nodeLimit)
    return true;
  if (nodes % 1024 == 0 && tick)
    tick(nodes);
  return timeHit || (nodes % 16 == 0 && timeOver());
}

static Interval everything() { return {INT64_MIN, INT64_MAX}; }

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

/// Numbers the distinct values of some columns, in order of appearance.
static std::vector<uint32_t> classify(const Table &table,
                                      llvm::ArrayRef<unsigned> columns) {
  std::map<std::vector<int64_t>, uint32_t> ids;
  std::vector<uint32_t> result(table.rows);
  std::vector<int64_t> key(columns.size());
  for (size_t row = 0; row < table.rows; ++row) {
    for (size_t i = 0; i < columns.size(); ++i)
      key[i] = table.features[columns[i]][row];
    result[row] = ids.try_emplace(key, ids.size() + 1).first->second;
  }
  return result;
}

/// Features without a clear wish that decide a select below an objective.
static std::vector<std::pair<BlockId, unsigned>>
findControls(const Coupling &coupling) {
  const std::vector<CNode> &nodes = coupling.nodes;
  std::vector<bool> inObjective(nodes.size(), false), decides(inObjective);
  for (uint32_t o : coupling.objectives)
    inObjective[o] = true;
  for (uint32_t n = nodes.size(); n-- > 0;) {
    if (!inObjective[n] || nodes[n].block >= 0)
      continue;
    for (unsigned i = 0; i < operandCount(nodes[n].op); ++i) {
      inObjective[nodes[n].x[i]] = true;
      if (decides[n] || (nodes[n].op == Op::Select && i == 0))
        decides[nodes[n].x[i]] = true;
    }
  }
  std::vector<std::pair<BlockId, unsigned>> result;
  for (uint32_t n = 0; n < nodes.size(); ++n)
    if (decides[n] && nodes[n].block >= 0)
      result.push_back({nodes[n].block, nodes[n].column});
  return result;
}

/// The part of a block's cone that `roots` need.
static std::vector<uint32_t> coneBelow(const Coupling &coupling,
                                       const BlockView &view,
                                       llvm::ArrayRef<uint32_t> roots) {
  std::vector<bool> needed(coupling.nodes.size(), false);
  for (uint32_t n : roots)
    needed[n] = true;
  std::vector<uint32_t> result;
  for (uint32_t n : llvm::reverse(view.cone)) {
    if (!needed[n])
      continue;
    result.push_back(n);
    for (unsigned i = 0; i < operandCount(coupling.nodes[n].op); ++i)
      needed[coupling.nodes[n].x[i]] = true;
  }
  std::reverse(result.begin(), result.end());
  return result;
}

Search::Search(const Coupling &coupling, const std::vector<Table> &tables,
               Limits &limits)
    : upper(coupling.objectives.size(), NoLimit), coupling(coupling),
      tables(tables), limits(limits) {
  size_t count = coupling.blocks.size(), size = coupling.nodes.size();
  current.resize(count);
  assigned.resize(count);
  rowOf.resize(count);
  variant.resize(count);
  cache.resize(count);
  watchers.resize(count);
  classes.resize(count);
  liftOwners.resize(size);
  mark.assign(size, 0);
  for (const CNode &node : coupling.nodes)
    now.push_back(node.start);
  caps = starts = now;
  for (BlockId b = 0; b < count; ++b) {
    const BlockView &view = coupling.blocks[b];
    for (auto [i, n] : llvm::enumerate(view.lifts))
      liftOwners[n].push_back({b, i});
    for (auto [i, a] : llvm::enumerate(view.neighbours)) {
      watchers[a].push_back(b);
      classes[b].push_back(classify(tables[a], view.relevant[i]));
    }
    wholeCone.push_back(std::make_unique<Lanes>(coupling, b, view.cone));
    linkCone.push_back(std::make_unique<Lanes>(
        coupling, b, coneBelow(coupling, view, view.links)));
    liftCone.push_back(std::make_unique<Lanes>(
        coupling, b, coneBelow(coupling, view, view.lifts)));
  }
  constraintsOf.resize(count);
  for (const CRoot &c : coupling.constraints)
    for (BlockId b : coupling.nodes[c.node].support)
      constraintsOf[b].push_back(c.node);
  controls = findControls(coupling);
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Recomputes the ranges above the given blocks. False: contradiction.
bool Search::evaluate(llvm::ArrayRef<BlockId> dirty) {
  for (BlockId b : dirty) {
    const BlockView &view = coupling.blocks[b];
    for (auto [column, n] : llvm::enumerate(view.features))
      now[n] = assigned[b]
                   ? Interval::point(tables[b].features[column][rowOf[b]])
                   : current[b]->range[column];
    for (uint32_t n : view.cone)
      mark[n] = 1;
  }
  bool sound = true;
  for (uint32_t n = 0; n < coupling.nodes.size(); ++n) {
    if (!mark[n])
      continue;
    mark[n] = 0;
    const CNode &node = coupling.nodes[n];
    now[n] = apply(node.op, now[node.x[0]], now[node.x[1]], now[node.x[2]]);
    // Where operands allow no more than `start` promises, `start` knows more.
    if (liftOwners[n].empty()) {
      now[n] = {std::max(now[n].lo, node.start.lo),
                std::min(now[n].hi, node.start.hi)};
      continue;
    }
    Interval cap = node.start;
    for (auto [b, i] : liftOwners[n]) {
      Interval known = assigned[b] ? everything() : current[b]->lifts[i];
      cap = {std::max(cap.lo, known.lo), std::min(cap.hi, known.hi)};
    }
    caps[n] = cap;
    now[n] = {std::max(now[n].lo, cap.lo), std::min(now[n].hi, cap.hi)};
    // Lifted nodes are valid everywhere: an empty range is a contradiction.
    sound &= !now[n].isEmpty();
  }
  return sound;
}

bool Search::evaluateAll() {
  for (uint32_t n = 0; n < coupling.nodes.size(); ++n)
    now[n] = coupling.nodes[n].start;
  std::vector<BlockId> all(coupling.blocks.size());
  for (BlockId b = 0; b < all.size(); ++b)
    all[b] = b;
  return evaluate(all);
}

bool Search::admitted() const {
  for (const CRoot &c : coupling.constraints)
    if (!now[c.node].mayHold())
      return false;
  for (auto [i, o] : llvm::enumerate(coupling.objectives))
    if (now[o].isEmpty() || now[o].lo > upper[i])
      return false;
  return true;
}

/// The rows that the present ranges admit, with their bounds of the stage's
/// objective and of those after it.
std::vector<Search::Candidate>
Search::candidates(BlockId b, llvm::ArrayRef<uint32_t> rows) {
  std::vector<Candidate> result;
  Lanes &lanes = *wholeCone[b];
  for (size_t from = 0; from < rows.size(); from += Lanes::Count) {
    llvm::ArrayRef<uint32_t> part =
        rows.slice(from, std::min<size_t>(Lanes::Count, rows.size() - from));
    lanes.run(tables[b], part, now, caps);
    for (unsigned l = 0; l < part.size(); ++l) {
      bool fits = true;
      // Constraints without b stand as the present state found them.
      for (uint32_t c : constraintsOf[b])
        if (!(fits = lanes.at(c, l, now).mayHold()))
          break;
      Candidate candidate;
      candidate.row = part[l];
      for (size_t i = 0; i < coupling.objectives.size() && fits; ++i) {
        Interval range = lanes.at(coupling.objectives[i], l, now);
        fits = !range.isEmpty() && range.lo <= upper[i];
        if (i >= stage)
          candidate.bounds.push_back(range.lo);
      }
      if (fits)
        result.push_back(std::move(candidate));
    }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Row lists
//===----------------------------------------------------------------------===//

Search::ListPtr Search::makeList(BlockId b, std::vector<uint32_t> rows) {
  auto list = std::make_shared<RowList>();
  list->rows = std::move(rows);
  for (const std::vector<int64_t> &column : tables[b].features) {
    Interval range = Interval::none();
    for (auto [i, row] : llvm::enumerate(list->rows)) {
      int64_t v = column[row];
      range = i == 0 ? Interval::point(v)
                     : Interval{std::min(range.lo, v), std::max(range.hi, v)};
    }
    list->range.push_back(range);
  }
  list->lifts.assign(coupling.blocks[b].lifts.size(), everything());
  return list;
}

/// Keeps one of each set of rows that another row beats: no worse in every
/// column that has a wish, equal in every column that has none to follow. With
/// `withLifts` (all neighbours chosen) the lifted nodes stand for the columns
/// below them; liftCone holds the values of the rows, a batch at a time.
std::vector<uint32_t>
Search::nondominated(BlockId b, std::vector<uint32_t> rows, bool withLifts) {
  if (rows.size() < 2)
    return rows;
  const BlockView &view = coupling.blocks[b];
  size_t equal = 0; // columns that must be equal come first
  std::vector<std::pair<uint32_t, int>> order; // node, sign
  for (auto [column, n] : llvm::enumerate(view.features)) {
    Wish wish = coupling.nodes[n].wish;
    if (wish == Wish::Same && !(withLifts && view.lifted[column]))
      order.insert(order.begin() + equal++, {n, 1});
    else if (wish == Wish::Lower || wish == Wish::Higher)
      order.push_back({n, wish == Wish::Lower ? 1 : -1});
  }
  if (withLifts)
    for (uint32_t n : view.lifts) {
      if (coupling.nodes[n].wish == Wish::Same)
        order.insert(order.begin() + equal++, {n, 1});
      else
        order.push_back({n, coupling.nodes[n].wish == Wish::Lower ? 1 : -1});
    }

  // Larger numbers are worse; ~v reverses the order without overflow.
  size_t width = order.size();
  std::vector<int64_t> keys(rows.size() * width);
  for (size_t from = 0; from < rows.size(); from += Lanes::Count) {
    size_t count = std::min<size_t>(Lanes::Count, rows.size() - from);
    if (withLifts)
      liftCone[b]->run(tables[b], llvm::ArrayRef(rows).slice(from, count), now,
                       starts);
    for (size_t k = 0; k < width; ++k) {
      auto [n, sign] = order[k];
      const CNode &node = coupling.nodes[n];
      for (size_t l = 0; l < count; ++l) {
        int64_t v = node.block == int(b)
                        ? tables[b].features[node.column][rows[from + l]]
                        : liftCone[b]->at(n, l, now).lo;
        keys[(from + l) * width + k] = sign > 0 ? v : ~v;
      }
    }
  }
  std::vector<uint32_t> sorted(rows.size());
  for (uint32_t i = 0; i < sorted.size(); ++i)
    sorted[i] = i;
  auto key = [&](uint32_t i) { return &keys[i * width]; };
  llvm::sort(sorted, [&](uint32_t x, uint32_t y) {
    int order = 0;
    for (size_t k = 0; k < width && !order; ++k)
      order = key(x)[k] < key(y)[k] ? -1 : key(x)[k] > key(y)[k];
    return order ? order < 0 : x < y;
  });
  // A dominator sorts before what it dominates, in the same group.
  std::vector<uint32_t> kept, group;
  constexpr size_t MaxCompared = 512; // bounds the work, keeps more rows
  for (size_t s = 0; s < sorted.size(); ++s) {
    uint32_t i = sorted[s];
    if (s == 0 || !std::equal(key(i), key(i) + equal, key(sorted[s - 1])))
      group.clear();
    bool beaten = llvm::any_of(group, [&](uint32_t j) {
      for (size_t k = equal; k < width; ++k)
        if (key(j)[k] > key(i)[k])
          return false;
      return true;
    });
    if (beaten)
      continue;
    if (group.size() < MaxCompared)
      group.push_back(i);
    kept.push_back(i);
  }
  llvm::sort(kept);
  for (uint32_t &i : kept)
    i = rows[i];
  return kept;
}

void Search::resetTo(llvm::ArrayRef<ListPtr> lists) {
  for (BlockId b = 0; b < current.size(); ++b) {
    current[b] = lists[b];
    assigned[b] = false;
    variant[b] = 0;
    // What was remembered holds as long as it was narrowed from `base`.
    if (!fromBase[b] || lists[b] != base[b])
      cache[b].clear();
    fromBase[b] = b < base.size() && lists[b] == base[b];
  }
}

/// Drops rows that the ranges of the other blocks refute, until nothing
/// changes. False: a block has none left.
bool Search::filterAll(std::vector<ListPtr> &lists, bool whole) {
  bool changed = true;
  for (unsigned round = 0; round < MaxFilterRounds && changed; ++round) {
    changed = false;
    for (BlockId b = 0; b < lists.size(); ++b) {
      if (limits.timeOver())
        return true;
      if (!whole && lists[b] == base[b])
        continue;
      std::vector<uint32_t> kept;
      for (const Candidate &c : candidates(b, lists[b]->rows))
        kept.push_back(c.row);
      if (kept.empty())
        return false;
      if (kept.size() == lists[b]->rows.size())
        continue;
      changed = true;
      lists[b] = makeList(b, std::move(kept));
      current[b] = lists[b];
      if (!evaluate({b}) || !admitted())
        return false;
    }
  }
  return true;
}

bool Search::prepare(unsigned newStage) {
  stage = newStage;
  std::vector<ListPtr> before = base;
  bool alive = prepareRows();
  if (!alive)
    base = before;
  return alive;
}

bool Search::prepareRows() {
  std::vector<ListPtr> lists = base;
  if (lists.empty())
    for (BlockId b = 0; b < tables.size(); ++b) {
      std::vector<uint32_t> rows(tables[b].rows);
      for (uint32_t i = 0; i < rows.size(); ++i)
        rows[i] = i;
      lists.push_back(makeList(b, std::move(rows)));
    }
  fromBase.assign(tables.size(), false);
  base.assign(tables.size(), nullptr);
  resetTo(lists);
  if (!evaluateAll() || !admitted() || !filterAll(lists, /*whole=*/true))
    return false;
  for (BlockId b = 0; b < tables.size(); ++b) {
    std::vector<uint32_t> rows =
        nondominated(b, lists[b]->rows, /*withLifts=*/false);
    rowsDominated += lists[b]->rows.size() - rows.size();
    base[b] = makeList(b, std::move(rows));
  }
  resetTo(base);
  if (!evaluateAll() || !admitted())
    return false;
  baseBound.assign(tables.size(), {});
  probed.assign(tables.size(), {});
  for (BlockId b = 0; b < tables.size(); ++b) {
    baseBound[b].assign(base[b]->rows.size(), INT64_MAX); // refuted by now
    probed[b].assign(base[b]->rows.size(), false);
    size_t at = 0;
    for (const Candidate &c : candidates(b, base[b]->rows)) {
      while (base[b]->rows[at] != c.row)
        ++at;
      baseBound[b][at] = c.bounds.empty() ? 0 : c.bounds.front();
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

bool Search::isKnown(uint32_t node, BlockId b) const {
  return llvm::all_of(coupling.nodes[node].support,
                      [&](BlockId a) { return a == b || assigned[a]; });
}

/// The rows of b that suit its chosen neighbours.
Search::ListPtr Search::narrow(BlockId b) {
  const BlockView &view = coupling.blocks[b];
  std::vector<unsigned> knownLifts;
  std::vector<uint32_t> knownLinks, rows;
  for (auto [i, n] : llvm::enumerate(view.lifts))
    if (isKnown(n, b))
      knownLifts.push_back(i);
  for (uint32_t n : view.links)
    if (isKnown(n, b))
      knownLinks.push_back(n);
  llvm::ArrayRef<uint32_t> from = current[b]->rows;
  for (size_t at = 0; at < from.size(); at += Lanes::Count) {
    llvm::ArrayRef<uint32_t> part =
        from.slice(at, std::min<size_t>(Lanes::Count, from.size() - at));
    linkCone[b]->run(tables[b], part, now, starts);
    for (unsigned l = 0; l < part.size(); ++l)
      if (llvm::all_of(knownLinks, [&](uint32_t n) {
            return linkCone[b]->at(n, l, now).mayHold();
          }))
        rows.push_back(part[l]);
  }
  if (llvm::all_of(view.neighbours, [&](BlockId a) { return assigned[a]; }))
    rows = nondominated(b, std::move(rows), /*withLifts=*/true);
  std::vector<Interval> lifts(view.lifts.size(), everything());
  for (size_t at = 0; at < rows.size() && !knownLifts.empty();
       at += Lanes::Count) {
    size_t count = std::min<size_t>(Lanes::Count, rows.size() - at);
    liftCone[b]->run(tables[b], llvm::ArrayRef(rows).slice(at, count), now,
                     starts);
    for (unsigned i : knownLifts)
      for (unsigned l = 0; l < count; ++l) {
        Interval v = liftCone[b]->at(view.lifts[i], l, now);
        lifts[i] = at + l == 0 ? v
                               : Interval{std::min(lifts[i].lo, v.lo),
                                          std::max(lifts[i].hi, v.hi)};
      }
  }
  ListPtr made = makeList(b, std::move(rows));
  std::const_pointer_cast<RowList>(made)->lifts = std::move(lifts);
  return made;
}

Search::ListPtr Search::lookUp(BlockId b) {
  const BlockView &view = coupling.blocks[b];
  std::vector<uint32_t> key{variant[b]};
  for (auto [i, a] : llvm::enumerate(view.neighbours))
    key.push_back(assigned[a] ? classes[b][i][rowOf[a]] : 0);
  ListPtr &list = cache[b][key];
  if (!list) {
    list = narrow(b);
    cachedRows += list->rows.size() + 16;
  }
  ListPtr found = list;
  if (cachedRows > MaxCachedRows) {
    for (auto &c : cache)
      c.clear();
    cachedRows = 0; // lists in use live on
  }
  return found;
}

/// Gives block b a row and narrows the blocks that watch it. False: dead end;
/// the trail must be undone in either case.
bool Search::assign(BlockId b, uint32_t row, Trail &trail) {
  assigned[b] = true;
  rowOf[b] = row;
  if (!evaluate({b}))
    return false;
  std::vector<BlockId> dirty;
  for (BlockId a : watchers[b]) {
    if (assigned[a])
      continue;
    ListPtr list = lookUp(a);
    if (list == current[a])
      continue;
    trail.push_back({a, current[a]});
    current[a] = list;
    dirty.push_back(a);
    if (list->rows.empty())
      return false;
  }
  return evaluate(dirty) && admitted();
}

void Search::undo(BlockId b, const Trail &trail) {
  assigned[b] = false;
  std::vector<BlockId> dirty{b};
  for (const auto &[a, list] : trail) {
    current[a] = list;
    dirty.push_back(a);
  }
  evaluate(dirty);
}

Search::ListPtr Search::restricted(BlockId b, unsigned column, int64_t value) {
  std::vector<uint32_t> rows;
  for (uint32_t row : current[b]->rows)
    if (tables[b].features[column][row] == value)
      rows.push_back(row);
  ListPtr list = makeList(b, std::move(rows));
  std::const_pointer_cast<RowList>(list)->lifts = current[b]->lifts;
  return list;
}

/// The control whose values, tried one by one, raise the bound most.
std::optional<Search::Split> Search::findSplit() {
  std::optional<Split> best;
  if (coupling.objectives.empty())
    return best;
  uint32_t objective = coupling.objectives[stage];
  int64_t bestBound = now[objective].lo;
  for (auto [b, column] : controls) {
    if (assigned[b])
      continue;
    Interval range = current[b]->range[column];
    if (range.isPoint() || range.hi - range.lo > MaxControlSpan)
      continue;
    Split split{b, column, {}};
    ListPtr whole = current[b];
    for (int64_t v = range.lo; v <= range.hi; ++v) {
      current[b] = restricted(b, column, v);
      if (!current[b]->rows.empty() && evaluate({b}) && admitted())
        split.children.push_back({now[objective].lo, v});
      current[b] = whole;
      evaluate({b});
    }
    llvm::sort(split.children);
    int64_t bound =
        split.children.empty() ? INT64_MAX : split.children.front().first;
    if (bound > bestBound) {
      bestBound = bound;
      best = split;
    }
  }
  return best;
}

/// Lowers `least` to the least bound over the ways to split.
void Search::boundBySplits(int64_t &least, unsigned &budget) {
  int64_t here = now[coupling.objectives[stage]].lo;
  if (here >= least)
    return;
  std::optional<Split> split;
  if (budget > 0)
    split = findSplit();
  if (!split) {
    least = here;
    return;
  }
  --budget;
  ListPtr whole = current[split->block];
  for (auto [bound, value] : split->children) {
    if (bound >= least)
      break;
    current[split->block] = restricted(split->block, split->column, value);
    if (evaluate({split->block}) && admitted())
      boundBySplits(least, budget);
    current[split->block] = whole;
    evaluate({split->block});
  }
}

int64_t Search::rootBound() {
  if (coupling.objectives.empty())
    return 0;
  int64_t least = INT64_MAX;
  unsigned budget = 300;
  boundBySplits(least, budget);
  return least;
}

/// The bound when b takes the row and its neighbours keep what suits it.
int64_t Search::probe(BlockId b, uint32_t row) {
  Trail trail;
  int64_t bound = INT64_MAX;
  if (assign(b, row, trail))
    bound = now[coupling.objectives[stage]].lo;
  undo(b, trail);
  return bound;
}

int64_t Search::probeBound() {
  if (coupling.objectives.empty())
    return 0;
  resetTo(base);
  int64_t greatest = INT64_MIN;
  if (!evaluateAll() || !admitted())
    return INT64_MAX;
  for (BlockId b = 0; b < base.size(); ++b) {
    size_t near = 0;
    for (BlockId a : coupling.blocks[b].neighbours)
      near += base[a]->rows.size();
    if (near > MaxNarrowedByProbe)
      continue;
    std::vector<uint32_t> order(base[b]->rows.size());
    for (uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    llvm::sort(order, [&](uint32_t x, uint32_t y) {
      return std::make_pair(baseBound[b][x], x) <
             std::make_pair(baseBound[b][y], y);
    });
    int64_t least = INT64_MAX;
    unsigned budget = MaxProbes;
    for (uint32_t i : order) {
      if (baseBound[b][i] >= least)
        break;
      if (!probed[b][i] && (budget == 0 || limits.timeOver())) {
        least = baseBound[b][i];
        break;
      }
      if (!probed[b][i]) {
        --budget;
        probed[b][i] = true;
        baseBound[b][i] = std::max(baseBound[b][i], probe(b, base[b]->rows[i]));
      }
      least = std::min(least, baseBound[b][i]);
    }
    greatest = std::max(greatest, least);
  }
  return greatest;
}

int64_t Search::rootCeiling() const {
  return coupling.objectives.empty() ? 0 : now[coupling.objectives[stage]].hi;
}

//===----------------------------------------------------------------------===//
// The search
//===----------------------------------------------------------------------===//

void Search::record() {
  best = rowOf;
  improved = true;
  bestObjective.clear();
  for (uint32_t o : coupling.objectives)
    bestObjective.push_back(now[o].lo);
  if (!upper.empty())
    upper[stage] = std::max(bestObjective[stage], INT64_MIN + 1) - 1;
}

bool Search::branchOnSplit(const Split &split) {
  BlockId b = split.block;
  ListPtr whole = current[b];
  uint32_t oldVariant = variant[b];
  for (auto [bound, value] : split.children) {
    if (bound > upper[stage])
      break;
    if (limits.hit())
      return false;
    ++limits.nodes;
    current[b] = restricted(b, split.column, value);
    std::vector<int64_t> key{int64_t(b), oldVariant, split.column, value};
    variant[b] =
        variantIds.try_emplace(key, variantIds.size() + 1).first->second;
    bool alive = evaluate({b}) && admitted();
    bool complete = !alive || descend(/*trySplits=*/true);
    current[b] = whole;
    variant[b] = oldVariant;
    evaluate({b});
    if (!complete)
      return false;
  }
  return true;
}

bool Search::branchOnBlock(BlockId b) {
  ListPtr list = current[b];
  std::vector<Candidate> all = candidates(b, list->rows);
  llvm::sort(all, [](const Candidate &x, const Candidate &y) {
    return x.bounds != y.bounds
               ? std::lexicographical_compare(x.bounds.begin(), x.bounds.end(),
                                              y.bounds.begin(), y.bounds.end())
               : x.row < y.row;
  });
  for (const Candidate &candidate : all) {
    if (!candidate.bounds.empty() && candidate.bounds.front() > upper[stage])
      break;
    if (limits.hit())
      return false;
    ++limits.nodes;
    Trail trail;
    bool complete =
        !assign(b, candidate.row, trail) || descend(/*trySplits=*/false);
    undo(b, trail);
    if (!complete)
      return false;
    if (upper.empty() && !best.empty())
      return true;
  }
  return true;
}

/// Searches below the present state. False: a limit was hit.
bool Search::descend(bool trySplits) {
  if (trySplits)
    if (std::optional<Split> split = findSplit())
      return branchOnSplit(*split);
  // Few choices first, and those that decide much for others.
  std::optional<BlockId> next;
  double least = 0;
  for (BlockId b = 0; b < current.size(); ++b) {
    if (assigned[b])
      continue;
    double score = std::log(double(current[b]->rows.size())) /
                   (1 + coupling.blocks[b].neighbours.size());
    if (!next || score < least) {
      next = b;
      least = score;
    }
  }
  if (next)
    return branchOnBlock(*next);
  record();
  return upper.empty(); // with an objective, the window starts anew
}

Search::Outcome Search::window(int64_t limit) {
  improved = false;
  if (!upper.empty())
    upper[stage] = limit;
  std::vector<ListPtr> lists;
  for (BlockId b = 0; b < base.size(); ++b) {
    std::vector<uint32_t> rows;
    for (auto [i, row] : llvm::enumerate(base[b]->rows))
      if (baseBound[b][i] <= limit && baseBound[b][i] != INT64_MAX)
        rows.push_back(row);
    rowsOutside += base[b]->rows.size() - rows.size();
    if (rows.empty())
      return Outcome::Exhausted;
    // A block that loses little keeps its rows: what was remembered of them
    // serves the next window as well.
    bool keep = rows.size() * 2 > base[b]->rows.size();
    lists.push_back(keep ? base[b] : makeList(b, std::move(rows)));
  }
  resetTo(lists);
  if (!evaluateAll() || !admitted() || !filterAll(lists, /*whole=*/false))
    return Outcome::Exhausted;
  resetTo(lists);
  if (!evaluateAll() || !admitted())
    return Outcome::Exhausted;
  if (descend(/*trySplits=*/true))
    return Outcome::Exhausted;
  return improved ? Outcome::Improved : Outcome::Limit;
}
