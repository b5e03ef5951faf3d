//===- Predicates.cpp - Conditions as predicates of counters --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Streams/Predicates.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;
using affine::AffineIfOp;

SmallVector<AffineExpr>
analysis::expressionsOf(AffineMap map, ValueRange values,
                        const Constants &unrolled,
                        SmallVectorImpl<Value> &running) {
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<AffineExpr> inputs;
  for (Value operand : operands) {
    auto constant = unrolled.find(operand);
    if (constant != unrolled.end()) {
      inputs.push_back(
          getAffineConstantExpr(constant->second, map.getContext()));
      continue;
    }
    auto *at = llvm::find(running, operand);
    unsigned number = at - running.begin();
    if (at == running.end())
      running.push_back(operand);
    inputs.push_back(getAffineDimExpr(number, map.getContext()));
  }
  ArrayRef<AffineExpr> dims = ArrayRef(inputs).take_front(map.getNumDims()),
                       symbols = ArrayRef(inputs).drop_front(map.getNumDims());
  SmallVector<AffineExpr> results;
  for (AffineExpr expr : map.getResults())
    results.push_back(
        simplifyAffineExpr(expr.replaceDimsAndSymbols(dims, symbols),
                           running.size(), /*numSymbols=*/0));
  return results;
}

namespace {
/// Writes the constraints of one copy of the body as conditions.
class ConditionWriter {
public:
  ConditionWriter(const Constants &unrolled, ArrayRef<AffineForOp> loops,
                  ArrayRef<std::string> names)
      : unrolled(unrolled), loops(loops), names(names) {}

  /// The constraints of a condition; a constant one is left out if it holds,
  /// and else sets `isFalse`.
  LogicalResult write(AffineIfOp op, std::vector<sim::Condition> &conditions,
                      bool &isFalse);

private:
  std::optional<sim::Condition> condition(AffineExpr expr, bool isEquality,
                                          ArrayRef<Value> running) const;
  bool linear(AffineExpr expr, ArrayRef<Value> running,
              sim::Condition &result) const;

  const Constants &unrolled;
  ArrayRef<AffineForOp> loops;
  ArrayRef<std::string> names;
};
} // namespace

/// Counters run from 0 by step 1: an iterator is its lower bound and steps.
bool ConditionWriter::linear(AffineExpr expr, ArrayRef<Value> running,
                             sim::Condition &result) const {
  SmallVector<int64_t> flat;
  if (failed(getFlattenedAffineExpr(expr, running.size(), 0, &flat)) ||
      flat.size() != running.size() + 1)
    return false;
  result.constant = flat.back();
  for (auto [value, coefficient] : llvm::zip(running, flat)) {
    if (coefficient == 0)
      continue;
    const auto *at = llvm::find(loops, affine::getForInductionVarOwner(value));
    if (at == loops.end())
      return false;
    AffineForOp loop = *at;
    result.terms.push_back(
        {coefficient * loop.getStepAsInt(), names[at - loops.begin()]});
    result.constant += coefficient * loop.getConstantLowerBound();
  }
  return true;
}

/// `sign * (quotient or remainder) + constant` of expr; null: another form.
static AffineExpr divisionIn(AffineExpr expr, int64_t &sign,
                             int64_t &constant) {
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (sum && sum.getKind() == AffineExprKind::Add) {
    auto last = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (!last)
      return {};
    constant = last.getValue();
    expr = sum.getLHS();
  }
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (product && product.getKind() == AffineExprKind::Mul) {
    auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!factor || factor.getValue() != -1)
      return {};
    sign = -1;
    expr = product.getLHS();
  }
  bool divides = expr.getKind() == AffineExprKind::FloorDiv ||
                 expr.getKind() == AffineExprKind::Mod;
  return divides ? expr : AffineExpr();
}

std::optional<sim::Condition>
ConditionWriter::condition(AffineExpr expr, bool isEquality,
                           ArrayRef<Value> running) const {
  sim::Condition result;
  result.relation = isEquality ? sim::Condition::EQ : sim::Condition::GE;
  if (linear(expr, running, result))
    return result;
  int64_t sign = 1, constant = 0;
  auto division =
      dyn_cast_or_null<AffineBinaryOpExpr>(divisionIn(expr, sign, constant));
  result.terms.clear();
  if (!division || !linear(division.getLHS(), running, result))
    return std::nullopt;
  int64_t by = cast<AffineConstantExpr>(division.getRHS()).getValue();
  if (by < 1)
    return std::nullopt;
  (division.getKind() == AffineExprKind::Mod ? result.modulus
                                             : result.divisor) = by;
  // sign * value + constant >= 0
  result.bound = sign > 0 ? -constant : constant;
  if (!isEquality && sign < 0)
    result.relation = sim::Condition::LE;
  return result;
}

LogicalResult ConditionWriter::write(AffineIfOp op,
                                     std::vector<sim::Condition> &conditions,
                                     bool &isFalse) {
  IntegerSet set = op.getIntegerSet();
  AffineMap map = AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                 set.getConstraints(), set.getContext());
  SmallVector<Value> running;
  SmallVector<AffineExpr> expressions =
      expressionsOf(map, op.getOperands(), unrolled, running);
  for (auto [index, expr] : llvm::enumerate(expressions)) {
    bool isEquality = set.isEq(index);
    if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
      int64_t value = constant.getValue();
      isFalse |= isEquality ? value != 0 : value < 0;
      continue;
    }
    std::optional<sim::Condition> written =
        condition(expr, isEquality, running);
    if (!written)
      return op.emitError("a condition of a process must compare an affine "
                          "expression of its iterators, a quotient or a "
                          "remainder of one");
    conditions.push_back(std::move(*written));
  }
  return success();
}

static sim::Condition negate(sim::Condition condition) {
  using C = sim::Condition;
  static constexpr std::pair<C::Relation, C::Relation> opposites[] = {
      {C::GE, C::LT}, {C::LT, C::GE}, {C::LE, C::GT},
      {C::GT, C::LE}, {C::EQ, C::NE}, {C::NE, C::EQ}};
  for (auto [relation, other] : opposites)
    if (condition.relation == relation) {
      condition.relation = other;
      return condition;
    }
  return condition;
}

FailureOr<GuardedPredicate> analysis::predicateOf(ArrayRef<Guard> guards,
                                                  const Constants &unrolled,
                                                  ArrayRef<AffineForOp> loops,
                                                  ArrayRef<std::string> names) {
  ConditionWriter writer(unrolled, loops, names);
  std::vector<std::vector<sim::Condition>> cases(1);
  for (const Guard &guard : guards) {
    std::vector<sim::Condition> all;
    bool isFalse = false;
    if (failed(writer.write(guard.condition, all, isFalse)))
      return failure();
    std::vector<std::vector<sim::Condition>> next;
    for (const std::vector<sim::Condition> &known : cases) {
      if (!guard.isElse && !isFalse) {
        next.push_back(known);
        llvm::append_range(next.back(), all);
      }
      if (guard.isElse && isFalse)
        next.push_back(known);
      // Some condition does not hold.
      for (size_t i = 0; guard.isElse && !isFalse && i < all.size(); ++i) {
        next.push_back(known);
        next.back().push_back(negate(all[i]));
      }
    }
    cases = std::move(next);
  }
  GuardedPredicate result;
  result.never = cases.empty();
  bool always = cases.size() == 1 && cases.front().empty();
  if (!always)
    result.when.cases = std::move(cases);
  return result;
}
