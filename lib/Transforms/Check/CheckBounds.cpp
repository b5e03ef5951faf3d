//===- CheckBounds.cpp - Subscripts stay inside their buffers -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The box of the loops proves most accesses. What it does not prove is asked of
// the integer points of loops and conditions, which is exact.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckBounds.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "talos/Analysis/Counting.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Dialect/HLS/ZeroOutside.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using affine::FlatAffineValueConstraints;
using presburger::BoundType;
using transforms::Reach;

/// Composes the subscripts and returns the trip counts of the loops that are
/// their dimensions; none unless these are all, and of the form '0 to N'.
static std::optional<SmallVector<int64_t>> overLoops(AffineMap &map,
                                                     ValueRange operands) {
  SmallVector<Value> loops(operands);
  affine::fullyComposeAffineMapAndOperands(&map, &loops);
  affine::canonicalizeMapAndOperands(&map, &loops);
  SmallVector<int64_t> trips;
  for (Value value : loops) {
    affine::AffineForOp loop = affine::getForInductionVarOwner(value);
    if (!loop || !loop.hasConstantBounds() ||
        loop.getConstantLowerBound() != 0 || loop.getStepAsInt() != 1)
      return std::nullopt;
    trips.push_back(loop.getConstantUpperBound());
  }
  if (map.getNumSymbols() != 0)
    return std::nullopt;
  return trips;
}

std::optional<std::pair<int64_t, int64_t>>
transforms::reachOf(AffineMap map, ValueRange operands) {
  std::optional<SmallVector<int64_t>> trips = overLoops(map, operands);
  if (!trips)
    return std::nullopt;
  std::optional<analysis::LinearForm> form =
      analysis::linearForm(map.getResult(0), trips->size());
  if (!form)
    return std::nullopt;
  return analysis::rangeOf(*form, *trips, llvm::SmallBitVector(trips->size()));
}

/// Whether `form` takes every value of [0, extent): its loops are the digits of
/// a number, in whatever order.
static bool countsThrough(const analysis::LinearForm &form,
                          ArrayRef<int64_t> trips, int64_t extent) {
  int64_t next = 1, least = form.constant;
  for (bool found = true; found;) {
    found = false;
    for (auto [coefficient, trip] : llvm::zip(form.coefficients, trips)) {
      if (trip <= 1 || (coefficient != next && coefficient != -next))
        continue;
      if (trip > extent / next)
        return false;
      least += coefficient < 0 ? coefficient * (trip - 1) : 0;
      next *= trip;
      found = true;
    }
  }
  return next == extent && least == 0;
}

bool transforms::reachesAll(AffineMap map, ValueRange operands,
                            ArrayRef<int64_t> extents) {
  std::optional<SmallVector<int64_t>> trips = overLoops(map, operands);
  if (!trips || llvm::any_of(*trips, [](int64_t trip) { return trip < 1; }))
    return false;
  llvm::SmallBitVector used(trips->size());
  for (auto [expr, extent] : llvm::zip(map.getResults(), extents)) {
    std::optional<analysis::LinearForm> form =
        analysis::linearForm(expr, trips->size());
    if (!form || !countsThrough(*form, *trips, extent))
      return false;
    for (auto [l, coefficient] : llvm::enumerate(form->coefficients)) {
      if (coefficient == 0)
        continue;
      if (used[l]) // a diagonal
        return false;
      used.set(l);
    }
  }
  return true;
}

/// Makes `domain` know the iterators among `values`, with the bounds of their
/// loops. An iterator that comes into the task as an operand is the one of a
/// loop around the task.
static LogicalResult addIterators(FlatAffineValueConstraints &domain,
                                  ValueRange values, hls::TaskOp task) {
  for (Value value : values)
    if (failed(domain.addInductionVarOrTerminalSymbol(value)))
      return failure();
  for (auto [argument, input] :
       llvm::zip(task.getBody().getArguments(), task.getInputs())) {
    if (!domain.containsVar(argument) ||
        !affine::isAffineForInductionVar(input))
      continue;
    // It may be there as a bound of another one's loop.
    if (!domain.containsVar(input) &&
        failed(domain.addInductionVarOrTerminalSymbol(input)))
      return failure();
    unsigned inner = 0, outer = 0;
    domain.findVar(argument, &inner);
    domain.findVar(input, &outer);
    SmallVector<int64_t> equal(domain.getNumCols(), 0);
    equal[inner] = 1;
    equal[outer] = -1;
    domain.addEquality(equal);
  }
  return success();
}

