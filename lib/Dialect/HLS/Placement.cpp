//===- Placement.cpp - Where a task finds an array ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/Placement.h"

using namespace talos;
using namespace talos::hls;

llvm::StringRef hls::stringify(PlacementKind kind) {
  switch (kind) {
  case PlacementKind::Shared:
    return "shared";
  case PlacementKind::Tile:
    return "tile";
  case PlacementKind::Stream:
    return "stream";
  }
  llvm_unreachable("a kind of placement");
}

Placement hls::placementOf(ArrayPointAttr point) {
  Placement placement;
  placement.define = point.getDefine();
  placement.transfer = point.getTransfer();
  placement.copies = point.getCopies();
  placement.depth = point.getDepth();
  if (point.getDepth() > 0)
    placement.kind = PlacementKind::Stream;
  else if (!point.getTask().empty())
    placement.kind = PlacementKind::Tile;
  return placement;
}
