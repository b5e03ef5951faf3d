//===- IterationBox.cpp - The constant box around a domain ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/IterationBox.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using presburger::BoundType;

namespace talos {

/// Variables are the iterators of `loops`, all of them dimensions.
static FlatAffineValueConstraints spaceOf(ArrayRef<Operation *> around) {
  SmallVector<Value> iterators;
  for (Operation *op : around)
    if (auto loop = dyn_cast<AffineForOp>(op))
      iterators.push_back(loop.getInductionVar());
  FlatAffineValueConstraints space(iterators.size(), 0, 0);
  space.setValues(0, iterators.size(), iterators);
  return space;
}

/// Adds `expr >= 0` or `expr == 0`, over dimensions.
static void append(FlatAffineValueConstraints &to, AffineExpr expr,
                   ArrayRef<Value> operands, bool isEquality) {
  IntegerSet set = IntegerSet::get(operands.size(), 0, expr, isEquality);
  SmallVector<Value> unique(operands);
  canonicalizeSetAndOperands(&set, &unique);
  FlatAffineValueConstraints constraint(set, unique);
  to.mergeAndAlignVarsWithOther(0, &constraint);
  to.append(constraint);
}

IterationBox::IterationBox(ArrayRef<Operation *> around)
    : around(around), domain(spaceOf(around)) {
  for (Operation *op : around) {
    if (auto loop = dyn_cast<AffineForOp>(op))
      addBounds(loop);
    else
      addCondition(cast<AffineIfOp>(op));
  }
  for (const Constraint &c : constraints)
    append(domain, c.map.getResult(0), c.operands, c.isEquality);
}

IterationBox::Constraint IterationBox::constraintOf(AffineMap map,
                                                    ValueRange operands,
                                                    bool isEquality) {
  SmallVector<Value> values(operands);
  fullyComposeAffineMapAndOperands(&map, &values);
  // One kind of variable: iterators, whatever they were declared as.
  SmallVector<AffineExpr> replacements;
  for (unsigned s = 0; s < map.getNumSymbols(); ++s)
    replacements.push_back(
        getAffineDimExpr(map.getNumDims() + s, map.getContext()));
  unsigned variables = map.getNumInputs();
  map = AffineMap::get(variables, 0,
                       map.getResult(0).replaceSymbols(replacements));
  return {map, std::move(values), isEquality};
}

void IterationBox::addBounds(AffineForOp loop) {
  auto add = [&](AffineBound bound, int64_t sign) {
    AffineMap map = bound.getMap();
    SmallVector<Value> operands{loop.getInductionVar()};
    llvm::append_range(operands, bound.getOperands());
    AffineExpr iterator = getAffineDimExpr(0, loop.getContext());
    for (AffineExpr result : map.getResults()) {
      AffineExpr limit = result.shiftDims(map.getNumDims(), 1);
      AffineExpr expr = sign > 0 ? iterator - limit : limit - iterator - 1;
      constraints.push_back(constraintOf(
          AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(), expr),
          operands, /*isEquality=*/false));
    }
  };
  add(loop.getLowerBound(), 1);
  add(loop.getUpperBound(), -1);
}

void IterationBox::addCondition(AffineIfOp condition) {
  IntegerSet set = condition.getIntegerSet();
  for (unsigned i = 0; i < set.getNumConstraints(); ++i)
    constraints.push_back(
        constraintOf(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                    set.getConstraint(i)),
                     condition.getOperands(), set.isEq(i)));
}

bool IterationBox::isEmpty() const { return domain.isIntegerEmpty(); }

bool IterationBox::implies(AffineMap map, ValueRange operands) const {
  Constraint least = constraintOf(map, operands, /*isEquality=*/false);
  FlatAffineValueConstraints rest = domain;
  append(rest, -least.map.getResult(0) - 1, least.operands,
         /*isEquality=*/false);
  return rest.isIntegerEmpty();
}

static std::pair<std::optional<int64_t>, std::optional<int64_t>>
rangeIn(const FlatAffineValueConstraints &domain, Value iterator) {
  FlatAffineValueConstraints only = domain;
  unsigned position = 0;
  (void)only.findVar(iterator, &position);
  only.projectOut(position + 1, only.getNumVars() - position - 1);
  only.projectOut(0, position);
  return {only.getConstantBound64(BoundType::LB, 0),
          only.getConstantBound64(BoundType::UB, 0)};
}

