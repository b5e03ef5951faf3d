//===- TileGoes.cpp - What sets of tiled arrays may take ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Explore/Shared/TileSearch.h"
#include <numeric>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// Sets that are solved at a time after the first one, which gives them a
/// limit.
static constexpr size_t LaterWave = 2;
/// Sets that go on meanwhile, and sets that begin with what needs no limit.
static constexpr size_t GoingOn = 2, Prepared = 6;
/// A set has so many goes, each with so many times the nodes of the one before;
/// the last one takes what it needs.
static constexpr unsigned MaxGoes = 3;
static constexpr int64_t GoGrowth = 40;
/// Where no design is known, one is worth more nodes.
static constexpr int64_t FirstPointFactor = 2;
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

LogicalResult TileSearch::solveGroup(ArrayRef<Tiled *> group) {
  for (;;) {
    std::vector<Tiled *> wave = nextWave(group);
    if (wave.empty() || isTimeOver())
      return success();
    if (failed(solve(wave, toPrepare(group, wave), group.size() == 1)))
      return failure();
  }
}

/// Sets that were not tried yet come first, a few at a time. Once half of them
/// are, the most promising ones go on along with the others.
std::vector<Tiled *> TileSearch::nextWave(ArrayRef<Tiled *> group) const {
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
  if (fresh.size() * 2 <= group.size()) {
    others.resize(std::min(others.size(), GoingOn));
    wave = std::move(others);
  }
  fresh.resize(std::min(fresh.size(), best.design ? LaterWave : 1));
  wave.insert(wave.end(), fresh.begin(), fresh.end());
  return wave;
}

/// What threads do that the wave leaves free: sets that come after it begin.
std::vector<Tiled *> TileSearch::toPrepare(ArrayRef<Tiled *> group,
                                           ArrayRef<Tiled *> wave) const {
  std::vector<Tiled *> next;
  for (Tiled *tiled : group)
    if (isOpen(*tiled) && tiled->goes == 0 &&
        !llvm::is_contained(wave, tiled) && next.size() < Prepared)
      next.push_back(tiled);
  llvm::erase_if(next, [](Tiled *tiled) { return tiled->solver != nullptr; });
  return next;
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

LogicalResult TileSearch::model(Tiled &tiled) const {
  if (tiled.solver)
    return success();
  auto problem = buildProblem(withTiled(space, tiled.arrays));
  if (failed(problem))
    return failure();
  tiled.problem = std::move(*problem);
  tiled.solver = std::make_unique<nlp::Solver>(tiled.problem->model);
  return success();
}

LogicalResult TileSearch::solve(ArrayRef<Tiled *> wave, ArrayRef<Tiled *> next,
                                bool isAlone) {
  std::vector<Effort> efforts;
  for (Tiled *tiled : wave) {
    efforts.push_back(effortFor(*tiled, isAlone));
    ++tiled->goes;
    tiled->isSpent = efforts.back().isLast;
  }
  for (Tiled *tiled : llvm::concat<Tiled *const>(wave, next))
    if (failed(model(*tiled)))
      return failure();
  std::vector<Solved> solved(wave.size());
  solve(wave, next, efforts, solved);
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

nlp::SolverOptions TileSearch::optionsFor(const Effort &effort) {
  nlp::SolverOptions own = optionsOfSet();
  if (options.progress)
    own.progress = [this](int64_t count, std::optional<int64_t> found,
                          int64_t bound) {
      std::lock_guard<std::mutex> guard(reporting);
      options.progress(count, found, bound);
    };
  own.nodeLimit = effort.nodes;
  own.diveNodes = effort.diveNodes;
  own.tieNodeLimit = 0; // the best one settles them in the end
  if (!effort.isLast)
    own.eliminateFrom = nlp::SolverOptions::Never;
  return own;
}

/// All at the same time.
void TileSearch::solve(ArrayRef<Tiled *> wave, ArrayRef<Tiled *> next,
                       ArrayRef<Effort> efforts,
                       MutableArrayRef<Solved> solved) {
  // Fresh sets come first, what takes long before the rest: until they are
  // tried little is known of them. But for the most promising set that goes on:
  // it takes longest, so that one thread is best left to it from the start. Not
  // where time may run out: what one fresh set leaves open is more than what
  // all sets do that go on.
  bool mayRunOut = options.timeLimitSeconds > 0;
  std::vector<size_t> order(wave.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](size_t x, size_t y) {
    auto keyOf = [&](size_t i) {
      bool goesOn = wave[i]->goes > 1;
      return std::make_tuple((i > 0 || mayRunOut) && goesOn, !goesOn,
                             -int(wave[i]->goes),
                             -wave[i]->problem->model.log10Size(), i);
    };
    return keyOf(x) < keyOf(y);
  });
  workers.forEach(wave.size() + next.size(), [&](size_t job) {
    if (job >= wave.size())
      return next[job - wave.size()]->solver->prepare(optionsFor({}));
    size_t i = order[job];
    solved[i].solution =
        wave[i]->solver->run(optionsFor(efforts[i]), mostOf(*wave[i]));
  });
}
