//===- Run.cpp - Stages, windows, limits ----------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Run.h"
#include "Elimination.h"
#include "Surrogates.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

/// The first window above a bound is this fraction of it; later ones grow up to
/// the second fraction.
static constexpr int64_t FirstWindowDivisor = 1000;
static constexpr int64_t MostWindowDivisor = 100;
/// Windows refuted with fewer nodes grow faster.
static constexpr int64_t CheapWindowNodes = 20;
/// A smaller space is not worth the start of threads.
static constexpr double MinLog10ForThreads = 8;
/// Groups with a block of more rows offer too much in any case.
static constexpr size_t MaxRowsToEliminate = 2000;
/// What elimination may take after a search struck a limit.
static constexpr int64_t SecondAttemptNodes = 4000;
/// Nodes that each window spends on a better point after a limit struck.
static constexpr int64_t DiveNodes = 1500;
/// With so many blocks a first point is sought without trials.
static constexpr size_t ManyBlocks = 64;
/// Where it was the clock that struck: for a first point, and to improve it.
static constexpr std::chrono::milliseconds FirstPointTime(1500), DiveTime(500);

namespace {
bool isConclusive(Status status) {
  return status == Status::Optimal || status == Status::Infeasible;
}

/// a + b without overflow, for b >= 0.
int64_t saturatingAdd(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

/// f(0) ... f(count - 1), on several threads; they must not depend on each
/// other.
void forEach(unsigned threads, size_t count,
             llvm::function_ref<void(size_t)> f) {
  if (threads == 1 || count < 2) {
    for (size_t i = 0; i < count; ++i)
      f(i);
    return;
  }
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
  for (size_t i = 0; i < count; ++i)
    pool.async([&f, i] { f(i); });
  pool.wait();
}
} // namespace

Run::Run(const Model &model, llvm::ArrayRef<unsigned> active, Limits &limits,
         const SolverOptions &options)
    : model(model), limits(limits), threads(options.threads),
      tieNodeLimit(options.tieNodeLimit), eliminateFrom(options.eliminateFrom),
      ranges(computeRanges(model)), privates(model.blocks().size()) {
  std::vector<llvm::SmallVector<BlockId, 4>> supports = computeSupports(model);
  for (unsigned c : active) {
    NodeId root = model.constraints()[c].expr;
    if (supports[root].size() > 1)
      couplingConstraints.push_back(c);
    else if (supports[root].size() == 1)
      privates[supports[root].front()].push_back(root);
    else if (!ranges.interval[root].mayHold())
      falseConstraint = c;
  }
  if (options.progress)
    limits.tick = [this, progress = options.progress](int64_t nodes) {
      std::optional<int64_t> best;
      if (search && !search->bestObjective.empty())
        best = search->bestObjective.front();
      progress(nodes, best, solution.bound);
    };
}

Solution Run::run() {
  solution.log10Space = model.log10Size();
  if (!model.objective().empty())
    solution.bound = ranges.interval[model.objective().front()].lo;
  if (falseConstraint) {
    solution.status = Status::Infeasible;
    return std::move(solution);
  }
  coupling = buildCoupling(model, ranges, couplingConstraints);
  if (!tabulateBlocks())
    return std::move(solution);
  concludeCoupling();
  startingRows = Search::startingRows(coupling, tables);
  search = std::make_unique<Search>(coupling, tables, startingRows, limits);
  if (!search->prepare(0))
    return end(Status::Infeasible);
  bool isFirst = tables.size() >= eliminateFrom;
  Status status = isFirst ? eliminate() : Status::Unknown;
  if (isConclusive(status))
    return end(status);
  bool proved = minimise(0), settled = proved;
  if (proved && search->best.empty())
    return end(Status::Infeasible);
  bool isLeft = !isFirst && eliminateFrom != SolverOptions::Never;
  if (!proved && isLeft && !limits.timeHit) {
    int64_t saved = limits.nodeLimit;
    limits.nodeLimit = saturatingAdd(limits.nodes, SecondAttemptNodes);
    status = eliminate();
    limits.nodeLimit = saved;
    if (isConclusive(status))
      return end(status);
  }
  if (!proved && status != Status::Feasible)
    dive();
  for (unsigned stage = 1; stage < coupling.objectives.size() && settled;
       ++stage)
    settled = settleTies(stage);
  finish(proved, settled);
  return std::move(solution);
}

Solution Run::end(Status status) {
  solution.status = status;
  finish(/*proved=*/true, /*settled=*/true);
  return std::move(solution);
}

Status Run::tryConstraints(llvm::ArrayRef<unsigned> some, int64_t nodes) {
  Coupling part = coupling;
  part.objectives.clear();
  part.constraints.clear();
  auto isIn = [&](unsigned number) {
    return llvm::is_contained(some, couplingConstraints[number]);
  };
  for (auto [i, c] : llvm::enumerate(coupling.constraints))
    if (c.parents ? isIn(c.parents->first) && isIn(c.parents->second) : isIn(i))
      part.constraints.push_back(c);
  dropUnusedCuts(part);
  Limits own;
  own.nodeLimit = nodes;
  Search again(part, tables, startingRows, own);
  if (!again.prepare(0))
    return Status::Infeasible;
  if (again.window(Search::NoLimit) == Search::Outcome::Limit)
    return Status::Unknown;
  return again.best.empty() ? Status::Infeasible : Status::Optimal;
}

bool Run::tabulateBlocks() {
  int64_t feasible = 0, rows = 0, unused = 0;
  tables.resize(model.blocks().size());
  bool isSmall = model.log10Size() < MinLog10ForThreads;
  forEach(isSmall ? 1 : threads, tables.size(), [&](size_t b) {
    tables[b] =
        tabulate(model, ranges, b, privates[b], coupling.featureNodes(b), [&] {
          return !limits.deadline ||
                 std::chrono::steady_clock::now() < *limits.deadline;
        });
  });
  for (BlockId b = 0; b < tables.size(); ++b) {
    const Table &table = tables[b];
    if (table.aborted) {
      solution.status = Status::Unknown;
      solution.timeLimited = true;
      return false;
    }
    if (table.rows == 0) {
      solution.status = Status::Infeasible;
      emptyBlock = b;
      return false;
    }
    feasible += table.feasible;
    rows += table.rows;
    unused += model.blocks()[b].variables.size() - table.variables.size();
  }
  note("variables that nothing depends on, fixed", unused);
  note("choices that satisfy the private constraints of their block", feasible);
  note("equal choices merged", feasible - rows);
  return true;
}

void Run::concludeCoupling() {
  note("budgets added up", addSurrogates(coupling, tables));
  conclude(coupling, tables);
}

void Run::note(llvm::StringRef what, int64_t count) {
  solution.reductions.push_back(what.str() + ": " + std::to_string(count));
}

bool Run::minimise(unsigned stage) {
  bool known = !search->best.empty();
  if (known) {
    // Equal is admitted: later stages start from the rows that this one
    // keeps.
    for (unsigned i = 0; i <= stage && i < coupling.objectives.size(); ++i)
      search->upper()[i] = search->bestObjective[i];
    if (!search->prepare(stage))
      return true;
  }
  if (coupling.objectives.empty())
    return search->window(Search::NoLimit) != Search::Outcome::Limit;
  // Refuting a window below the optimum is cheap, searching one that holds
  // many points is not: so the windows grow slowly and, once a point is
  // known, halve what is left.
  int64_t bound = search->rootBound(), ceiling = search->rootCeiling();
  if (stage == 0)
    bound = std::max(bound, solution.bound);
  auto fraction = [&](int64_t divisor) {
    return std::max<int64_t>(1,
                             bound < 0 ? -(bound / divisor) : bound / divisor);
  };
  int64_t most = fraction(MostWindowDivisor),
          width = fraction(FirstWindowDivisor);
  for (;;) {
    if (stage == 0)
      solution.bound = bound;
    if (known && search->bestObjective[stage] <= bound)
      return true;
    if (limits.timeOver())
      return false;
    int64_t top = std::min(ceiling, saturatingAdd(bound, width));
    if (known) {
      int64_t last = search->bestObjective[stage] - 1, gap = last - bound;
      top = gap <= width ? last : bound + std::min(gap / 2, most);
    }
    std::vector<uint32_t> before = search->best;
    int64_t nodesBefore = limits.nodes;
    Search::Outcome outcome = search->window(top);
    if (outcome == Search::Outcome::Limit)
      return false;
    bool found = search->best != before;
    known |= found;
    if (outcome == Search::Outcome::Improved)
      continue;
    if (!found && top >= ceiling)
      break;
    bound = found ? search->bestObjective[stage] : top + 1;
    bool cheap = limits.nodes - nodesBefore < CheapWindowNodes;
    width = cheap ? width * 2 : std::min(width * 2, most);
  }
  return true;
}

Status Run::eliminate() {
  if (coupling.objectives.empty())
    return Status::Unknown;
  solution.bound = std::max(solution.bound, search->rootBound());
  if (llvm::any_of(search->start().lists, [](const ListPtr &list) {
        return list->rows.size() > MaxRowsToEliminate;
      }))
    return Status::Unknown;
  std::unique_ptr<Elimination> elimination =
      Elimination::prepare(coupling, tables, search->rules(), search->start());
  if (!elimination)
    return Status::Unknown;
  Status status = elimination->solve(limits);
  if (status == Status::Infeasible)
    return status;
  solution.bound = std::max(solution.bound, elimination->bound());
  bool isBetter =
      search->best.empty() || elimination->objectives < search->bestObjective;
  if (status == Status::Unknown || !isBetter)
    return status;
  search->best = elimination->rows;
  search->bestObjective = elimination->objectives;
  if (status == Status::Optimal)
    note("groups eliminated one after the other", elimination->groups());
  return status;
}

void Run::dive() {
  Limits saved = limits;
  limits.deadline.reset();
  limits.timeHit = false;
  auto startClock = [&](std::chrono::milliseconds time) {
    if (!saved.timeHit)
      return;
    limits.timeHit = false;
    limits.deadline = std::chrono::steady_clock::now() + time;
  };
  search->hasty = tables.size() >= ManyBlocks;
  startClock(FirstPointTime);
  bool alive = diveWindow(std::nullopt);
  for (int64_t percent = 2; alive && search->best.empty() && percent < 2000;
       percent *= 2)
    alive = diveWindow(percentAbove(percent));
  if (alive && search->best.empty()) {
    search->hasty = true;
    diveWindow(Search::NoLimit);
  }
  startClock(DiveTime);
  while (alive && !search->best.empty() && !search->bestObjective.empty()) {
    int64_t best = search->bestObjective.front();
    if (best <= solution.bound)
      break;
    diveWindow(best - 1 - (best - solution.bound) / 4);
    if (search->bestObjective.front() == best)
      break;
  }
  int64_t spent = limits.nodes;
  limits = saved;
  limits.nodes = spent;
}

int64_t Run::percentAbove(int64_t percent) const {
  int64_t part = std::max<int64_t>(1, solution.bound / 100);
  return part > INT64_MAX / percent
             ? Search::NoLimit
             : saturatingAdd(solution.bound, part * percent);
}

bool Run::diveWindow(std::optional<int64_t> top) {
  if (!top) {
    search->upper().assign(search->upper().size(), Search::NoLimit);
    return search->prepare(0);
  }
  search->upper().assign(search->upper().size(), Search::NoLimit);
  limits.nodeLimit = saturatingAdd(limits.nodes, DiveNodes);
  search->window(*top);
  return true;
}

bool Run::settleTies(unsigned stage) {
  int64_t saved = limits.nodeLimit;
  limits.nodeLimit = std::min(saved, saturatingAdd(limits.nodes, tieNodeLimit));
  bool settled = minimise(stage);
  limits.nodeLimit = saved;
  return settled;
}

void Run::finish(bool proved, bool settled) {
  solution.nodes = limits.nodes;
  solution.timeLimited = limits.timeHit && !settled;
  note("rows outside the windows", search->rowsOutside);
  note("rows dominated by another row of their block", search->rowsDominated);
  if (search->best.empty()) {
    if (!proved)
      solution.status = Status::Unknown;
    return;
  }
  for (const Variable &v : model.variables())
    solution.point.push_back(v.domain.front());
  for (BlockId b = 0; b < tables.size(); ++b)
    for (auto [i, v] : llvm::enumerate(tables[b].variables))
      solution.point[v] =
          tables[b].choices[search->best[b] * tables[b].variables.size() + i];
  for (Int value : model.evaluate(model.objective(), solution.point))
    solution.objective.push_back(value.value());
  // A limit that strikes a proved point changes nothing.
  proved |= !solution.objective.empty() &&
            solution.objective.front() <= solution.bound;
  solution.status = proved ? Status::Optimal : Status::Feasible;
  solution.tiesSettled = settled;
}
