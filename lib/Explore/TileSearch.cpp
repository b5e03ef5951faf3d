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
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// Sets that are solved at a time after the first one, which gives them a
/// limit.
static constexpr size_t LaterWave = 3;
/// A set has so many goes, each with so many times the nodes of the one before;
/// the last one takes what it needs.
static constexpr unsigned MaxGoes = 3;
static constexpr int64_t GoGrowth = 40;
/// Where no design is known, one is worth more nodes.
static constexpr int64_t FirstPointFactor = 8;
/// Nodes that looking for a better design may take in the first go, where the
/// set is not decided then; each later one adds as many.
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
  unsigned goes = 0;
  bool isSpent = false; ///< another go would find no more
  // Kept while it is open.
  std::unique_ptr<Problem> problem;
  std::unique_ptr<nlp::Solver> solver;
};

/// What a set may take; 0: without limit.
struct Effort {
  int64_t nodes;
  int64_t diveNodes; ///< as SolverOptions has it
  bool isLast;
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
  LogicalResult solveGroup(ArrayRef<Tiled *> group);
  std::vector<Tiled *> nextWave(ArrayRef<Tiled *> group);
  Effort effortFor(const Tiled &tiled, bool isAlone) const;
  LogicalResult solve(ArrayRef<Tiled *> wave, bool isAlone);
  void solve(ArrayRef<Tiled *> wave, ArrayRef<Effort> efforts,
             MutableArrayRef<Solved> solved);
  void learn(Tiled &tiled, Solved one);
  bool isOpen(const Tiled &tiled) const;
  std::optional<int64_t> mostOf(const Tiled &tiled) const;
  int64_t leastCycles() const { return best.solution.objective.front(); }
  double secondsSpent() const;
  double secondsLeft() const;
  bool isTimeOver() const;
  LogicalResult settleTies();
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

LogicalResult TileSearch::solveGroup(ArrayRef<Tiled *> group) {
  for (;;) {
    std::vector<Tiled *> wave = nextWave(group);
    if (wave.empty() || isTimeOver())
      return success();
    if (failed(solve(wave, group.size() == 1)))
      return failure();
  }
}

/// Sets that were not tried yet come first, a few at a time. Once half of them
/// are, the most promising one goes on along with the others.
std::vector<Tiled *> TileSearch::nextWave(ArrayRef<Tiled *> group) {
  std::vector<Tiled *> fresh, others;
  for (Tiled *tiled : group)
    if (isOpen(*tiled) && !tiled->isSpent)
      (tiled->goes == 0 ? fresh : others).push_back(tiled);
  llvm::sort(others, [](const Tiled *x, const Tiled *y) {
    return std::tie(x->goes, x->bound, x->arrays) <
           std::tie(y->goes, y->bound, y->arrays);
  });
  if (fresh.empty()) {
    others.resize(std::min(others.size(), LaterWave));
    return others;
  }
  std::vector<Tiled *> wave;
  if (!others.empty() && fresh.size() * 2 <= group.size())
    wave.push_back(others.front());
  fresh.resize(std::min(fresh.size(), best.design ? LaterWave : 1));
  wave.insert(wave.end(), fresh.begin(), fresh.end());
  return wave;
}

Effort TileSearch::effortFor(const Tiled &tiled, bool isAlone) const {
  int64_t nodes = firstNodes;
  for (unsigned i = 0; i < tiled.goes; ++i)
    nodes *= GoGrowth;
  if (!best.design)
    nodes *= FirstPointFactor;
  if (isAlone || tiled.goes + 1 >= MaxGoes ||
      (options.nodeLimit > 0 && nodes >= options.nodeLimit))
    return {options.nodeLimit, 0, /*isLast=*/true};
  return {nodes, best.design ? FirstDiveNodes * (tiled.goes + 1) : 0,
          /*isLast=*/false};
}

LogicalResult TileSearch::solve(ArrayRef<Tiled *> wave, bool isAlone) {
  std::vector<Effort> efforts;
  for (Tiled *tiled : wave) {
    efforts.push_back(effortFor(*tiled, isAlone));
    ++tiled->goes;
    tiled->isSpent = efforts.back().isLast;
    if (tiled->solver)
      continue;
    auto problem = buildProblem(withTiled(space, tiled->arrays));
    if (failed(problem))
      return failure();
    tiled->problem = std::move(*problem);
    tiled->solver = std::make_unique<nlp::Solver>(tiled->problem->model);
  }
  std::vector<Solved> solved(wave.size());
  solve(wave, efforts, solved);
  for (auto [tiled, one] : llvm::zip(wave, solved)) {
    if (failed(addDesign(*tiled->problem, one)))
      return failure();
    learn(*tiled, std::move(one));
  }
  for (Tiled &tiled : tried)
    if (!isOpen(tiled) && &tiled != bestTiled) {
      tiled.solver.reset();
      tiled.problem.reset();
    }
  return success();
}

/// Each on a thread, with as many of its own as are left for it.
void TileSearch::solve(ArrayRef<Tiled *> wave, ArrayRef<Effort> efforts,
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
    own.nodeLimit = efforts[i].nodes;
    own.diveNodes = efforts[i].diveNodes;
    own.tieNodeLimit = 0; // the best one settles them in the end
    if (!efforts[i].isLast)
      own.eliminateFrom = nlp::SolverOptions::Never;
    own.timeLimitSeconds = secondsLeft();
    solved[i].solution = wave[i]->solver->run(own, mostOf(*wave[i]));
  };
  // What takes long is begun first.
  std::vector<size_t> order(wave.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t x, size_t y) {
    auto keyOf = [&](size_t i) {
      return std::make_tuple(-int(wave[i]->goes),
                             -wave[i]->problem->model.log10Size(), i);
    };
    return keyOf(x) < keyOf(y);
  });
  forEachOnThreads(used, wave.size(), [&](size_t i) { solveOne(order[i]); });
}

/// The later objectives, of the set with the best design if it is proved.
LogicalResult TileSearch::settleTies() {
  if (!best.design || !bestTiled->solver || isOpen(*bestTiled) || isTimeOver())
    return success();
  nlp::SolverOptions own = options;
  own.explain = false;
  own.timeLimitSeconds = secondsLeft();
  Solved one{bestTiled->solver->run(own, leastCycles()), {}};
  nodes += one.solution.nodes;
  if (failed(addDesign(*bestTiled->problem, one)))
    return failure();
  if (one.design && one.solution.objective.front() == leastCycles())
    best = std::move(one);
  return success();
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
  if (failed(settleTies()))
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
