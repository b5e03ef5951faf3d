//===- Propagation.cpp - What is left of the rows of all blocks -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Propagation.h"
#include "NLP/Evaluate/RangeArithmetic.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace talos::nlp;

/// Rounds of ranges up and demands down.
static constexpr unsigned MaxContractionRounds = 2;

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

Evaluators::Evaluators(const Evaluators &other) : scratch(other.scratch) {
  for (const std::unique_ptr<Lanes> &lanes : other.below)
    below.push_back(std::make_unique<Lanes>(*lanes, scratch));
  for (const std::unique_ptr<Lanes> &lanes : other.above)
    above.push_back(std::make_unique<Lanes>(*lanes, scratch));
  around.resize(other.around.size()); // made where they are needed
}

Propagation::Propagation(const Coupling &coupling, ArrayRef<Table> tables,
                         std::vector<std::vector<uint32_t>> rows)
    : objectiveBounds(coupling.objectives.size(), NoLimit), coupling(coupling),
      tables(tables), isTabulated(coupling.constraints.size(), false),
      binaryTablesOf(coupling.blocks.size()),
      partnersOf(coupling.blocks.size()), columns(coupling.blocks.size()),
      backward(coupling), dirty(coupling.blocks.size()),
      constraintsAbove(coupling.blocks.size()),
      constraintsAround(coupling.blocks.size()) {
  allBinaryTables = std::make_shared<const std::vector<BinaryTable>>(
      buildBinaryTables(coupling, tables, rows, isTabulated));
  for (auto [p, binaryTable] : llvm::enumerate(*allBinaryTables))
    for (unsigned side = 0; side < 2; ++side) {
      binaryTablesOf[binaryTable.block[side]].push_back({p, side});
      partnersOf[binaryTable.block[side]].push_back(
          binaryTable.block[1 - side]);
    }
  for (const CouplingNode &node : coupling.nodes) {
    now.push_back(node.range);
    Step step{
        node.range, {0, 0, 0}, node.op, node.plain, node.intervalColumnOf >= 0};
    for (size_t i = 0; i < step.operands.size() && !node.inputs().empty(); ++i)
      step.operands[i] = node.operands[i < node.inputs().size() ? i : 0];
    steps.push_back(step);
  }
  rangeBefore = now;
  wasActive.assign(now.size(), false);
  isNew = wasActive;
  isTold.assign(now.size(), true);
  isToldBefore = isTold;
  findEvaluated();
  findControls();
  for (BlockId b = 0; b < rows.size(); ++b) {
    Domain domain;
    domain.rows = std::move(rows[b]);
    for (uint32_t n : coupling.blocks[b].intervalColumns) {
      Interval start = coupling.nodes[n].range;
      domain.lo.emplace_back(domain.rows.size(), start.lo);
      domain.hi.emplace_back(domain.rows.size(), start.hi);
    }
    computeRanges(b, domain);
    initial.push_back(std::make_shared<Domain>(std::move(domain)));
  }
  Store store = everything();
  forward(store);
  for (BlockId b = 0; b < initial.size(); ++b) {
    Domain domain = *initial[b];
    domain.known = countKnown(store, b);
    evaluateIntervalColumns(b, domain);
    computeRanges(b, domain);
    initial[b] = std::make_shared<Domain>(std::move(domain));
  }
}

