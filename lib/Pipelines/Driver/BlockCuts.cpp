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
#include "talos/Support/Divisors.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace talos;

/// The argument that the function loads, or stores, most elements of; none
/// where it does neither.
static std::optional<unsigned> argumentMovedMost(func::FuncOp top, bool loads) {
  std::optional<unsigned> longest;
  int64_t most = 0;
  top.walk([&](Operation *op) {
    std::optional<analysis::Transfer> transfer = analysis::transferOf(op);
    if (!transfer || transfer->isLoad != loads)
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

static MovedArray movedArray(func::FuncOp top, unsigned number,
                             int64_t widestPort) {
  auto type = cast<MemRefType>(top.getArgument(number).getType());
  MovedArray moved;
  moved.array = analysis::sourceName(top, number);
  moved.extents.assign(type.getShape().begin(), type.getShape().end());
  // Rows that begin on a beat, as memory holds them in C.
  int64_t beat = widestPort / type.getElementTypeBitWidth();
  int64_t inner = 1;
  for (size_t d = moved.extents.size(); d-- > 0;) {
    moved.steps.insert(moved.steps.begin(), beat / std::gcd(beat, inner));
    inner *= moved.extents[d];
  }
  moved.beats = llvm::divideCeil(inner, beat);
  return moved;
}

std::vector<MovedArray> talos::longestTransfers(func::FuncOp top,
                                                int64_t widestPort) {
  std::optional<unsigned> load = argumentMovedMost(top, /*loads=*/true);
  std::optional<unsigned> store = argumentMovedMost(top, /*loads=*/false);
  std::vector<MovedArray> result;
  if (load)
    result.push_back(movedArray(top, *load, widestPort));
  if (store && store != load)
    result.push_back(movedArray(top, *store, widestPort));
  return result;
}

std::string MovedArray::cut(unsigned dimension, int64_t parts) const {
  int64_t extent = extents[dimension], step = steps[dimension];
  int64_t target = extent * parts / cutParts;
  // Unroll factors divide the trip counts of both blocks.
  int64_t first = 0;
  size_t most = 0;
  for (int64_t place =
           llvm::divideCeil(target - extent / cutParts, step) * step;
       place <= target + extent / cutParts; place += step) {
    if (place <= 0 || place >= extent)
      continue;
    size_t factors = divisors(place).size() + divisors(extent - place).size();
    bool isCloser = std::abs(place - target) < std::abs(first - target);
    if (factors < most || (factors == most && !isCloser))
      continue;
    first = place;
    most = factors;
  }
  if (first == 0)
    return "";
  return array + "." + std::to_string(dimension) + "=" + std::to_string(first) +
         "+" + std::to_string(extent - first);
}

void talos::searchCuts(
    const MovedArray &array,
    llvm::function_ref<bool(const std::string &cut)> isBest) {
  std::optional<std::pair<unsigned, int64_t>> place;
  for (unsigned d = 0; d < array.extents.size(); ++d)
    for (int64_t parts : {cutParts / 2, cutParts * 3 / 4})
      if (isBest(array.cut(d, parts)))
        place = {d, parts};
  for (int64_t step : {cutParts / 8, cutParts / 16, cutParts / 32}) {
    if (!place)
      return;
    auto [dimension, around] = *place;
    for (int64_t parts : {around - step, around + step})
      if (isBest(array.cut(dimension, parts)))
        place = {dimension, parts};
  }
}
