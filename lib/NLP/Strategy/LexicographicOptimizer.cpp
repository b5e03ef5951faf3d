//===- LexicographicOptimizer.cpp - One objective after the other ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Strategy/LexicographicOptimizer.h"
#include "NLP/BranchAndBound/NeighbourhoodSearch.h"
#include "NLP/TreeDecomposition/BucketElimination.h"
#include <algorithm>

using namespace talos::nlp;

/// The first window above a bound is this fraction of it; later ones grow up to
/// the second fraction, or the third one while they take little.
static constexpr int64_t FirstWindowDivisor = 1000;
static constexpr int64_t MostWindowDivisor = 100;
static constexpr int64_t MostCheapDivisor = 16;
/// A window below a point that is further above the bound than this part of it
/// has half of what is between.
static constexpr int64_t FarDivisor = 16;
/// Windows refuted with fewer nodes grow faster, and those that take less than
/// so many times the nodes of the one before.
static constexpr int64_t CheapWindowNodes = 20;
static constexpr double CheapGrowth = 1.5;
/// Groups with a block of more rows offer too much in any case.
static constexpr size_t MaxRowsToEliminate = 2000;
/// What elimination may take before a search that may do as well, and after one
/// that struck a limit.
static constexpr int64_t FirstAttemptNodes = 1000, SecondAttemptNodes = 4000;
/// A window that takes more nodes, beside so many times those of the windows
/// before it, waits until a point is known, unless what the caller wants at
/// most is near.
static constexpr int64_t PatienceNodes = 5000;
static constexpr int64_t PatienceGrowth = 2;
/// A point is looked for, and one below a known one refuted, up to this part of
/// the bound above it at once.
static constexpr int64_t NearDivisor = 3;
/// Once a point is known, what lies below it may take long in one window and
/// next to nothing in narrow ones: where a window takes too many nodes, one
/// part of so many comes next, that often.
static constexpr int64_t NarrowDivisor = 8;
static constexpr unsigned MaxNarrowed = 5;
/// Before that the bound is raised by so many windows that take few nodes.
static constexpr unsigned MaxHalvings = 12;
/// Of few blocks a window of ties counts as so many nodes beside its own: there
/// are few for ties, and many windows take one or two.
static constexpr int64_t TieWindowNodes = 5;
/// Fewer nodes than that find nothing, but take the time to begin.
static constexpr int64_t LeastDive = 16;
/// Once windows take nodes, all that is near is looked through for a first
/// point, with so many nodes.
static constexpr int64_t LookNodes = 3000;
/// Nodes that each window spends on a better point after a limit struck: at a
/// quick dive, and with probes.
static constexpr int64_t QuickDiveNodes = 4000, ProbingDiveNodes = 1500;
/// All windows together that improve a point after the node limit; a tenth of
/// that limit if it is more. And where only a point is sought.
static constexpr int64_t ImprovingNodes = 10000, IncumbentNodes = 500;
/// With so many blocks probes take too long, and quick dives do not reach far.
static constexpr size_t ManyBlocks = 64;
/// With so many blocks a point is looked for before anything is proved.
static constexpr size_t NeighbourhoodsFrom = 32;
/// What that may take, and then the proof unless the caller says how much:
/// nodes of the search times nodes of the coupling, as each looks at all of
/// them.
static constexpr int64_t NeighbourhoodWork = 1 << 25, ProofWork = 1 << 23;
/// But so many nodes at least; with ManyBlocks or more the second.
static constexpr int64_t LeastLargeNodes = 100, LeastHugeNodes = 10;
/// Where it was the clock that struck: for a first point, and to improve it.
static constexpr std::chrono::milliseconds FirstPointTime(1500), DiveTime(500);

namespace {
bool isConclusive(Status status) {
  return status == Status::Optimal || status == Status::Infeasible;
}
} // namespace

LexicographicOptimizer::LexicographicOptimizer(
    const Coupling &coupling, ArrayRef<Table> tables,
    std::vector<std::vector<uint32_t>> rows, Limits &limits)
    : coupling(coupling), tables(tables), limits(limits),
      isSmall(tables.size() < ManyBlocks),
      search(coupling, tables, std::move(rows), limits) {}

