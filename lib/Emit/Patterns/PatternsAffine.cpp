//===- PatternsAffine.cpp - Affine operations as C++ ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Interface.h"
#include "Emit/Kernel/Loops.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Matchers.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Dialect/HLS/ZeroOutside.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

//===----------------------------------------------------------------------===//
// Affine expressions
//===----------------------------------------------------------------------===//

// C++ division truncates; affine division rounds down. They agree on
// non-negative dividends, which this proves from the operands.
static bool isNonNegative(AffineExpr expr, ArrayRef<bool> operands,
                          unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue() >= 0;
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  if (expr.getKind() == AffineExprKind::Mod)
    return true;
  auto pair = cast<AffineBinaryOpExpr>(expr);
  return isNonNegative(pair.getLHS(), operands, numDims) &&
         isNonNegative(pair.getRHS(), operands, numDims);
}

static bool isNonNegative(Value value) {
  Value operand =
      hls::originOf(value); // a task's operand stands for an argument
  if (auto loop = affine::getForInductionVarOwner(operand)) {
    AffineMap lower = loop.getLowerBoundMap();
    SmallVector<bool> operands;
    for (Value value : loop.getLowerBoundOperands())
      operands.push_back(isNonNegative(value));
    // The bound is the maximum of the results.
    return llvm::any_of(lower.getResults(), [&](AffineExpr result) {
      return isNonNegative(result, operands, lower.getNumDims());
    });
  }
  if (auto apply = operand.getDefiningOp<affine::AffineApplyOp>()) {
    SmallVector<bool> operands;
    for (Value value : apply.getMapOperands())
      operands.push_back(isNonNegative(value));
    AffineMap map = apply.getAffineMap();
    return isNonNegative(map.getResult(0), operands, map.getNumDims());
  }
  if (!hls::parameterName(operand).empty())
    return true;
  IntegerAttr constant;
  return matchPattern(operand, m_Constant(&constant)) &&
         !constant.getValue().isNegative();
}

Expr FunctionEmitter::affine(AffineExpr expr, ArrayRef<Expr> operands,
                             ArrayRef<bool> nonNegative, unsigned numDims) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {std::to_string(constant.getValue()),
            constant.getValue() < 0 ? Precedence::Unary : Precedence::Postfix};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return operands[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return operands[numDims + symbol.getPosition()];
  auto pair = cast<AffineBinaryOpExpr>(expr);
  Expr lhs = affine(pair.getLHS(), operands, nonNegative, numDims);
  Expr rhs = affine(pair.getRHS(), operands, nonNegative, numDims);
  auto constant = dyn_cast<AffineConstantExpr>(pair.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add: {
    // a + -1 and a + b * -2 read as differences.
    if (constant && constant.getValue() < 0)
      return binary(lhs, "-", {std::to_string(-constant.getValue())});
    auto product = dyn_cast<AffineBinaryOpExpr>(pair.getRHS());
    if (product && product.getKind() == AffineExprKind::Mul)
      if (auto factor = dyn_cast<AffineConstantExpr>(product.getRHS());
          factor && factor.getValue() < 0) {
        AffineExpr positive = product.getLHS() * -factor.getValue();
        return binary(lhs, "-",
                      affine(positive, operands, nonNegative, numDims));
      }
    return {wrap(lhs, Precedence::Additive) + " + " +
                wrap(rhs, Precedence::Additive),
            Precedence::Additive};
  }
  case AffineExprKind::Mul:
    if (constant && constant.getValue() == -1)
      return {"-" + wrap(lhs, Precedence::Postfix), Precedence::Unary};
    return binary(lhs, "*", rhs);
  default:
    break;
  }
  bool plain = isNonNegative(pair.getLHS(), nonNegative, numDims) && constant &&
               constant.getValue() > 0;
  if (plain && expr.getKind() == AffineExprKind::FloorDiv)
    return binary(lhs, "/", rhs);
  if (plain && expr.getKind() == AffineExprKind::Mod)
    return binary(lhs, "%", rhs);
  needs.integerDivision = true;
  StringRef function = expr.getKind() == AffineExprKind::FloorDiv ? "floor_div"
                       : expr.getKind() == AffineExprKind::CeilDiv
                           ? "ceil_div"
                           : "floor_mod";
  return call(function, {lhs, rhs});
}

FailureOr<SmallVector<Expr>> FunctionEmitter::affineMap(AffineMap map,
                                                        ValueRange operands) {
  SmallVector<Expr> printed, results;
  SmallVector<bool> nonNegative;
  for (Value operand : operands) {
    FailureOr<Expr> text = expr(operand);
    if (failed(text))
      return failure();
    printed.push_back(*text);
    nonNegative.push_back(isNonNegative(operand));
  }
  for (AffineExpr result : map.getResults())
    results.push_back(affine(result, printed, nonNegative, map.getNumDims()));
  return results;
}

