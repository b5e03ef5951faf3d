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

std::optional<int64_t> CoupledLoops::pairs(int64_t outerTile,
                                           int64_t innerTile) const {
  int64_t count = 0, first = innerTrip, end = 0;
  for (size_t start = 0; start < ranges.size(); start += outerTile) {
    size_t behind = std::min(ranges.size(), start + outerTile);
    int64_t least = innerTrip, most = 0;
    for (size_t o = start; o < behind; ++o) {
      if (ranges[o].first == ranges[o].second)
        continue;
      least = std::min(least, ranges[o].first);
      most = std::max(most, ranges[o].second);
    }
    if (least >= most)
      return std::nullopt;
    count += (most + innerTile - 1) / innerTile - least / innerTile;
    first = std::min(first, least);
    end = std::max(end, most);
  }
  // Ranges are those of a convex set, without gaps between them.
  if (first >= innerTile || end + innerTile <= innerTrip)
    return std::nullopt;
  return count;
}
