//===- SolveSession.cpp - One solve of a model ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "NLP/Strategy/SolveSession.h"
#include "NLP/BlockEnumeration/EnumerateBlock.h"
#include "NLP/BlockEnumeration/LargeBlockEnumeration.h"
#include "NLP/Presolve/Narrowing.h"
#include "NLP/Presolve/SurrogateConstraints.h"
#include <algorithm>

using namespace talos::nlp;

/// A smaller space is not worth the start of threads.
static constexpr double MinLog10ForThreads = 8;
/// Attempts with some of the rows, and how fast these grow.
static constexpr unsigned MaxAttempts = 2;
static constexpr size_t RowsGrowth = 4;
/// Attempts with some of the choices.
static constexpr unsigned MaxBoundedAttempts = 6;

SolveSession::SolveSession(const Model &model, const SolverOptions &options)
    : model(model), ranges(computeRanges(model)),
      privates(model.blocks().size()) {
  if (!options.workers)
    own = std::make_unique<Workers>(options.threads);
  std::vector<SmallVector<BlockId, 4>> supports = computeSupports(model);
  for (auto [c, constraint] : llvm::enumerate(model.constraints())) {
    NodeId root = constraint.expr;
    if (supports[root].size() > 1)
      couplingConstraints.push_back(c);
    else if (supports[root].size() == 1)
      privates[supports[root].front()].push_back(root);
    else if (!ranges.interval[root].mayHold())
      conflict.assign(1, c);
  }
}

/// Limits count anew.
void SolveSession::start(const SolverOptions &wanted) {
  options = wanted;
  if (own)
    options.workers = own.get();
  limits = Limits(options);
  isPrepared = false;
  if (options.progress)
    limits.tick = [this](int64_t nodes) {
      std::optional<int64_t> best;
      int64_t bound = solution.bound;
      if (attempt && attempt->optimizer) {
        Point point = attempt->optimizer->point();
        if (!point.objectives.empty())
          best = point.objectives.front();
        if (!attempt->isHeuristic)
          bound = std::max(bound, attempt->optimizer->bound);
      }
      options.progress(nodes, best, bound);
    };
}

SolveSession::~SolveSession() = default;

/// The least of the given bound and the bounds that constraints state.
std::optional<ObjectiveBound>
SolveSession::findObjectiveBound(std::optional<int64_t> given) const {
  std::optional<ObjectiveBound> least;
  if (given)
    least = ObjectiveBound{*given};
  for (auto [number, c] : llvm::enumerate(couplingConstraints)) {
    const Node &node = model.nodes()[model.constraints()[c].expr];
    if (node.op != Op::Le || model.objective().empty() ||
        node.operands[0] != model.objective().front() ||
        model.nodes()[node.operands[1]].op != Op::Constant)
      continue;
    int64_t most = model.nodes()[node.operands[1]].value;
    if (!least || most < least->value)
      least = ObjectiveBound{most, unsigned(number)};
  }
  return least;
}

bool SolveSession::prepare(const SolverOptions &wanted) {
  start(wanted);
  if (begin() && largeBlocks)
    largeBlocks->prepare();
  isPrepared = true;
  return !limits.isOver();
}

/// False: what it finds decides.
bool SolveSession::begin() {
  if (!isUndecided)
    isUndecided = enumerateSmallBlocks();
  return *isUndecided;
}

bool SolveSession::enumerateSmallBlocks() {
  solution.log10Space = model.log10Size();
  if (!model.objective().empty())
    solution.bound = ranges.interval[model.objective().front()].lo;
  if (!conflict.empty()) {
    solution.status = Status::Infeasible;
    return false;
  }
  coupling = buildCoupling(model, ranges, couplingConstraints);
  enumerateAll(coupling.objectives.empty() ? INT64_MAX : options.listFrom);
  if (!isUndetermined())
    return false;
  if (llvm::none_of(tables, [](const Table &t) { return t.isTooLarge; }))
    return true;
  largeBlocks = std::make_unique<LargeBlockEnumeration>(
      model, ranges, coupling, tables, options.wideFrom,
      [&](BlockId b, BoundFilter &filter, int64_t most) {
        return enumerate(b, most, &filter);
      },
      *options.workers);
  auto two = findContradiction(largeBlocks->known, tables);
  if (two) {
    conflict = {couplingConstraints[two->first],
                couplingConstraints[two->second]};
    solution.status = Status::Infeasible;
  }
  return !two;
}

