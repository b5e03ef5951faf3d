//===- BlockCuts.cpp - Cuts of arrays that may pay ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/BlockCuts.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Analysis/Transfers.h"
#include <numeric>

using namespace mlir;
using namespace talos;

/// The argument that the function loads most elements of; none where it loads
/// nothing.
static std::optional<unsigned> argumentOfLongestLoad(func::FuncOp top) {
  std::optional<unsigned> longest;
  int64_t most = 0;
  top.walk([&](Operation *op) {
    std::optional<analysis::Transfer> transfer = analysis::transferOf(op);
    if (!transfer || !transfer->isLoad)
      return;
    auto argument = dyn_cast<BlockArgument>(hls::originOf(transfer->array));
    int64_t elements =
        cast<MemRefType>(transfer->array.getType()).getNumElements();
    if (argument && elements > most) {
      most = elements;
      longest = argument.getArgNumber();
    }
  });
  return longest;
}

std::optional<LongestLoad> talos::longestLoad(func::FuncOp top,
                                              int64_t widestPort) {
  std::optional<unsigned> number = argumentOfLongestLoad(top);
  if (!number)
    return std::nullopt;
  auto type = cast<MemRefType>(top.getArgument(*number).getType());
  LongestLoad load;
  load.array = analysis::sourceName(top, *number);
  load.extents.assign(type.getShape().begin(), type.getShape().end());
  // Rows that begin on a beat, as memory holds them in C.
  int64_t beat = widestPort / type.getElementTypeBitWidth();
  int64_t inner = 1;
  for (size_t d = load.extents.size(); d-- > 0;) {
    load.steps.insert(load.steps.begin(), beat / std::gcd(beat, inner));
    inner *= load.extents[d];
  }
  load.beats = (inner + beat - 1) / beat;
  return load;
}

std::string LongestLoad::cut(unsigned dimension, int64_t parts) const {
  int64_t extent = extents[dimension], step = steps[dimension];
  int64_t first = extent * parts / cutParts / step * step;
  if (first <= 0 || first >= extent)
    return "";
  return array + "." + std::to_string(dimension) + "=" + std::to_string(first) +
         "+" + std::to_string(extent - first);
}

void talos::searchCuts(
    const LongestLoad &load,
    llvm::function_ref<bool(const std::string &cut)> isBest) {
  std::optional<std::pair<unsigned, int64_t>> place;
  for (unsigned d = 0; d < load.extents.size(); ++d)
    for (int64_t parts : {cutParts / 2, cutParts * 3 / 4})
      if (isBest(load.cut(d, parts)))
        place = {d, parts};
  for (int64_t step : {cutParts / 8, cutParts / 16, cutParts / 32}) {
    if (!place)
      return;
    auto [dimension, around] = *place;
    for (int64_t parts : {around - step, around + step})
      if (isBest(load.cut(dimension, parts)))
        place = {dimension, parts};
  }
}
