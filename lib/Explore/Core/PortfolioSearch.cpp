//===- PortfolioSearch.cpp - Solves the subproblems of a portfolio --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PortfolioSearch.h"
#include "Explore/Core/BottleneckSearch.h"
#include "talos/Support/FreedMemory.h"
#include <cmath>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// A node takes long where a candidate has many choices; of a list's programs
/// the first objective leaves few ties.
static constexpr int64_t TieNodes = 500, ListTieNodes = 20;
/// Candidates that are solved at a time after the first one, which gives them a
/// limit.
static constexpr size_t LaterRound = 2;
/// Candidates that go on meanwhile, and those that begin with what needs no
/// limit.
static constexpr size_t GoingOn = 2, Prepared = 6;
/// A candidate has so many runs, each with so many times the nodes of the one
/// before; the last one takes what it needs.
static constexpr unsigned MaxRuns = 3;
static constexpr int64_t RunGrowth = 40;
/// The programs of a list have as many runs; all nodes are enough for so many
/// times the first run of each.
static constexpr int64_t ListGrowth = 4;
/// Nodes of a first run at most while no design is known: within the cycles of
/// one that it has found by then, or another program, it takes far fewer.
static constexpr int64_t FirstListNodes = 1500;
/// The best one is made once for this part more than its bound, if its design
/// takes at most that part more.
static constexpr int64_t NarrowDivisor = 8, NearlyDivisor = 6;
/// A program is made again where designs are of use that take this part of its
/// cycles less.
static constexpr int64_t WideDivisor = 32;
/// Nodes of a dive that looks for the first design of a list, and fewer than
/// any dive takes.
static constexpr int64_t FirstDesignDive = 2000, NoDive = 1;
/// Where no design is known, one is worth more nodes.
static constexpr int64_t FirstPointFactor = 2;
/// Nodes that looking for a better design may take in the first run, where the
/// candidate is not decided then; each later one adds as many.
static constexpr int64_t FirstDiveNodes = 500;
/// Under a limit of nodes one that looks for a first point takes so many more
/// at most, or a tenth of the limit.
static constexpr int64_t LeastDiveNodes = 10000;

/// A list of one program without a design within a cutoff takes this part of
/// the nodes.
static constexpr int64_t CutoffNodesDivisor = 4;
/// A list of many takes so many times the nodes while a program without a
/// design may have one of that part of the cutoff.
static constexpr int64_t PromisingFactor = 4, MuchBelowCutoff = 2;
/// And so many where none may have far fewer cycles than the best.
static constexpr int64_t NearProofFactor = 3;
/// Each may take so many shares then: a run that is cut short is in vain, and
/// what one does not need is left to the others.
static constexpr int64_t NearProofShares = 6;

/// Programs of a list are made for so many times their bound first, which is
/// raised as often: they have fewer choices then, and the best design is seldom
/// further away.
static constexpr int64_t GuessFactor = 2;
static constexpr unsigned MaxGuesses = 5;

/// Decimal logarithm of the points of a space in which a simple design is
/// looked for first.
static constexpr double HugeSpace = 60;
/// The same of one in which a design that is known is left at that.
static constexpr double TooLargeSpace = 200;
/// A design that takes no more above the bound than this part of it is near.
static constexpr int64_t NearBoundDivisor = 8;

/// Nodes in which a program of a list is looked through for a design, and so
/// many times its bound for which it is made then.
static constexpr int64_t SeekNodes = 5000, SeekFactor = 4;
/// Guesses that took no more nodes were far too low: the next ones come first.
static constexpr int64_t CheapGuesses = 100;
/// A guess that is less than this part below what is of use is not worth a try.
static constexpr int64_t NearGuessDivisor = 4;

/// Choices of a block of a list's programs that are listed whole: each limit of
/// the objective takes longer, and the first ones have no design.
static constexpr int64_t ListedWhole = int64_t(1) << 18;

/// Rows of all blocks of such a program that are compared, and of one that is
/// tried in parts if they are more.
static constexpr size_t MostCompared = 2500, PartedFrom = 256;

/// Programs of a list have few blocks, of hundreds of rows: to try them all
/// takes longer than what it saves, and so does more than one split.
static constexpr unsigned SplitsBeforeRows = 1;

/// Beside them are blocks of a few choices, such as those of ports, which
/// seldom refute any of these rows.
static constexpr double ListLeastGain = 0.1;

/// Bytes, fewer than tables of large programs take.
static constexpr int64_t LittleMemory = int64_t(256) << 20;

/// What finding a simple design may take after the limits.
static constexpr int64_t SimplestNodes = 500;
static constexpr double SimplestSeconds = 1;

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

double PortfolioSearch::secondsSpent() const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - start;
  return spent.count();
}