Solution SolveSession::run(const SolverOptions &wanted,
                           std::optional<int64_t> most) {
  start(wanted);
  if (most || !options.explain)
    objectiveBound = findObjectiveBound(most);
  if (!begin())
    return solution;
  if ((!largeBlocks || !solveLargeBlocks()) && mayGrow()) {
    enumerateAll(INT64_MAX);
    if (isUndetermined())
      solveAll(std::move(tables),
               objectiveBound ? objectiveBound->value : Search::NoLimit);
  }
  fallBack();
  describe();
  return solution;
}

/// Solves over these rows. False: there is no point within the limit, or none
/// was found.
bool SolveSession::solveAll(std::vector<Table> some, int64_t limit) {
  describeTables(some);
  if (!mayGrow())
    return false;
  bool isLarge =
      !coupling.objectives.empty() && llvm::any_of(some, [&](const Table &t) {
        return t.rows > options.narrowFrom;
      });
  if (isLarge && solveNarrowed(some, limit))
    return true;
  attempt = std::make_unique<Attempt>(coupling, std::move(some));
  solve(limit);
  return !solution.point.empty();
}

/// Whether there is memory for more than the rows: what a search builds on them
/// is a multiple of them and cannot be interrupted.
bool SolveSession::mayGrow() {
  if (!limits.isFull())
    return true;
  limits.memoryHit = true;
  solution.status = Status::Unknown;
  noteLimits();
  return false;
}

