//===- Search.cpp - Depth-first search over the rows of blocks ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/BranchAndBound/Search.h"
#include "NLP/Presolve/Dominance.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>

using namespace talos::nlp;

/// A control is split when its values lie this close.
static constexpr int64_t MaxControlSpan = 2;
/// And, where no point is expected, when they leave less than this part of all.
static constexpr double MostLeft = 0.5;
/// The root bound is known up to this part of it: where no point is expected,
/// one window takes all above it, wherever that begins.
static constexpr int64_t RootDivisor = 1000, RoughRootDivisor = 32;
/// A block with no more rows than this is branched on by trying all of them.
static constexpr size_t MaxProbedChoices = 512;
/// One with no more of them looks first at what they leave of the rows of
/// others: of more that takes longer than trying those that it refutes.
static constexpr size_t MaxFitted = 32;
/// In which the rows of a large block are tried.
static constexpr size_t Parts = 5;
/// A search for any point spends this part of what is left on one choice.
static constexpr int64_t QuickDiveDivisor = 4;
/// But as much as a way down takes that meets few obstacles.
static constexpr int64_t QuickDiveNodesPerBlock = 4;
/// A window starts anew when the best solution is better than its limit by this
/// fraction.
static constexpr int64_t RestartDivisor = 20;

std::vector<std::vector<uint32_t>>
Search::startingRows(const Coupling &coupling, ArrayRef<Table> tables) {
  std::vector<std::vector<uint32_t>> rows;
  for (BlockId b = 0; b < tables.size(); ++b)
    rows.push_back(nondominated(coupling, tables[b], b));
  return rows;
}

Search::Search(const Coupling &coupling, ArrayRef<Table> tables,
               std::vector<std::vector<uint32_t>> rows, Limits &limits)
    : coupling(coupling), tables(tables), limits(limits),
      propagation(coupling, tables, std::move(rows)),
      probing(propagation, limits) {
  base = propagation.everything();
  for (BlockId b = 0; b < tables.size(); ++b)
    rowsDominated += tables[b].rows - base.domains[b]->rows.size();
}

bool Search::prepare(unsigned newStage) {
  stage = probing.stage = newStage;
  if (!propagation.run(base, Propagation::RefreshAll) ||
      !propagation.dropRows(base))
    return false;
  range = coupling.objectives.empty() ? Interval{0, 0}
                                      : propagation.objective(stage);
  return coupling.objectives.empty() || raiseBound();
}

