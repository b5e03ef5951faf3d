//===- OrderDigits.cpp - Orders as numbers of several digits --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderDigits.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace talos;
using poly::StreamOrder;

/// The iterators that produce an element, from its subscripts, where each of
/// these counts some loops as digits: i0 * 6 + i2 * 2 + i3.
static SmallVector<AffineExpr> digitsOf(const StreamOrder &order) {
  MLIRContext *context = order.element.getContext();
  SmallVector<AffineExpr> digits(order.trips.size());
  for (auto [loop, trip] : llvm::enumerate(order.trips))
    if (trip == 1)
      digits[loop] = getAffineConstantExpr(0, context);
  for (auto [dim, expr] : llvm::enumerate(order.element.getResults())) {
    SmallVector<int64_t> factors; // of the loops, then the constant
    if (failed(getFlattenedAffineExpr(expr, order.trips.size(),
                                      /*numSymbols=*/0, &factors)) ||
        factors.size() != order.trips.size() + 1 || factors.back() != 0)
      return {};
    SmallVector<unsigned> loops;
    for (unsigned loop = 0; loop < order.trips.size(); ++loop)
      if (factors[loop] != 0 && order.trips[loop] > 1)
        loops.push_back(loop);
    llvm::sort(loops,
               [&](unsigned a, unsigned b) { return factors[a] < factors[b]; });
    AffineExpr subscript = getAffineDimExpr(dim, context);
    int64_t unit = 1;
    for (unsigned loop : loops) {
      if (factors[loop] != unit || digits[loop])
        return {};
      digits[loop] = subscript.floorDiv(unit);
      unit *= order.trips[loop];
      if (loop != loops.back())
        digits[loop] = digits[loop] % order.trips[loop];
    }
  }
  if (llvm::is_contained(digits, AffineExpr()))
    return {};
  return digits;
}

AffineMap poly::numberAsExpression(const StreamOrder &production,
                                   const StreamOrder &consumption) {
  SmallVector<AffineExpr> digits = digitsOf(production);
  if (digits.size() != production.trips.size())
    return {};
  AffineExpr number =
      getAffineConstantExpr(0, consumption.element.getContext());
  for (auto [digit, trip] : llvm::zip(digits, production.trips))
    number = number * trip + digit;
  SmallVector<AffineExpr> subscripts(consumption.element.getResults());
  unsigned dims = consumption.trips.size();
  return AffineMap::get(
      dims, 0, simplifyAffineExpr(number.replaceDims(subscripts), dims, 0));
}