Status LexicographicOptimizer::first(int64_t limit) {
  bool isResumed = hasIncumbent();
  if (!coupling.objectives.empty())
    search.objectiveBounds().front() = limit;
  if (!search.prepare(0))
    return Status::Infeasible;
  bool isFirst = tables.size() >= eliminateFrom;
  Status status = Status::Unknown;
  if (isFirst) { // search takes over unless there are too many blocks for it
    ScopedNodeLimit fewer(limits, isSmall ? FirstAttemptNodes : nodesOfProof());
    status = eliminate();
  }
  if (isConclusive(status))
    return proved(limit);
  bool isLarge = tables.size() >= NeighbourhoodsFrom;
  if ((isLarge || seeksPoint) && !isResumed)
    searchNeighbourhoods(limit);
  if (seeksPoint)
    return hasIncumbent() ? Status::Feasible : Status::Unknown;
  ScopedNodeLimit affordable(limits, nodesOfProof());
  if (minimise(0))
    return proved(limit);
  if (!isFirst && eliminateFrom != SolverOptions::Never && !limits.isOver()) {
    ScopedLimits other(limits);
    limits.nodeLimit = std::min(
        limits.lastNode, saturatingAdd(limits.nodes, SecondAttemptNodes));
    status = eliminate();
  }
  if (isConclusive(status))
    return proved(limit);
  // Dives seldom do more than neighbourhoods; below a limit there may be none.
  bool isBounded = limit != Search::NoLimit || most != Search::NoLimit;
  bool mayDive = (!isLarge || (!hasIncumbent() && !isBounded)) &&
                 (improvesPoint || !hasIncumbent()) &&
                 limits.lastNode - limits.nodes > LeastDive;
  if (status != Status::Feasible && mayDive)
    dive();
  return hasIncumbent() ? Status::Feasible : Status::Unknown;
}

/// Each looks at all of the coupling; with many blocks, probes look at more
/// rows than there are nodes in the coupling.
int64_t LexicographicOptimizer::nodesOf(int64_t work, bool probes) const {
  int64_t size = std::max<int64_t>(1, coupling.nodes.size());
  for (const Table &table : tables)
    size += probes && !isSmall ? table.rows : 0;
  return std::max(isSmall ? LeastLargeNodes : LeastHugeNodes, work / size);
}

int64_t LexicographicOptimizer::nodesOfProof() const {
  return limits.fewerIfLarge && tables.size() >= NeighbourhoodsFrom
             ? nodesOf(ProofWork, /*probes=*/true)
             : INT64_MAX;
}

/// What a window takes before its first node: a look at the rows of each block.
int64_t LexicographicOptimizer::nodesOfWindow(unsigned stage) const {
  if (isSmall)
    return stage == 0 ? 0 : TieWindowNodes;
  return tables.size();
}

void LexicographicOptimizer::findIncumbent() {
  if (!search.prepare(0))
    return;
  bound = std::max(bound, search.rootBound());
  lastDiveNode = saturatingAdd(limits.nodes, IncumbentNodes);
  findAndImproveIncumbent();
  lastDiveNode = INT64_MAX;
}

/// What a proof over the present rows says of points within `limit`.
Status LexicographicOptimizer::proved(int64_t limit) {
  if (hasIncumbent() &&
      (coupling.objectives.empty() || search.bestObjective.front() <= limit))
    return Status::Optimal;
  // The rows stand for points within `limit` only: what is beyond proves
  // nothing.
  search.best.clear();
  search.bestObjective.clear();
  return Status::Infeasible;
}

namespace {
/// How far windows of an objective reach above its bound.
class WindowWidth {
public:
  /// `least`: of the first one, if a part of the bound is less. `isWhole`: all
  /// below a point is one window, unless the point is far above the bound.
  WindowWidth(int64_t low, int64_t least, bool isWhole)
      : width(std::max(part(low, FirstWindowDivisor), least)),
        slow(part(low, MostWindowDivisor)), isWhole(isWhole) {}

