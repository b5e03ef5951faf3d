//===- GuardRows.cpp - The linear constraints of a guard ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/GuardRows.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/AffineExprVisitor.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

static std::optional<unsigned> loopOf(const Statement &statement,
                                      Value iterator) {
  for (auto [number, info] : llvm::enumerate(statement.innerBand)) {
    auto loop = dyn_cast_or_null<affine::AffineForOp>(info.op);
    if (loop && loop.getInductionVar() == iterator &&
        loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0 &&
        loop.getStepAsInt() == 1)
      return number;
  }
  return std::nullopt;
}

static std::optional<GuardRow> rowOf(const Statement &statement,
                                     AffineExpr expr, ValueRange operands) {
  SmallVector<AffineExpr> dims;
  for (auto [position, operand] : llvm::enumerate(operands)) {
    std::optional<unsigned> loop = loopOf(statement, operand);
    if (!loop && expr.isFunctionOfDim(position))
      return std::nullopt;
    dims.push_back(getAffineDimExpr(loop.value_or(0), expr.getContext()));
  }
  SimpleAffineExprFlattener flat(statement.innerBand.size(), /*numSymbols=*/0);
  AffineExpr named = expr.replaceDims(dims);
  if (!named.isPureAffine() || failed(flat.walkPostOrder(named)) ||
      flat.numLocals > 0)
    return std::nullopt;
  return flat.operandExprStack.back();
}

std::vector<GuardRow> analysis::guardRows(const Statement &statement) {
  affine::AffineIfOp guard = statement.guard;
  if (!guard)
    return {};
  IntegerSet set = guard.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  SmallVector<Value> operands(guard.getOperands());
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  std::vector<GuardRow> rows;
  for (auto [index, expr] : llvm::enumerate(map.getResults())) {
    std::optional<GuardRow> row = map.getNumSymbols() > 0
                                      ? std::nullopt
                                      : rowOf(statement, expr, operands);
    if (!row)
      continue;
    rows.push_back(*row);
    if (!set.isEq(index))
      continue;
    for (int64_t &coefficient : *row)
      coefficient = -coefficient;
    rows.push_back(*row);
  }
  return rows;
}