/// Marks the nodes that are evaluated: from the roots down to columns, and
/// those of other blocks below the interval columns of a block.
void Propagation::findEvaluated() {
  const std::vector<CouplingNode> &nodes = coupling.nodes;
  std::vector<bool> needed(nodes.size(), false);
  isTop.assign(nodes.size(), false);
  for (uint32_t o : coupling.objectives)
    needed[o] = isTop[o] = true;
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (!isTabulated[i])
      needed[c.node] = isTop[c.node] = true;
  for (const BlockView &view : coupling.blocks) {
    ArrayRef<uint32_t> below = view.below;
    BlockId self = &view - coupling.blocks.data();
    for (uint32_t n : below)
      for (uint32_t x : nodes[n].inputs())
        if (!llvm::is_contained(nodes[x].support, self))
          needed[x] = true;
  }
  for (uint32_t n = nodes.size(); n-- > 0;) {
    if (!needed[n])
      continue;
    const CouplingNode &node = nodes[n];
    int columnOf = node.block >= 0 ? node.block : node.intervalColumnOf;
    if (columnOf >= 0) {
      columns[columnOf].push_back(node.column);
      continue;
    }
    if (!node.inputs().empty())
      evaluated.push_back(n);
    for (uint32_t x : node.inputs()) {
      needed[x] = true;
      isTop[x] = isTop[x] || isTop[n];
    }
  }
  std::reverse(evaluated.begin(), evaluated.end());
  findOpened(needed);
  for (BlockId b = 0; b < coupling.blocks.size(); ++b) {
    llvm::sort(columns[b]);
    const BlockView &view = coupling.blocks[b];
    evaluators.below.push_back(
        std::make_unique<Lanes>(coupling, view.features, view.below,
                                view.intervalColumns, evaluators.scratch));
    evaluators.above.push_back(lanesAbove(b, constraintsAbove[b]));
  }
  evaluators.around.resize(coupling.blocks.size());
}

/// The evaluator around a block, which few searches need.
Lanes &Propagation::lanesAround(BlockId b) {
  std::unique_ptr<Lanes> &around = evaluators.around[b];
  if (!around) {
    std::vector<BlockId> both = partnersOf[b];
    both.push_back(b);
    constraintsAround[b].clear();
    around = lanesAbove(both, constraintsAround[b]);
  }
  return *around;
}

/// Evaluates what is above the columns of some blocks, up to the roots.
std::unique_ptr<Lanes>
Propagation::lanesAbove(ArrayRef<BlockId> some,
                        std::vector<uint32_t> &constraints) {
  const std::vector<CouplingNode> &nodes = coupling.nodes;
  std::vector<bool> isOver(nodes.size(), false);
  std::vector<uint32_t> inputs, over, results;
  for (BlockId b : some)
    for (unsigned column : columns[b])
      if (uint32_t n = coupling.blocks[b].nodeOf(column); isTop[n]) {
        inputs.push_back(n);
        isOver[n] = true;
      }
  for (uint32_t n : evaluated) {
    if (!isTop[n] || nodes[n].intervalColumnOf >= 0)
      continue;
    isOver[n] =
        llvm::any_of(nodes[n].inputs(), [&](uint32_t x) { return isOver[x]; });
    if (isOver[n])
      over.push_back(n);
  }
  auto addResult = [&](uint32_t n) {
    if (isOver[n])
      results.push_back(n);
  };
  llvm::for_each(coupling.objectives, addResult);
  for (auto [i, c] : llvm::enumerate(coupling.constraints)) {
    if (isTabulated[i] || !isOver[c.node])
      continue;
    constraints.push_back(c.node);
    addResult(c.node);
    llvm::for_each(nodes[c.node].inputs(), addResult);
  }
  return std::make_unique<Lanes>(coupling, inputs, over, results,
                                 evaluators.scratch);
}

/// Nodes below the interval columns of a block are evaluated once the block has
/// one row.
void Propagation::findOpened(const std::vector<bool> &needed) {
  openedBy.resize(coupling.nodes.size());
  for (BlockId b = 0; b < coupling.blocks.size(); ++b)
    for (uint32_t n : coupling.blocks[b].below) {
      openedBy[n].push_back(b);
      if (!needed[n] || coupling.nodes[n].intervalColumnOf >= 0)
        evaluated.push_back(n);
    }
  sortUnique(evaluated);
  alwaysEvaluated.assign(coupling.nodes.size(), false);
  for (uint32_t n : evaluated)
    alwaysEvaluated[n] = needed[n] && coupling.nodes[n].intervalColumnOf < 0;
}

