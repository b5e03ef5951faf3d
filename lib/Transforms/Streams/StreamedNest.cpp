//===- StreamedNest.cpp - A nest whose arrays are streams -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamedNest.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/InitialValue.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
using affine::AffineIfOp;

SmallVector<int64_t> StreamedArray::box() const {
  return llvm::filter_to_vector(lanes, [](int64_t count) { return count > 1; });
}

SmallVector<Value> StreamedNest::iterators(ArrayRef<unsigned> of) const {
  return llvm::map_to_vector(of, [&](unsigned loop) -> Value {
    return AffineForOp(loops[loop]).getInductionVar();
  });
}

SmallVector<unsigned>
StreamedNest::heldOver(const StreamedArray &operand) const {
  return llvm::filter_to_vector(operand.repeating, [&](unsigned loop) {
    return operand.moving.empty() || loop > operand.moving.back();
  });
}

SmallVector<unsigned>
StreamedNest::accumulated(const StreamedArray &stored) const {
  return llvm::filter_to_vector(stored.moving, [&](unsigned loop) {
    return !stored.repeating.empty() && loop > stored.repeating.front();
  });
}

bool StreamedNest::isAtStart(const StreamedArray &stored, Operation *op) const {
  SmallVector<Value> zero;
  for (Operation *inner = op, *around = op->getParentOp(); inner != pipelined();
       inner = around, around = around->getParentOp()) {
    auto condition = dyn_cast<AffineIfOp>(around);
    if (!condition || inner->getBlock() != condition.getThenBlock())
      continue;
    IntegerSet set = condition.getIntegerSet();
    for (unsigned i = 0; i < set.getNumConstraints(); ++i)
      if (auto dim = dyn_cast<AffineDimExpr>(set.getConstraint(i));
          dim && set.isEq(i))
        zero.push_back(condition.getOperand(dim.getPosition()));
  }
  return llvm::all_of(iterators(stored.repeating), [&](Value iterator) {
    return llvm::is_contained(zero, iterator);
  });
}

namespace {
class Analyzer {
public:
  explicit Analyzer(AffineForOp outermost) : outermost(outermost) {}
  FailureOr<StreamedNest> run();

private:
  LogicalResult loops();
  LogicalResult operation(Operation *op);
  LogicalResult access(Operation *op, Value array, AffineMap map,
                       ValueRange operands, bool isStore);
  LogicalResult subscript(Operation *op, AffineExpr expr,
                          ArrayRef<AffineForOp> unrolled, LaneAccess &access,
                          SmallVector<AffineExpr> &first,
                          SmallVector<int64_t> &lanes);
  bool overwrites(const StreamedArray &array) const;
  LogicalResult finish(StreamedArray &array);

  AffineForOp outermost;
  StreamedNest nest;
};
} // namespace

static bool countsFromZero(AffineForOp loop) {
  return loop.hasConstantBounds() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 && loop.getConstantUpperBound() > 0;
}

static bool isUnrolled(AffineForOp loop) {
  return loop->hasAttr(hls::unrollAttrName);
}

/// The perfect nest down to the pipelined loop; without one the innermost loop
/// becomes it.
LogicalResult Analyzer::loops() {
  AffineForOp loop = outermost;
  while (true) {
    if (!countsFromZero(loop) || loop->getNumResults() > 0)
      return loop.emitError("a loop of a nest that is streamed must run from 0 "
                            "to a constant by steps of 1 and carry no values");
    nest.loops.push_back(loop);
    nest.trips.push_back(loop.getConstantUpperBound());
    if (loop->hasAttr(hls::pipelineAttrName))
      return success();
    bool isInnermost = loop.getBody()->getOps<AffineForOp>().empty();
    if (isInnermost && !isUnrolled(loop)) {
      loop->setAttr(hls::pipelineAttrName,
                    hls::PipelineAttr::get(loop.getContext(), /*ii=*/1,
                                           hls::PipelineStyle::Auto));
      return success();
    }
    auto next = dyn_cast<AffineForOp>(loop.getBody()->front());
    if (!next || next->getNextNode() != loop.getBody()->getTerminator())
      return loop.emitError("a nest that is streamed must be perfect down to a "
                            "loop with hls.pipeline");
    loop = next;
  }
}

