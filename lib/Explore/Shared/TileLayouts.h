//===- TileLayouts.h - Arrays in memory tile by tile ------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where tasks move tiles of an array, memory holds it as in C (natural), or one
// tile after the other, with rows filled up to whole beats (packed), so that
// beats may be wider than rows as in C allow. The tiles of memory are those of
// the tasks: of one size, at its multiples.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILELAYOUTS_H
#define TALOS_LIB_EXPLORE_SHARED_TILELAYOUTS_H

#include "Explore/Shared/Design.h"
#include "Explore/Shared/Layouts.h"

namespace talos::explore {

/// Memory may hold the array tile by tile.
inline bool offersTileLayout(const ArraySpace &array) {
  return array.isTiled() && array.layouts.packed;
}

/// What may be chosen of such an array, the plainest first: values of
/// LayoutKind. Options that ask for packed arrays leave the choice.
std::vector<int64_t> tileLayoutsOf(const ArraySpace &array);

/// Some pin names the layout of the array.
bool pinsLayout(const DesignSpace &space, const ArraySpace &array);

/// The widest beat of a tile's rows, whichever its layout.
int64_t widestTileBeat(const DesignSpace &space, const ArraySpace &array);

/// Widens what the space offers of arrays by the tiles that memory holds, with
/// the padding that they need.
void offerTileLayouts(DesignSpace &space, const DesignChoices<Int> &choices);

/// Extents that the tile may have in this dimension, ascending.
std::vector<int64_t> possibleExtents(const TaskSpace &task, const TileDim &dim);

/// 1 where every tile starts at a multiple of its extents, in whichever
/// iteration of the loops around its transfer: so no two of them overlap.
template <typename N>
N startsOnTiles(const TaskChoices<N> &choices, const TileChoices<N> &tile,
                const std::vector<N> &extents, const cost::Numbers<N> &number) {
  N starts = number(1);
  for (auto [dim, extent] : llvm::zip(tile.tile.dims, extents)) {
    for (int64_t fixed : {dim.least, dim.contextStride})
      if (fixed != 0)
        starts = starts * eq(mod(number(std::abs(fixed)), extent), 0);
    for (unsigned l : dim.loops) {
      const cost::LoopChoice<N> &loop = choices.loops[l];
      N moves = le(choices.slots[l], tile.slot) * le(2, loop.t0);
      starts = starts * max(1 - moves, eq(mod(loop.t1 * loop.t2, extent), 0));
    }
  }
  return starts;
}

/// Elements that memory holds of the array.
template <typename N>
N elementsInTiles(const ArraySpace &array, const std::vector<N> &extents,
                  N beat, const cost::Numbers<N> &number) {
  N held = number(1);
  for (auto [d, whole] : llvm::enumerate(array.shape.extents)) {
    bool isRow = d + 1 == extents.size();
    held = held * ceilDiv(number(whole), extents[d]) *
           (isRow ? ceilDiv(extents[d], beat) * beat : extents[d]);
  }
  return held;
}

/// The beat of tiles in memory: the widest that fills a row up no more than
/// allowed, up to the first that holds it. No other one takes fewer beats.
template <typename N>
N beatInTiles(const DesignSpace &space, const ArraySpace &array, N row,
              const cost::Numbers<N> &number) {
  N beat = number(1);
  int64_t percent = 100 + array.layouts.paddingPercent;
  for (int64_t width : powersUpTo(widestTileBeat(space, array)))
    if (width > 1)
      beat =
          max(beat, le(width + 1, row * 2) *
                        le(ceilDiv(row, width) * (width * 100), row * percent) *
                        width);
  return beat;
}

/// 1 where memory can hold the array in these tiles: beats of several elements,
/// no more filled up than allowed, and banks that the tile has.
template <typename N>
N isTileLayout(const ArraySpace &array, const TaskChoices<N> &choices,
               const TileChoices<N> &tile, const std::vector<N> &extents,
               const cost::Numbers<N> &number) {
  return startsOnTiles(choices, tile, extents, number) * le(2, tile.beat) *
         le(tile.factors.back(), extents.back()) *
         le(elementsInTiles(array, extents, tile.beat, number),
            mostElements(array));
}

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILELAYOUTS_H
