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

/// What both operands are extended from by `Ext`, if that has the result's
/// type.
template <typename Ext>
static std::optional<std::pair<Value, Value>>
narrowOperands(arith::TruncIOp result, Operation *extremum) {
  auto first = extremum->getOperand(0).getDefiningOp<Ext>();
  auto second = extremum->getOperand(1).getDefiningOp<Ext>();
  if (!first || !second || first.getIn().getType() != result.getType() ||
      second.getIn().getType() != result.getType())
    return std::nullopt;
  return std::pair(first.getIn(), second.getIn());
}

/// An extremum of values that C promotes, of the type that is stored: the order
/// of extended values is that of the values.
static Value narrowExtremum(arith::TruncIOp result) {
  Operation *wide = result.getIn().getDefiningOp();
  bool isMax = isa_and_nonnull<arith::MaxSIOp, arith::MaxUIOp>(wide);
  bool isSigned = isa_and_nonnull<arith::MaxSIOp, arith::MinSIOp>(wide);
  if (!isMax && !isa_and_nonnull<arith::MinSIOp, arith::MinUIOp>(wide))
    return {};
  OpBuilder builder(result);
  Location loc = wide->getLoc();
  if (auto own = narrowOperands<arith::ExtUIOp>(result, wide)) {
    auto [left, right] = *own;
    return isMax ? arith::MaxUIOp::create(builder, loc, left, right).getResult()
                 : arith::MinUIOp::create(builder, loc, left, right);
  }
  auto own = narrowOperands<arith::ExtSIOp>(result, wide);
  if (!own || !isSigned)
    return {};
  auto [left, right] = *own;
  return isMax ? arith::MaxSIOp::create(builder, loc, left, right).getResult()
               : arith::MinSIOp::create(builder, loc, left, right);
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
  func.walk([](arith::TruncIOp result) {
    Operation *wide = result.getIn().getDefiningOp();
    Value extremum = narrowExtremum(result);
    if (!extremum)
      return;
    result.replaceAllUsesWith(extremum);
    result.erase();
    if (!wide->use_empty())
      return;
    SmallVector<Operation *, 2> extended;
    for (Value operand : wide->getOperands())
      extended.push_back(operand.getDefiningOp());
    wide->erase();
    for (Operation *op : extended)
      if (op->use_empty())
        op->erase();
  });
}

} // namespace talos