/// Raises the bound to the least limit that propagation alone does not refute,
/// up to a part of it.
bool Search::raiseBound() {
  int64_t limit = objectiveBounds()[stage],
          step = std::max<int64_t>(
              1, range.lo / (expectsNoPoint ? RoughRootDivisor : RootDivisor));
  auto refuted = [&](int64_t top) {
    Store store = base;
    objectiveBounds()[stage] = std::min(limit, top);
    bool alive = propagation.run(store, Propagation::RefreshAll);
    objectiveBounds()[stage] = limit;
    return !alive;
  };
  // Gallop, then halve. A range without limits is wider than INT64_MAX.
  int64_t known = range.lo, open = range.hi;
  auto width = [&] { return uint64_t(open) - uint64_t(known); };
  auto above = [&](uint64_t by) { return int64_t(uint64_t(known) + by); };
  for (uint64_t by = step; known < open && by < width(); by *= 2)
    if (limits.isOver())
      return true;
    else if (int64_t top = above(by); refuted(top))
      known = top + 1;
    else
      open = top;
  while (known < open && width() > uint64_t(step) && !limits.isOver()) {
    int64_t middle = above(width() / 2);
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
  return bound == INT64_MAX || (!coupling.objectives.empty() &&
                                bound > propagation.objectiveBounds[stage]);
}

/// Logarithm of the number of points of the rows.
static double logPoints(const Store &store) {
  double sum = 0;
  for (const DomainPtr &domain : store.domains)
    sum += std::log(double(domain->rows.size()));
  return sum;
}

/// The part of the points of the store that are left in its children.
static double partLeft(const Store &store, ArrayRef<Probing::Child> children) {
  double all = logPoints(store), part = 0;
  for (const Probing::Child &child : children)
    part += std::exp(logPoints(child.store) - all);
  return part;
}

/// The values of the control that raise the bound most, if any does. That leads
/// to points; where none is expected, splits that refute little only repeat for
/// each value what follows.
std::vector<Search::Child> Search::findSplit(const Store &store,
                                             int64_t bound) {
  std::vector<Child> best;
  int64_t bestBound = bound;
  for (auto [b, column] : propagation.controls()) {
    const Domain &domain = *store.domains[b];
    const std::vector<int64_t> &values = tables[b].features[column];
    Interval span = Interval::point(values[domain.rows.front()]);
    for (uint32_t row : domain.rows)
      span = {std::min(span.lo, values[row]), std::max(span.hi, values[row])};
    if (span.isPoint() || span.hi - span.lo > MaxControlSpan)
      continue;
    std::vector<Child> children;
    int64_t least = INT64_MAX;
    for (int64_t v = span.lo; v <= span.hi; ++v) {
      std::vector<uint32_t> positions;
      for (uint32_t i = 0; i < domain.rows.size(); ++i)
        if (values[domain.rows[i]] == v)
          positions.push_back(i);
      if (positions.empty())
        continue;
      if (std::optional<Child> child = probing.probe(store, b, positions)) {
        least = std::min(least, child->bound);
        children.push_back(std::move(*child));
      }
    }
    if (children.empty()) // nothing fits: the store is refuted
      return {{INT64_MAX, store}};
    if (least > bestBound &&
        (!expectsNoPoint || partLeft(store, children) < MostLeft)) {
      bestBound = least;
      best = std::move(children);
    }
  }
  return best;
}

Search::Step Search::record(const Store &store) {
  best.clear();
  for (const DomainPtr &domain : store.domains)
    best.push_back(domain->rows.front());
  bestObjective.clear();
  for (unsigned i = 0; i < coupling.objectives.size(); ++i)
    bestObjective.push_back(propagation.objective(i).lo);
  if (coupling.objectives.empty())
    return Step::Restart; // any solution will do
  int64_t value = bestObjective[stage];
  objectiveBounds()[stage] = std::max(value, INT64_MIN + 1) - 1;
  int64_t gain = 0;
  if (llvm::SubOverflow(windowTop, value, gain))
    gain = INT64_MAX;
  return gain > std::max<int64_t>(0, value) / RestartDivisor ? Step::Restart
                                                             : Step::Done;
}

/// Of children or rows with these bounds, those that may be; the least first.
std::vector<std::pair<int64_t, uint32_t>>
Search::inOrder(ArrayRef<int64_t> bounds) const {
  std::vector<std::pair<int64_t, uint32_t>> order;
  for (auto [i, bound] : llvm::enumerate(bounds))
    if (!tooLarge(bound))
      order.push_back({bound, i});
  llvm::sort(order);
  return order;
}

Search::Step Search::descendInto(std::vector<Child> children, unsigned splits) {
  std::vector<int64_t> bounds;
  for (const Child &child : children)
    bounds.push_back(child.bound);
  for (auto [bound, i] : inOrder(bounds)) {
    if (tooLarge(bound))
      break;
    if (limits.hit())
      return Step::Limit;
    Child &child = children[i];
    bool isSettled = child.settledFor &&
                     *child.settledFor == propagation.objectiveBounds[stage];
    Step step = isSettled ? branch(std::move(child.store), bound, splits)
                          : descend(std::move(child.store), splits);
    if (step != Step::Done)
      return step;
  }
  return Step::Done;
}

/// Tries each of these sets of the block's rows.
Search::Step Search::branchOnEach(const Store &store, BlockId b,
                                  ArrayRef<Probing::Positions> each) {
  std::vector<Child> children;
  auto keep = [&](uint32_t, Child child) {
    children.push_back(std::move(child));
  };
  if (!probing.probeEach(store, b, each, keep))
    return Step::Limit;
  return descendInto(std::move(children), /*splits=*/0);
}

Search::Step Search::branchOnProbes(const Store &store, BlockId b) {
  size_t rows = store.domains[b]->rows.size();
  Probing::Positions some;
  if (rows <= MaxFitted)
    some = propagation.rowsThatFit(store, b);
  else
    llvm::append_range(some, llvm::seq<uint32_t>(0, rows));
  return branchOnEach(store, b, Probing::oneByOne(some));
}

Search::Step Search::branchOnRows(const Store &store, BlockId b) {
  std::vector<int64_t> bounds =
      coupling.objectives.empty()
          ? std::vector<int64_t>(store.domains[b]->rows.size(), 0)
          : propagation.boundRows(store, b, stage);
  for (auto [bound, i] : inOrder(bounds)) {
    if (tooLarge(bound))
      break;
    if (limits.hit())
      return Step::Limit;
    ++limits.nodes;
    std::optional<Child> child = probing.probe(store, b, i);
    if (!child)
      continue;
    Step step = skipsProbing && quickDives
                    ? quickDive(std::move(child->store))
                    : descend(std::move(child->store), /*splits=*/0);
    if (step != Step::Done)
      return step;
  }
  return Step::Done;
}

/// Searches below a store with a part of the nodes that are left, so that a
/// choice without a point does not take them all.
Search::Step Search::quickDive(Store store) {
  int64_t part = (limits.nodeLimit - limits.nodes) / QuickDiveDivisor,
          least = QuickDiveNodesPerBlock * int64_t(tables.size());
  Step step;
  {
    ScopedNodeLimit fewer(limits, std::max(part, least));
    step = descend(std::move(store), /*splits=*/0);
  }
  isIncomplete |= step == Step::Limit;
  return step == Step::Limit && !limits.hit() ? Step::Done : step;
}

/// Takes rows of the block together that take about as much of what they differ
/// in most: one bound refutes many.
Search::Step Search::branchOnParts(const Store &store, BlockId b) {
  limits.nodes += propagation.workOfRows(store, b);
  std::vector<double> shares = propagation.sharesOfRows(store, b);
  std::vector<std::pair<double, uint32_t>> order;
  for (auto [i, share] : llvm::enumerate(shares))
    order.push_back({share, i});
  llvm::sort(order);
  std::vector<Probing::Positions> parts(std::min(Parts, order.size()));
  for (auto [number, row] : llvm::enumerate(order))
    parts[number * parts.size() / order.size()].push_back(row.second);
  for (Probing::Positions &part : parts)
    llvm::sort(part);
  return branchOnEach(store, b, parts);
}

/// Whether all blocks together have too many rows to compare.
bool Search::hasManyRows(const Store &store) const {
  size_t rows = 0;
  for (const DomainPtr &domain : store.domains)
    rows += domain->rows.size();
  return rows > mostCompared;
}

/// The block with the most rows, where rows are tried in parts.
std::optional<BlockId> Search::blockToPart(const Store &store) const {
  if (skipsProbing || coupling.objectives.empty() || !hasManyRows(store))
    return std::nullopt;
  auto largest = std::max_element(store.domains.begin(), store.domains.end(),
                                  [](const DomainPtr &x, const DomainPtr &y) {
                                    return x->rows.size() < y->rows.size();
                                  });
  if ((*largest)->rows.size() < partedFrom)
    return std::nullopt;
  return BlockId(largest - store.domains.begin());
}

/// The block to decide next: few rows that raise the bound, or are beyond it,
/// and that decide much for others. Those that all but leave the bound alone,
/// such as ports that are not waited for, would repeat the same refutation row
/// by row: last, and of them those first whose rows differ in what they take of
/// what a budget still leaves. What looks at all rows drops those that it
/// refutes; that may be all of a block. `least`: a bound of the objective in
/// the store.
std::optional<BlockId> Search::chooseBlock(Store &store, int64_t least,
                                           bool &isRefuted) {
  if (skipsProbing || coupling.objectives.empty() || hasManyRows(store))
    return propagation.chooseBlock(store);
  double room = double(objectiveBounds()[stage]) - double(least) + 1;
  std::optional<BlockId> next;
  std::pair<bool, double> best;
  std::vector<DomainPtr> domains = store.domains;
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (store.isSingle(b))
      continue;
    double gain = 0, taken = 0, leastTaken = INFINITY;
    std::vector<Propagation::RowMerit> merits =
        propagation.meritOfRows(store, b, stage);
    Probing::Positions kept;
    limits.nodes += propagation.workOfRows(store, b);
    for (auto [i, merit] : llvm::enumerate(merits)) {
      if (!tooLarge(merit.bound))
        kept.push_back(i);
      gain += tooLarge(merit.bound)
                  ? 1
                  : (double(merit.bound) - double(least)) / room;
      taken += std::min(merit.share, 1.0);
      leastTaken = std::min(leastTaken, merit.share);
    }
    isRefuted |= kept.empty();
    if (isRefuted)
      return std::nullopt;
    if (kept.size() < merits.size())
      domains[b] = propagation.pick(b, *store.domains[b], kept);
    double count = double(merits.size());
    gain /= count;
    bool leavesBound = gain <= leastGain;
    if (leavesBound)
      gain = std::max(0.0, taken / count - leastTaken);
    std::pair<bool, double> score{leavesBound,
                                  std::log(count) * (1 - gain) /
                                      (1 + propagation.openPartners(store, b))};
    if (!next || score < best) {
      next = b;
      best = score;
    }
  }
  store.domains = std::move(domains);
  return next;
}