/// Of the time limit, not 0, which is none.
double PortfolioSearch::secondsLeft() const {
  if (options.timeLimitSeconds <= 0)
    return 0;
  return std::max(0.001, options.timeLimitSeconds - secondsSpent());
}

bool PortfolioSearch::isTimeOver() const {
  return (memoryLeft && memoryLeft() <= 0) ||
         (options.canceled && *options.canceled) ||
         (options.timeLimitSeconds > 0 &&
          secondsSpent() >= options.timeLimitSeconds);
}

/// A design, or a cutoff that stands for one, is what the search may end with.
bool PortfolioSearch::sharesNodes() const {
  return options.nodeLimit > 0 &&
         (best.design || (mostCycles && portfolio->isList()));
}

/// Whether a design of so many cycles at least may have far fewer than `most`.
static bool isFarBelow(int64_t bound, int64_t most) {
  return bound <= most / MuchBelowCutoff;
}

/// Of all programs, once they share them. Of one program a design within a
/// cutoff is known soon or seldom at all; of many each has its share, which is
/// larger while one without a design may have one of far fewer cycles, and
/// where none may have far fewer than the best: a proof is near then.
int64_t PortfolioSearch::sharedNodes() const {
  if (!best.design && !isListOfMany())
    return std::max<int64_t>(1, options.nodeLimit / CutoffNodesDivisor);
  std::optional<int64_t> most = mostUseful();
  bool isOfUser = !options.fewerNodesIfLarge;
  if (isOfUser || !isListOfMany() || !most)
    return options.nodeLimit;
  if (best.design)
    return options.nodeLimit * (isNearProof() ? NearProofFactor : 1);
  return options.nodeLimit * (mayBeFarBelow(*most) ? PromisingFactor : 1);
}

/// Whether one may have a design of far fewer cycles.
bool PortfolioSearch::mayBeFarBelow(int64_t most) const {
  return llvm::any_of(candidates, [&](const Candidate &other) {
    return isOpen(other) && isFarBelow(other.bound, most);
  });
}

/// None of a list has a design of far fewer cycles than the best.
bool PortfolioSearch::isNearProof() const {
  return best.design && isListOfMany() && !mayBeFarBelow(*mostUseful());
}

/// Nodes that all programs may still take, once they share them; 0: any.
int64_t PortfolioSearch::nodesLeft() const {
  if (!sharesNodes())
    return options.nodeLimit;
  return std::max<int64_t>(1, sharedNodes() - nodes);
}

bool PortfolioSearch::areNodesOver() const {
  return sharesNodes() && nodes >= sharedNodes();
}

/// Cycles of a design that is better than the best, and of use.
std::optional<int64_t> PortfolioSearch::mostUseful() const {
  std::optional<int64_t> most = mostCycles;
  if (best.design)
    most = std::min(most.value_or(INT64_MAX), leastCycles() - 1);
  return most;
}

/// Whether the candidate may have a design that is better than the best.
bool PortfolioSearch::isOpen(const Candidate &candidate) const {
  std::optional<int64_t> most = mostUseful();
  return !candidate.isDecided && !(most && candidate.bound > *most);
}

/// What is not better need not be found, but for the best itself.
std::optional<int64_t>
PortfolioSearch::mostOf(const Candidate &candidate) const {
  return &candidate == bestCandidate ? leastCycles() : mostUseful();
}

static std::optional<int64_t> lesser(std::optional<int64_t> x,
                                     std::optional<int64_t> y) {
  return x && y ? std::min(*x, *y) : x ? x : y;
}

/// Where a run has left open whether the best design is optimal, the optimum is
/// seldom far above the bound that it has found.
bool PortfolioSearch::isToNarrow(const Candidate &candidate) const {
  return best.design && candidate.runs > 0 && !candidate.isNarrowed &&
         &candidate == bestCandidate &&
         candidate.bound < INT64_MAX / NarrowDivisor &&
         leastCycles() - candidate.bound <= candidate.bound / NearlyDivisor;
}

/// None where that is no number, or says nothing.
static std::optional<int64_t> timesBound(int64_t bound, int64_t factor) {
  if (bound <= 0 || bound >= INT64_MAX / factor)
    return std::nullopt;
  return bound * factor;
}

/// Cycles within which the candidate's program is made, if it is made for some.
std::optional<int64_t>
PortfolioSearch::guessFor(const Candidate &candidate) const {
  if (!portfolio->isList() || candidate.bound <= 0)
    return std::nullopt;
  std::optional<int64_t> most = mostOf(candidate);
  if (isToNarrow(candidate))
    return lesser(most, candidate.bound + candidate.bound / NarrowDivisor);
  std::optional<int64_t> guess = timesBound(candidate.bound, GuessFactor);
  if (!mayGuess || candidate.guesses == MaxGuesses || !guess)
    return best.design ? most : std::nullopt;
  bool isNear = most && *most - *most / NearGuessDivisor <= *guess;
  return isNear ? most : guess;
}

