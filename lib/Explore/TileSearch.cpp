//===- TileSearch.cpp - Solves for sets of tiled arrays -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DesignPoint.h"
#include "Solve.h"
#include "TileSets.h"
#include "talos/Support/Threads.h"
#include "llvm/Support/Threading.h"
#include <chrono>
#include <cmath>
#include <deque>
#include <mutex>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// Sets that are solved at a time after the first one, which gives them a
/// limit.
static constexpr size_t LaterWave = 3;
/// Later rounds take so many times the nodes; the last one is not limited.
static constexpr int64_t RoundGrowth = 40;
static constexpr unsigned MaxRounds = 3;
/// Where no design is known, one is worth more nodes.
static constexpr int64_t FirstPointFactor = 8;
/// Nodes that looking for a better design may take in the first round, where
/// the set is not decided; each later one adds as many.
static constexpr int64_t FirstDiveNodes = 500;

static DesignSpace withTiled(DesignSpace space, ArrayRef<unsigned> tiled) {
  for (ArraySpace &array : space.arrays)
    array.tiled = false;
  for (unsigned array : tiled)
    space.arrays[array].tiled = true;
  return space;
}

/// Whether smaller buffers may help: a conflict without a memory stays.
static bool lacksMemory(const nlp::Solution &solution) {
  return solution.status != nlp::Status::Infeasible ||
         solution.conflict.empty() ||
         llvm::any_of(solution.conflict, [](StringRef name) {
           return name == "BRAM_18K" || name == "URAM";
         });
}

namespace {

/// A set of arrays to tile, and what is known of its designs.
struct Tiled {
  std::vector<unsigned> arrays;
  int64_t bound = 0;     ///< of their cycles, which are never negative
  double log10Space = 0; ///< unreduced
  /// None is better than the best that was known then.
  bool isDecided = false;
  bool isTimeLimited = false;
  // Kept while it is open.
  std::unique_ptr<Problem> problem;
  std::unique_ptr<nlp::Solver> solver;
};

/// What a set may take; 0: without limit.
struct Effort {
  int64_t nodes;
  int64_t diveNodes; ///< as SolverOptions has it
};

/// Solves for sets of tiled arrays, several at a time.
class TileSearch {
public:
  TileSearch(const DesignSpace &space, const nlp::SolverOptions &options,
             Tiling tiling, int64_t firstNodes)
      : space(space), options(options), tiling(tiling), firstNodes(firstNodes) {
  }

  FailureOr<ExploreResult> run();

private:
  LogicalResult solveUntiled();
  LogicalResult solveTiled();
  LogicalResult solveGroup(std::vector<Tiled *> group);
  LogicalResult solveAll(ArrayRef<Tiled *> some, Effort effort);
  LogicalResult solve(ArrayRef<Tiled *> wave, Effort effort);
  void solve(ArrayRef<Tiled *> wave, Effort effort,
             MutableArrayRef<Solved> solved);
  void learn(Tiled &tiled, Solved one);
  bool isOpen(const Tiled &tiled) const;
  std::optional<int64_t> mostOf(const Tiled &tiled) const;
  int64_t leastCycles() const { return best.solution.objective.front(); }
  double secondsSpent() const;
  double secondsLeft() const;
  bool isTimeOver() const;
  LogicalResult explainConflict();
  ExploreResult result();

  const DesignSpace &space;
  const nlp::SolverOptions &options;
  Tiling tiling;
  int64_t firstNodes;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::deque<Tiled> tried; ///< none of them tiled comes first
  int64_t nodes = 0;
  Solved best;
  const Tiled *bestTiled = nullptr;
};

} // namespace

double TileSearch::secondsSpent() const {
  std::chrono::duration<double> spent =
      std::chrono::steady_clock::now() - start;
  return spent.count();
}

/// Of the time limit, not 0, which is none.
double TileSearch::secondsLeft() const {
  if (options.timeLimitSeconds <= 0)
    return 0;
  return std::max(0.001, options.timeLimitSeconds - secondsSpent());
}

bool TileSearch::isTimeOver() const {
  return options.timeLimitSeconds > 0 &&
         secondsSpent() >= options.timeLimitSeconds;
}