/// Searches below a store, after so many splits at most.
Search::Step Search::descend(Store store, unsigned splits) {
  if (!propagation.run(store, Propagation::RefreshAll))
    return Step::Done;
  int64_t least =
      coupling.objectives.empty() ? 0 : propagation.objective(stage).lo;
  return branch(std::move(store), least, splits);
}

/// The same of a store in which propagation drops no row; `least`: a bound of
/// the objective there.
Search::Step Search::branch(Store store, int64_t least, unsigned splits) {
  if (splits > 0 && !skipsProbing && !coupling.objectives.empty()) {
    std::vector<Child> split = findSplit(store, least);
    if (!split.empty())
      return descendInto(std::move(split), splits - 1);
    if (shavesRows && !probing.run(store))
      return Step::Done;
  }
  if (std::optional<BlockId> large = blockToPart(store))
    return branchOnParts(store, *large);
  bool isRefuted = false;
  std::optional<BlockId> next = chooseBlock(store, least, isRefuted);
  if (isRefuted)
    return Step::Done;
  if (!next) {
    propagation.run(store,
                    Propagation::RefreshAll); // leaves the objectives' values
    return record(store);
  }
  if (!skipsProbing && store.domains[*next]->rows.size() <= MaxProbedChoices &&
      propagation.openPartners(store, *next) > 0)
    return branchOnProbes(store, *next);
  return branchOnRows(store, *next);
}

Search::Outcome Search::searchWindow(int64_t limit) {
  Store store = base;
  if (!coupling.objectives.empty())
    objectiveBounds()[stage] = limit;
  windowTop = limit;
  if (!propagation.run(store, Propagation::RefreshAll) ||
      !propagation.dropRows(store))
    return Outcome::Exhausted;
  for (BlockId b = 0; b < tables.size(); ++b)
    rowsOutside += base.domains[b]->rows.size() - store.domains[b]->rows.size();
  isIncomplete = false;
  switch (descend(std::move(store), mostSplits)) {
  case Step::Done:
    return isIncomplete ? Outcome::Limit : Outcome::Exhausted;
  case Step::Limit:
    return Outcome::Limit;
  case Step::Restart:
    return coupling.objectives.empty() ? Outcome::Exhausted : Outcome::Improved;
  }
  return Outcome::Exhausted;
}
