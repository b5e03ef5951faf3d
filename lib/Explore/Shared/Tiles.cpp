//===- Tiles.cpp - Where the transfers of tiles may stand -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/Tiles.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

static bool accesses(const TaskSpace &task, unsigned array) {
  return llvm::any_of(
      task.uses, [&](const cost::ArrayUse &use) { return use.array == array; });
}

void explore::markTileable(DesignSpace &space) {
  for (unsigned array = 0; array < space.arrays.size(); ++array) {
    unsigned uses = 0, tiles = 0;
    for (const TaskSpace &task : space.tasks) {
      uses += accesses(task, array);
      tiles += llvm::any_of(task.tiles, [&](const TileSpace &tile) {
        return tile.array == array;
      });
    }
    // Rows of tiles are not filled up alone, which the program may ask for.
    const LayoutOptions &layouts = space.arrays[array].layouts;
    bool mayHold =
        !space.arrays[array].isFixed || layouts.natural || layouts.packed;
    bool isShared = space.arrays[array].portOwner.has_value();
    if (uses > 0 && uses == tiles && mayHold && !isShared)
      space.arrays[array].placements.push_back(hls::PlacementKind::Tile);
  }
}

std::vector<TileSpace> explore::tiledOf(const DesignSpace &space,
                                        const TaskSpace &task) {
  std::vector<TileSpace> tiles;
  for (const TileSpace &tile : task.tiles)
    if (space.arrays[tile.array].isTiled())
      tiles.push_back(tile);
  return tiles;
}

int64_t explore::elementsOf(const ArraySpace &array) {
  Int elements = 1;
  for (int64_t extent : array.shape.extents)
    elements = elements * extent;
  return elements.isValid() ? elements.value() : INT64_MAX;
}

int64_t explore::countTasks(const DesignSpace &space, unsigned array) {
  return llvm::count_if(space.tasks, [&](const TaskSpace &task) {
    return accesses(task, array);
  });
}

bool explore::isShared(const DesignSpace &space, unsigned array) {
  return countTasks(space, array) > 1;
}

bool explore::keepsSlots(const std::vector<unsigned> &order,
                         const std::vector<unsigned> &slots) {
  return llvm::is_sorted(
      order, [&](unsigned a, unsigned b) { return slots[a] < slots[b]; });
}

bool explore::moves(const TileSpace &tile, unsigned loop) {
  return llvm::any_of(tile.dims, [&](const TileDim &dim) {
    return llvm::is_contained(dim.loops, loop);
  });
}

bool explore::movesAlone(const TileSpace &tile, unsigned loop) {
  return llvm::any_of(tile.dims, [&](const TileDim &dim) {
    return dim.loops == std::vector<unsigned>{loop} && dim.span == 0;
  });
}

/// What patternsOf promises, but for the order.
static bool isCanonical(const TilePattern &pattern,
                        const std::vector<TileSpace> &tiles) {
  for (unsigned slot = 0, end = tiles.size(), last = 0; slot < end; ++slot) {
    bool hasTransfer = llvm::is_contained(pattern.transfers, slot);
    bool hasLoop = llvm::is_contained(pattern.loops, slot);
    if (hasTransfer ? last != slot || (slot > 0 && !hasLoop) : hasLoop)
      return false;
    last += hasTransfer;
  }
  for (auto [l, slot] : llvm::enumerate(pattern.loops)) {
    bool isUseful = slot == tiles.size();
    for (auto [tile, at] : llvm::zip(tiles, pattern.transfers))
      isUseful |= at >= slot && moves(tile, l);
    if (!isUseful)
      return false;
  }
  for (auto [tile, at] : llvm::zip(tiles, pattern.transfers)) {
    for (unsigned l : tile.held)
      if (pattern.loops[l] <= at)
        return false;
    bool isHere = at == 0;
    for (auto [l, slot] : llvm::enumerate(pattern.loops))
      isHere |= slot == at && moves(tile, l);
    if (!isHere)
      return false;
  }
  return true;
}

/// Whether the order has the loops that pins fix innermost around transfers.
static bool keepsTransferLoops(const std::vector<unsigned> &order,
                               const TilePattern &pattern,
                               const std::vector<TileSpace> &tiles) {
  for (auto [tile, at] : llvm::zip(tiles, pattern.transfers)) {
    if (!tile.transferLoop)
      continue;
    auto reversed = llvm::reverse(order);
    auto innermost = llvm::find_if(reversed, [&, slot = at](unsigned l) {
      return pattern.loops[l] <= slot;
    });
    if (innermost == reversed.end() || *innermost != *tile.transferLoop)
      return false;
  }
  return true;
}

/// Placements that are looked at; with more loops and tiles there are fewer
/// slots.
static constexpr int64_t maxPlacements = 1000000;

static unsigned slotsFor(unsigned loops, unsigned tiles) {
  for (unsigned slots = tiles; slots > 1; --slots) {
    Int placements = 1;
    for (unsigned i = 0; i < loops; ++i)
      placements = placements * int64_t(slots + 1);
    for (unsigned i = 0; i < tiles; ++i)
      placements = placements * int64_t(slots);
    if (placements.isValid() && placements.value() <= maxPlacements)
      return slots;
  }
  return 1;
}

std::vector<TilePattern>
explore::patternsOf(const TaskSpace &task,
                    const std::vector<TileSpace> &tiles) {
  std::vector<TilePattern> patterns;
  unsigned slots = slotsFor(task.band.size(), tiles.size());
  unsigned digits = task.band.size() + tiles.size();
  TilePattern pattern{std::vector<unsigned>(task.band.size(), 0),
                      std::vector<unsigned>(tiles.size(), 0), 0};
  auto digit = [&](unsigned d) -> unsigned & {
    return d < task.band.size() ? pattern.loops[d]
                                : pattern.transfers[d - task.band.size()];
  };
  while (true) {
    auto order = llvm::find_if(task.orders, [&](const auto &candidate) {
      return keepsSlots(candidate, pattern.loops) &&
             keepsTransferLoops(candidate, pattern, tiles);
    });
    if (order != task.orders.end() && isCanonical(pattern, tiles)) {
      pattern.order = order - task.orders.begin();
      patterns.push_back(pattern);
    }
    unsigned d = 0;
    for (; d < digits; ++d) { // count up
      unsigned &slot = digit(d);
      bool isLoop = d < task.band.size();
      if (isLoop && slot + 1 == slots) {
        slot = tiles.size();
        break;
      }
      if (slot + 1 < slots) {
        ++slot;
        break;
      }
      slot = 0;
    }
    if (d == digits)
      return patterns;
  }
}

int64_t explore::codeOf(const TilePattern &pattern, unsigned tiles) {
  int64_t code = pattern.order;
  for (unsigned slot : llvm::reverse(pattern.transfers))
    code = code * (tiles + 1) + slot;
  for (unsigned slot : llvm::reverse(pattern.loops))
    code = code * (tiles + 1) + slot;
  return code;
}