  static int64_t part(int64_t low, int64_t divisor) {
    return std::max<int64_t>(1, low < 0 ? -(low / divisor) : low / divisor);
  }
  void reach(int64_t distance) { width = std::max(width, distance); }
  int64_t topWithoutPoint(int64_t low) const {
    return saturatingAdd(low, width);
  }
  /// Below the best point, the greatest value of use is `last`.
  int64_t topBelowPoint(int64_t low, int64_t last) const {
    int64_t gap = last - low, half = low + gap / 2;
    int64_t top =
        gap <= width ? last : std::min(half, low + std::max(slow, width));
    if (gap > part(low, FarDivisor))
      top = std::min(top, half);
    if (isWhole && gap <= part(low, NearDivisor))
      top = last;
    return std::min(top, saturatingAdd(low, narrow));
  }
  /// One took too many nodes.
  void makeNarrow(int64_t taken) { narrow = taken / NarrowDivisor; }
  /// One is decided, which took so many nodes; the next one begins at `low`.
  void grow(int64_t low, int64_t nodes) {
    narrow = saturatingAdd(narrow, narrow);
    bool isCheap = nodes < CheapWindowNodes || nodes < spent * CheapGrowth;
    spent = nodes;
    width =
        std::min(saturatingAdd(width, width),
                 std::max(isCheap ? part(low, MostCheapDivisor) : slow, width));
  }
  int64_t get() const { return width; }
  bool takesNodes() const { return spent >= CheapWindowNodes; }

private:
  int64_t width, slow, narrow = INT64_MAX, spent = 0;
  bool isWhole;
};
} // namespace

/// Minimises one objective under the optima of those before it. False: a limit
/// was hit.
bool LexicographicOptimizer::minimise(unsigned stage) {
  if (hasIncumbent()) {
    // Equal is admitted: later stages start from the rows that this one
    // keeps.
    for (unsigned i = 0; i <= stage && i < coupling.objectives.size(); ++i)
      search.objectiveBounds()[i] = search.bestObjective[i];
    if (!search.prepare(stage))
      return true;
  }
  if (coupling.objectives.empty())
    return search.searchWindow(Search::NoLimit) != Search::Outcome::Limit;
  int64_t low = search.rootBound(), ceiling = search.rootCeiling();
  if (!hasIncumbent())
    ceiling = std::min(ceiling, search.objectiveBounds()[stage]);
  if (stage == 0)
    low = std::max(low, bound);
  return searchWindows(stage, low, ceiling);
}

/// Refuting a window below the optimum is cheap, searching one that holds many
/// points is not: so the windows grow slowly and, once a point is known, halve
/// what is left.
bool LexicographicOptimizer::searchWindows(unsigned stage, int64_t low,
                                           int64_t ceiling) {
  bool known = hasIncumbent(), isPatient = known || stage > 0 || !isSmall,
       hasLooked = isPatient,
       narrows = stage == 0 && tables.size() >= narrowWindowsFrom;
  WindowWidth width(low, stage == 0 ? lastWidth : 0,
                    stage == 0 && search.expectsNoPoint);
  bool isRaised = stage == 0 && !narrows;
  unsigned narrowed = 0;
  int64_t nodesAtStart = limits.nodes;
  for (;;) {
    if (known && !isRaised) {
      low = raiseBound(stage, low, ceiling);
      isRaised = true;
    }
    if (stage == 0) {
      bound = low;
      lastWidth = width.get();
    }
    if (low > ceiling || (known && search.bestObjective[stage] <= low))
      return true;
    if (limits.isOver() || limits.hit())
      return false;
    bool isNear =
        stage == 0 && !known && low > 0 &&
        most - low <= (search.expectsNoPoint ? low : low / NearDivisor);
    bool looks = !hasLooked && !isNear && !isPatient && width.takesNodes();
    if (isNear) {
      isPatient = true;
      width.reach(most - low);
    }
    int64_t top =
        known ? width.topBelowPoint(
                    low, std::min(ceiling, search.bestObjective[stage] - 1))
              : std::min(ceiling, width.topWithoutPoint(low));
    if (looks)
      top = std::min(ceiling,
                     saturatingAdd(low, WindowWidth::part(low, NearDivisor)));
    hasLooked |= looks;
    std::vector<uint32_t> before = search.best;
    int64_t nodesBefore = limits.nodes,
            patience =
                PatienceNodes + PatienceGrowth * (nodesBefore - nodesAtStart);
    Search::Outcome outcome;
    {
      bool mayNarrow = narrows && known && narrowed < MaxNarrowed && top > low;
      ScopedNodeLimit fewer(limits, looks        ? LookNodes
                                    : !isPatient ? patience
                                    : mayNarrow  ? windowNodes << narrowed
                                                 : limits.nodeLimit);
      limits.nodes += nodesOfWindow(stage);
      outcome = search.searchWindow(top);
    }
    if (outcome == Search::Outcome::Limit) {
      if (limits.isOver() || limits.hit() ||
          (isPatient && narrowed == MaxNarrowed))
        return false;
      if (looks) {
        known = hasIncumbent();
        isPatient |= known;
        continue;
      }
      if (isPatient) {
        width.makeNarrow(top - low);
        ++narrowed;
        continue;
      }
      findAndImproveIncumbent();
      known = hasIncumbent();
      isPatient = true;
      continue;
    }
    bool found = search.best != before;
    known |= found;
    if (outcome == Search::Outcome::Improved)
      continue;
    if (!found && top >= ceiling)
      return true;
    low = found ? search.bestObjective[stage] : top + 1;
    width.grow(low, limits.nodes - nodesBefore);
  }
}