/// Adds the domains of the loops around the task.
static LogicalResult addLoopsAround(FlatAffineValueConstraints &domain,
                                    hls::TaskOp task) {
  for (Operation *around = task->getParentOp(); around;
       around = around->getParentOp())
    if (auto loop = dyn_cast<affine::AffineForOp>(around))
      if (failed(
              domain.addInductionVarOrTerminalSymbol(loop.getInductionVar())))
        return failure();
  return success();
}

/// Adds that the condition holds.
static LogicalResult addCondition(FlatAffineValueConstraints &domain,
                                  affine::AffineIfOp guard, hls::TaskOp task) {
  SmallVector<Value> operands;
  IntegerSet set = transforms::composedSet(guard, operands);
  if (failed(addIterators(domain, operands, task)))
    return failure();
  for (auto [index, expr] : llvm::enumerate(set.getConstraints())) {
    // The side of the condition, as a variable that is 0, or at least 0.
    unsigned side = domain.appendDimVar();
    auto map = AffineMap::get(set.getNumDims(), set.getNumSymbols(), expr);
    if (failed(domain.addBound(BoundType::EQ, side, map, operands)))
      return failure();
    domain.addBound(set.isEq(index) ? BoundType::EQ : BoundType::LB, side,
                    int64_t(0));
  }
  return success();
}

/// The iterations in which `op` runs; conditions that stand in the way of an
/// else branch are left out. Failure if a bound is not linear.
static LogicalResult addDomain(FlatAffineValueConstraints &domain,
                               Operation *op, hls::TaskOp task) {
  if (failed(addLoopsAround(domain, task)))
    return failure();
  for (; op != task; op = op->getParentOp()) {
    auto guard = dyn_cast<affine::AffineIfOp>(op->getParentOp());
    if (auto loop = dyn_cast<affine::AffineForOp>(op->getParentOp()))
      if (failed(addIterators(domain, loop.getInductionVar(), task)))
        return failure();
    if (!guard || op->getBlock() != guard.getThenBlock())
      continue;
    if (failed(addCondition(domain, guard, task)))
      return failure();
  }
  return success();
}

/// Whether some iteration of the box, where the guard holds, is beyond a bound
/// of the loop.
static FailureOr<bool> leavesOut(affine::AffineForOp loop, bool below,
                                 ArrayRef<transforms::BoxLoop> nest,
                                 affine::AffineIfOp guard, hls::TaskOp task) {
  FlatAffineValueConstraints domain;
  for (auto [own, trip] : nest) {
    unsigned iterator =
        domain.appendDimVar(affine::AffineForOp(own).getInductionVar());
    domain.addBound(BoundType::LB, iterator, int64_t(0));
    domain.addBound(BoundType::UB, iterator, trip - 1);
  }
  SmallVector<Value> operands(below ? loop.getLowerBoundOperands()
                                    : loop.getUpperBoundOperands());
  AffineMap map = below ? loop.getLowerBoundMap() : loop.getUpperBoundMap();
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  if (failed(addLoopsAround(domain, task)) ||
      failed(addCondition(domain, guard, task)) ||
      failed(addIterators(domain, operands, task)))
    return failure();
  unsigned iterator = 0;
  domain.findVar(loop.getInductionVar(), &iterator);
  for (unsigned r = 0; r < map.getNumResults(); ++r) {
    FlatAffineValueConstraints beyond = domain;
    if (failed(beyond.addBound(below ? BoundType::UB : BoundType::LB, iterator,
                               map.getSubMap(r), operands)))
      return failure();
    if (!beyond.isIntegerEmpty())
      return true;
  }
  return false;
}