/// A subscript is that of the box, which outer loops move, and at most one
/// lane.
LogicalResult Analyzer::subscript(Operation *op, AffineExpr expr,
                                  ArrayRef<AffineForOp> unrolled,
                                  LaneAccess &access,
                                  SmallVector<AffineExpr> &first,
                                  SmallVector<int64_t> &lanes) {
  MLIRContext *context = op->getContext();
  unsigned outer = nest.loops.size(), all = outer + unrolled.size();
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < all; ++dim)
    dims.push_back(dim < outer ? getAffineDimExpr(dim, context)
                               : getAffineConstantExpr(0, context));
  AffineExpr start = simplifyAffineExpr(expr.replaceDims(dims), all, 0);
  AffineExpr lane = simplifyAffineExpr(expr - start, all, 0);
  first.push_back(start);
  auto iterator = dyn_cast<AffineDimExpr>(lane);
  if (lane == getAffineConstantExpr(0, context)) {
    lanes.push_back(1);
    access.lanes.push_back(nullptr);
    return success();
  }
  if (!iterator || iterator.getPosition() < outer)
    return op->emitError("a subscript of a nest that is streamed is one of the "
                         "loops around plus at most one unrolled iterator");
  AffineForOp loop = unrolled[iterator.getPosition() - outer];
  if (llvm::is_contained(access.lanes, loop.getInductionVar()))
    return op->emitError("an unrolled iterator stands in two subscripts; in a "
                         "nest that is streamed it is the lane of one");
  lanes.push_back(loop.getConstantUpperBound());
  access.lanes.push_back(loop.getInductionVar());
  return success();
}

LogicalResult Analyzer::access(Operation *op, Value array, AffineMap map,
                               ValueRange mapOperands, bool isStore) {
  if (nest.loops.front()->isAncestor(array.getParentRegion()->getParentOp()))
    return op->emitError("a nest that is streamed has no arrays of its own");
  SmallVector<Value> operands(mapOperands);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<AffineForOp> unrolled;
  SmallVector<AffineExpr> places;
  for (Value operand : operands) {
    AffineForOp loop = affine::getForInductionVarOwner(operand);
    const auto *known = loop ? llvm::find(nest.loops, loop) : nest.loops.end();
    if (!loop || !outermost->isAncestor(loop))
      return op->emitError("a subscript of a nest that is streamed is made of "
                           "iterators of its loops");
    unsigned dim = known - nest.loops.begin();
    if (known == nest.loops.end()) {
      dim += unrolled.size();
      unrolled.push_back(loop);
    }
    places.push_back(getAffineDimExpr(dim, op->getContext()));
  }
  LaneAccess lanesOf{op, {}};
  SmallVector<AffineExpr> first;
  SmallVector<int64_t> lanes;
  for (AffineExpr expr : map.getResults()) {
    AffineExpr named = expr.replaceDimsAndSymbols(
        ArrayRef(places).take_front(map.getNumDims()),
        ArrayRef(places).drop_front(map.getNumDims()));
    if (failed(subscript(op, named, unrolled, lanesOf, first, lanes)))
      return failure();
  }
  unsigned number = 0, boxes = 0;
  bool isKnown = false;
  for (; nest.arrays.count({array, boxes}); ++boxes) {
    const StreamedArray &other = nest.arrays[{array, boxes}];
    bool isSame = other.first == first && other.lanes == lanes;
    number = isSame ? boxes : number;
    if (!isSame && (isStore || other.isStored))
      return op->emitError("accesses other elements of an array than an access "
                           "before it in the iteration; in a nest that is "
                           "streamed all elements of an array that it stores "
                           "are lanes of one token");
    isKnown |= isSame;
  }
  number = isKnown ? number : boxes;
  StreamedArray &known = nest.arrays[{array, number}];
  known.array = array;
  known.number = number;
  known.first = first;
  known.lanes = lanes;
  known.isStored |= isStore;
  known.accesses.push_back(std::move(lanesOf));
  return success();
}

LogicalResult Analyzer::operation(Operation *op) {
  if (auto loop = dyn_cast<AffineForOp>(op)) {
    if (loop != nest.pipelined() &&
        (!countsFromZero(loop) || !isUnrolled(loop)))
      return loop.emitError("inside of the pipelined loop of a nest that is "
                            "streamed, loops are unrolled and run from 0 to a "
                            "constant");
  } else if (auto load = dyn_cast<affine::AffineLoadOp>(op)) {
    return access(load, load.getMemRef(), load.getAffineMap(),
                  load.getMapOperands(), /*isStore=*/false);
  } else if (auto store = dyn_cast<affine::AffineStoreOp>(op)) {
    if (failed(access(store, store.getMemRef(), store.getAffineMap(),
                      store.getMapOperands(), /*isStore=*/true)))
      return failure();
  } else if (!isa<AffineIfOp, affine::AffineYieldOp>(op) && !isPure(op)) {
    return op->emitError("'")
           << op->getName() << "' cannot stand in a nest that is streamed";
  }
  for (Value operand : op->getOperands()) {
    if (isa<MemRefType>(operand.getType()) ||
        outermost->isAncestor(operand.getParentRegion()->getParentOp()))
      continue;
    Operation *source = operand.getDefiningOp();
    if (source && !source->hasTrait<OpTrait::ConstantLike>())
      return op->emitError("a nest that is streamed takes scalars that are "
                           "arguments or constants from outside");
    nest.scalars.insert(operand);
  }
  return success();
}

