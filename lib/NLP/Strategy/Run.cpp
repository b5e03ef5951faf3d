//===- Run.cpp - Stages, windows, limits ----------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Strategy/Run.h"
#include "NLP/BlockEnumeration/Listed.h"
#include "NLP/Presolve/Narrow.h"
#include "NLP/Presolve/Surrogates.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace talos;
using namespace talos::nlp;

/// A smaller space is not worth the start of threads.
static constexpr double MinLog10ForThreads = 8;
/// Attempts with some of the rows, and how fast these grow.
static constexpr unsigned MaxAttempts = 2;
static constexpr size_t RowsGrowth = 4;
/// Attempts with some of the choices.
static constexpr unsigned MaxListings = 6;

Run::Run(const Model &model, llvm::ArrayRef<unsigned> active, Limits &limits,
         Workers &workers)
    : model(model), limits(limits), workers(workers),
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
}

void Run::reportProgress() {
  limits.tick = nullptr;
  if (options.progress)
    limits.tick = [this](int64_t nodes) {
      std::optional<int64_t> best;
      int64_t bound = solution.bound;
      if (attempt && attempt->stages) {
        Point point = attempt->stages->point();
        if (!point.objectives.empty())
          best = point.objectives.front();
        if (!attempt->isGuess)
          bound = std::max(bound, attempt->stages->bound);
      }
      options.progress(nodes, best, bound);
    };
}

Run::~Run() = default;

/// The least of what is given and those that constraints state.
std::optional<Cap> Run::findCap(std::optional<int64_t> given) const {
  std::optional<Cap> least;
  if (given)
    least = Cap{*given};
  for (auto [number, c] : llvm::enumerate(couplingConstraints)) {
    const Node &node = model.nodes()[model.constraints()[c].expr];
    if (node.op != Op::Le || model.objective().empty() ||
        node.operands[0] != model.objective().front() ||
        model.nodes()[node.operands[1]].op != Op::Constant)
      continue;
    int64_t most = model.nodes()[node.operands[1]].value;
    if (!least || most < least->most)
      least = Cap{most, unsigned(number)};
  }
  return least;
}

void Run::prepare(const SolverOptions &wanted) {
  options = wanted;
  reportProgress();
  if (begin() && listed)
    listed->prepare();
}

/// False: what it finds decides.
bool Run::begin() {
  if (!isUndecided)
    isUndecided = listShort();
  return *isUndecided;
}

bool Run::listShort() {
  solution.log10Space = model.log10Size();
  if (!model.objective().empty())
    solution.bound = ranges.interval[model.objective().front()].lo;
  if (falseConstraint) {
    solution.status = Status::Infeasible;
    return false;
  }
  coupling = buildCoupling(model, ranges, couplingConstraints);
  listAll(coupling.objectives.empty() ? INT64_MAX : options.listFrom);
  if (!isOpen())
    return false;
  if (isWhole())
    return true;
  listed = std::make_unique<Listed>(
      model, ranges, coupling, tables, options.wideFrom,
      [&](BlockId b, RowLimit &within, int64_t most) {
        return list(b, most, &within);
      },
      workers);
  auto two = contradiction(listed->known, tables);
  if (two) {
    conflict = {couplingConstraints[two->first],
                couplingConstraints[two->second]};
    solution.status = Status::Infeasible;
  }
  return !two;
}

Solution Run::run(const SolverOptions &wanted, std::optional<int64_t> most) {
  options = wanted;
  reportProgress();
  if (most || !options.explain)
    cap = findCap(most);
  if (!begin())
    return solution;
  if (!listed || !solveListed()) {
    listAll(INT64_MAX);
    if (isOpen())
      solveAll(std::move(tables), cap ? cap->most : Search::NoLimit);
  }
  fallBack();
  describe();
  return solution;
}

/// Over these rows. False: there is no point within the limit, or none was
/// found.
bool Run::solveAll(std::vector<Table> some, int64_t limit) {
  describeTables(some);
  bool isLarge =
      !coupling.objectives.empty() && largestTable(some) > options.narrowFrom;
  if (isLarge && solveNarrowed(some, limit))
    return true;
  attempt = std::make_unique<Attempt>(coupling, std::move(some));
  solve(limit);
  return !solution.point.empty();
}

/// Under growing limits of the first objective, with the rows within them
/// only. False: all rows are needed to tell.
bool Run::solveNarrowed(llvm::ArrayRef<Table> some, int64_t most) {
  Narrowing narrowing(coupling, some);
  size_t rows = std::max(1u, options.narrowFrom);
  for (unsigned i = 0; i < MaxAttempts; ++i, rows *= RowsGrowth) {
    std::optional<int64_t> limit = narrowing.limitFor(rows);
    if (!limit || *limit >= most || limits.timeOver())
      return false;
    if (*limit < solution.bound)
      continue;
    attempt = std::make_unique<Attempt>(coupling, narrowing.within(*limit));
    attempt->isNarrowed = true;
    solve(*limit);
    if (!solution.point.empty())
      return true;
    if (solution.status == Status::Unknown)
      return false;
    solution.bound = *limit + 1;
  }
  return false;
}