bool IterationBox::isBounded(Value iterator) const {
  auto [least, greatest] = rangeIn(domain, iterator);
  return least && greatest;
}

std::pair<int64_t, int64_t> IterationBox::range(Value iterator) const {
  if (auto it = widened.find(iterator); it != widened.end())
    return it->second;
  auto [least, greatest] = rangeIn(domain, iterator);
  return {*least, *greatest};
}

/// What holds without a guard: the ranges of `loops`, and the domains of the
/// loops around them.
FlatAffineValueConstraints
IterationBox::boxOf(ArrayRef<AffineForOp> loops) const {
  FlatAffineValueConstraints box = spaceOf(around);
  auto isOwn = [&](Operation *op) {
    return llvm::any_of(
        loops, [&](AffineForOp loop) { return loop.getOperation() == op; });
  };
  SmallVector<Operation *> outer;
  for (Operation *op : around)
    if (isa<AffineForOp>(op) && !isOwn(op))
      outer.push_back(op);
  for (const Constraint &c : IterationBox(outer).constraints)
    append(box, c.map.getResult(0), c.operands, c.isEquality);
  for (AffineForOp loop : loops) {
    auto [least, greatest] = range(loop.getInductionVar());
    box.addBound(BoundType::LB, loop.getInductionVar(), least);
    box.addBound(BoundType::UB, loop.getInductionVar(), greatest);
  }
  return box;
}

/// Of the constraints, those without which there would be more iterations.
SmallVector<const IterationBox::Constraint *>
IterationBox::needed(const FlatAffineValueConstraints &box) const {
  SmallVector<const Constraint *> kept;
  auto follows = [&](const Constraint &c) {
    FlatAffineValueConstraints known = box;
    for (const Constraint *other : kept)
      if (other != &c)
        append(known, other->map.getResult(0), other->operands,
               other->isEquality);
    auto isImpossible = [&](AffineExpr expr) {
      FlatAffineValueConstraints rest = known;
      append(rest, expr, c.operands, /*isEquality=*/false);
      return rest.isIntegerEmpty();
    };
    AffineExpr expr = c.map.getResult(0);
    return isImpossible(-expr - 1) && (!c.isEquality || isImpossible(expr - 1));
  };
  for (const Constraint &c : constraints)
    if (!follows(c))
      kept.push_back(&c);
  // A later one may say what an earlier one does: i < j of i < 9, where j < 10.
  for (size_t i = 0; i < kept.size();)
    if (follows(*kept[i]))
      kept.erase(kept.begin() + i);
    else
      ++i;
  return kept;
}

std::optional<Guard> IterationBox::guard(ArrayRef<AffineForOp> loops,
                                         ArrayRef<Value> iterators) const {
  // The iterators of the new code: the loops' own, then those around.
  SmallVector<Value> from, operands(iterators);
  SmallVector<AffineExpr> exprs;
  for (AffineForOp loop : loops) {
    AffineExpr position = getAffineDimExpr(from.size(), loop.getContext());
    exprs.push_back(position + range(loop.getInductionVar()).first);
    from.push_back(loop.getInductionVar());
  }
  SmallVector<AffineExpr> guards;
  SmallVector<bool> equalities;
  for (const Constraint *c : needed(boxOf(loops))) {
    AffineExpr expr = c->map.getResult(0);
    SmallVector<AffineExpr> replacements;
    for (Value operand : c->operands) {
      auto *it = llvm::find(from, operand);
      unsigned position = it - from.begin();
      if (it == from.end()) {
        from.push_back(operand);
        operands.push_back(operand);
        exprs.push_back(getAffineDimExpr(position, expr.getContext()));
      }
      replacements.push_back(exprs[position]);
    }
    guards.push_back(
        simplifyAffineExpr(expr.replaceDims(replacements), from.size(), 0));
    equalities.push_back(c->isEquality);
  }
  if (guards.empty())
    return std::nullopt;
  Guard result{IntegerSet::get(from.size(), 0, guards, equalities),
               std::move(operands)};
  canonicalizeSetAndOperands(&result.set, &result.operands);
  return result;
}

} // namespace talos
