//===- TilingPortfolio.cpp - Which arrays tasks hold tile by tile ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/TilingPortfolio.h"
#include "Explore/Shared/Adders.h"
#include "Explore/Shared/LowerBound.h"
#include "Explore/Shared/SharedProblem.h"
#include "Explore/Shared/TileSets.h"
#include "Explore/Shared/Tiles.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static bool namesMemory(ArrayRef<std::string> conflict) {
  return llvm::is_contained(conflict, "BRAM_18K") ||
         llvm::is_contained(conflict, "URAM");
}

/// Whether a pin asks for buffers that only tiles have.
static bool asksForTiles(ArrayRef<std::string> conflict) {
  return llvm::any_of(conflict, [](StringRef constraint) {
    return constraint.starts_with("pin ") && constraint.contains(".buffers");
  });
}

/// Whether tiles may help: a conflict without a memory, and without what they
/// alone have, stays.
static bool wantsTiles(const nlp::Solution &solution) {
  return solution.status != nlp::Status::Infeasible ||
         solution.conflict.empty() || namesMemory(solution.conflict) ||
         asksForTiles(solution.conflict);
}

static DesignSpace withTiled(DesignSpace space, ArrayRef<unsigned> tiled) {
  for (ArraySpace &array : space.arrays)
    array.placement = hls::PlacementKind::Shared;
  for (unsigned array : tiled)
    space.arrays[array].placement = hls::PlacementKind::Tile;
  return space;
}

FailureOr<std::unique_ptr<Problem>> TilingPortfolio::first() const {
  return SharedProblem::build(withAdders(space, kinds.front().adders));
}

/// No loop is unrolled and no array that is held whole has several banks, but
/// for what pins ask for.
static DesignSpace rolledUp(const DesignSpace &space) {
  DesignSpace rolled = space;
  auto pinTo = [&](const std::string &name, int64_t value) {
    if (llvm::none_of(space.pins,
                      [&](const nlp::Pin &pin) { return pin.name == name; }))
      rolled.pins.push_back({name, nlp::Pin::Equal, std::to_string(value)});
  };
  for (const TaskSpace &task : space.tasks)
    for (const LoopSpace &loop : task.band)
      pinTo(task.name + "." + loop.name + ".t2", 1);
  if (!space.pins.empty())
    return rolled;
  for (const ArraySpace &array : space.arrays)
    for (size_t d = 0; array.hasSharedBuffer() && d < array.factors.size();
         ++d) {
      bool isPacked = array.mayPack() && d + 1 == array.factors.size();
      pinTo(array.shape.name + ".partition" + std::to_string(d),
            isPacked ? array.wordElements.front() : 1);
    }
  return rolled;
}

FailureOr<std::unique_ptr<Problem>> TilingPortfolio::simplest() const {
  return SharedProblem::build(
      rolledUp(withAdders(space, kinds.front().adders)));
}

/// Cycles that hold however arrays are held, with adders that are as in the
/// space now.
static int64_t leastCycles(DesignSpace space) {
  for (TaskSpace &task : space.tasks)
    task.pinsAdders = true;
  Int work = boundOfAnyDesign(space).work;
  return work.isValid() ? work.value() : 0;
}

/// Other adders come first where their operations alone take less than so many
/// percent of the cycles that the library's own adders need.
static constexpr int64_t farLess = 90;

TilingPortfolio::TilingPortfolio(const DesignSpace &space, Tiling tiling)
    : space(space), tiling(tiling) {
  kinds.push_back({"", leastCycles(space)});
  int64_t own = kinds.front().least;
  for (const std::string &adders : openAdders(space)) {
    Kind kind{adders, leastCycles(withAdders(space, adders))};
    bool isFarLess = kind.least / farLess < own / 100;
    kinds.insert(isFarLess ? kinds.begin() : kinds.end(), std::move(kind));
  }
}

std::vector<Subproblem> TilingPortfolio::alternatives() const {
  std::vector<Subproblem> subproblems;
  for (const Kind &kind : ArrayRef(kinds).drop_front())
    subproblems.push_back(
        {[this, adders = kind.adders](std::optional<int64_t>) {
           return SharedProblem::build(withAdders(space, adders));
         },
         kind.least, unsigned(subproblems.size())});
  return subproblems;
}

