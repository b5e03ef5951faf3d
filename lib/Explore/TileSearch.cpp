//===- TileSearch.cpp - Solves for one set of tiled arrays after the other ===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DesignPoint.h"
#include "Solve.h"
#include <cmath>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// More arrays that may be tiled than this: not every set of them.
static constexpr size_t mostCombined = 5;

/// Arrays that may be tiled; those that few tasks use, which take less time,
/// first.
static std::vector<unsigned> tileableArrays(const DesignSpace &space) {
  std::vector<unsigned> arrays, users(space.arrays.size(), 0);
  for (const TaskSpace &task : space.tasks)
    for (const cost::ArrayUse &use : task.uses)
      ++users[use.array];
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].mayTile)
      arrays.push_back(a);
  llvm::sort(arrays, [&](unsigned x, unsigned y) {
    return std::make_pair(users[x], x) < std::make_pair(users[y], y);
  });
  return arrays;
}

/// Sets of arrays to tile, small ones first: all of them, or, of many arrays,
/// those of one or two and that of all.
static std::vector<std::vector<unsigned>> tilingsOf(const DesignSpace &space) {
  std::vector<unsigned> arrays = tileableArrays(space);
  std::vector<std::vector<unsigned>> sets;
  auto extend = [&](auto &self, std::vector<unsigned> set, size_t from,
                    size_t size) -> void {
    if (set.size() == size)
      return sets.push_back(set);
    for (size_t i = from; i < arrays.size(); ++i) {
      set.push_back(arrays[i]);
      self(self, set, i + 1, size);
      set.pop_back();
    }
  };
  for (size_t size = 1; size <= arrays.size(); ++size)
    if (size <= 2 || size == arrays.size() || arrays.size() <= mostCombined)
      extend(extend, {}, 0, size);
  return sets;
}

static DesignSpace withTiled(DesignSpace space, ArrayRef<unsigned> tiled) {
  for (ArraySpace &array : space.arrays)
    array.tiled = false;
  for (unsigned array : tiled)
    space.arrays[array].tiled = true;
  return space;
}

namespace {

/// What buffers take, whatever banks they have: none takes less of both.
using Memories = std::vector<std::pair<int64_t, int64_t>>; // BRAM_18K, URAM

/// Which tilings are worth a solution: buffers of arrays that are not tiled may
/// fill the memories alone.
class TileFit {
public:
  explicit TileFit(const DesignSpace &space);
  bool mayFit(ArrayRef<unsigned> tiled) const;

private:
  static void keepLeast(Memories &memories);

  const DesignSpace &space;
  std::vector<Memories> arrays;
};

} // namespace

void TileFit::keepLeast(Memories &memories) {
  llvm::sort(memories);
  Memories least;
  for (const auto &[bram, uram] : memories)
    if (least.empty() || uram < least.back().second)
      least.push_back({bram, uram});
  memories = std::move(least);
}

TileFit::TileFit(const DesignSpace &space) : space(space) {
  cost::Numbers<Int> number;
  for (const ArraySpace &array : space.arrays) {
    Memories &memories = arrays.emplace_back();
    std::vector<Int> factors;
    auto choose = [&](auto &self, int64_t banks) -> void {
      if (factors.size() == array.factors.size()) {
        cost::ArrayCost<Int> cost =
            cost::arrayCost(array.shape, factors, space.target, number);
        if (cost.bram.isValid() && cost.uram.isValid())
          memories.push_back({cost.bram.value(), cost.uram.value()});
        return;
      }
      for (int64_t factor : array.factors[factors.size()]) {
        if (factor > space.maxPartition / banks)
          break;
        factors.push_back(factor);
        self(self, banks * factor);
        factors.pop_back();
      }
    };
    choose(choose, 1);
    keepLeast(memories);
  }
}

bool TileFit::mayFit(ArrayRef<unsigned> tiled) const {
  Memories sums = {{0, 0}};
  for (unsigned a = 0; a < arrays.size(); ++a) {
    if (llvm::is_contained(tiled, a))
      continue;
    Memories next;
    for (const auto &[bram, uram] : sums)
      for (const auto &[more, moreUram] : arrays[a])
        if (bram + more <= space.usable.bram18k &&
            uram + moreUram <= space.usable.uram)
          next.push_back({bram + more, uram + moreUram});
    keepLeast(next);
    sums = std::move(next);
  }
  return !sums.empty();
}

namespace {

/// What is known of all tilings together.
struct Totals {
  unsigned tilings = 0;
  int64_t nodes = 0;
  double seconds = 0;
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
  seconds += one.seconds;
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
  return {std::move(solution), design, totals.seconds, totals.tilings};
}

/// Whether smaller buffers may help: a conflict without a memory stays.
static bool lacksMemory(const nlp::Solution &solution) {
  return solution.status != nlp::Status::Infeasible ||
         solution.conflict.empty() ||
         llvm::any_of(solution.conflict, [](StringRef name) {
           return name == "BRAM_18K" || name == "URAM";
         });
}

FailureOr<ExploreResult> explore::explore(const DesignSpace &space,
                                          const nlp::SolverOptions &options,
                                          Tiling tiling) {
  std::vector<std::vector<unsigned>> sets;
  if (tiling != Tiling::Never)
    sets = tilingsOf(space);
  // If all sets are tried a conflict is not final.
  nlp::SolverOptions quick = options;
  quick.explain = tiling != Tiling::Search && options.explain;
  FailureOr<Solved> first = solveSpace(space, quick);
  if (failed(first))
    return failure();
  quick.explain = false;
  Totals totals;
  totals.add(*first);
  Solved best = std::move(*first);
  if (tiling == Tiling::Auto && (best.design || !lacksMemory(best.solution)))
    sets.clear();
  size_t size = 0; // of the best set
  std::optional<TileFit> fit;
  if (!sets.empty())
    fit.emplace(space);
  for (const std::vector<unsigned> &set : sets) {
    // Larger sets are not needed.
    if (tiling == Tiling::Auto && best.design && set.size() > size)
      break;
    if (!fit->mayFit(set))
      continue;
    if (options.timeLimitSeconds > 0)
      quick.timeLimitSeconds =
          std::max(0.001, options.timeLimitSeconds - totals.seconds);
    // What is not better need not be found.
    std::optional<int64_t> most;
    if (best.design)
      most = best.solution.objective.front() - 1;
    FailureOr<Solved> one = solveSpace(withTiled(space, set), quick, most);
    if (failed(one))
      return failure();
    totals.add(*one);
    if (!isBetter(*one, best))
      continue;
    best = std::move(*one);
    size = set.size();
  }
  if (best.design)
    return resultOf(std::move(best), totals);
  nlp::Solution &solution = best.solution;
  // A conflict of one set proves nothing about a set that is not decided.
  if (totals.unknown) {
    solution.status = nlp::Status::Unknown;
  } else if (tiling == Tiling::Search) {
    FailureOr<Solved> explained = solveSpace(space, options);
    if (failed(explained))
      return failure();
    solution = std::move(explained->solution);
  }
  solution.nodes = totals.nodes;
  return reportNoPoint(space, options, tiling, solution);
}
