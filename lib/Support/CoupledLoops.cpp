//===- CoupledLoops.cpp - Two loops that a condition couples --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/CoupledLoops.h"
#include <algorithm>

using namespace talos;

std::optional<CoupledLoops::Tiles>
CoupledLoops::tiles(int64_t outerTile, int64_t innerTile) const {
  Tiles result;
  int64_t first = innerTrip, end = 0, fewest = innerTrip;
  int64_t trip = int64_t(ranges.size());
  int64_t span =
      outerReduces ? outerTile * groupOf(trip / outerTile) : outerTile;
  for (int64_t start = 0; start < trip; start += span) {
    int64_t behind = std::min(trip, start + span);
    int64_t least = innerTrip, most = 0;
    for (int64_t o = start; o < behind; ++o) {
      if (ranges[o].first == ranges[o].second)
        continue;
      least = std::min(least, ranges[o].first);
      most = std::max(most, ranges[o].second);
    }
    if (least >= most)
      return std::nullopt;
    int64_t held = (most + innerTile - 1) / innerTile - least / innerTile;
    result.pairs += held * ((behind - start) / outerTile);
    fewest = std::min(fewest, held);
    first = std::min(first, least);
    end = std::max(end, most);
  }
  // Ranges are those of a convex set, without gaps between them.
  if (first >= innerTile || end + innerTile <= innerTrip)
    return std::nullopt;
  result.between = outerReduces ? fewest : result.pairs;
  return result;
}
