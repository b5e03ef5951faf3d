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
  unsigned outer = 0, inner = 0; ///< positions in the nest, in this order
  int64_t innerTrip = 0;
  /// Of the inner loop, by iteration of the outer one, from the first iteration
  /// to the one behind the last; some may be empty, both 0.
  std::vector<std::pair<int64_t, int64_t>> ranges;

  /// Pairs of tiles of so many iterations that hold some. None if a tile of
  /// either loop holds none, so that code would have to step over it.
  std::optional<int64_t> pairs(int64_t outerTile, int64_t innerTile) const;
};

} // namespace talos

#endif // TALOS_SUPPORT_COUPLEDLOOPS_H