void Propagation::findControls() {
  const std::vector<CouplingNode> &nodes = coupling.nodes;
  std::vector<bool> inObjective(nodes.size(), false), decides(inObjective);
  for (uint32_t o : coupling.objectives)
    inObjective[o] = true;
  // A factor that is 0 or 1 is a choice, too.
  auto isChoice = [&](const CouplingNode &node, unsigned i) {
    Interval range = nodes[node.operands[i]].range;
    return node.op == Op::Select
               ? i == 0
               : node.op == Op::Mul && range.lo == 0 && range.hi == 1;
  };
  for (uint32_t n = nodes.size(); n-- > 0;) {
    if (!inObjective[n] || nodes[n].intervalColumnOf >= 0)
      continue;
    for (auto [i, x] : llvm::enumerate(nodes[n].inputs())) {
      inObjective[x] = true;
      decides[x] = decides[x] || decides[n] || isChoice(nodes[n], i);
    }
  }
  for (uint32_t n = 0; n < nodes.size(); ++n)
    if (decides[n] && nodes[n].block >= 0)
      controlColumns.push_back({nodes[n].block, nodes[n].column});
}

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

/// Of the row at a position in the domain.
Interval Propagation::valueAt(BlockId b, const Domain &domain, unsigned column,
                              size_t position) const {
  size_t features = coupling.blocks[b].features.size();
  if (column < features)
    return Interval::point(tables[b].features[column][domain.rows[position]]);
  return {domain.lo[column - features][position],
          domain.hi[column - features][position]};
}

/// Of `count` values, where no range is wider than `most`; `at` gives the range
/// of each.
template <typename At>
static Interval rangeOver(size_t count, Interval most, At at) {
  constexpr size_t piece = 16; // between two questions
  int64_t lo = INT64_MAX, hi = INT64_MIN;
  for (size_t i = 0; i < count && !(lo == most.lo && hi == most.hi);)
    for (size_t end = std::min(count, i + piece); i < end; ++i) {
      Interval value = at(i);
      lo = std::min(lo, value.lo);
      hi = std::max(hi, value.hi);
    }
  return {lo, hi};
}

/// `wider`: a domain that has all rows.
void Propagation::computeRanges(BlockId b, Domain &domain,
                                const Domain *wider) const {
  const BlockView &view = coupling.blocks[b];
  size_t features = view.features.size();
  domain.range.assign(features + view.intervalColumns.size(), Interval::none());
  if (domain.rows.empty())
    return;
  for (unsigned column : columns[b]) {
    Interval most = wider ? wider->range[column] : Interval::none();
    auto hull = [&](auto at) {
      return rangeOver(domain.rows.size(), most, at);
    };
    if (column < features) {
      const int64_t *values = tables[b].features[column].data();
      domain.range[column] = hull([&, rows = domain.rows.data()](size_t i) {
        return Interval::point(values[rows[i]]);
      });
    } else {
      const int64_t *lo = domain.lo[column - features].data(),
                    *hi = domain.hi[column - features].data();
      domain.range[column] =
          hull([&](size_t i) { return Interval{lo[i], hi[i]}; });
    }
  }
}

DomainPtr Propagation::pick(BlockId b, const Domain &domain,
                            ArrayRef<uint32_t> positions) const {
  auto made = std::make_shared<Domain>();
  auto choose = [&](const auto &from, auto &to) {
    to.reserve(positions.size());
    for (uint32_t i : positions)
      to.push_back(from[i]);
  };
  choose(domain.rows, made->rows);
  made->lo.resize(domain.lo.size());
  made->hi.resize(domain.hi.size());
  for (size_t c = 0; c < domain.lo.size(); ++c) {
    choose(domain.lo[c], made->lo[c]);
    choose(domain.hi[c], made->hi[c]);
  }
  made->known = domain.known;
  computeRanges(b, *made, &domain);
  return made;
}

unsigned Propagation::countKnown(const Store &store, BlockId b) const {
  return llvm::count_if(coupling.blocks[b].neighbours,
                        [&](BlockId a) { return store.isSingle(a); });
}

