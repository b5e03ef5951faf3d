//===- TileSets.h - Sets of arrays to tile ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILESETS_H
#define TALOS_LIB_EXPLORE_SHARED_TILESETS_H

#include "Explore/Shared/DesignSpace.h"

namespace talos::explore {

/// Sets of arrays to hold tile by tile whose other buffers may fit, smaller
/// sets first: all of them, or, of many arrays, those of one or two and that of
/// all; of very many, those of one, the first 2, 4, 8, ... and that of all.
std::vector<std::vector<unsigned>> setsToTile(const DesignSpace &space);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILESETS_H