/// Where there are too many choices: under growing limits of the first
/// objective, with the choices within them only. False: all are needed to tell.
bool Run::solveListed() {
  listed->cap = cap;
  guess();
  for (unsigned i = 0; i < MaxListings; ++i) {
    std::optional<std::vector<Table>> some = listed->next();
    if (limits.timeOver())
      return false;
    if (listed->emptyBlock) {
      for (unsigned number : listed->refuting)
        refuting.push_back(couplingConstraints[number]);
      solution.status = Status::Infeasible;
      return true;
    }
    if (listed->isExhausted)
      solution.status = Status::Infeasible;
    if (!some)
      return listed->isExhausted;
    solution.bound = std::max(solution.bound, listed->bound);
    if (llvm::all_of(*some,
                     [](const Table &table) { return table.rows > 0; })) {
      if (solveAll(std::move(*some), listed->limit)) {
        note("limits of the objective under which choices were listed", i + 1);
        return true;
      }
      if (solution.status == Status::Unknown)
        return guessed || cap; // a limit struck
    }
    solution.bound = listed->limit + 1;
  }
  return false;
}

/// Looks for a point among choices that are good for a block by itself.
void Run::guess() {
  std::optional<std::vector<Table>> some = listed->guess();
  solution.bound = std::max(solution.bound, listed->bound);
  if (!some || limits.timeOver())
    return;
  Solution before = solution;
  describeTables(*some);
  attempt = std::make_unique<Attempt>(coupling, std::move(*some));
  attempt->isGuess = true;
  attempt->stages = std::make_unique<Stages>(attempt->coupling, attempt->tables,
                                             attempt->startingRows, limits);
  attempt->stages->seek();
  finish(/*settled=*/false);
  std::swap(solution, before);
  if (before.point.empty())
    return;
  listed->point = before.objective.front();
  guessed = std::move(before);
}

/// Where nothing better was found: the point that guess() found.
void Run::fallBack() {
  if (solution.status != Status::Unknown || !guessed ||
      (cap && guessed->objective.front() > cap->most))
    return;
  guessed->bound = solution.bound;
  guessed->nodes = limits.nodes;
  guessed->timeLimited = limits.timeHit;
  guessed->tiesSettled = false;
  guessed->status = guessed->objective.front() <= solution.bound
                        ? Status::Optimal
                        : Status::Feasible;
  solution = *guessed;
}

bool Run::mayResume(int64_t most) const {
  return attempt && !attempt->isGuess && attempt->limit >= most;
}

Solution Run::resume(const SolverOptions &wanted, int64_t most) {
  options = wanted;
  reportProgress();
  cap = Cap{most};
  solution.point.clear();
  solution.objective.clear();
  describeTables(attempt->tables);
  solve(most, attempt->stages->point());
  if (solution.status == Status::Infeasible)
    solution.bound = std::max(solution.bound, most + 1);
  fallBack();
  describe();
  return solution;
}

bool Run::isRefutedBy(llvm::ArrayRef<unsigned> some) {
  std::vector<unsigned> numbers;
  for (auto [number, c] : llvm::enumerate(couplingConstraints))
    if (llvm::is_contained(some, c))
      numbers.push_back(number);
  return listed->isEmptyUnder(*listed->emptyBlock, numbers);
}

Run::Attempt::Attempt(Coupling copy, std::vector<Table> some)
    : coupling(std::move(copy)), tables(std::move(some)) {
  surrogates = addSurrogates(coupling, tables);
  conclude(coupling, tables);
  startingRows = Search::startingRows(coupling, tables);
}

/// Minimises what is in the attempt; `limit`: of the first objective.
void Run::solve(int64_t limit, const Point &known) {
  attempt->limit = std::max(attempt->limit, limit);
  attempt->stages = std::make_unique<Stages>(attempt->coupling, attempt->tables,
                                             attempt->startingRows, limits);
  Stages &stages = *attempt->stages;
  stages.eliminateFrom = options.eliminateFrom;
  stages.diveNodes = options.diveNodes;
  stages.setWorkers(workers, options.togetherFrom);
  stages.bound = solution.bound;
  if (guessed)
    stages.most = guessed->objective.front();
  if (cap)
    stages.most = std::min(stages.most, cap->most);
  if (!known.rows.empty() && !known.objectives.empty() &&
      known.objectives.front() <= limit)
    stages.know(known);
  solution.status = stages.first(limit);
  bool settled = solution.status == Status::Infeasible ||
                 (solution.status == Status::Optimal &&
                  stages.settleTies(options.tieNodeLimit));
  finish(settled);
}

