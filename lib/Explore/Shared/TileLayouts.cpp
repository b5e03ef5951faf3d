//===- TileLayouts.cpp - Arrays in memory tile by tile --------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/TileLayouts.h"
#include <set>

using namespace talos;
using namespace talos::explore;

std::vector<int64_t> explore::tileLayoutsOf(const ArraySpace &array) {
  std::vector<int64_t> kinds;
  if (!array.isFixed || array.layouts.natural)
    kinds.push_back(int64_t(LayoutKind::Natural));
  if (array.layouts.packed)
    kinds.push_back(int64_t(LayoutKind::Packed));
  return kinds;
}

bool explore::pinsLayout(const DesignSpace &space, const ArraySpace &array) {
  return llvm::any_of(space.pins, [&](const nlp::Pin &pin) {
    llvm::StringRef name = pin.name;
    return name == array.shape.name + ".layout" ||
           name.ends_with("." + array.shape.name + ".layout");
  });
}

int64_t explore::widestTileBeat(const DesignSpace &space,
                                const ArraySpace &array) {
  if (!offersTileLayout(array))
    return array.shape.beat;
  return cost::widestBeatOf(array.shape.extents.back(), array.shape.elementBits,
                            space.target.rules);
}

std::vector<int64_t> explore::possibleExtents(const TaskSpace &task,
                                              const TileDim &dim) {
  std::set<int64_t> extents{1 + dim.span};
  for (unsigned l : dim.loops) {
    std::set<int64_t> longer;
    for (int64_t extent : extents)
      for (int64_t factor : task.band[l].factors)
        longer.insert(extent + factor - 1);
    extents = std::move(longer);
  }
  return {extents.begin(), extents.end()};
}

/// Percent by which `filled` elements are more than these.
static int64_t percentMore(Int filled, Int elements) {
  Int percent = ceilDiv(filled * 100, elements) - 100;
  return percent.isValid() ? percent.value() : INT32_MAX;
}

void explore::offerTileLayouts(DesignSpace &space,
                               const DesignChoices<Int> &choices) {
  cost::Numbers<Int> number;
  for (auto [t, task] : llvm::enumerate(choices.tasks))
    for (const TileChoices<Int> &tile : task.tiles) {
      if (!tile.packed || tile.packed->value() == 0)
        continue;
      ArraySpace &array = space.arrays[tile.tile.array];
      std::vector<Int> extents = extentsOf(space.tasks[t], task, tile, number);
      Int row = extents.back(), elements = 1;
      for (int64_t extent : array.shape.extents)
        elements = elements * extent;
      array.layouts.packed = true;
      array.layouts.paddingPercent = std::max(
          {array.layouts.paddingPercent,
           percentMore(ceilDiv(row, tile.beat) * tile.beat, row),
           percentMore(elementsInTiles(array, extents, tile.beat, number),
                       elements)});
    }
}
