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

std::string BlockCut::text() const {
  return array + "." + std::to_string(dimension) + "=" + std::to_string(first) +
         "+" + std::to_string(extent - first);
}

bool BlockCut::isNear(const BlockCut &other) const {
  return array == other.array && dimension == other.dimension &&
         std::abs(first - other.first) * cutParts < 2 * extent;
}

std::optional<BlockCut> MovedArray::cut(unsigned dimension,
                                        int64_t parts) const {
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
    return std::nullopt;
  return BlockCut{array, dimension, first, extent};
}

std::vector<BlockCut> MovedArray::cuts(unsigned dimension) const {
  std::vector<BlockCut> result;
  for (int64_t parts = 1; parts < cutParts; ++parts)
    if (std::optional<BlockCut> found = cut(dimension, parts))
      if (result.empty() || result.back().first < found->first)
        result.push_back(std::move(*found));
  return result;
}

std::string talos::copiesForReaders(const analysis::TaskGraph &program,
                                    hls::DesignAttr design, int64_t most) {
  std::string text;
  for (const analysis::ArrayInfo &array : program.arrays) {
    if (!isa<BlockArgument>(array.value) || !array.liveIn || array.liveOut)
      continue;
    int64_t readers =
        llvm::count_if(design.getArrays(), [&](hls::ArrayPointAttr point) {
          return point.getArray().getValue() == array.name &&
                 !point.getTask().empty();
        });
    if (int64_t copies = std::min(readers, most); copies > 1)
      text += (text.empty() ? "" : ",") + array.name +
              ".copies=" + std::to_string(copies);
  }
  return text;
}