/// That a program has no design within a guess says nothing of designs of more
/// cycles. Where too many nodes have left that open, it counts as not tried,
/// and guesses do not help.
void PortfolioSearch::beginAgain(Candidate &candidate,
                                 const nlp::Solution &solution) {
  std::optional<int64_t> most = mostUseful();
  if (!candidate.within || (most && *most <= *candidate.within))
    return;
  if (candidate.isDecided) {
    candidate.bound = std::max(candidate.bound, *candidate.within + 1);
    ++candidate.guesses;
  } else if (candidate.isNarrowed) {
    return; // it goes on with all that is of use
  } else {
    mayGuess = false;
    nodes -= solution.nodes;
  }
  candidate.isDecided = candidate.isSpent = false;
  candidate.runs = candidate.isNarrowed;
  candidate.forget();
}

void PortfolioSearch::learn(Candidate &candidate, Solved one) {
  const nlp::Solution &solution = one.solution;
  nodes += solution.nodes;
  candidate.bound = std::max(candidate.bound, solution.bound);
  candidate.log10Space = solution.log10Space;
  candidate.isDecided = solution.status == nlp::Status::Optimal ||
                        solution.status == nlp::Status::Infeasible;
  candidate.isTimeLimited = solution.timeLimited;
  if (!one.design)
    return beginAgain(candidate, solution);
  bool isBetter = !best.design || leastCycles() > solution.objective.front();
  if (isBetter || (&candidate == bestCandidate && candidate.isDecided)) {
    best = std::move(one);
    bestCandidate = &candidate;
  }
}

/// The design of the point that was found, if one was.
LogicalResult PortfolioSearch::addDesign(const Problem &problem,
                                         Solved &solved) const {
  if (solved.solution.point.empty())
    return success();
  std::vector<std::string> violated =
      problem.model.violations(solved.solution.point);
  if (!violated.empty())
    return space.getFunc().emitError(
               "internal error: the solver's point violates '")
           << violated.front() << "'";
  FailureOr<hls::DesignAttr> design = problem.designOf(solved.solution);
  if (failed(design))
    return failure();
  solved.design = *design;
  return success();
}

//===----------------------------------------------------------------------===//
// The first subproblem
//===----------------------------------------------------------------------===//

FailureOr<PortfolioSearch::Solved>
PortfolioSearch::solveFirst(const nlp::SolverOptions &with,
                            std::optional<int64_t> most) const {
  FailureOr<std::unique_ptr<Problem>> problem = portfolio->first();
  if (failed(problem))
    return failure();
  const nlp::Model &model = (*problem)->model;
  Solved result{
      most ? nlp::Solver(model).run(with, most) : nlp::solve(model, with), {}};
  if (failed(addDesign(**problem, result)))
    return failure();
  return result;
}

/// The first one is no other than the rest: each is looked at before one takes
/// many nodes.
LogicalResult PortfolioSearch::solveList() {
  std::vector<Subproblem> all = {portfolio->firstSubproblem()};
  llvm::append_range(all, portfolio->nextGroup(best.solution));
  return solveGroup(std::move(all));
}

/// The one program of a list, within guesses; false: it is left undecided.
FailureOr<bool> PortfolioSearch::solveGuesses() {
  Candidate &only = candidates.emplace_back();
  only.subproblem = portfolio->firstSubproblem();
  only.bound = only.subproblem.bound;
  while (guessFor(only) && !isTimeOver() && !areNodesOver()) {
    if (failed(lower(only)))
      return failure();
    Solved one{only.solver->run(optionsOfCandidate(), only.within), {}};
    if (failed(addDesign(*only.problem, one)))
      return failure();
    bool hasDesign = one.design != nullptr;
    learn(only, std::move(one));
    only.forget();
    if (hasDesign || only.isDecided)
      return true;
  }
  only.within.reset();
  return false;
}

LogicalResult PortfolioSearch::learnFirst() {
  if (isListOfMany() && candidates.empty())
    return solveList();
  if (portfolio->isList() && candidates.empty()) {
    FailureOr<bool> isKnown = solveGuesses();
    if (failed(isKnown) || *isKnown)
      return success(succeeded(isKnown));
  }
  nlp::SolverOptions some = optionsOfSolution();
  some.explain = portfolio->explainsFirst() && options.explain && !mostCycles;
  FailureOr<Solved> one = solveFirst(some, mostUseful());
  if (failed(one))
    return failure();
  if (!one->design && !best.design)
    best.solution = one->solution; // for its conflict
  learn(candidates.empty() ? candidates.emplace_back() : candidates.front(),
        std::move(*one));
  return success();
}

