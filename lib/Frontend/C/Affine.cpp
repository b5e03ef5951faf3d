//===- Affine.cpp - Affine values of C integers ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Affine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace talos::frontend {

std::optional<int64_t> Affine::constant() const {
  auto value = isSingle() ? dyn_cast<AffineConstantExpr>(single())
                          : AffineConstantExpr();
  return value ? std::optional<int64_t>(value.getValue()) : std::nullopt;
}

std::optional<Affine> add(const Affine &a, const Affine &b) {
  if (!a.isSingle() && !b.isSingle())
    return std::nullopt;
  const Affine &list = a.isSingle() ? b : a, &one = a.isSingle() ? a : b;
  Affine sum = list;
  for (AffineExpr &expr : sum.exprs)
    expr = expr + one.single();
  return sum;
}

Affine scale(const Affine &a, int64_t factor) {
  Affine result = a;
  for (AffineExpr &expr : result.exprs)
    expr = expr * factor;
  if (factor < 0 && !a.isSingle())
    result.kind =
        a.kind == Affine::Kind::Min ? Affine::Kind::Max : Affine::Kind::Min;
  return result;
}

std::optional<Affine> combine(Affine::Kind kind, const Affine &a,
                              const Affine &b) {
  if ((!a.isSingle() && a.kind != kind) || (!b.isSingle() && b.kind != kind))
    return std::nullopt;
  Affine result = a;
  for (AffineExpr expr : b.exprs)
    if (!llvm::is_contained(result.exprs, expr))
      result.exprs.push_back(expr);
  result.kind = result.exprs.size() == 1 ? Affine::Kind::Single : kind;
  return result;
}

Affine Dimensions::add(Value value, Range range) {
  values.push_back(value);
  lows.push_back(range.low);
  highs.push_back(range.high);
  return getAffineDimExpr(values.size() - 1, context);
}

Range Dimensions::range(AffineExpr expr) const {
  Range result;
  result.low = getBoundForAffineExpr(expr, values.size(), 0, lows, highs,
                                     /*isUpper=*/false);
  result.high = getBoundForAffineExpr(expr, values.size(), 0, lows, highs,
                                      /*isUpper=*/true);
  return result;
}

Range Dimensions::range(const Affine &value) const {
  Range result = range(value.exprs.front());
  bool min = value.kind == Affine::Kind::Min;
  // One known end of a list bounds it on one side; the other needs all.
  auto pick = [](std::optional<int64_t> a, std::optional<int64_t> b,
                 bool smaller, bool oneIsEnough) -> std::optional<int64_t> {
    if (a && b)
      return smaller ? std::min(*a, *b) : std::max(*a, *b);
    return oneIsEnough ? (a ? a : b) : std::nullopt;
  };
  for (AffineExpr expr : llvm::drop_begin(value.exprs)) {
    Range other = range(expr);
    result.low = pick(result.low, other.low, min, !min);
    result.high = pick(result.high, other.high, min, min);
  }
  return result;
}

AffineMap Dimensions::map(ArrayRef<AffineExpr> exprs,
                          SmallVectorImpl<Value> &operands) const {
  AffineMap map = AffineMap::get(values.size(), 0, exprs, context);
  operands.assign(values.begin(), values.end());
  affine::canonicalizeMapAndOperands(&map, &operands);
  return map;
}

Value Dimensions::materialize(OpBuilder &builder, Location where,
                              const Affine &value) const {
  if (std::optional<int64_t> constant = value.constant())
    return arith::ConstantIndexOp::create(builder, where, *constant);
  SmallVector<Value> operands;
  AffineMap affine = map(value.exprs, operands);
  if (value.kind == Affine::Kind::Min)
    return affine::AffineMinOp::create(builder, where, affine, operands);
  if (value.kind == Affine::Kind::Max)
    return affine::AffineMaxOp::create(builder, where, affine, operands);
  if (affine.getNumInputs() == 1 &&
      (isa<AffineDimExpr>(affine.getResult(0)) ||
       isa<AffineSymbolExpr>(affine.getResult(0))))
    return operands.front();
  return affine::AffineApplyOp::create(builder, where, affine, operands);
}

} // namespace talos::frontend