LogicalResult transforms::checkTrueBounds(BoxLoop loop, ArrayRef<BoxLoop> nest,
                                          affine::AffineIfOp guard,
                                          hls::TaskOp task) {
  affine::AffineForOp op = loop.first;
  std::string name = analysis::sourceName(op);
  if (!guard)
    return op.emitError("loop '")
           << name << "' has bounds that vary, but no condition says where its "
           << "statement runs";
  auto counts = analysis::tripCounts(op, /*thorough=*/true);
  if (!counts || counts->first < 0 || counts->end > loop.second)
    return op.emitError("loop '")
           << name << "' must stay in 0 to " << loop.second
           << ", which the design point says";
  for (bool below : {true, false}) {
    FailureOr<bool> wrong = leavesOut(op, below, nest, guard, task);
    if (failed(wrong))
      return op.emitError("a bound of loop '") << name << "' is not linear";
    if (*wrong)
      return op.emitError("the ")
             << (below ? "lower" : "upper") << " bound of loop '" << name
             << "' leaves out iterations in which the statement runs";
  }
  return success();
}

/// Asks the integer points of the loops and conditions.
static Reach::Place placeOf(Operation *op, AffineMap map, ValueRange values,
                            int64_t extent, hls::TaskOp task) {
  FlatAffineValueConstraints domain;
  if (!task || failed(addDomain(domain, op, task)))
    return Reach::Unknown;
  SmallVector<Value> operands(values);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  affine::canonicalizeMapAndOperands(&map, &operands);
  if (failed(addIterators(domain, operands, task)))
    return Reach::Unknown;
  unsigned subscript = domain.appendDimVar();
  if (failed(domain.addBound(BoundType::EQ, subscript, map, operands)))
    return Reach::Unknown;
  FlatAffineValueConstraints below = domain, above = domain;
  below.addBound(BoundType::UB, subscript, int64_t(-1));
  above.addBound(BoundType::LB, subscript, extent);
  return below.isIntegerEmpty() && above.isIntegerEmpty() ? Reach::Inside
                                                          : Reach::Outside;
}

Reach transforms::reachWithin(Operation *op, AffineMap map, ValueRange operands,
                              int64_t extent) {
  return reachWithin(op, map, operands, extent,
                     op->getParentOfType<hls::TaskOp>());
}

Reach transforms::reachWithin(Operation *op, AffineMap map, ValueRange operands,
                              int64_t extent, hls::TaskOp task) {
  Reach reach;
  reach.range = reachOf(map, operands);
  bool isInside =
      reach.range && reach.range->first >= 0 && reach.range->second < extent;
  reach.place =
      isInside ? Reach::Inside : placeOf(op, map, operands, extent, task);
  return reach;
}

LogicalResult transforms::checkSubscript(Operation *op, unsigned dim,
                                         AffineMap map, ValueRange operands,
                                         int64_t extent, hls::TaskOp task) {
  Reach reach = reachWithin(op, map, operands, extent, task);
  if (reach.place == Reach::Inside)
    return success();
  InFlightDiagnostic diag = op->emitError("subscript of dimension ") << dim;
  if (reach.range)
    return diag << " reaches from " << reach.range->first << " to "
                << reach.range->second << ", outside the extent " << extent;
  if (reach.place == Reach::Unknown)
    return diag << " is not linear in loops of the form '0 to N'";
  return diag << " leaves the extent " << extent
              << " in some iteration of the loops and conditions around it";
}

template <typename OpTy> static LogicalResult checkAccess(OpTy op) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  auto task = op->template getParentOfType<hls::TaskOp>();
  auto zeroOutside =
      op->template getAttrOfType<DenseI64ArrayAttr>(hls::zeroOutsideAttrName);
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    bool mayLeave =
        zeroOutside && llvm::is_contained(zeroOutside.asArrayRef(), dim);
    if (!mayLeave && failed(transforms::checkSubscript(
                         op, dim, op.getAffineMap().getSubMap(dim),
                         op.getMapOperands(), type.getDimSize(dim), task)))
      return failure();
  }
  return success();
}

LogicalResult transforms::checkBounds(affine::AffineLoadOp load) {
  return checkAccess(load);
}

LogicalResult transforms::checkBounds(affine::AffineStoreOp store) {
  return checkAccess(store);
}
