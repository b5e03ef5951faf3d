//===- TaskGraph.cpp - Tasks, their statements and arrays -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

Operation *Statement::root() const {
  if (!innerBand.empty())
    return affine::AffineForOp(innerBand.front().op).getOperation();
  if (guard)
    return affine::AffineIfOp(guard).getOperation();
  return affine::AffineStoreOp(store).getOperation();
}

SmallVector<unsigned>
TaskGraph::sharedLoopsOf(const Statement &statement) const {
  SmallVector<unsigned> chain;
  for (auto at = statement.context; at; at = sharedLoops[*at].parent)
    chain.push_back(*at);
  std::reverse(chain.begin(), chain.end());
  return chain;
}

bool TaskGraph::isUsedByOpaque(unsigned array) const {
  return llvm::any_of(regions, [&](const Region &region) {
    return llvm::any_of(region.uses, [&](const Region::Use &use) {
      return use.array == array;
    });
  });
}

static std::string locationName(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().str();
  return {};
}

std::string analysis::sourceName(Operation *op) {
  if (auto name = op->getAttrOfType<StringAttr>(hls::nameAttrName))
    return name.str();
  return locationName(op->getLoc());
}

std::string analysis::sourceName(func::FuncOp func, unsigned argument) {
  if (auto name =
          func.getArgAttrOfType<StringAttr>(argument, hls::nameAttrName))
    return name.str();
  if (func.isExternal())
    return {};
  return locationName(func.getArgument(argument).getLoc());
}