/// Whether the set may have a design that is better than the best.
bool TileSearch::isOpen(const Tiled &tiled) const {
  return !tiled.isDecided && !(best.design && tiled.bound >= leastCycles());
}

/// What is not better need not be found, but for the best itself.
std::optional<int64_t> TileSearch::mostOf(const Tiled &tiled) const {
  if (!best.design)
    return std::nullopt;
  return &tiled == bestTiled ? leastCycles() : leastCycles() - 1;
}

void TileSearch::learn(Tiled &tiled, Solved one) {
  const nlp::Solution &solution = one.solution;
  nodes += solution.nodes;
  tiled.bound = std::max(tiled.bound, solution.bound);
  tiled.log10Space = solution.log10Space;
  tiled.isDecided = solution.status == nlp::Status::Optimal ||
                    solution.status == nlp::Status::Infeasible;
  tiled.isTimeLimited = solution.timeLimited;
  if (!one.design)
    return;
  bool isBetter = !best.design || leastCycles() > solution.objective.front();
  if (isBetter || (&tiled == bestTiled && tiled.isDecided)) {
    best = std::move(one);
    bestTiled = &tiled;
  }
}

LogicalResult TileSearch::solveUntiled() {
  nlp::SolverOptions some = options;
  // If all sets are tried a conflict is not final.
  some.explain = tiling != Tiling::Search && options.explain;
  FailureOr<Solved> one = solveSpace(space, some);
  if (failed(one))
    return failure();
  if (!one->design)
    best.solution = one->solution; // for its conflict
  learn(tried.emplace_back(), std::move(*one));
  return success();
}

LogicalResult TileSearch::solveTiled() {
  std::vector<std::vector<unsigned>> sets = setsToTile(space);
  for (ArrayRef<std::vector<unsigned>> left = sets; !left.empty();) {
    // Larger sets are not needed.
    if (tiling == Tiling::Auto && best.design)
      return success();
    size_t size = left.front().size();
    std::vector<Tiled *> group;
    for (; !left.empty() && left.front().size() == size;
         left = left.drop_front()) {
      Tiled &tiled = tried.emplace_back();
      tiled.arrays = left.front();
      group.push_back(&tiled);
    }
    if (failed(solveGroup(group)))
      return failure();
  }
  return success();
}

/// In rounds of ever more nodes, those that may be best first: what one set
/// has settles others long before they are decided by themselves.
LogicalResult TileSearch::solveGroup(std::vector<Tiled *> group) {
  bool isLast = group.size() == 1;
  int64_t nodes = firstNodes;
  for (unsigned round = 1;; ++round, nodes *= RoundGrowth) {
    isLast |= round == MaxRounds ||
              (options.nodeLimit > 0 && nodes >= options.nodeLimit);
    if (failed(solveAll(group, isLast ? Effort{options.nodeLimit, 0}
                                      : Effort{nodes, FirstDiveNodes * round})))
      return failure();
    llvm::erase_if(group, [&](Tiled *tiled) { return !isOpen(*tiled); });
    if (isLast || group.empty() || isTimeOver())
      return success();
    llvm::sort(group, [](const Tiled *x, const Tiled *y) {
      return std::tie(x->bound, x->arrays) < std::tie(y->bound, y->arrays);
    });
  }
}

/// With so much effort each.
LogicalResult TileSearch::solveAll(ArrayRef<Tiled *> some, Effort effort) {
  size_t count = best.design ? LaterWave : 1;
  for (; !some.empty(); count = LaterWave) {
    count = std::min(some.size(), count);
    std::vector<Tiled *> wave = some.take_front(count);
    some = some.drop_front(count);
    // What an earlier wave found may have settled it.
    llvm::erase_if(wave, [&](Tiled *tiled) { return !isOpen(*tiled); });
    if (failed(solve(wave, effort)))
      return failure();
  }
  return success();
}