Status Run::tryConstraints(llvm::ArrayRef<unsigned> some, int64_t nodes) {
  Coupling part = attempt->coupling;
  part.objectives.clear();
  part.constraints.clear();
  auto isIn = [&](unsigned number) {
    return llvm::is_contained(some, couplingConstraints[number]);
  };
  for (auto [i, c] : llvm::enumerate(attempt->coupling.constraints))
    if (c.parents ? isIn(c.parents->first) && isIn(c.parents->second) : isIn(i))
      part.constraints.push_back(c);
  dropUnusedCuts(part);
  Limits own;
  own.nodeLimit = nodes;
  Search again(part, attempt->tables, attempt->startingRows, own);
  if (!again.prepare(0))
    return Status::Infeasible;
  if (again.window(Search::NoLimit) == Search::Outcome::Limit)
    return Status::Unknown;
  return again.best.empty() ? Status::Infeasible : Status::Optimal;
}

Table Run::list(BlockId b, int64_t most, RowLimit *within) const {
  Listing listing;
  listing.keepGoing = [&] {
    return !limits.deadline ||
           std::chrono::steady_clock::now() < *limits.deadline;
  };
  listing.most = most;
  listing.within = within;
  return tabulate(model, ranges, b, privates[b], coupling.featureNodes(b),
                  listing);
}

/// The choices of all blocks, or of those with no more than `most`.
void Run::listAll(int64_t most) {
  tables.resize(model.blocks().size());
  auto listOne = [&](size_t b) {
    if (tables[b].rows == 0)
      tables[b] = list(b, most);
    if (tables[b].isTooLong) {
      tables[b].rows = 0;
      llvm::for_each(tables[b].features, [](auto &column) { column.clear(); });
    }
  };
  if (model.log10Size() >= MinLog10ForThreads)
    return workers.forEach(tables.size(), listOne);
  for (BlockId b = 0; b < tables.size(); ++b)
    listOne(b);
}

bool Run::isWhole() const {
  return llvm::none_of(tables,
                       [](const Table &table) { return table.isTooLong; });
}

/// After listAll(), whether something is left to solve.
bool Run::isOpen() {
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (tables[b].aborted) {
      solution.status = Status::Unknown;
      solution.timeLimited = true;
      return false;
    }
    if (tables[b].rows == 0 && !tables[b].isTooLong) {
      solution.status = Status::Infeasible;
      emptyBlock = b;
      return false;
    }
  }
  return true;
}

void Run::describeTables(llvm::ArrayRef<Table> some) {
  int64_t feasible = 0, rows = 0, unused = 0;
  for (auto [table, block] : llvm::zip(some, model.blocks())) {
    feasible += table.feasible;
    rows += table.rows;
    unused += block.variables.size() - table.variables.size();
  }
  solution.reductions.clear();
  note("variables that nothing depends on, fixed", unused);
  note("choices that satisfy the private constraints of their block", feasible);
  note("equal choices, and choices beyond the limit of the objective, left out",
       feasible - rows);
}

void Run::note(llvm::StringRef what, int64_t count) {
  solution.reductions.push_back(what.str() + ": " + std::to_string(count));
}

void Run::finish(bool settled) {
  const Stages &stages = *attempt->stages;
  Point best = stages.point();
  solution.bound = std::max(solution.bound, stages.bound);
  solution.nodes = limits.nodes;
  solution.timeLimited = limits.timeHit && !settled;
  solution.tiesSettled = settled && !best.rows.empty();
  if (best.rows.empty())
    return;
  for (const Variable &v : model.variables())
    solution.point.push_back(v.domain.front());
  for (BlockId b = 0; b < best.rows.size(); ++b) {
    const Table &table = attempt->tables[b];
    for (auto [i, v] : llvm::enumerate(table.variables))
      solution.point[v] =
          table.choices[best.rows[b] * table.variables.size() + i];
  }
  for (Int value : model.evaluate(model.objective(), solution.point))
    solution.objective.push_back(value.value());
  // A limit that strikes a proved point changes nothing.
  bool proved = solution.status == Status::Optimal ||
                (!solution.objective.empty() &&
                 solution.objective.front() <= solution.bound);
  solution.status = proved ? Status::Optimal : Status::Feasible;
}

void Run::describe() {
  if (!attempt)
    return;
  if (attempt->isNarrowed) {
    int64_t taken = 0;
    for (const Table &table : attempt->tables)
      taken += table.rows;
    note("rows within the last limit of the objective", taken);
  }
  note("budgets added up", attempt->surrogates);
  if (attempt->stages->groups > 0)
    note("groups eliminated one after the other", attempt->stages->groups);
  note("rows outside the windows", attempt->stages->rowsOutside());
  note("rows dominated by another row of their block",
       attempt->stages->rowsDominated());
}