/// Adds the terms of a sum to `side`, and to `other` those that are negated.
static void addTerms(AffineExpr sum, AffineExpr &side, AffineExpr &other) {
  auto constant = dyn_cast<AffineConstantExpr>(sum);
  if (constant && constant.getValue() < 0) {
    other = other - constant.getValue();
    return;
  }
  auto pair = dyn_cast<AffineBinaryOpExpr>(sum);
  if (pair && pair.getKind() == AffineExprKind::Add) {
    addTerms(pair.getLHS(), side, other);
    return addTerms(pair.getRHS(), side, other);
  }
  if (pair && pair.getKind() == AffineExprKind::Mul)
    if (auto factor = dyn_cast<AffineConstantExpr>(pair.getRHS());
        factor && factor.getValue() < 0)
      return addTerms(pair.getLHS() * -factor.getValue(), other, side);
  side = side + sum;
}

// A side that is at least 0 prints as a comparison without negated terms.
FailureOr<Expr> FunctionEmitter::affineSet(IntegerSet set,
                                           ValueRange operands) {
  AffineExpr zero = getAffineConstantExpr(0, set.getContext());
  SmallVector<AffineExpr> sides;
  SmallVector<StringRef> signs;
  for (auto [index, side] : llvm::enumerate(set.getConstraints())) {
    AffineExpr most = zero, least = zero;
    addTerms(side, most, least);
    bool isUpperBound =
        isa<AffineConstantExpr>(most) && !isa<AffineConstantExpr>(least);
    if (isUpperBound)
      std::swap(most, least);
    signs.push_back(set.isEq(index) ? "==" : isUpperBound ? "<=" : ">=");
    sides.append({most, least});
  }
  FailureOr<SmallVector<Expr>> printed =
      affineMap(AffineMap::get(set.getNumDims(), set.getNumSymbols(), sides,
                               set.getContext()),
                operands);
  if (failed(printed))
    return failure();
  Expr all{"true"};
  for (auto [index, sign] : llvm::enumerate(signs)) {
    Expr one = binary((*printed)[2 * index], sign, (*printed)[2 * index + 1]);
    all = index == 0 ? one : binary(all, "&&", one);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static FailureOr<Expr> apply(FunctionEmitter &e, affine::AffineApplyOp op) {
  FailureOr<SmallVector<Expr>> results =
      e.affineMap(op.getAffineMap(), op.getMapOperands());
  if (failed(results))
    return failure();
  return results->front();
}

// The greatest or least of several results.
static Expr extremum(FunctionEmitter &e, StringRef function,
                     ArrayRef<Expr> values) {
  Expr all = values.front();
  for (const Expr &value : values.drop_front()) {
    e.needs.algorithm = true;
    all = call(function, {all, value});
  }
  return all;
}

template <typename OpTy>
static FailureOr<Expr> minOrMax(FunctionEmitter &e, OpTy op) {
  FailureOr<SmallVector<Expr>> results =
      e.affineMap(op.getMap(), op.getOperands());
  if (failed(results))
    return failure();
  constexpr bool isMin = std::is_same_v<OpTy, affine::AffineMinOp>;
  return extremum(e, isMin ? "std::min<int>" : "std::max<int>", *results);
}

/// The element where the subscripts are inside of the array, else 0.
static FailureOr<Expr> zeroOutside(affine::AffineLoadOp op, const Expr &element,
                                   ArrayRef<Expr> indices,
                                   ArrayRef<int64_t> dims) {
  OpBuilder builder(op.getContext());
  FailureOr<Expr> zero = literal(builder.getZeroAttr(op.getType()));
  if (failed(zero))
    return op.emitError("no C++ literal is 0 of type ") << op.getType();
  std::optional<Expr> inside;
  auto add = [&](const Expr &condition) {
    inside = inside ? binary(*inside, "&&", condition) : condition;
  };
  for (int64_t d : dims) {
    Expr extent{std::to_string(op.getMemRefType().getDimSize(d))};
    add(binary(indices[d], ">=", Expr{"0"}));
    add(binary(indices[d], "<", extent));
  }
  if (!inside)
    return element;
  return Expr{wrap(*inside, Precedence::LogicalOr) + " ? " +
                  wrap(element, Precedence::LogicalOr) + " : " +
                  wrap(*zero, Precedence::LogicalOr),
              Precedence::Conditional};
}

static FailureOr<Expr> load(FunctionEmitter &e, affine::AffineLoadOp op) {
  FailureOr<SmallVector<Expr>> indices =
      e.affineMap(op.getAffineMap(), op.getMapOperands());
  if (failed(indices))
    return failure();
  FailureOr<Expr> element = e.element(op, op.getMemRef(), *indices);
  auto dims = op->getAttrOfType<DenseI64ArrayAttr>(hls::zeroOutsideAttrName);
  if (failed(element) || !dims)
    return element;
  return zeroOutside(op, *element, *indices, dims.asArrayRef());
}

static LogicalResult store(FunctionEmitter &e, affine::AffineStoreOp op) {
  FailureOr<SmallVector<Expr>> indices =
      e.affineMap(op.getAffineMap(), op.getMapOperands());
  FailureOr<Expr> value = e.expr(op.getValueToStore());
  if (failed(indices) || failed(value))
    return failure();
  FailureOr<Expr> place = e.element(op, op.getMemRef(), *indices);
  if (failed(place))
    return failure();
  e.line() << place->text << " = " << value->text << ";" << statementComment(op)
           << "\n";
  return success();
}

static FailureOr<Expr> bound(FunctionEmitter &e, StringRef extremumName,
                             AffineMap map, ValueRange operands) {
  FailureOr<SmallVector<Expr>> values = e.affineMap(map, operands);
  if (failed(values))
    return failure();
  return extremum(e, extremumName, *values);
}

/// The loops from `op` inward that run as one (`hls.collapsed`); empty if `op`
/// is not the outermost of them.
static SmallVector<affine::AffineForOp> collapsedBand(affine::AffineForOp op) {
  SmallVector<affine::AffineForOp> band = {op};
  while (!band.back()->hasAttr(hls::collapsedAttrName)) {
    auto inner = dyn_cast<affine::AffineForOp>(band.back().getBody()->front());
    if (!inner ||
        !llvm::hasSingleElement(band.back().getBody()->without_terminator()))
      return {};
    band.push_back(inner);
  }
  auto count = band.back()->getAttrOfType<IntegerAttr>(hls::collapsedAttrName);
  if (count.getInt() != int64_t(band.size()))
    return {};
  return band;
}

static FailureOr<std::pair<Expr, Expr>> boundsOf(FunctionEmitter &e,
                                                 affine::AffineForOp op) {
  FailureOr<Expr> lower = bound(e, "std::max<int>", op.getLowerBoundMap(),
                                op.getLowerBoundOperands());
  FailureOr<Expr> upper = bound(e, "std::min<int>", op.getUpperBoundMap(),
                                op.getUpperBoundOperands());
  if (failed(lower) || failed(upper))
    return failure();
  return std::pair<Expr, Expr>(*lower, *upper);
}

static LogicalResult collapsed(FunctionEmitter &e,
                               ArrayRef<affine::AffineForOp> band) {
  SmallVector<CountedLoop> loops;
  for (affine::AffineForOp loop : band) {
    if (loop.getStepAsInt() != 1 || loop.getNumResults() != 0)
      return loop.emitError("loops that run as one (hls.collapsed) need step 1 "
                            "and no results");
    bool varies = llvm::any_of(band, [&](affine::AffineForOp other) {
      return llvm::is_contained(loop->getOperands(), other.getInductionVar());
    });
    loops.push_back({loop.getInductionVar(),
                     [&e, loop] { return boundsOf(e, loop); }, varies,
                     nullptr});
  }
  return emitCollapsed(e, band.back(), loops);
}

/// The loops from the outermost one of a process, which leaves iterations out,
/// to its pipelined one; empty if `op` is no such loop.
static SmallVector<affine::AffineForOp> skippingBand(affine::AffineForOp op) {
  auto process = dyn_cast<hls::ProcessOp>(op->getParentOp());
  SmallVector<affine::AffineForOp> band;
  if (!process || process.isTask())
    return band;
  bool skips = false;
  for (Operation *at = process.getPipelinedLoop(); at != process;
       at = at->getParentOp()) {
    band.insert(band.begin(), cast<affine::AffineForOp>(at));
    skips |= at->hasAttr(hls::skipsAttrName);
  }
  return skips ? band : SmallVector<affine::AffineForOp>();
}

/// After the last value of the loop that is left out: the set is convex, so
/// that is as far as each constraint that bounds it lets it go.
static AffineMap afterSkipped(IntegerSet set, ArrayRef<hls::SkipRow> rows) {
  MLIRContext *context = set.getContext();
  unsigned last = set.getNumDims() - 1;
  SmallVector<AffineExpr> ends;
  for (const hls::SkipRow &row : rows) {
    if (row[last] >= 0)
      continue;
    AffineExpr rest = getAffineConstantExpr(row.back(), context);
    for (unsigned dim = 0; dim < last; ++dim)
      rest = rest + getAffineDimExpr(dim, context) * row[dim];
    ends.push_back(rest.floorDiv(-row[last]) + 1);
  }
  return AffineMap::get(set.getNumDims(), 0, ends, context);
}

static int64_t executedTrips(const hls::Skips &skips,
                             ArrayRef<affine::AffineForOp> band) {
  int64_t steps = 0, inner = 1;
  SmallVector<int64_t> trips, at(skips.depth());
  for (affine::AffineForOp loop : band) {
    trips.push_back(loop.getConstantUpperBound());
    if (trips.size() > skips.depth())
      inner *= trips.back();
  }
  while (true) {
    steps += !skips.isSkipped(at);
    size_t loop = at.size();
    while (loop > 0 && ++at[loop - 1] == trips[loop - 1])
      at[--loop] = 0;
    if (loop == 0)
      return steps * inner;
  }
}

/// One loop whose counters step over what is left out.
static LogicalResult skipping(FunctionEmitter &e,
                              ArrayRef<affine::AffineForOp> band) {
  FailureOr<hls::Skips> skips = hls::skipsOfLoops(band);
  if (failed(skips))
    return failure();
  SmallVector<Value> iterators;
  for (affine::AffineForOp loop : band.take_front(skips->depth()))
    iterators.push_back(loop.getInductionVar());
  auto step = [&](StringRef counter) -> LogicalResult {
    // Behind one set may be another one.
    for (size_t round = 0; round < skips->sets.size(); ++round)
      for (auto [set, rows] : llvm::zip(skips->sets, skips->rows)) {
        AffineMap after = afterSkipped(set, rows);
        FailureOr<Expr> holds = e.affineSet(set, iterators),
                        next = bound(e, "std::min<int>", after, iterators);
        if (failed(holds) || failed(next))
          return failure();
        e.line() << "if (" << holds->text << ")\n";
        e.line() << "  " << counter << " = " << next->text << ";\n";
      }
    return success();
  };
  SmallVector<CountedLoop> loops;
  for (affine::AffineForOp loop : band) {
    if (!loop.hasConstantBounds() || loop.getConstantLowerBound() != 0 ||
        loop.getStepAsInt() != 1 || loop.getNumResults() != 0)
      return loop.emitError("loops of a process with hls.skips run from 0 to a "
                            "constant by steps of 1");
    loops.push_back({loop.getInductionVar(),
                     [&e, loop] { return boundsOf(e, loop); }, false, nullptr});
    if (loop.getOperation() == skips->loop)
      loops.back().skip = step;
  }
  return emitCollapsed(e, band.back(), loops, executedTrips(*skips, band));
}

static LogicalResult forLoop(FunctionEmitter &e, affine::AffineForOp op) {
  if (SmallVector<affine::AffineForOp> all = skippingBand(op); !all.empty())
    return skipping(e, all);
  SmallVector<affine::AffineForOp> band = collapsedBand(op);
  if (!band.empty())
    return collapsed(e, band);
  if (op->hasAttr(hls::collapsedAttrName))
    return op.emitError("the loops around it that hls.collapsed counts are not "
                        "nested perfectly");
  FailureOr<Expr> lower = bound(e, "std::max<int>", op.getLowerBoundMap(),
                                op.getLowerBoundOperands());
  FailureOr<Expr> upper = bound(e, "std::min<int>", op.getUpperBoundMap(),
                                op.getUpperBoundOperands());
  if (failed(lower) || failed(upper))
    return failure();
  return emitLoop(e, op, op.getInductionVar(), op.getInits(),
                  op.getRegionIterArgs(), *lower, *upper,
                  {std::to_string(op.getStepAsInt())});
}

static LogicalResult ifElse(FunctionEmitter &e, affine::AffineIfOp op) {
  FailureOr<Expr> condition = e.affineSet(op.getIntegerSet(), op.getOperands());
  if (failed(condition))
    return failure();
  return emitIf(e, op, *condition, op.getThenBlock(),
                op.hasElse() ? op.getElseBlock() : nullptr);
}

void emit::addAffinePatterns(Patterns &patterns) {
  patterns.expression<affine::AffineApplyOp, apply>();
  patterns.expression<affine::AffineMinOp, minOrMax>();
  patterns.expression<affine::AffineMaxOp, minOrMax>();
  patterns.expression<affine::AffineLoadOp, load>();
  patterns.statement<affine::AffineStoreOp, store>();
  patterns.statement<affine::AffineForOp, forLoop>();
  patterns.statement<affine::AffineIfOp, ifElse>();
}