//===----------------------------------------------------------------------===//
// Designs of a list, before a proof
//===----------------------------------------------------------------------===//

/// Those of a list that were tried within a few cycles, where none has led to a
/// design.
std::vector<PortfolioSearch::Candidate *>
PortfolioSearch::toSeek(Candidates group) const {
  std::vector<Candidate *> some;
  if (isListOfMany() && !best.design && !isMemoryScarce && nodes > CheapGuesses)
    llvm::copy_if(group, std::back_inserter(some), [&](Candidate *candidate) {
      return isOpen(*candidate) && candidate->wasTried && !candidate->wasSought;
    });
  return some;
}

/// Their programs are made for many cycles: a few descents come to a design,
/// and neighbourhoods from there to a good one, where a search within few
/// cycles meets none.
LogicalResult PortfolioSearch::seekDesigns(Candidates some) {
  std::vector<LogicalResult> results(some.size(), success());
  std::vector<Solved> solved(some.size());
  nlp::SolverOptions own = optionsOfCandidate();
  own.seeksPoint = true;
  own.nodeLimit = options.nodeLimit > 0 ? std::min(options.nodeLimit, SeekNodes)
                                        : SeekNodes;
  workers.forEach(some.size(), [&](size_t i) {
    some[i]->wasSought = true;
    results[i] = lower(*some[i], timesBound(some[i]->bound, SeekFactor));
    if (succeeded(results[i]))
      solved[i].solution = some[i]->solver->run(own);
  });
  for (auto [candidate, one, result] : llvm::zip(some, solved, results)) {
    if (failed(result) || failed(addDesign(*candidate->problem, one)))
      return failure();
    std::optional<int64_t> most = mostUseful();
    bool isOfUse =
        one.design && (!most || one.solution.objective.front() <= *most);
    if (isOfUse || one.solution.status == nlp::Status::Infeasible)
      learn(*candidate, std::move(one));
    else
      nodes += one.solution.nodes;
    candidate->forget();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// A group of subproblems
//===----------------------------------------------------------------------===//

LogicalResult PortfolioSearch::solveGroup(std::vector<Subproblem> subproblems) {
  std::vector<Candidate *> group;
  for (Subproblem &subproblem : subproblems) {
    Candidate &candidate = candidates.emplace_back();
    candidate.bound = subproblem.bound;
    candidate.subproblem = std::move(subproblem);
    group.push_back(&candidate);
  }
  for (;;) {
    std::vector<Candidate *> few = toSeek(group);
    if (!few.empty() && !isTimeOver() && failed(seekDesigns(few)))
      return failure();
    std::vector<Candidate *> round = nextRound(group);
    if (round.empty() || isTimeOver() || areNodesOver())
      return success();
    if (failed(solveRound(round, toPrepare(group, round), group.size() == 1)))
      return failure();
  }
}

/// Candidates that were not tried yet come first, a few at a time; small ones
/// before the others where one has left open whether there is a design. Once
/// half of them are, the most promising ones go on along with the others.
std::vector<PortfolioSearch::Candidate *>
PortfolioSearch::nextRound(Candidates group) const {
  std::vector<Candidate *> fresh, others;
  for (Candidate *candidate : group)
    if (isOpen(*candidate) && !candidate->isSpent)
      (candidate->runs == 0 ? fresh : others).push_back(candidate);
  llvm::sort(others, [](const Candidate *x, const Candidate *y) {
    return std::tie(x->runs, x->bound, x->subproblem.rank) <
           std::tie(y->runs, y->bound, y->subproblem.rank);
  });
  if (fresh.empty()) {
    others.resize(std::min(others.size(), LaterRound));
    return others;
  }
  if (!best.design && !others.empty())
    llvm::sort(fresh, [](const Candidate *x, const Candidate *y) {
      return std::make_pair(!x->subproblem.isSmall, x->subproblem.rank) <
             std::make_pair(!y->subproblem.isSmall, y->subproblem.rank);
    });
  std::vector<Candidate *> round;
  if (fresh.size() * 2 <= group.size() && !isListOfMany()) {
    others.resize(std::min(others.size(), GoingOn));
    round = std::move(others);
  }
  bool areTwo = best.design || isListOfMany();
  fresh.resize(std::min(fresh.size(), areTwo ? LaterRound : 1));
  round.insert(round.end(), fresh.begin(), fresh.end());
  return round;
}

/// What threads do that the round leaves free: candidates that come after it
/// begin. Not those of a list: they would be made again for a lower limit.
std::vector<PortfolioSearch::Candidate *>
PortfolioSearch::toPrepare(Candidates group, Candidates round) const {
  std::vector<Candidate *> next;
  if (portfolio->isList())
    return next;
  for (Candidate *candidate : group)
    if (isOpen(*candidate) && candidate->runs == 0 &&
        !llvm::is_contained(round, candidate) && next.size() < Prepared)
      next.push_back(candidate);
  llvm::erase_if(
      next, [](Candidate *candidate) { return candidate->solver != nullptr; });
  return next;
}

/// Each has a share of the nodes before one takes more, small ones left aside.
/// Dives seldom beat what a window has found, but for a design of far more
/// cycles than the candidate may have.
PortfolioSearch::Budget
PortfolioSearch::budgetInList(const Candidate &candidate) const {
  int64_t sharing = llvm::count_if(candidates, [](const Candidate &other) {
    return !other.subproblem.isSmall;
  });
  int64_t shares = isNearProof() ? NearProofShares : 1,
          nodes = std::max<int64_t>(firstNodes * FirstPointFactor,
                                    shares * options.nodeLimit /
                                        std::max<int64_t>(1, sharing));
  if (!best.design)
    nodes = std::min(nodes, FirstListNodes);
  for (unsigned i = 0; i < candidate.runs; ++i)
    nodes *= ListGrowth;
  bool isLast = candidate.runs + 1 >= MaxRuns ||
                (options.nodeLimit > 0 && nodes >= nodesLeft());
  bool isFar = best.design && isFarBelow(candidate.bound, leastCycles());
  int64_t dive = best.design && !isFar ? NoDive : FirstDesignDive;
  return {isLast ? nodesLeft() : nodes, isLast && !best.design ? 0 : dive,
          isLast};
}

PortfolioSearch::Budget PortfolioSearch::budgetFor(const Candidate &candidate,
                                                   bool isAlone) const {
  if (isListOfMany())
    return budgetInList(candidate);
  int64_t nodes = firstNodes;
  for (unsigned i = 0; i < candidate.runs; ++i)
    nodes *= RunGrowth;
  if (!best.design)
    nodes *= FirstPointFactor;
  if (isAlone || candidate.runs + 1 >= MaxRuns ||
      (options.nodeLimit > 0 && nodes >= nodesLeft()))
    return {nodesLeft(), 0, /*isLast=*/true};
  return {nodes, best.design ? FirstDiveNodes * (candidate.runs + 1) : 0,
          /*isLast=*/false};
}

LogicalResult PortfolioSearch::lower(Candidate &candidate) const {
  if (candidate.solver && !isToRemake(candidate))
    return success();
  std::optional<int64_t> within = guessFor(candidate);
  candidate.isNarrowed |= isToNarrow(candidate);
  return lower(candidate, within);
}

LogicalResult PortfolioSearch::lower(Candidate &candidate,
                                     std::optional<int64_t> within) const {
  candidate.forget();
  candidate.within = within;
  FailureOr<std::unique_ptr<Problem>> problem =
      candidate.subproblem.lower(candidate.within);
  if (failed(problem))
    return failure();
  candidate.problem = std::move(*problem);
  candidate.solver = std::make_unique<nlp::Solver>(candidate.problem->model);
  return success();
}

/// The programs of a list need no more than what their space knows; what is
/// wrong with the first one is said before the others begin.
LogicalResult PortfolioSearch::lowerAll(Candidates round, Candidates next) {
  std::vector<Candidate *> all(round);
  llvm::append_range(all, next);
  bool isFirst = llvm::none_of(candidates, [](const Candidate &candidate) {
    return candidate.wasTried;
  });
  size_t alone = portfolio->isList() ? size_t(isFirst) : all.size();
  for (Candidate *candidate : ArrayRef(all).take_front(alone))
    if (failed(lower(*candidate)))
      return failure();
  std::vector<LogicalResult> results(all.size(), success());
  workers.forEach(all.size() - alone, [&](size_t i) {
    results[alone + i] = lower(*all[alone + i]);
  });
  return success(llvm::all_of(
      results, [](LogicalResult result) { return succeeded(result); }));
}

/// Whether the candidate's program is made for designs that are of no use any
/// more: one for fewer cycles has far fewer choices. Or for a guess that is
/// none any more, before it was tried.
bool PortfolioSearch::isToRemake(const Candidate &candidate) const {
  std::optional<int64_t> most = guessFor(candidate);
  if (!most)
    return candidate.runs == 0 && candidate.within;
  return !candidate.within ||
         *most < *candidate.within - *candidate.within / WideDivisor ||
         (candidate.runs == 0 && *most > *candidate.within);
}

/// Tables of programs that wait take what others need: those of one at a time
/// are kept from now on.
void PortfolioSearch::spareMemory() {
  isMemoryScarce = true;
  for (Candidate &candidate : candidates)
    candidate.forget();
  giveBackFreedMemory();
}

LogicalResult PortfolioSearch::solveRound(Candidates round, Candidates next,
                                          bool isAlone) {
  if (isMemoryScarce) {
    round = round.take_front();
    next = {};
  }
  if (failed(lowerAll(round, next)))
    return failure();
  std::vector<Budget> budgets;
  for (Candidate *candidate : round) {
    budgets.push_back(budgetFor(*candidate, isAlone));
    ++candidate->runs;
    candidate->wasTried = true;
    candidate->isSpent = budgets.back().isLast;
  }
  std::vector<Solved> solved = runRound(round, next, budgets);
  for (auto [candidate, one] : llvm::zip(round, solved)) {
    if (failed(addDesign(*candidate->problem, one)))
      return failure();
    learn(*candidate, std::move(one));
  }
  for (Candidate &candidate : candidates)
    if (!isOpen(candidate) && &candidate != bestCandidate)
      candidate.forget();
  if (memoryLeft && memoryLeft() < memoryAtStart / 2)
    spareMemory();
  return success();
}

/// What only saves time is left out where memory is little.
void PortfolioSearch::leaveOutTables(nlp::SolverOptions &own) const {
  if (!memoryLeft || memoryLeft() >= LittleMemory)
    return;
  own.wideFrom = std::numeric_limits<size_t>::max();
  own.eliminateFrom = nlp::SolverOptions::Never;
}

/// What looking for a first point may take beside the limit.
int64_t PortfolioSearch::nodesOfFirstPoint() const {
  return std::max(LeastDiveNodes, options.nodeLimit / 10);
}

/// In the time and the memory that are left. What looks for a first point once
/// the nodes are spent may take a tenth more of them.
nlp::SolverOptions PortfolioSearch::optionsOfSolution() {
  nlp::SolverOptions own = options;
  own.workers = &workers;
  own.timeLimitSeconds = secondsLeft();
  own.memoryLimit = memoryLeft ? std::max<int64_t>(1, memoryLeft()) : 0;
  if (portfolio->isList()) {
    own.listFrom = ListedWhole;
    own.mostCompared = MostCompared;
    own.partedFrom = PartedFrom;
    own.shavesRows = false;
    own.mostSplits = SplitsBeforeRows;
    own.leastGain = ListLeastGain;
    own.expectsNoPoint = mostUseful().has_value();
  }
  leaveOutTables(own);
  if (options.nodeLimit > 0)
    own.diveNodes = nodesOfFirstPoint();
  return own;
}

/// A conflict of one candidate says nothing of others.
nlp::SolverOptions PortfolioSearch::optionsOfCandidate() {
  nlp::SolverOptions own = optionsOfSolution();
  own.explain = false;
  return own;
}

nlp::SolverOptions PortfolioSearch::optionsFor(const Budget &budget) {
  nlp::SolverOptions own = optionsOfCandidate();
  if (options.progress)
    own.progress = [this](int64_t count, std::optional<int64_t> found,
                          int64_t bound) {
      std::lock_guard<std::mutex> guard(reporting);
      options.progress(count, found, bound);
    };
  own.nodeLimit = budget.nodes;
  if (budget.diveNodes > 0)
    own.diveNodes = budget.diveNodes;
  own.tieNodeLimit = 0; // the best one settles them in the end
  own.improvesPoint = !isListOfMany() || budget.isLast;
  if (!budget.isLast)
    own.eliminateFrom = nlp::SolverOptions::Never;
  return own;
}

/// Fresh candidates come first, what takes long before the rest: until they are
/// tried little is known of them. But for the most promising one that goes on:
/// it takes longest, so that one thread is best left to it from the start. Not
/// where time may run out: what one fresh candidate leaves open is more than
/// what all do that go on.
std::vector<size_t> PortfolioSearch::startOrder(Candidates round) const {
  bool mayRunOut = options.timeLimitSeconds > 0;
  auto keyOf = [&](size_t i) {
    bool goesOn = round[i]->runs > 1;
    return std::make_tuple((i > 0 || mayRunOut) && goesOn, !goesOn,
                           -int(round[i]->runs),
                           -round[i]->problem->model.log10Size(), i);
  };
  std::vector<size_t> order(round.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t x, size_t y) { return keyOf(x) < keyOf(y); });
  return order;
}

/// All at the same time.
std::vector<PortfolioSearch::Solved>
PortfolioSearch::runRound(Candidates round, Candidates next,
                          ArrayRef<Budget> budgets) {
  std::vector<Solved> solved(round.size());
  std::vector<size_t> order = startOrder(round);
  workers.forEach(round.size() + next.size(), [&](size_t job) {
    if (job >= round.size())
      return next[job - round.size()]->solver->prepare(optionsFor({}));
    size_t i = order[job];
    solved[i].solution = round[i]->solver->run(
        optionsFor(budgets[i]), lesser(mostOf(*round[i]), round[i]->within));
  });
  return solved;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

/// Where limits struck, the best of a few simple designs may be better than
/// what was found, if anything was. That they exist is not proved, nor that
/// pins allow them.
LogicalResult PortfolioSearch::takeSimplest() {
  if (candidates.front().isDecided)
    return success();
  return trySimple([this] { return portfolio->simplest(); });
}

/// In a space as large as that the first limit of what is listed may come too
/// late, so that the simple designs of the smallest subproblem set it.
LogicalResult PortfolioSearch::takeSimplestOf(ArrayRef<Subproblem> group) {
  if (best.design || candidates.front().log10Space < HugeSpace ||
      !group.front().simplest)
    return success();
  return trySimple(group.front().simplest);
}

/// Fails without a word where there is none that pins allow.
FailureOr<std::unique_ptr<Problem>> PortfolioSearch::simplestProblem(
    llvm::function_ref<FailureOr<std::unique_ptr<Problem>>()> lower) {
  ScopedDiagnosticHandler quiet(space.getFunc()->getContext(),
                                [](Diagnostic &) { return success(); });
  FailureOr<std::unique_ptr<Problem>> problem = lower();
  if (succeeded(problem) && !*problem)
    return failure();
  return problem;
}

LogicalResult PortfolioSearch::trySimple(
    llvm::function_ref<FailureOr<std::unique_ptr<Problem>>()> lower) {
  FailureOr<std::unique_ptr<Problem>> problem = simplestProblem(lower);
  if (failed(problem))
    return success();
  nlp::SolverOptions own = options;
  own.explain = false;
  own.workers = &workers;
  own.progress = {}; // its bound holds for the simple designs alone
  own.nodeLimit = own.diveNodes = SimplestNodes;
  own.memoryLimit = 0; // it takes little
  leaveOutTables(own);
  own.timeLimitSeconds = options.timeLimitSeconds > 0 ? SimplestSeconds : 0;
  Solved one{nlp::solve((*problem)->model, own), {}};
  nodes += one.solution.nodes;
  if (failed(addDesign(**problem, one)))
    return failure();
  if (one.design &&
      (!best.design || one.solution.objective.front() < leastCycles())) {
    one.solution.log10Space = candidates.front().log10Space;
    best = std::move(one);
    bestCandidate = &candidates.front();
  }
  return success();
}

/// True if the bottleneck search has a better design than the best so far.
FailureOr<bool> PortfolioSearch::takeBottleneck() {
  FailureOr<std::unique_ptr<Problem>> rolled =
      simplestProblem([this] { return portfolio->simplest(); });
  if (failed(rolled))
    return false;
  nlp::SolverOptions own = optionsOfCandidate();
  own.memoryLimit = 0; // a step takes little
  BottleneckSearch search(space, own, nodesOfFirstPoint(),
                          [this] { return isTimeOver(); });
  std::optional<BottleneckSearch::Found> found = search.run(**rolled);
  nodes += search.getNodes();
  if (!found)
    return false;
  bottleneckCycles = found->cycles();
  if ((mostCycles && found->cycles() > *mostCycles) ||
      (best.design && found->cycles() >= leastCycles()))
    return false;
  best = {std::move(found->solution), found->design};
  bestCandidate = nullptr;
  return true;
}

/// Where limits struck, its design may be better than what was found, and leave
/// less to look through. Of a space that is too large each of its steps takes
/// long; and one step changes too little to end near the bound.
LogicalResult PortfolioSearch::beginAtBottleneck() {
  const Candidate &first = candidates.front();
  bool isTooLarge = best.design && first.log10Space > TooLargeSpace;
  bool isNearBound =
      best.design && first.bound > 0 &&
      leastCycles() - first.bound <= first.bound / NearBoundDivisor;
  if (beginsAtBottleneck || first.isDecided || isTooLarge || isNearBound ||
      isTimeOver())
    return success();
  FailureOr<bool> isBetter = takeBottleneck();
  if (failed(isBetter))
    return failure();
  return *isBetter && !isTimeOver() ? learnFirst() : success();
}

/// The later objectives, of the candidate with the best design if it is proved.
LogicalResult PortfolioSearch::settleTies() {
  if (!best.design || !bestCandidate || !bestCandidate->solver ||
      isOpen(*bestCandidate) || isTimeOver())
    return success();
  nlp::SolverOptions own = optionsOfCandidate();
  own.tieNodeLimit =
      std::min(own.tieNodeLimit, portfolio->isList() ? ListTieNodes : TieNodes);
  Solved one{bestCandidate->solver->run(own, leastCycles()), {}};
  nodes += one.solution.nodes;
  if (failed(addDesign(*bestCandidate->problem, one)))
    return failure();
  if (one.design && one.solution.objective.front() == leastCycles())
    best = std::move(one);
  return success();
}

static hls::DesignAttr withStatus(hls::DesignAttr design, StringRef status,
                                  int64_t bound) {
  MLIRContext *context = design.getContext();
  return hls::DesignAttr::get(context, design.getTasks(), design.getArrays(),
                              StringAttr::get(context, status),
                              design.getCycles(), bound, design.getResources(),
                              design.getBlocks());
}

/// The best of all, with the proof over all.
ExploreResult PortfolioSearch::result() {
  nlp::Solution &solution = best.solution;
  int64_t cycles = leastCycles();
  solution.bound = cycles;
  solution.timeLimited = false;
  // Counts of points may be larger than what a double holds.
  double largest = 0, points = 0;
  for (const Candidate &candidate : candidates)
    largest = std::max(largest, candidate.log10Space);
  for (const Candidate &candidate : candidates) {
    points += std::pow(10, candidate.log10Space - largest);
    solution.timeLimited |= candidate.isTimeLimited;
    if (isOpen(candidate))
      solution.bound = std::min(solution.bound, candidate.bound);
  }
  solution.nodes = nodes;
  solution.log10Space = largest + std::log10(points);
  bool optimal = solution.bound >= cycles;
  solution.timeLimited |= !optimal && isTimeOver();
  solution.status = optimal ? nlp::Status::Optimal : nlp::Status::Feasible;
  hls::DesignAttr design =
      withStatus(best.design, optimal ? "optimal" : "feasible", solution.bound);
  return {std::move(solution),
          design,
          secondsSpent(),
          unsigned(candidates.size()),
          portfolio->scope(),
          beginsAtBottleneck ? bottleneckCycles : std::nullopt};
}

/// Where no design within the cutoff was found, and nothing else is to be
/// solved once there is a design, one of any cycles says that it is the cutoff
/// that leaves none. Otherwise the search goes on, without a cutoff unless all
/// subproblems are known.
FailureOr<bool> PortfolioSearch::isBeyondCutoff() {
  if (!mostCycles || best.design || portfolio->isList())
    return false;
  if (failed(trySimple([this] { return portfolio->simplest(); })))
    return failure();
  if (best.design && portfolio->nextGroup(best.solution).empty()) {
    boundBeyond = leastBeyond();
    return true;
  }
  portfolio = space.portfolio();
  candidates.clear();
  mostCycles.reset();
  best = {};
  bestCandidate = nullptr;
  if (failed(learnFirst()) || failed(solveGroup(portfolio->alternatives())))
    return failure();
  return false;
}

/// Cycles that the designs of what was solved have at least where none is
/// within the cutoff.
int64_t PortfolioSearch::leastBeyond() const {
  int64_t least = INT64_MAX;
  for (const Candidate &candidate : candidates)
    least = std::min(least,
                     candidate.isDecided ? *mostCycles + 1 : candidate.bound);
  return least;
}

/// No subproblem of a list has a design within the cutoff, as far as was seen.
FailureOr<ExploreResult> PortfolioSearch::noneWithinCutoff() {
  boundBeyond = *mostCycles + 1;
  for (const Candidate &candidate : candidates)
    if (isOpen(candidate))
      boundBeyond = std::min(*boundBeyond, candidate.bound);
  return failure();
}

FailureOr<ExploreResult> PortfolioSearch::run() {
  if ((beginsAtBottleneck && failed(takeBottleneck())) ||
      failed(learnFirst()) || failed(solveGroup(portfolio->alternatives())))
    return failure();
  FailureOr<bool> isBeyond = isBeyondCutoff();
  if (failed(isBeyond) || *isBeyond || failed(takeSimplest()) ||
      failed(beginAtBottleneck()))
    return failure();
  for (;;) {
    std::vector<Subproblem> group = portfolio->nextGroup(best.solution);
    if (group.empty())
      break;
    if (failed(takeSimplestOf(group)) || failed(solveGroup(std::move(group))))
      return failure();
  }
  if (failed(settleTies()))
    return failure();
  if (best.design)
    return result();
  if (mostCycles)
    return noneWithinCutoff();
  if (failed(explainConflict()))
    return failure();
  whyNoPoint = best.solution.status;
  return reportNoPoint();
}

FailureOr<ExploreResult>
explore::explore(const Space &space, const nlp::SolverOptions &options,
                 int64_t firstNodes, std::function<int64_t()> memoryLeft,
                 std::optional<nlp::Status> *noPoint, Cutoff *cutoff,
                 bool beginsAtBottleneck) {
  PortfolioSearch search(space, options, firstNodes, std::move(memoryLeft));
  search.beginsAtBottleneck = beginsAtBottleneck;
  if (cutoff)
    search.mostCycles = cutoff->mostCycles;
  FailureOr<ExploreResult> result = search.run();
  if (cutoff)
    cutoff->bound = search.boundBeyond;
  if (noPoint)
    *noPoint = search.noPoint();
  return result;
}
