//===- TileSearch.cpp - Solves for sets of tiled arrays -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/TileSearch.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/TileSets.h"
#include "talos/Explore/LowerBound.h"
#include <cmath>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// A node takes long where tiles give tasks many choices.
static constexpr int64_t TieNodes = 500;

/// Whether smaller buffers may help: a conflict without a memory stays.
static bool lacksMemory(const nlp::Solution &solution) {
  return solution.status != nlp::Status::Infeasible ||
         solution.conflict.empty() ||
         llvm::any_of(solution.conflict, [](StringRef name) {
           return name == "BRAM_18K" || name == "URAM";
         });
}

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
  some.workers = &workers;
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
  // What holds however arrays are held: all that is known where time runs out
  // before a set is tried.
  Int least = boundOfAnyDesign(space).work;
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
      tiled.bound = least.isValid() ? least.value() : 0;
      group.push_back(&tiled);
    }
    if (failed(solveGroup(group)))
      return failure();
  }
  return success();
}

/// In the time that is left; a conflict of one set says nothing of others.
nlp::SolverOptions TileSearch::optionsOfSet() {
  nlp::SolverOptions own = options;
  own.explain = false;
  own.workers = &workers;
  own.timeLimitSeconds = secondsLeft();
  return own;
}

/// The later objectives, of the set with the best design if it is proved.
LogicalResult TileSearch::settleTies() {
  if (!best.design || !bestTiled->solver || isOpen(*bestTiled) || isTimeOver())
    return success();
  nlp::SolverOptions own = optionsOfSet();
  own.tieNodeLimit = std::min(own.tieNodeLimit, TieNodes);
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
