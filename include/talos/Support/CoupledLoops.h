//===- CoupledLoops.h - Two loops that a condition couples ---- -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_COUPLEDLOOPS_H
#define TALOS_SUPPORT_COUPLEDLOOPS_H

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace talos {

/// Two loops of a nest that its own condition couples, as those of a triangle:
/// each iteration of one has its own range of the other. The condition is
/// convex.
struct CoupledLoops {
  unsigned outer = 0, inner = 0; ///< positions in the nest
  /// The outer one carries a sum: it must be outside of the inner one, whose
  /// range is that of a quarter of the outer loop, so that the terms of a sum
  /// stay apart.
  bool outerReduces = false;
  int64_t innerTrip = 0;
  /// Of the inner loop, by iteration of the outer one, from the first iteration
  /// to the one behind the last; some may be empty, both 0.
  std::vector<std::pair<int64_t, int64_t>> ranges;

  /// Tiles of the outer loop that have one range of the inner one.
  static int64_t groupOf(int64_t outerTiles) { return (outerTiles + 3) / 4; }

  /// What the loops do in tiles of so many iterations.
  struct Tiles {
    int64_t pairs = 0; ///< that the loops step through
    /// From one term of a sum to the next: all pairs, or where the outer loop
    /// carries it the fewest tiles of the inner one.
    int64_t between = 0;
  };
  /// None if a tile of either loop, of the outer one that carries a sum a
  /// quarter, holds no iteration, so that code would have to step over it.
  std::optional<Tiles> tiles(int64_t outerTile, int64_t innerTile) const;
};

} // namespace talos

#endif // TALOS_SUPPORT_COUPLEDLOOPS_H