/// Solves under growing limits of the first objective, with the rows within
/// them only. False: all rows are needed to tell.
bool SolveSession::solveNarrowed(ArrayRef<Table> some, int64_t most) {
  Narrowing narrowing(coupling, some);
  size_t rows = std::max(1u, options.narrowFrom);
  for (unsigned i = 0; i < MaxAttempts; ++i, rows *= RowsGrowth) {
    std::optional<int64_t> limit = narrowing.limitFor(rows);
    if (!limit || *limit >= most || limits.isOver())
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
bool SolveSession::solveLargeBlocks() {
  largeBlocks->objectiveBound = objectiveBound;
  findEarlyIncumbent();
  for (unsigned i = 0; i < MaxBoundedAttempts; ++i) {
    std::optional<std::vector<Table>> some = largeBlocks->next();
    if (limits.isOver())
      return false;
    if (largeBlocks->emptyBlock) {
      for (unsigned number : largeBlocks->refuting)
        conflict.push_back(couplingConstraints[number]);
      isRefutedBy = [this](ArrayRef<unsigned> some) {
        std::vector<unsigned> numbers;
        for (auto [number, c] : llvm::enumerate(couplingConstraints))
          if (llvm::is_contained(some, c))
            numbers.push_back(number);
        return largeBlocks->isEmptyUnder(*largeBlocks->emptyBlock, numbers);
      };
      solution.status = Status::Infeasible;
      return true;
    }
    if (largeBlocks->isExhausted)
      solution.status = Status::Infeasible;
    if (!some)
      return largeBlocks->isExhausted;
    solution.bound = std::max(solution.bound, largeBlocks->bound);
    if (llvm::all_of(*some,
                     [](const Table &table) { return table.rows > 0; })) {
      if (solveAll(std::move(*some), largeBlocks->limit)) {
        note("limits of the objective under which choices were listed", i + 1);
        return true;
      }
      if (solution.status == Status::Unknown)
        return earlyIncumbent || objectiveBound; // a limit struck
    }
    solution.bound = largeBlocks->limit + 1;
  }
  return false;
}

/// Looks for a point among choices that are good for a block by itself.
void SolveSession::findEarlyIncumbent() {
  std::optional<std::vector<Table>> some = largeBlocks->promisingChoices();
  solution.bound = std::max(solution.bound, largeBlocks->bound);
  if (!some || limits.isOver())
    return;
  Solution before = solution;
  describeTables(*some);
  attempt = std::make_unique<Attempt>(coupling, std::move(*some));
  attempt->isHeuristic = true;
  attempt->optimizer = std::make_unique<LexicographicOptimizer>(
      attempt->coupling, attempt->tables, attempt->startingRows, limits);
  attempt->optimizer->searchAs(options);
  attempt->optimizer->findIncumbent();
  finish(/*settled=*/false);
  std::swap(solution, before);
  if (before.point.empty())
    return;
  largeBlocks->point = before.objective.front();
  earlyIncumbent = std::move(before);
}

/// Takes the point that findEarlyIncumbent() found if the rest found none.
void SolveSession::fallBack() {
  if (solution.status != Status::Unknown || !earlyIncumbent ||
      (objectiveBound &&
       earlyIncumbent->objective.front() > objectiveBound->value))
    return;
  earlyIncumbent->bound = solution.bound;
  earlyIncumbent->tiesSettled = false;
  earlyIncumbent->status = earlyIncumbent->objective.front() <= solution.bound
                               ? Status::Optimal
                               : Status::Feasible;
  solution = *earlyIncumbent;
  noteLimits();
}

/// Whether a limit struck, and what was taken.
void SolveSession::noteLimits() {
  solution.nodes = limits.nodes;
  solution.timeLimited = limits.timeHit;
  solution.memoryLimited = limits.memoryHit;
}

bool SolveSession::mayResume(int64_t most) const {
  return !isPrepared && attempt && !attempt->isHeuristic &&
         attempt->limit >= most;
}

Solution SolveSession::resume(const SolverOptions &wanted, int64_t most) {
  start(wanted);
  objectiveBound = ObjectiveBound{most};
  solution.point.clear();
  solution.objective.clear();
  describeTables(attempt->tables);
  solve(most, attempt->optimizer->point());
  if (solution.status == Status::Infeasible)
    solution.bound = std::max(solution.bound, most + 1);
  fallBack();
  describe();
  return solution;
}

SolveSession::Attempt::Attempt(Coupling copy, std::vector<Table> some)
    : coupling(std::move(copy)), tables(std::move(some)) {
  surrogates = addSurrogateConstraints(coupling, tables);
  describeCoupling(coupling, tables);
  startingRows = Search::startingRows(coupling, tables);
}

/// Minimises what is in the attempt; `limit`: of the first objective. Of a
/// point that is proved, ties are all that is left.
void SolveSession::solve(int64_t limit, const Point &known) {
  attempt->limit = std::max(attempt->limit, limit);
  bool isWithin =
      !known.objectives.empty() && known.objectives.front() <= limit;
  bool isProved = isWithin && known.objectives.front() <= solution.bound &&
                  attempt->tables.size() < options.eliminateFrom;
  if (!isProved)
    beginAttempt();
  LexicographicOptimizer &optimizer = *attempt->optimizer;
  optimizer.searchAs(options);
  if (isWithin && !isProved)
    optimizer.startFrom(known);
  solution.status = isProved ? Status::Optimal : optimizer.first(limit);
  windowWidth = optimizer.lastWidth;
  bool settled = solution.status == Status::Infeasible ||
                 (solution.status == Status::Optimal &&
                  optimizer.settleTies(options.tieNodeLimit));
  finish(settled);
}

void SolveSession::beginAttempt() {
  attempt->optimizer = std::make_unique<LexicographicOptimizer>(
      attempt->coupling, attempt->tables, attempt->startingRows, limits);
  LexicographicOptimizer &optimizer = *attempt->optimizer;
  optimizer.eliminateFrom = options.eliminateFrom;
  optimizer.bound = solution.bound;
  if (earlyIncumbent)
    optimizer.most = earlyIncumbent->objective.front();
  if (objectiveBound)
    optimizer.most = std::min(optimizer.most, objectiveBound->value);
  optimizer.lastWidth = windowWidth;
}

Status SolveSession::tryConstraints(ArrayRef<unsigned> some, int64_t nodes) {
  Coupling part = attempt->coupling;
  part.objectives.clear();
  part.constraints.clear();
  auto isIn = [&](unsigned number) {
    return llvm::is_contained(some, couplingConstraints[number]);
  };
  for (auto [i, c] : llvm::enumerate(attempt->coupling.constraints))
    if (c.parents ? isIn(c.parents->first) && isIn(c.parents->second) : isIn(i))
      part.constraints.push_back(c);
  dropUnusedIntervalColumns(part);
  Limits own;
  own.nodeLimit = nodes;
  own.deadline = limits.deadline;
  own.canceled = limits.canceled;
  own.mostMemory = limits.mostMemory;
  Search again(part, attempt->tables, attempt->startingRows, own);
  if (!again.prepare(0))
    return Status::Infeasible;
  if (again.searchWindow(Search::NoLimit) == Search::Outcome::Limit)
    return Status::Unknown;
  return again.best.empty() ? Status::Infeasible : Status::Optimal;
}

Table SolveSession::enumerate(BlockId b, int64_t most,
                              BoundFilter *filter) const {
  EnumerationRequest request;
  // The memory takes longer to look at.
  request.keepGoing = [&, looks = 0]() mutable {
    return !limits.isLate() && (++looks % 16 != 0 || !limits.isFull());
  };
  request.most = most;
  request.filter = filter;
  return enumerateBlock(model, ranges, b, privates[b], coupling.featureNodes(b),
                        request);
}

/// The choices of all blocks, or of those with no more than `most`.
void SolveSession::enumerateAll(int64_t most) {
  tables.resize(model.blocks().size());
  auto enumerateOne = [&](size_t b) {
    if (tables[b].rows == 0)
      tables[b] = enumerate(b, most);
    if (tables[b].isTooLarge) {
      tables[b].rows = 0;
      llvm::for_each(tables[b].features, [](auto &column) { column.clear(); });
    }
  };
  if (model.log10Size() >= MinLog10ForThreads)
    return options.workers->forEach(tables.size(), enumerateOne);
  for (BlockId b = 0; b < tables.size(); ++b)
    enumerateOne(b);
}

/// After enumerateAll(), whether something is left to solve.
bool SolveSession::isUndetermined() {
  for (BlockId b = 0; b < tables.size(); ++b) {
    if (tables[b].aborted) {
      solution.status = Status::Unknown;
      limits.isOver();
      noteLimits();
      return false;
    }
    if (tables[b].rows == 0 && !tables[b].isTooLarge) {
      solution.status = Status::Infeasible;
      blameBlock(b);
      return false;
    }
  }
  return true;
}

/// Private constraints leave the block no choice.
void SolveSession::blameBlock(BlockId b) {
  for (auto [c, constraint] : llvm::enumerate(model.constraints()))
    if (llvm::is_contained(privates[b], constraint.expr))
      conflict.push_back(c);
  isRefutedBy = [this, b](ArrayRef<unsigned> some) {
    std::vector<NodeId> roots;
    for (unsigned c : some)
      roots.push_back(model.constraints()[c].expr);
    EnumerationRequest request;
    request.keepGoing = [looks = 64]() mutable { return --looks > 0; };
    request.most = 0;
    Table table = enumerateBlock(model, ranges, b, roots, {}, request);
    return table.rows == 0 && table.isComplete();
  };
}

void SolveSession::describeTables(ArrayRef<Table> some) {
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

void SolveSession::note(StringRef what, int64_t count) {
  solution.reductions.push_back(what.str() + ": " + std::to_string(count));
}

void SolveSession::finish(bool settled) {
  const LexicographicOptimizer &optimizer = *attempt->optimizer;
  Point best = optimizer.point();
  solution.bound = std::max(solution.bound, optimizer.bound);
  noteLimits();
  solution.timeLimited &= !settled;
  solution.memoryLimited &= !settled;
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

void SolveSession::describe() {
  solution.nodes = limits.nodes;
  if (!attempt)
    return;
  if (attempt->isNarrowed) {
    int64_t taken = 0;
    for (const Table &table : attempt->tables)
      taken += table.rows;
    note("rows within the last limit of the objective", taken);
  }
  note("budgets added up", attempt->surrogates);
  if (attempt->optimizer->bags > 0)
    note("groups eliminated one after the other", attempt->optimizer->bags);
  note("rows outside the windows", attempt->optimizer->rowsOutside());
  note("rows dominated by another row of their block",
       attempt->optimizer->rowsDominated());
}
