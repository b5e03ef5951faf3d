//===- BoxSplit.cpp - Boxes of several boxes ------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxSplit.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using poly::StreamOrder;

int64_t BoxSplit::together() const { return llvm::product_of(parts); }

int64_t BoxSplit::fifos() const {
  return llvm::product_of(ArrayRef(lanes).drop_back());
}

/// The digit of so many values above the unit; `isLast`: there is none above.
static AffineExpr digitOf(AffineExpr number, int64_t unit, int64_t values,
                          bool isLast) {
  if (values == 1)
    return getAffineConstantExpr(0, number.getContext());
  AffineExpr digit = number.floorDiv(unit);
  return isLast ? digit : digit % values;
}

/// Both numbers count digits in row-major order, as does the FIFO.
static AffineMap fifoMap(const BoxSplit &split, ArrayRef<int64_t> larger,
                         MLIRContext *context) {
  AffineExpr part = getAffineDimExpr(0, context),
             inner = getAffineDimExpr(1, context),
             fifo = getAffineConstantExpr(0, context);
  int64_t partUnit = 1, innerUnit = 1, unit = 1, parts = split.together(),
          fifos = split.fifos();
  for (size_t dim = larger.size() - 1; dim-- > 0;) {
    int64_t own = split.lanes[dim], count = larger[dim] / own;
    AffineExpr which =
        digitOf(part, partUnit, count, partUnit * count == parts);
    AffineExpr within =
        digitOf(inner, innerUnit, own, innerUnit * own == fifos);
    fifo = fifo + (which * own + within) * unit;
    partUnit *= count;
    innerUnit *= own;
    unit *= larger[dim];
  }
  return AffineMap::get(2, 0, fifo, context);
}

std::optional<BoxSplit> talos::splitOf(const StreamOrder &production,
                                       const StreamOrder &consumption) {
  ArrayRef<int64_t> from(production.lanes), to(consumption.lanes);
  if (from.empty() || from.size() != to.size() || from.back() != to.back())
    return std::nullopt;
  auto divide = [](ArrayRef<int64_t> small, ArrayRef<int64_t> large) {
    return llvm::all_of(llvm::zip(small, large), [](auto pair) {
      return std::get<1>(pair) % std::get<0>(pair) == 0;
    });
  };
  BoxSplit split;
  split.deals = divide(from, to);
  if (!split.deals && !divide(to, from))
    return std::nullopt;
  ArrayRef<int64_t> small = split.deals ? from : to,
                    large = split.deals ? to : from;
  split.lanes.assign(small.begin(), small.end());
  for (unsigned dim = 0; dim < small.size(); ++dim)
    if (large[dim] > small[dim]) {
      split.dims.push_back(dim);
      split.parts.push_back(large[dim] / small[dim]);
    }
  split.fifo = fifoMap(split, large, production.element.getContext());
  return split;
}

StreamOrder talos::inParts(const StreamOrder &order, const BoxSplit &split) {
  StreamOrder result = order;
  MLIRContext *context = order.element.getContext();
  SmallVector<AffineExpr> subscripts(order.element.getResults());
  for (auto [dim, parts] : llvm::zip(split.dims, split.parts)) {
    if (order.lanes[dim] == split.lanes[dim])
      continue;
    subscripts[dim] =
        subscripts[dim] +
        getAffineDimExpr(result.trips.size(), context) * split.lanes[dim];
    result.trips.push_back(parts);
  }
  result.lanes = split.lanes;
  result.element = AffineMap::get(result.trips.size(), 0, subscripts, context);
  return result;
}
