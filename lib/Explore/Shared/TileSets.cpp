//===- TileSets.cpp - Sets of arrays to tile ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Explore/Shared/TileSets.h"
#include "Explore/Shared/Tiles.h"
#include "talos/Cost/Cost.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// More arrays that may be tiled than this: not every set of them.
static constexpr size_t mostCombined = 5;
/// More than this: not every pair of them.
static constexpr size_t mostPaired = 16;

/// Arrays that may be tiled. Those that few tasks use, which take less time,
/// come first; of these the largest, which leave most of the memories to
/// others.
static std::vector<unsigned> tileableArrays(const DesignSpace &space) {
  std::vector<unsigned> arrays, users(space.arrays.size(), 0);
  for (const TaskSpace &task : space.tasks)
    for (const cost::ArrayUse &use : task.uses)
      ++users[use.array];
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].mayTile())
      arrays.push_back(a);
  auto keyOf = [&](unsigned a) {
    return std::make_tuple(users[a], -elementsOf(space.arrays[a]), a);
  };
  llvm::sort(arrays,
             [&](unsigned x, unsigned y) { return keyOf(x) < keyOf(y); });
  return arrays;
}

/// Sets of arrays to tile, small ones first: all of them, or, of many arrays,
/// those of one or two and that of all; of very many, those of one, the first
/// 2, 4, 8, ... and that of all.
static std::vector<std::vector<unsigned>> allSets(const DesignSpace &space) {
  std::vector<unsigned> arrays = tileableArrays(space);
  std::vector<std::vector<unsigned>> sets;
  auto extend = [&](auto &self, std::vector<unsigned> set, size_t from,
                    size_t size) -> void {
    if (set.size() == size)
      return sets.push_back(set);
    // As many as the set lacks must be left.
    for (size_t i = from; i + size - set.size() <= arrays.size(); ++i) {
      set.push_back(arrays[i]);
      self(self, set, i + 1, size);
      set.pop_back();
    }
  };
  if (arrays.size() > mostPaired) {
    extend(extend, {}, 0, 1);
    for (size_t size = 2; size < arrays.size(); size *= 2)
      sets.emplace_back(arrays.begin(), arrays.begin() + size);
    sets.push_back(std::move(arrays));
    return sets;
  }
  for (size_t size = 1; size <= arrays.size(); ++size)
    if (size <= 2 || size == arrays.size() || arrays.size() <= mostCombined)
      extend(extend, {}, 0, size);
  return sets;
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
  void addMemories(const ArraySpace &array, const std::vector<Int> &factors,
                   std::optional<Int> packed, Memories &memories) const;

  const DesignSpace &space;
  std::vector<Memories> arrays;
  int64_t adapters = 0; ///< BRAM_18K of all ports, whatever width they have
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

void TileFit::addMemories(const ArraySpace &array,
                          const std::vector<Int> &factors,
                          std::optional<Int> packed, Memories &memories) const {
  cost::ArrayCost<Int> cost = cost::arrayCost(
      array.shape, factors, space.target, cost::Numbers<Int>(), packed);
  if (cost.bram.isValid() && cost.uram.isValid())
    memories.push_back({cost.bram.value(), cost.uram.value()});
}

TileFit::TileFit(const DesignSpace &space) : space(space) {
  std::optional<int64_t> adapter;
  for (auto [bits, bram] : space.target.rules.memories.adapters)
    adapter = std::min(adapter.value_or(bram), bram);
  for (const ArraySpace &array : space.arrays) {
    if (array.shape.loaded || array.shape.stored)
      adapters += adapter.value_or(0);
    Memories &memories = arrays.emplace_back();
    std::vector<Int> factors;
    auto choose = [&](auto &self, int64_t banks) -> void {
      if (factors.size() == array.factors.size()) {
        bool mayPack =
            array.mayPack() &&
            llvm::is_contained(array.wordElements, factors.back().value());
        addMemories(array, factors, std::nullopt, memories);
        if (mayPack)
          addMemories(array, factors, Int(1), memories);
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
  if (adapters > space.usable.bram18k)
    return false;
  Memories sums = {{adapters, 0}};
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

std::vector<std::vector<unsigned>>
explore::setsToTile(const DesignSpace &space) {
  std::vector<std::vector<unsigned>> sets = allSets(space);
  if (sets.empty())
    return sets;
  TileFit fit(space);
  llvm::erase_if(
      sets, [&](const std::vector<unsigned> &set) { return !fit.mayFit(set); });
  return sets;
}
