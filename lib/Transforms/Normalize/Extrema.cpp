//===- Extrema.cpp - Selects that are maxima and minima -------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `a >= b ? a : b` is a maximum, which runs through a loop like a sum. Of
// integers alone: of floating-point numbers the order matters where one is NaN,
// or both are zeros, and no operation that says so computes the same.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace talos {

using arith::CmpIPredicate;

static bool isSigned(CmpIPredicate predicate) {
  return predicate == CmpIPredicate::slt || predicate == CmpIPredicate::sle ||
         predicate == CmpIPredicate::sgt || predicate == CmpIPredicate::sge;
}
static bool isGreater(CmpIPredicate predicate) {
  return predicate == CmpIPredicate::sgt || predicate == CmpIPredicate::sge ||
         predicate == CmpIPredicate::ugt || predicate == CmpIPredicate::uge;
}

/// The maximum or minimum that the select is; null if it is none.
static Value extremumOf(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  Value left = select.getTrueValue(), right = select.getFalseValue();
  if (!compare || !left.getType().isInteger() || left.getType().isInteger(1) ||
      compare.getPredicate() == CmpIPredicate::eq ||
      compare.getPredicate() == CmpIPredicate::ne)
    return {};
  bool straight = compare.getLhs() == left && compare.getRhs() == right;
  bool crossed = compare.getLhs() == right && compare.getRhs() == left;
  if (!straight && !crossed)
    return {};
  OpBuilder builder(select);
  Location loc = select.getLoc();
  bool isMax = isGreater(compare.getPredicate()) == straight;
  // The operands stay in their order: the running value comes first.
  left = compare.getLhs();
  right = compare.getRhs();
  if (isSigned(compare.getPredicate()))
    return isMax ? arith::MaxSIOp::create(builder, loc, left, right).getResult()
                 : arith::MinSIOp::create(builder, loc, left, right);
  return isMax ? arith::MaxUIOp::create(builder, loc, left, right).getResult()
               : arith::MinUIOp::create(builder, loc, left, right);
}

void recognizeExtrema(func::FuncOp func) {
  func.walk([](arith::SelectOp select) {
    Value extremum = extremumOf(select);
    if (!extremum)
      return;
    Operation *compare = select.getCondition().getDefiningOp();
    select.replaceAllUsesWith(extremum);
    select.erase();
    if (compare->use_empty())
      compare->erase();
  });
}

} // namespace talos