/// Arrays that are held whole crowd out what the others need to be unrolled: of
/// so many times the cycles that the operations alone take, more of them are
/// held in tiles.
static constexpr int64_t crowded = 2;

int64_t TilingPortfolio::leastOfAll() const {
  int64_t least = kinds.front().least;
  for (const Kind &kind : kinds)
    least = std::min(least, kind.least);
  return least;
}

bool TilingPortfolio::isDone(const nlp::Solution &best,
                             std::optional<int64_t> before) const {
  switch (tiling) {
  case Tiling::Never:
    return true;
  case Tiling::Auto:
    if (best.point.empty())
      return !wantsTiles(best);
    if (!left) // all arrays fit
      return true;
    return (before && best.objective.front() >= *before) ||
           best.objective.front() / crowded <= leastOfAll();
  case Tiling::Search:
    return false;
  }
  return true;
}

std::vector<Subproblem> TilingPortfolio::nextGroup(const nlp::Solution &best) {
  bool isOver = isDone(best, cyclesBefore) || (left && left->empty());
  if (!best.point.empty())
    cyclesBefore = best.objective.front();
  if (isOver)
    return {};
  if (!left)
    left = setsToTile(space);
  auto last = llvm::find_if(*left, [&](const std::vector<unsigned> &set) {
    return set.size() != left->front().size();
  });
  std::vector<std::vector<unsigned>> group(left->begin(), last);
  if (!group.empty())
    mostTiled = group.front().size();
  left->erase(left->begin(), last);
  std::vector<std::vector<unsigned>> sorted = group;
  llvm::sort(sorted);
  std::vector<Subproblem> subproblems;
  for (auto [number, kind] : llvm::enumerate(kinds))
    for (const std::vector<unsigned> &set : group) {
      auto part = [this, set, adders = kind.adders] {
        return withTiled(withAdders(space, adders), set);
      };
      unsigned rank = llvm::lower_bound(sorted, set) - sorted.begin();
      subproblems.push_back(
          {[part](std::optional<int64_t>) {
             return SharedProblem::build(part());
           },
           kind.least, unsigned(number * sorted.size()) + rank,
           [part] { return SharedProblem::build(rolledUp(part())); }});
    }
  return subproblems;
}

std::string TilingPortfolio::scope() const {
  std::string name =
      space.kind == SpaceKind::Pragmas ? "space pragmas" : "space shared";
  bool mayTile = llvm::any_of(
      space.arrays, [](const ArraySpace &array) { return array.mayTile(); });
  if (!mayTile)
    return name;
  bool isGiven = llvm::any_of(space.arrays, [](const ArraySpace &array) {
    return array.placement == hls::PlacementKind::Tile;
  });
  if (isGiven)
    return name + ", the named arrays in tiles";
  if (tiling == Tiling::Search)
    return name + ", any arrays in tiles";
  return name + (left
                     ? ", up to " + std::to_string(mostTiled) +
                           (mostTiled == 1 ? " array" : " arrays") + " in tiles"
                     : ", every array held whole");
}

/// Names the largest array that no tiles make smaller.
static void noteWholeArray(const DesignSpace &space, InFlightDiagnostic &diag) {
  const ArraySpace *largest = nullptr;
  for (const ArraySpace &array : space.arrays)
    if (!array.mayTile() &&
        (!largest || elementsOf(array) > elementsOf(*largest)))
      largest = &array;
  if (!largest)
    return;
  bool isArgument = largest->shape.loaded || largest->shape.stored;
  diag.attachNote(largest->location)
      << "array '" << largest->shape.name << "' of " << elementsOf(*largest)
      << " elements is held whole: "
      << (isArgument ? "loops do not move its references alike"
                     : "the program allocates it, arguments alone can be held "
                       "in tiles");
}

void TilingPortfolio::advise(ArrayRef<std::string> conflict,
                             InFlightDiagnostic &diag) const {
  diag << "allow more of the device or a larger maximum partition";
  bool mayTile = llvm::any_of(space.arrays, [](const ArraySpace &array) {
    return array.mayTile() && array.hasSharedBuffer();
  });
  if (mayTile && tiling == Tiling::Never)
    diag << ", or let tasks hold arrays tile by tile (option tiles)";
  if (tiling != Tiling::Never && namesMemory(conflict))
    noteWholeArray(space, diag);
}
