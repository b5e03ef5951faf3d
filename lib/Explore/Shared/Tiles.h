//===- Tiles.h - Arrays that tasks hold tile by tile ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the transfers of a task's tiles may stand. The level-0 loops are put
// into slots, as the transfers are (cost::TaskChoice::slots): loops of slots 0
// to s surround the transfers of slot s. A pattern is one such placement.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILES_H
#define TALOS_LIB_EXPLORE_SHARED_TILES_H

#include "Explore/Shared/DesignSpace.h"

namespace talos::explore {

/// The arrays of a task that may be tiled: off chip, not used by an opaque
/// task, with linear subscripts that shared loops move alike, and with a tile
/// that is smaller than the array. Under a guard the box of what the nest would
/// access without it must lie inside the array.
std::vector<TileSpace> tilesOf(const analysis::TaskGraph &graph,
                               const analysis::Task &task);

/// Adds tiles to ArraySpace::placements.
void markTileable(DesignSpace &space);

/// Of TaskSpace::tiles those whose array is tiled.
std::vector<TileSpace> tiledOf(const DesignSpace &space, const TaskSpace &task);

/// Whether the loop is one of those that subscripts of the tile follow.
bool moves(const TileSpace &tile, unsigned loop);

/// Whether some dimension of the tile follows this loop alone, so that the
/// tiles of two of its iterations have nothing in common.
bool movesAlone(const TileSpace &tile, unsigned loop);

/// Of the whole array; INT64_MAX stands for more.
int64_t elementsOf(const ArraySpace &array);

/// Tasks that access the array.
int64_t countTasks(const DesignSpace &space, unsigned array);

/// They are several.
bool isShared(const DesignSpace &space, unsigned array);

struct TilePattern {
  std::vector<unsigned> loops; ///< slot by loop; tiles.size(): inside of all
  std::vector<unsigned> transfers; ///< slot by tile
  unsigned order = 0;              ///< of TaskSpace::orders, one that fits
};

/// All patterns (of very deep nests and many tiles those with few slots) in
/// which slots are used from 0 on without a gap, each but the first has loops,
/// a legal order keeps the slots, no loop that a tile holds stands around its
/// transfer, each loop around a transfer moves one of the tiles transferred
/// inside of it, and a loop of its slot moves the tile,
/// unless that is the first: otherwise transfers would only be repeated. Where
/// a tile's transferLoop is fixed, that loop is the innermost one around it.
std::vector<TilePattern> patternsOf(const TaskSpace &task,
                                    const std::vector<TileSpace> &tiles);

/// Whether the order runs the loops of each slot before those of later ones.
bool keepsSlots(const std::vector<unsigned> &order,
                const std::vector<unsigned> &slots);

/// A pattern as one number: the digits, to the base tiles + 1, are the slots of
/// loops, then those of transfers, then the order.
int64_t codeOf(const TilePattern &pattern, unsigned tiles);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILES_H
