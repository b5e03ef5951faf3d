//===- TileChoices.h - Choices of tiles, decoded ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the variables of a task's tiles to TaskChoices, over integers and
// expressions.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILECHOICES_H
#define TALOS_LIB_EXPLORE_SHARED_TILECHOICES_H

#include "Explore/Shared/TileLayouts.h"
#include "Explore/Shared/Tiles.h"
#include "talos/Cost/Rules.h"

namespace talos::explore {

template <typename N> struct TileVariables {
  N pattern;                           ///< a number that codeOf makes
  std::vector<std::optional<N>> beats; ///< by tile; none: the widest
  /// By tile, a LayoutKind; none: natural.
  std::vector<std::optional<N>> kinds = {};
};

/// Banks of a tile: those that the unrolled loops need. The last dimension has
/// so many times more, a power of two, that a beat is written in one cycle,
/// which is never more than the beat, so that the tile has them.
template <typename N>
std::vector<N> factorsOf(const DesignSpace &space, const TileSpace &tile,
                         const std::vector<cost::LoopChoice<N>> &loops, N beat,
                         const cost::Numbers<N> &number) {
  std::vector<N> factors;
  for (const TileDim &dim : tile.dims) {
    N common = number(1); // the least common multiple
    for (const std::vector<unsigned> &unrolled : dim.unrolled) {
      N factor = number(1);
      for (unsigned l : unrolled)
        factor = factor * loops[l].t2;
      common = dim.unrolled.size() == 1
                   ? factor
                   : floorDiv(common * factor, gcd(common, factor));
    }
    factors.push_back(common);
  }
  N interval = cost::rules::transferII(beat, factors.back(),
                                       space.target.rules.transfers);
  N spread = number(1);
  int64_t widest = widestTileBeat(space, space.arrays[tile.array]);
  for (int64_t most = 1; most < widest; most *= 2)
    spread = spread * (le(most + 1, interval) + 1);
  factors.back() = factors.back() * spread;
  return factors;
}

/// Fills in `tiles` and `slots` of the choices; returns the position of the
/// level-0 order.
template <typename N>
N decodeTiles(const DesignSpace &space, const TaskSpace &task,
              const TileVariables<N> &variables, TaskChoices<N> &choices,
              const cost::Numbers<N> &number) {
  std::vector<TileSpace> tiles = tiledOf(space, task);
  int64_t base = tiles.size() + 1;
  N code = variables.pattern;
  auto digit = [&]() {
    N result = mod(code, base);
    code = floorDiv(code, base);
    return result;
  };
  for (unsigned l = 0; l < task.band.size(); ++l)
    choices.slots.push_back(digit());
  for (unsigned i = 0; i < tiles.size(); ++i) {
    TileChoices<N> tile{
        tiles[i], {}, number(space.arrays[tiles[i].array].shape.beat), digit()};
    std::vector<N> extents = extentsOf(task, choices, tile, number);
    const ArraySpace &array = space.arrays[tiles[i].array];
    tile.beat = variables.beats[i]
                    ? *variables.beats[i]
                    : widestBeat(space, choices, tile, extents, number);
    if (i < variables.kinds.size() && variables.kinds[i]) {
      tile.packed = eq(*variables.kinds[i], int64_t(LayoutKind::Packed));
      if (!variables.beats[i])
        tile.beat = select(*tile.packed,
                           beatInTiles(space, array, extents.back(), number),
                           tile.beat);
    }
    tile.factors = factorsOf(space, tiles[i], choices.loops, tile.beat, number);
    choices.tiles.push_back(std::move(tile));
  }
  return code;
}

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILECHOICES_H