LogicalResult TileSearch::solve(ArrayRef<Tiled *> wave, Effort effort) {
  for (Tiled *tiled : wave) {
    if (tiled->solver)
      continue;
    auto problem = buildProblem(withTiled(space, tiled->arrays));
    if (failed(problem))
      return failure();
    tiled->problem = std::move(*problem);
    tiled->solver = std::make_unique<nlp::Solver>(tiled->problem->model);
  }
  std::vector<Solved> solved(wave.size());
  if (!best.design)
    effort = {effort.nodes * FirstPointFactor, 0};
  solve(wave, effort, solved);
  for (auto [tiled, one] : llvm::zip(wave, solved)) {
    if (failed(addDesign(*tiled->problem, one)))
      return failure();
    learn(*tiled, std::move(one));
  }
  for (Tiled &tiled : tried)
    if (!isOpen(tiled)) {
      tiled.solver.reset();
      tiled.problem.reset();
    }
  return success();
}

/// Each on a thread, with as many of its own as are left for it.
void TileSearch::solve(ArrayRef<Tiled *> wave, Effort effort,
                       MutableArrayRef<Solved> solved) {
  size_t all =
             llvm::hardware_concurrency(options.threads).compute_thread_count(),
         used = std::max<size_t>(1, std::min(all, wave.size()));
  std::mutex reporting;
  auto solveOne = [&](size_t i) {
    nlp::SolverOptions own = options;
    if (options.progress)
      own.progress = [&](int64_t count, std::optional<int64_t> found,
                         int64_t bound) {
        std::lock_guard<std::mutex> guard(reporting);
        options.progress(count, found, bound);
      };
    own.explain = false;
    own.threads = all / used;
    own.nodeLimit = effort.nodes;
    own.diveNodes = effort.diveNodes;
    if (effort.diveNodes > 0)
      own.eliminateFrom = nlp::SolverOptions::Never;
    own.timeLimitSeconds = secondsLeft();
    solved[i].solution = wave[i]->solver->run(own, mostOf(*wave[i]));
  };
  forEachOnThreads(used, wave.size(), solveOne);
}

/// The best of all, with the proof over all.
ExploreResult TileSearch::result() {
  nlp::Solution &solution = best.solution;
  int64_t cycles = leastCycles();
  solution.bound = cycles;
  solution.timeLimited = false;
  double points = 0;
  for (const Tiled &tiled : tried) {
    points += std::pow(10, tiled.log10Space);
    solution.timeLimited |= tiled.isTimeLimited;
    if (isOpen(tiled))
      solution.bound = std::min(solution.bound, tiled.bound);
  }
  solution.nodes = nodes;
  solution.log10Space = std::log10(points);
  bool optimal = solution.bound >= cycles;
  solution.status = optimal ? nlp::Status::Optimal : nlp::Status::Feasible;
  hls::DesignAttr design =
      withStatus(best.design, optimal ? "optimal" : "feasible", solution.bound);
  return {std::move(solution), design, secondsSpent(), unsigned(tried.size())};
}

/// A conflict of one set proves nothing about a set that is not decided.
LogicalResult TileSearch::explainConflict() {
  if (llvm::any_of(tried,
                   [](const Tiled &tiled) { return !tiled.isDecided; })) {
    best.solution.status = nlp::Status::Unknown;
  } else if (tiling == Tiling::Search) {
    FailureOr<Solved> explained = solveSpace(space, options);
    if (failed(explained))
      return failure();
    best.solution = std::move(explained->solution);
  }
  return success();
}

FailureOr<ExploreResult> TileSearch::run() {
  if (failed(solveUntiled()))
    return failure();
  bool isDone =
      tiling == Tiling::Auto && (best.design || !lacksMemory(best.solution));
  if (tiling != Tiling::Never && !isDone && failed(solveTiled()))
    return failure();
  if (best.design)
    return result();
  if (failed(explainConflict()))
    return failure();
  best.solution.nodes = nodes;
  return reportNoPoint(space, options, tiling, best.solution);
}

FailureOr<ExploreResult> explore::explore(const DesignSpace &space,
                                          const nlp::SolverOptions &options,
                                          Tiling tiling, int64_t firstNodes) {
  return TileSearch(space, options, tiling, firstNodes).run();
}