/// Narrows the ranges of the interval columns, by row, under the present ranges
/// of the neighbours.
void Propagation::evaluateIntervalColumns(BlockId b, Domain &domain) {
  const BlockView &view = coupling.blocks[b];
  if (view.intervalColumns.empty())
    return;
  Lanes &lanes = *evaluators.below[b];
  for (size_t from = 0; from < domain.rows.size(); from += Lanes::Count) {
    unsigned count = std::min<size_t>(Lanes::Count, domain.rows.size() - from);
    for (auto [column, n] : llvm::enumerate(view.features))
      lanes.set(n, count, [&, c = column](unsigned l) {
        return valueAt(b, domain, c, from + l);
      });
    lanes.run(count, now);
    for (auto [c, n] : llvm::enumerate(view.intervalColumns))
      lanes.read(n, count, [&, c = c](unsigned l, Interval range) {
        int64_t &lo = domain.lo[c][from + l], &hi = domain.hi[c][from + l];
        lo = std::max(lo, range.lo);
        hi = std::min(hi, range.hi);
      });
  }
}

bool Propagation::refresh(Store &store, size_t maxRefreshed) {
  bool changed = false;
  for (BlockId b = 0; b < store.domains.size(); ++b) {
    const Domain &old = *store.domains[b];
    if (coupling.blocks[b].intervalColumns.empty() ||
        old.rows.size() > maxRefreshed || store.isSingle(b))
      continue;
    unsigned known = countKnown(store, b);
    if (known <= old.known)
      continue;
    auto domain = std::make_shared<Domain>(old);
    domain->known = known;
    evaluateIntervalColumns(b, *domain);
    computeRanges(b, *domain);
    changed |= domain->lo != old.lo || domain->hi != old.hi;
    store.domains[b] = std::move(domain);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Ranges of a store
//===----------------------------------------------------------------------===//

void Propagation::setColumn(uint32_t n, Interval range) {
  now[n] = range;
  isNew[n] = !(rangeBefore[n] == range);
}

/// Whether an operand differs from what the node was evaluated with.
bool Propagation::isStale(uint32_t n) const {
  auto [x, y, z] = steps[n].operands;
  return isNew[x] | isNew[y] | isNew[z];
}

void Propagation::forward(const Store &store) {
  now = rangeBefore;
  isTold = isToldBefore;
  if (store.domains == domainsBefore)
    return;
  domainsBefore = store.domains;
  isNew.assign(isNew.size(), false);
  for (BlockId b = 0; b < columns.size(); ++b) {
    const BlockView &view = coupling.blocks[b];
    for (unsigned column : columns[b])
      setColumn(view.nodeOf(column), store.domains[b]->range[column]);
    if (!store.isSingle(b))
      continue;
    const Domain &domain = *store.domains[b];
    for (auto [column, n] : llvm::enumerate(view.features))
      setColumn(
          n, Interval::point(tables[b].features[column][domain.rows.front()]));
    // Also interval columns below other interval columns only: `columns` has
    // none of them.
    for (auto [c, n] : llvm::enumerate(view.intervalColumns))
      setColumn(n, {domain.lo[c].front(), domain.hi[c].front()});
  }
  active.clear();
  for (uint32_t n : evaluated) {
    bool isActive = alwaysEvaluated[n] ||
                    llvm::any_of(openedBy[n],
                                 [&](BlockId b) { return store.isSingle(b); }),
         isOpened = isActive && !wasActive[n];
    wasActive[n] = isActive;
    if (!isActive)
      continue;
    active.push_back(n);
    // Where operands allow no more than `start` promises, it knows more; so do
    // the rows of an interval column.
    const Step &step = steps[n];
    if (!step.isColumn && !isOpened && !isStale(n))
      continue;
    evaluate(n, step.isColumn ? now[n] : step.range);
    isNew[n] =
        isOpened || !(rangeBefore[n] == now[n]) || isToldBefore[n] != isTold[n];
  }
  rangeBefore = now;
  isToldBefore = isTold;
}

void Propagation::evaluate(uint32_t n, Interval known) {
  const Step &step = steps[n];
  Interval x = now[step.operands[0]], y = now[step.operands[1]],
           z = now[step.operands[2]];
  bool mayFail = false; // then its range says that operands let it not fail
  bool isPlain = step.isPlain && !x.isEmpty() && !y.isEmpty() && !z.isEmpty();
  Interval range = isPlain ? applyPlain(step.op, x, y, z, &mayFail)
                           : apply(step.op, x, y, z, &mayFail);
  now[n] = intersection(range, known);
  isTold[n] = !mayFail && now[n] == range && asksNothing(n);
}

/// Whether the node's own range requires nothing of what is below its operands.
/// A select asks for its condition and for what that takes, and more where one
/// of them is invalid.
bool Propagation::asksNothing(uint32_t n) const {
  auto [x, y, z] = steps[n].operands;
  if (steps[n].op != Op::Select)
    return isTold[x] & isTold[y] & isTold[z];
  Interval condition = now[x];
  if (!isTold[x])
    return false;
  if (condition == Interval::point(0))
    return isTold[z];
  if (!condition.contains(0))
    return isTold[y];
  return !now[y].isEmpty() && !now[z].isEmpty();
}

/// Demands and ranges sharpen each other; false: they contradict.
bool Propagation::contract() {
  for (unsigned round = 0;; ++round) {
    if (!backward.run(now, isTabulated, objectiveBounds, active, isTold,
                      /*goesOn=*/round > 0))
      return false;
    if (round == MaxContractionRounds)
      return true;
    for (uint32_t n = 0; n < now.size(); ++n)
      isNew[n] = !(backward.required[n] == now[n]);
    now = backward.required;
    bool changed = false;
    for (uint32_t n : active) {
      if (!isStale(n))
        continue;
      Interval before = now[n];
      bool wasTold = isTold[n];
      evaluate(n, before);
      if (backward.isRequired[n] && now[n].isEmpty())
        return false;
      bool isNarrower = !(now[n] == before);
      isNew[n] |= isNarrower || wasTold != isTold[n];
      changed |= isNarrower;
    }
    if (!changed)
      return true;
  }
}

bool Propagation::isAdmitted() const {
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (!isTabulated[i] && !now[c.node].mayHold())
      return false;
  for (auto [i, o] : llvm::enumerate(coupling.objectives))
    if (now[o].isEmpty() || now[o].lo > objectiveBounds[i])
      return false;
  return true;
}

bool Propagation::filter(Store &store, BlockId b, bool &dropped) {
  const BlockView &view = coupling.blocks[b];
  const Domain &domain = *store.domains[b];
  SmallVector<unsigned, 16> tight;
  for (unsigned column : columns[b]) {
    uint32_t n = view.nodeOf(column);
    Interval range = domain.range[column];
    if (backward.isRequired[n] && (range.lo < backward.required[n].lo ||
                                   range.hi > backward.required[n].hi))
      tight.push_back(column);
  }
  if (tight.empty())
    return true;
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < domain.rows.size(); ++i)
    if (llvm::all_of(tight, [&](unsigned column) {
          Interval value = valueAt(b, domain, column, i),
                   want = backward.required[view.nodeOf(column)];
          return value.lo <= want.hi && value.hi >= want.lo;
        }))
      kept.push_back(i);
  if (kept.empty())
    return false;
  if (kept.size() == domain.rows.size())
    return true;
  store.domains[b] = pick(b, domain, kept);
  dirty[b] = dropped = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Arc consistency over binary tables
//===----------------------------------------------------------------------===//

const BitVector &Propagation::groupsOf(const Domain &domain,
                                       unsigned binaryTable,
                                       unsigned side) const {
  const BinaryTable &own = (*allBinaryTables)[binaryTable];
  ArrayRef<std::pair<unsigned, unsigned>> all = binaryTablesOf[own.block[side]];
  size_t number =
      llvm::find(all, std::make_pair(binaryTable, side)) - all.begin();
  return domain.groups.get(number, all.size(), [&](BitVector &groups) {
    groups.resize(own.partners[side].size());
    for (uint32_t row : domain.rows)
      groups.set(own.group[side][row]);
  });
}

/// Drops rows of the other side that fit no row of this one.
bool Propagation::revise(Store &store, const BinaryTable &binaryTable,
                         unsigned from, bool &dropped) {
  unsigned number = &binaryTable - allBinaryTables->data(), to = 1 - from;
  const Domain &domain = *store.domains[binaryTable.block[to]];
  BitVector open = groupsOf(domain, number, to); // those that fit none so far
  for (unsigned g :
       groupsOf(*store.domains[binaryTable.block[from]], number, from)
           .set_bits()) {
    open.reset(binaryTable.partners[from][g]);
    if (open.none())
      return true;
  }
  std::vector<uint32_t> kept;
  for (uint32_t i = 0; i < domain.rows.size(); ++i)
    if (!open[binaryTable.group[to][domain.rows[i]]])
      kept.push_back(i);
  if (kept.empty())
    return false;
  store.domains[binaryTable.block[to]] =
      pick(binaryTable.block[to], domain, kept);
  dirty[binaryTable.block[to]] = dropped = true;
  return true;
}

bool Propagation::makeArcConsistent(Store &store) {
  for (bool again = true; again;) {
    again = false;
    for (BlockId b = 0; b < dirty.size(); ++b) {
      if (!dirty[b])
        continue;
      dirty[b] = false;
      for (auto [binaryTable, side] : binaryTablesOf[b])
        if (!revise(store, (*allBinaryTables)[binaryTable], side, again))
          return false;
    }
  }
  return true;
}

std::vector<std::vector<uint32_t>>
Propagation::alike(BlockId b, const Domain &domain,
                   ArrayRef<uint32_t> positions) const {
  std::map<std::vector<uint32_t>, std::vector<uint32_t>> byGroups;
  for (uint32_t position : positions) {
    uint32_t row = domain.rows[position];
    std::vector<uint32_t> groups;
    for (auto [binaryTable, side] : binaryTablesOf[b])
      groups.push_back((*allBinaryTables)[binaryTable].group[side][row]);
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

bool Propagation::run(Store &store, size_t maxRefreshed,
                      std::optional<BlockId> changed) {
  dirty.assign(dirty.size(), !changed);
  if (changed)
    dirty[*changed] = true;
  for (;;) {
    if (!makeArcConsistent(store))
      return false;
    forward(store);
    if (!isAdmitted() || !contract())
      return false;
    bool dropped = false;
    for (BlockId b = 0; b < store.domains.size(); ++b)
      if (!filter(store, b, dropped))
        return false;
    if (!dropped && !refresh(store, maxRefreshed))
      return true;
  }
}

/// Gives the lanes the values of the rows at the positions `positionOf(lane)`.
template <typename PositionOf>
void Propagation::setColumns(Lanes &lanes, const Store &store, BlockId b,
                             unsigned count, PositionOf positionOf) const {
  for (unsigned column : columns[b])
    if (uint32_t n = coupling.blocks[b].nodeOf(column); isTop[n])
      lanes.set(n, count, [&](unsigned l) {
        return valueAt(b, *store.domains[b], column, positionOf(l));
      });
}

/// Evaluates what is above the columns of the block, and calls visit(lanes,
/// lane) for one of its rows after the other.
void Propagation::visitRows(const Store &store, BlockId b,
                            function_ref<void(const Lanes &, unsigned)> visit) {
  forward(store);
  Lanes &lanes = *evaluators.above[b];
  size_t rows = store.domains[b]->rows.size();
  for (size_t from = 0; from < rows; from += Lanes::Count) {
    unsigned count = std::min<size_t>(Lanes::Count, rows - from);
    setColumns(lanes, store, b, count, [&](unsigned l) { return from + l; });
    lanes.run(count, now);
    for (unsigned l = 0; l < count; ++l)
      visit(lanes, l);
  }
}

int64_t Propagation::boundRow(const Lanes &lanes, unsigned lane,
                              ArrayRef<uint32_t> constraints,
                              unsigned objective) const {
  int64_t bound =
      coupling.objectives.empty() ? 0 : now[coupling.objectives[objective]].lo;
  for (auto [i, o] : llvm::enumerate(coupling.objectives)) {
    if (!lanes.has(o))
      continue;
    Interval range = lanes.at(o, lane);
    if (range.isEmpty() || range.lo > objectiveBounds[i])
      bound = INT64_MAX;
    else if (i == objective && bound != INT64_MAX)
      bound = range.lo;
  }
  for (uint32_t c : constraints)
    if (!lanes.at(c, lane).mayHold())
      bound = INT64_MAX;
  return bound;
}

std::vector<int64_t> Propagation::boundRows(const Store &store, BlockId b,
                                            unsigned objective) {
  std::vector<int64_t> result;
  visitRows(store, b, [&](const Lanes &lanes, unsigned l) {
    result.push_back(boundRow(lanes, l, constraintsAbove[b], objective));
  });
  return result;
}

/// Calls add(part) for each constraint `a <= b` above the block, and for each
/// objective with a bound, always in the same order: the part that the row
/// takes of what is left between both sides, or between the objective and its
/// bound.
template <typename Add>
void Propagation::addShares(const Lanes &lanes, unsigned lane, BlockId b,
                            Add add) const {
  auto at = [&](uint32_t n) {
    return lanes.has(n) ? lanes.at(n, lane) : now[n];
  };
  auto addPart = [&](double before, double after) {
    add((before - after) / std::max(1., before));
  };
  for (uint32_t c : constraintsAbove[b]) {
    const CouplingNode &node = coupling.nodes[c];
    if (node.op != Op::Le)
      continue;
    uint32_t x = node.operands[0], y = node.operands[1];
    addPart(double(now[y].hi) - double(now[x].lo),
            double(at(y).hi) - double(at(x).lo));
  }
  for (auto [o, bound] : llvm::zip(coupling.objectives, objectiveBounds))
    if (bound != NoLimit)
      addPart(double(bound) - double(now[o].lo),
              double(bound) - double(at(o).lo));
}

std::vector<Propagation::RowMerit>
Propagation::meritOfRows(const Store &store, BlockId b, unsigned objective) {
  std::vector<RowMerit> result;
  visitRows(store, b, [&](const Lanes &lanes, unsigned l) {
    double most = 0;
    addShares(lanes, l, b, [&](double part) { most = std::max(most, part); });
    result.push_back(
        {most, boundRow(lanes, l, constraintsAbove[b], objective)});
  });
  return result;
}

std::vector<double> Propagation::sharesOfRows(const Store &store, BlockId b) {
  std::vector<std::vector<double>> all; // by constraint
  visitRows(store, b, [&](const Lanes &lanes, unsigned l) {
    size_t number = 0;
    addShares(lanes, l, b, [&](double part) {
      if (number == all.size())
        all.emplace_back();
      all[number++].push_back(std::min(part, 1.0));
    });
  });
  std::vector<double> result(store.domains[b]->rows.size(), 0.0);
  double widest = 0;
  for (std::vector<double> &shares : all) {
    auto [least, most] = std::minmax_element(shares.begin(), shares.end());
    if (double width = *most - *least; width > widest) {
      widest = width;
      result = std::move(shares);
    }
  }
  return result;
}

int64_t Propagation::workOfRows(const Store &store, BlockId b) const {
  int64_t batches =
      llvm::divideCeil(store.domains[b]->rows.size(), Lanes::Count);
  return batches * int64_t(evaluators.above[b]->size()) /
         std::max<int64_t>(1, coupling.nodes.size());
}

std::optional<BlockId> Propagation::chooseBlock(const Store &store) const {
  std::optional<BlockId> next;
  double least = 0;
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (store.isSingle(b))
      continue;
    double score = std::log(double(store.domains[b]->rows.size())) /
                   (1 + openPartners(store, b));
    if (!next || score < least) {
      next = b;
      least = score;
    }
  }
  return next;
}

std::vector<uint32_t> Propagation::rowsLeft(const Store &store, BlockId b) {
  std::vector<uint32_t> kept;
  for (auto [i, bound] : llvm::enumerate(boundRows(store, b, 0)))
    if (bound != INT64_MAX)
      kept.push_back(i);
  return kept;
}

void Propagation::ColumnRanges::add(ArrayRef<Interval> more) {
  if (!hasRows)
    of = more;
  hasRows = true;
  for (auto [range, other] : llvm::zip(of, more))
    range = hullOf(range, other);
}

/// By group of the rows on one side of a binary table: the ranges of the other
/// side over the rows that fit.
std::vector<Propagation::ColumnRanges>
Propagation::rangesByGroup(const Store &store, const BinaryTable &table,
                           unsigned side) const {
  unsigned other = 1 - side, number = &table - allBinaryTables->data();
  BlockId b = table.block[other];
  const Domain &domain = *store.domains[b];
  std::vector<ColumnRanges> own(table.partners[other].size()),
      result(table.partners[side].size());
  std::vector<Interval> row, all;
  for (size_t i = 0; i < domain.rows.size(); ++i) {
    row.clear();
    for (unsigned column : columns[b])
      row.push_back(valueAt(b, domain, column, i));
    own[table.group[other][domain.rows[i]]].add(row);
  }
  for (unsigned column : columns[b])
    all.push_back(domain.range[column]);
  const BitVector &present = groupsOf(domain, number, other);
  for (unsigned g :
       groupsOf(*store.domains[table.block[side]], number, side).set_bits()) {
    BitVector fitting = present;
    fitting &= table.partners[side][g];
    if (fitting == present)
      result[g].add(all);
    else
      for (unsigned h : fitting.set_bits())
        result[g].add(own[h].of);
  }
  return result;
}

std::vector<uint32_t> Propagation::rowsThatFit(const Store &store, BlockId b) {
  const std::vector<uint32_t> &rows = store.domains[b]->rows;
  std::vector<std::vector<ColumnRanges>> ranges; // by table and group
  for (auto [number, side] : binaryTablesOf[b])
    ranges.push_back(rangesByGroup(store, (*allBinaryTables)[number], side));
  auto rangesOf = [&](size_t table, uint32_t position) -> const ColumnRanges & {
    auto [number, side] = binaryTablesOf[b][table];
    return ranges[table]
                 [(*allBinaryTables)[number].group[side][rows[position]]];
  };
  std::vector<uint32_t> open, kept;
  for (uint32_t i = 0; i < rows.size(); ++i)
    if (llvm::all_of(llvm::seq(ranges.size()),
                     [&](size_t t) { return rangesOf(t, i).hasRows; }))
      open.push_back(i);
  forward(store);
  Lanes &lanes = lanesAround(b);
  for (size_t from = 0; from < open.size(); from += Lanes::Count) {
    auto some = ArrayRef(open).slice(from).take_front(Lanes::Count);
    setColumns(lanes, store, b, some.size(),
               [&](unsigned l) { return some[l]; });
    for (auto [t, partner] : llvm::enumerate(partnersOf[b]))
      for (auto [c, column] : llvm::enumerate(columns[partner]))
        if (uint32_t n = coupling.blocks[partner].nodeOf(column); isTop[n])
          lanes.set(n, some.size(), [&, t = t, c = c](unsigned l) {
            return rangesOf(t, some[l]).of[c];
          });
    lanes.run(some.size(), now);
    for (auto [l, position] : llvm::enumerate(some))
      if (boundRow(lanes, l, constraintsAround[b], 0) != INT64_MAX)
        kept.push_back(position);
  }
  return kept;
}

bool Propagation::dropRows(Store &store) {
  unsigned blocks = store.domains.size(), quiet = 0;
  for (BlockId b = 0; quiet < blocks; b = (b + 1) % blocks) {
    ++quiet;
    if (store.isSingle(b))
      continue;
    std::vector<uint32_t> kept = rowsLeft(store, b);
    if (kept.empty())
      return false;
    if (kept.size() == store.domains[b]->rows.size())
      continue;
    quiet = 0;
    store.domains[b] = pick(b, *store.domains[b], kept);
    if (!run(store, RefreshAll, b))
      return false;
  }
  return true;
}
