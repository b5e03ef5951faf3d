//===- TilePoint.h - Between tiles and the design attribute -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EXPLORE_SHARED_TILEPOINT_H
#define TALOS_LIB_EXPLORE_SHARED_TILEPOINT_H

#include "Explore/Shared/DesignPoint.h"

namespace talos::explore {

/// The points of a task's tiles.
llvm::SmallVector<hls::ArrayPointAttr> tileAttributes(const DesignSpace &space,
                                                      const DesignPoint &point,
                                                      unsigned task);

/// Marks the arrays as tiled of which a hand-written design gives tasks buffers
/// of their own. Fails at an array that may not be tiled.
mlir::LogicalResult markTiled(DesignSpace &space, hls::DesignAttr design);

/// Reads the points of a task's tiles into its choices; the loops are there.
/// Errors are located at the array.
mlir::LogicalResult readTiles(const DesignSpace &space, const TaskSpace &task,
                              hls::DesignAttr design,
                              const std::vector<unsigned> &order,
                              TaskChoices<Int> &choices);

} // namespace talos::explore

#endif // TALOS_LIB_EXPLORE_SHARED_TILEPOINT_H
