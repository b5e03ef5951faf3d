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
#include "llvm/Support/ThreadPool.h"
#include <chrono>
#include <cmath>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// Sets that are solved at a time after the first ones.
static constexpr size_t MaxWave = 4;

static DesignSpace withTiled(DesignSpace space, ArrayRef<unsigned> tiled) {
  for (ArraySpace &array : space.arrays)
    array.tiled = false;
  for (unsigned array : tiled)
    space.arrays[array].tiled = true;
  return space;
}

namespace {

/// What is known of all tilings together.
struct Totals {
  unsigned tilings = 0;
  int64_t nodes = 0;
  double points = 0; ///< of all spaces, unreduced
  bool timeLimited = false;
  bool unknown = false; ///< of some tiling neither point nor proof
  /// Of all designs; none while no tiling has any.
  std::optional<int64_t> bound;

  void add(const Solved &one);
};

} // namespace

void Totals::add(const Solved &one) {
  const nlp::Solution &solution = one.solution;
  ++tilings;
  nodes += solution.nodes;
  points += std::pow(10, solution.log10Space);
  timeLimited |= solution.timeLimited;
  unknown |= solution.status == nlp::Status::Unknown;
  if (solution.status != nlp::Status::Infeasible)
    bound = std::min(solution.bound, bound.value_or(solution.bound));
}

static bool isBetter(const Solved &one, const Solved &best) {
  return one.design && (!best.design || one.solution.objective.front() <
                                            best.solution.objective.front());
}

/// The best of all, with the proof over all.
static ExploreResult resultOf(Solved best, const Totals &totals) {
  nlp::Solution &solution = best.solution;
  solution.nodes = totals.nodes;
  solution.timeLimited = totals.timeLimited;
  solution.log10Space = std::log10(totals.points);
  solution.bound = *totals.bound;
  bool optimal =
      !totals.unknown && solution.bound >= solution.objective.front();
  solution.status = optimal ? nlp::Status::Optimal : nlp::Status::Feasible;
  hls::DesignAttr design =
      withStatus(best.design, optimal ? "optimal" : "feasible", solution.bound);
  return {std::move(solution), design, /*seconds=*/0, totals.tilings};
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

/// Solves for sets of tiled arrays, several at a time.
class TileSearch {
public:
  TileSearch(const DesignSpace &space, const nlp::SolverOptions &options,
             Tiling tiling)
      : space(space), options(options), tiling(tiling) {}

  FailureOr<ExploreResult> run();

private:
  using Sets = ArrayRef<std::vector<unsigned>>;

  LogicalResult solveUntiled();
  LogicalResult solveTiled();
  size_t waveOf(Sets sets) const;
  LogicalResult solve(Sets sets);
  void solve(ArrayRef<std::unique_ptr<Problem>> problems,
             MutableArrayRef<Solved> solved);
  double secondsSpent() const;
  double secondsLeft() const;
  LogicalResult explainConflict();

  const DesignSpace &space;
  const nlp::SolverOptions &options;
  Tiling tiling;
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  size_t wave = 1; ///< sets that are solved at a time
  Totals totals;
  Solved best;
  size_t size = 0; ///< of the set that gave the best
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

LogicalResult TileSearch::solveUntiled() {
  nlp::SolverOptions some = options;
  // If all sets are tried a conflict is not final.
  some.explain = tiling != Tiling::Search && options.explain;
  FailureOr<Solved> one = solveSpace(space, some);
  if (failed(one))
    return failure();
  totals.add(*one);
  best = std::move(*one);
  return success();
}

/// How many of the next sets to solve at a time: of one size, and more with
/// time, as the first ones give the others a limit. Not by the number of
/// cores: the result does not depend on it.
size_t TileSearch::waveOf(Sets sets) const {
  size_t count = 0;
  while (count < std::min(wave, sets.size()) &&
         sets[count].size() == sets.front().size())
    ++count;
  return count;
}

LogicalResult TileSearch::solveTiled() {
  std::vector<std::vector<unsigned>> sets = setsToTile(space);
  for (Sets left = sets; !left.empty();) {
    // Larger sets are not needed.
    if (tiling == Tiling::Auto && best.design && left.front().size() > size)
      return success();
    size_t count = waveOf(left);
    if (failed(solve(left.take_front(count))))
      return failure();
    left = left.drop_front(count);
    wave = std::min(wave * 2, MaxWave);
  }
  return success();
}

LogicalResult TileSearch::solve(Sets sets) {
  // What is not better need not be found.
  std::optional<int64_t> most;
  if (best.design)
    most = best.solution.objective.front() - 1;
  std::vector<std::unique_ptr<Problem>> problems;
  for (const std::vector<unsigned> &set : sets) {
    auto problem = buildProblem(withTiled(space, set), most);
    if (failed(problem))
      return failure();
    problems.push_back(std::move(*problem));
  }
  std::vector<Solved> solved(sets.size());
  solve(problems, solved);
  for (auto [set, problem, one] : llvm::zip(sets, problems, solved)) {
    if (failed(addDesign(*problem, one)))
      return failure();
    totals.add(one);
    if (!isBetter(one, best))
      continue;
    best = std::move(one);
    size = set.size();
  }
  return success();
}

/// Each on a thread, with as many of its own as are left for it.
void TileSearch::solve(ArrayRef<std::unique_ptr<Problem>> problems,
                       MutableArrayRef<Solved> solved) {
  llvm::ThreadPoolStrategy strategy =
      llvm::hardware_concurrency(options.threads);
  size_t all = strategy.compute_thread_count(),
         used = std::min(all, problems.size());
  nlp::SolverOptions some = options;
  some.explain = false;
  some.threads = all / used;
  auto solveOne = [&](size_t i) {
    nlp::SolverOptions own = some;
    own.timeLimitSeconds = secondsLeft();
    solved[i].solution = nlp::solve(problems[i]->model, own);
  };
  if (used == 1) {
    for (size_t i = 0; i < problems.size(); ++i)
      solveOne(i);
    return;
  }
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(used));
  for (size_t i = 0; i < problems.size(); ++i)
    pool.async([&solveOne, i] { solveOne(i); });
  pool.wait();
}

/// A conflict of one set proves nothing about a set that is not decided.
LogicalResult TileSearch::explainConflict() {
  if (totals.unknown) {
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
  if (best.design) {
    ExploreResult result = resultOf(std::move(best), totals);
    result.seconds = secondsSpent();
    return result;
  }
  if (failed(explainConflict()))
    return failure();
  best.solution.nodes = totals.nodes;
  return reportNoPoint(space, options, tiling, best.solution);
}

FailureOr<ExploreResult> explore::explore(const DesignSpace &space,
                                          const nlp::SolverOptions &options,
                                          Tiling tiling) {
  return TileSearch(space, options, tiling).run();
}