/// Raises a bound of an objective, to that of the best point or one above
/// `ceiling` at most, by windows that next to no nodes refute: what is left is
/// worth all others.
int64_t LexicographicOptimizer::raiseBound(unsigned stage, int64_t low,
                                           int64_t ceiling) {
  if (search.bestObjective[stage] <= low)
    return low;
  int64_t last = std::min(ceiling, search.bestObjective[stage] - 1);
  for (unsigned i = 0; i < MaxHalvings && low <= last; ++i) {
    if (limits.isOver() || limits.hit())
      break;
    // The two may be further apart than an int64_t can say.
    int64_t top = low + int64_t((uint64_t(last) - uint64_t(low)) / 2);
    ScopedNodeLimit fewer(limits, CheapWindowNodes);
    limits.nodes += nodesOfWindow(stage);
    switch (search.searchWindow(top)) {
    case Search::Outcome::Exhausted:
      if (search.bestObjective[stage] <= top)
        return search.bestObjective[stage];
      low = top + 1;
      break;
    case Search::Outcome::Limit:
      if (top == low)
        return low;
      last = top - 1;
      break;
    case Search::Outcome::Improved:
      return low;
    }
  }
  return low;
}

bool LexicographicOptimizer::settleTies(int64_t nodes) {
  if (nodes == 0)
    return isSettled || coupling.objectives.size() <= 1;
  for (unsigned stage = 1; stage < coupling.objectives.size() && !isSettled;
       ++stage) {
    int64_t saved = limits.nodeLimit;
    limits.nodeLimit = saturatingAdd(limits.nodes, nodes);
    bool isDone = minimise(stage);
    limits.nodeLimit = saved;
    if (!isDone)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Bucket elimination
//===----------------------------------------------------------------------===//

/// Solves all stages at once if the model is separable: Optimal or Infeasible.
/// Otherwise it may find a better bound and a first point.
Status LexicographicOptimizer::eliminate() {
  if (coupling.objectives.empty())
    return Status::Unknown;
  bound = std::max(bound, search.rootBound());
  if (llvm::any_of(search.start().domains, [](const DomainPtr &domain) {
        return domain->rows.size() > MaxRowsToEliminate;
      }))
    return Status::Unknown;
  std::unique_ptr<BucketElimination> elimination = BucketElimination::prepare(
      coupling, tables, search.rules(), search.start(), limits);
  if (!elimination)
    return Status::Unknown;
  Status status = elimination->solve();
  if (status == Status::Infeasible)
    return status;
  bound = std::max(bound, elimination->bound());
  if (status == Status::Optimal) {
    isSettled = true;
    bags = elimination->bagCount();
  }
  if (status != Status::Unknown &&
      (!hasIncumbent() || elimination->objectives < search.bestObjective)) {
    search.best = elimination->rows;
    search.bestObjective = elimination->objectives;
  }
  return status;
}

//===----------------------------------------------------------------------===//
// Dives
//===----------------------------------------------------------------------===//

/// Looks for a good point after a limit struck: a bounded number of nodes (and
/// some time to improve it, if it was the clock), in windows that first grow
/// until they hold a point and then close in on the bound.
void LexicographicOptimizer::dive() {
  ScopedLimits other(limits);
  bool isLate = limits.isOver();
  int64_t nodes = limits.nodeLimit;
  limits.deadline.reset();
  limits.canceled = nullptr;
  limits.mostMemory.reset(); // dives take little
  auto startClock = [&](std::chrono::milliseconds time) {
    limits.timeHit = limits.memoryHit = false;
    if (isLate)
      limits.deadline = std::chrono::steady_clock::now() + time;
  };
  search.objectiveBounds().assign(search.objectiveBounds().size(),
                                  Search::NoLimit);
  if (!search.objectiveBounds().empty())
    search.objectiveBounds().front() = most;
  lastDiveNode = limits.lastNode;
  startClock(FirstPointTime);
  if (!search.prepare(0))
    return;
  findFirstPoint();
  startClock(DiveTime);
  if (nodes != INT64_MAX)
    lastDiveNode = std::min(
        lastDiveNode, limits.nodes + std::max(ImprovingNodes, nodes / 10));
  improveIncumbent();
}

/// Before the search goes on: a window below a good point takes fewer nodes.
void LexicographicOptimizer::findAndImproveIncumbent() {
  ScopedLimits other(limits);
  lastDiveNode = std::min(lastDiveNode, limits.nodeLimit);
  findFirstPoint();
  improveIncumbent();
  search.skipsProbing = false;
}

/// In windows that grow until they hold a point.
void LexicographicOptimizer::findFirstPoint() {
  if (nothingAbove == bound)
    return;
  for (int64_t percent = 1;
       !hasIncumbent() && percent < 2000 && percentAbove(percent) < most;
       percent *= 2)
    diveBelow(percentAbove(percent));
  if (!hasIncumbent())
    diveBelow(most);
  if (!hasIncumbent() && !limits.timeHit && limits.nodes < lastDiveNode)
    nothingAbove = bound;
}

/// Windows between the bound and the best point, while they hold a better one.
void LexicographicOptimizer::improveIncumbent() {
  while (hasIncumbent() && !search.bestObjective.empty()) {
    int64_t best = search.bestObjective.front();
    if (best <= bound)
      return;
    diveBelow(best - 1 - (best - bound) / 4);
    if (search.bestObjective.front() == best)
      return;
  }
}

int64_t LexicographicOptimizer::percentAbove(int64_t percent) const {
  int64_t part = std::max<int64_t>(1, bound / 100);
  return part > INT64_MAX / percent ? Search::NoLimit
                                    : saturatingAdd(bound, part * percent);
}

/// A point is worth more than what it takes: limits of nodes strike after it.
void LexicographicOptimizer::searchNeighbourhoods(int64_t limit) {
  bound = std::max(bound, search.rootBound());
  ScopedLimits other(limits);
  int64_t affordable =
      saturatingAdd(limits.nodes, nodesOf(NeighbourhoodWork, /*probes=*/false));
  limits.nodeLimit =
      seeksPoint ? std::min(limits.nodeLimit, affordable) : affordable;
  NeighbourhoodSearch neighbourhoods(coupling, search.rules(), search.start(),
                                     limits);
  neighbourhoods.run(bound, std::min(limit, most));
  if (neighbourhoods.rows.empty() ||
      (hasIncumbent() && neighbourhoods.objectives >= search.bestObjective))
    return;
  search.best = std::move(neighbourhoods.rows);
  search.bestObjective = std::move(neighbourhoods.objectives);
}

/// Spends the nodes of one window.
void LexicographicOptimizer::diveBelow(int64_t top) {
  std::vector<uint32_t> before = search.best;
  for (bool skipsProbing : {true, false}) {
    if (!skipsProbing && !isSmall)
      return;
    search.skipsProbing = skipsProbing;
    search.quickDives = isSmall;
    search.objectiveBounds().assign(search.objectiveBounds().size(),
                                    Search::NoLimit);
    limits.nodeLimit = std::min(
        lastDiveNode, saturatingAdd(limits.nodes, skipsProbing && isSmall
                                                      ? QuickDiveNodes
                                                      : ProbingDiveNodes));
    search.searchWindow(top);
    if (search.best != before)
      return;
  }
}