/// The first access is a store that happens where no loop that repeats the box
/// has moved on.
bool Analyzer::overwrites(const StreamedArray &array) const {
  Operation *op = array.accesses.front().op;
  if (!isa<affine::AffineStoreOp>(op))
    return false;
  for (Operation *around = op->getParentOp(); around != nest.pipelined();
       around = around->getParentOp()) {
    auto condition = dyn_cast<AffineIfOp>(around);
    if (!condition)
      continue;
    if (condition.hasElse() &&
        condition.getElseBlock()->findAncestorOpInBlock(*op))
      return false;
    IntegerSet set = condition.getIntegerSet();
    OperandRange operands = condition.getOperands();
    SmallVector<AffineExpr> zeros(operands.size(),
                                  getAffineConstantExpr(0, set.getContext()));
    SmallVector<Value> still = nest.iterators(array.repeating);
    for (AffineForOp loop : nest.loops)
      if (loop.getConstantUpperBound() == 1)
        still.push_back(loop.getInductionVar());
    for (Value operand : operands)
      if (!llvm::is_contained(still, operand))
        return false;
    for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
      auto value = dyn_cast<AffineConstantExpr>(
          simplifyAffineExpr(set.getConstraint(i).replaceDimsAndSymbols(
                                 ArrayRef(zeros).take_front(set.getNumDims()),
                                 ArrayRef(zeros).drop_front(set.getNumDims())),
                             0, 0));
      if (!value ||
          (set.isEq(i) ? value.getValue() != 0 : value.getValue() < 0))
        return false;
    }
  }
  return true;
}

/// Loops, tokens and their order.
LogicalResult Analyzer::finish(StreamedArray &array) {
  auto type = cast<MemRefType>(array.array.getType());
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop) {
    bool moves = llvm::any_of(array.first, [&](AffineExpr expr) {
      return expr.isFunctionOfDim(loop);
    });
    if (moves)
      array.moving.push_back(loop);
    else if (nest.trips[loop] > 1)
      array.repeating.push_back(loop);
  }
  for (const LaneAccess &access : array.accesses)
    if (auto value = access.op->getAttrOfType<TypedAttr>(hls::initialAttrName))
      array.initial = value;
  array.needsOld = array.isStored && !array.initial && !overwrites(array);
  SmallVector<int64_t> box = array.box();
  int64_t lanes = box.empty() ? 1 : box.pop_back_val(), fifos = 1;
  for (int64_t count : box)
    fifos *= count;
  Operation *at = array.accesses.front().op;
  array.tokens = hls::StreamType::getChecked(
      [&] { return at->emitError(); }, at->getContext(), type.getElementType(),
      lanes, fifos > 1 ? fifos : 0);
  if (!array.tokens)
    return failure();
  // An operand has a token for each iteration of the loops down to the last one
  // that moves it, a result one where it is complete.
  SmallVector<unsigned> loops = array.moving;
  if (!array.isStored) {
    unsigned depth = array.moving.empty() ? 0 : array.moving.back() + 1;
    loops = llvm::to_vector(llvm::seq(0u, depth));
  }
  SmallVector<AffineExpr> dims(nest.loops.size(),
                               getAffineConstantExpr(0, at->getContext()));
  for (auto [number, loop] : llvm::enumerate(loops)) {
    dims[loop] = getAffineDimExpr(number, at->getContext());
    array.order.trips.push_back(nest.trips[loop]);
  }
  if (loops.empty())
    array.order.trips.push_back(1);
  SmallVector<AffineExpr> subscripts;
  for (AffineExpr expr : array.first)
    subscripts.push_back(expr.replaceDims(dims));
  array.order.element =
      AffineMap::get(array.order.trips.size(), 0, subscripts, at->getContext());
  array.order.lanes = array.lanes;
  if (!array.isStored)
    return success();
  if (llvm::Error error = poly::checkOnce(array.order))
    return at->emitError("results cannot be streamed: ")
           << llvm::toString(std::move(error));
  return success();
}

FailureOr<StreamedNest> Analyzer::run() {
  if (failed(loops()))
    return failure();
  WalkResult walk =
      nest.pipelined()->walk<WalkOrder::PreOrder>([&](Operation *op) {
        return failed(operation(op)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
      });
  if (walk.wasInterrupted())
    return failure();
  for (auto &[use, streamed] : nest.arrays)
    if (failed(finish(streamed)))
      return failure();
  return std::move(nest);
}

FailureOr<StreamedNest> talos::analyzeNest(AffineForOp outermost) {
  return Analyzer(outermost).run();
}
