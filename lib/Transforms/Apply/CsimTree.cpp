//===- CsimTree.cpp - Unrolled float sums as balanced trees ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace talos {
#define GEN_PASS_DEF_CSIMTREE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

static bool isUnrolledReduction(affine::AffineForOp loop) {
  return hls::levelOf(loop) == 2u && loop->hasAttr(hls::reductionAttrName);
}

/// The level-2 reduction loops around the store, innermost first.
static FailureOr<SmallVector<affine::AffineForOp>>
reductionLoops(affine::AffineStoreOp store) {
  SmallVector<affine::AffineForOp> loops;
  bool passedOther = false;
  for (Operation *op = store->getParentOp();
       !isa<hls::TaskOp, hls::ProcessOp>(op); op = op->getParentOp()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (!loop || !isUnrolledReduction(loop)) {
      passedOther = true;
      continue;
    }
    if (passedOther)
      return loop.emitError("a level-2 reduction loop surrounds another loop; "
                            "hls-apply-schedule puts them innermost");
    loops.push_back(loop);
  }
  return loops;
}

/// But for stores to copies of the buffer.
static bool isUsedOnce(Value value) {
  return llvm::count_if(value.getUsers(), [](Operation *user) {
           return !user->hasAttr(hls::copyAttrName);
         }) == 1;
}

/// The store and, right behind it, those of its value to copies of the buffer.
static SmallVector<affine::AffineStoreOp>
withCopies(affine::AffineStoreOp store) {
  SmallVector<affine::AffineStoreOp> all = {store};
  for (Operation *next = store->getNextNode();
       next && next->hasAttr(hls::copyAttrName); next = next->getNextNode())
    all.push_back(cast<affine::AffineStoreOp>(next));
  return all;
}

/// The load of the stored element that the statement adds to, or null. It is
/// reached through additions, or the left side of a subtraction, alone.
static affine::AffineLoadOp findAccumulator(Value value,
                                            affine::AffineStoreOp store) {
  Operation *op = value.getDefiningOp();
  if (auto load = dyn_cast_or_null<affine::AffineLoadOp>(op))
    return affine::MemRefAccess(load) == affine::MemRefAccess(store)
               ? load
               : affine::AffineLoadOp();
  if (!isa_and_present<arith::AddFOp, arith::SubFOp>(op) || !isUsedOnce(value))
    return {};
  if (affine::AffineLoadOp load = findAccumulator(op->getOperand(0), store))
    return load;
  return isa<arith::AddFOp>(op) ? findAccumulator(op->getOperand(1), store)
                                : affine::AffineLoadOp();
}

/// Whether the statement is a sum: its accumulator is used once and nothing
/// else of the written array is read.
static bool isSum(affine::AffineStoreOp store) {
  affine::AffineLoadOp accumulator =
      findAccumulator(store.getValueToStore(), store);
  if (!accumulator || !accumulator.getResult().hasOneUse())
    return false;
  return llvm::none_of(*store->getBlock(), [&](Operation &op) {
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    return load && load != accumulator && load.getMemref() == store.getMemref();
  });
}

/// Appends what `value` adds to the accumulator, in the source's order.
static void collectTerms(Value value, affine::AffineStoreOp store,
                         OpBuilder &builder, SmallVectorImpl<Value> &terms) {
  Operation *op = value.getDefiningOp();
  if (isa<affine::AffineLoadOp>(op))
    return; // the accumulator itself
  bool left = bool(findAccumulator(op->getOperand(0), store));
  collectTerms(op->getOperand(left ? 0 : 1), store, builder, terms);
  Value term = op->getOperand(left ? 1 : 0);
  if (isa<arith::SubFOp>(op))
    term = arith::NegFOp::create(builder, op->getLoc(), term);
  terms.push_back(term);
}

/// Adds two values as `combined` does.
static Value add(OpBuilder &builder, Location loc, Operation *combined, Value a,
                 Value b) {
  auto sum = arith::AddFOp::create(builder, loc, a, b);
  hls::copyImpl(combined, sum);
  return sum;
}

/// Adds neighbours until one value is left.
static Value buildTree(OpBuilder &builder, Location loc, Operation *combined,
                       SmallVector<Value> values) {
  while (values.size() > 1) {
    SmallVector<Value> sums;
    for (size_t i = 0; i + 1 < values.size(); i += 2)
      sums.push_back(add(builder, loc, combined, values[i], values[i + 1]));
    if (values.size() % 2)
      sums.push_back(values.back());
    values = std::move(sums);
  }
  return values.front();
}

/// Replaces the copies of a statement by one that adds the terms of all of
/// them. The accumulator is one of the terms, or is added in the end.
static void balance(ArrayRef<affine::AffineStoreOp> copies, bool isLast) {
  SmallVector<affine::AffineStoreOp> stores(copies);
  Block *block = stores.back()->getBlock();
  OpBuilder builder(stores.back());
  Location loc = stores.back().getLoc();
  SmallVector<Value> values;
  Value accumulator =
      findAccumulator(stores.front().getValueToStore(), stores.front());
  if (!isLast)
    values.push_back(accumulator);
  for (affine::AffineStoreOp store : stores)
    collectTerms(store.getValueToStore(), store, builder, values);
  Operation *combined = stores.back().getValueToStore().getDefiningOp();
  Value sum = buildTree(builder, loc, combined, std::move(values));
  if (isLast)
    sum = add(builder, loc, combined, accumulator, sum);
  Value last = stores.back().getValueToStore();
  for (affine::AffineStoreOp store : withCopies(stores.back()))
    store->replaceUsesOfWith(last, sum);
  for (affine::AffineStoreOp store : ArrayRef(stores).drop_back())
    for (affine::AffineStoreOp each : withCopies(store))
      each.erase();
  transforms::composeSubscripts(block);
}

LogicalResult transforms::balanceReduction(hls::TaskOp task) {
  SmallVector<affine::AffineStoreOp> stores;
  task->walk([&](affine::AffineStoreOp store) {
    if (store->hasAttr(hls::statementAttrName))
      stores.push_back(store);
  });
  for (affine::AffineStoreOp store : stores) {
    if (isa<affine::AffineIfOp>(store->getParentOp()))
      continue; // the tool adds conditional terms one after the other
    FailureOr<SmallVector<affine::AffineForOp>> loops = reductionLoops(store);
    if (failed(loops))
      return failure();
    if (loops->empty() || !isSum(store))
      continue;
    Block *block = loops->back()->getBlock();
    auto statement = store->getAttrOfType<StringAttr>(hls::statementAttrName);
    for (affine::AffineForOp loop : *loops)
      if (failed(affine::loopUnrollFull(loop)))
        return loop.emitError("cannot be unrolled completely; its trip count "
                              "must be a constant");
    SmallVector<affine::AffineStoreOp> copies;
    for (auto copy : block->getOps<affine::AffineStoreOp>())
      if (copy->getAttr(hls::statementAttrName) == statement)
        copies.push_back(copy);
    balance(copies, /*isLast=*/false);
  }
  return success();
}

/// Between the accumulator and what is stored there are additions alone.
static bool addsOnly(Value value, affine::AffineStoreOp store) {
  Operation *op = value.getDefiningOp();
  if (isa<affine::AffineLoadOp>(op))
    return true;
  if (!isa<arith::AddFOp>(op))
    return false;
  bool left = bool(findAccumulator(op->getOperand(0), store));
  return addsOnly(op->getOperand(left ? 0 : 1), store);
}

/// The condition goes from the body of the innermost loop to around all of
/// them.
static void moveAround(affine::AffineIfOp guard, affine::AffineForOp outermost,
                       affine::AffineForOp innermost) {
  Block *body = guard.getThenBlock();
  innermost.getBody()->getOperations().splice(
      Block::iterator(guard), body->getOperations(), body->begin(),
      std::prev(body->end()));
  guard->moveBefore(outermost);
  outermost->moveBefore(body->getTerminator());
}

/// The additions that nothing uses, and the accumulator's load.
static void eraseUnused(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !value.use_empty() ||
      !isa<arith::AddFOp, affine::AffineLoadOp>(op))
    return;
  SmallVector<Value> operands;
  if (isa<arith::AddFOp>(op))
    operands.assign(op->operand_begin(), op->operand_end());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand);
}

/// Under the condition are the terms alone, which go through registers.
static void chooseTerms(affine::AffineIfOp guard, affine::AffineStoreOp store) {
  Location loc = store.getLoc();
  OpBuilder atStore(store);
  SmallVector<Value> terms;
  collectTerms(store.getValueToStore(), store, atStore, terms);
  auto element = cast<FloatType>(terms.front().getType());
  auto type = MemRefType::get({int64_t(terms.size())}, element);
  OpBuilder before(guard);
  auto complete = hls::PartitionDimAttr::get(store.getContext(),
                                             hls::PartitionKind::Complete, 0);
  auto registers = hls::BufferOp::create(
      before, loc, type, "terms", /*array=*/StringAttr(),
      hls::PartitionAttr::get(store.getContext(), {complete}),
      hls::StorageAttr(), /*copies=*/1, /*global=*/FlatSymbolRefAttr(),
      /*port=*/Value());
  Operation *combined = store.getValueToStore().getDefiningOp();
  OpBuilder after(guard->getBlock(), std::next(Block::iterator(guard)));
  auto accumulator = cast<affine::AffineLoadOp>(
      after.clone(*findAccumulator(store.getValueToStore(), store)));
  Value none = arith::ConstantOp::create(before, loc,
                                         before.getFloatAttr(element, -0.0)),
        sum = accumulator.getResult();
  guard.getElseRegion().emplaceBlock();
  affine::AffineIfOp::ensureTerminator(guard.getElseRegion(), before, loc);
  OpBuilder otherwise(guard.getElseBlock()->getTerminator());
  for (auto [number, term] : llvm::enumerate(terms)) {
    AffineMap at = AffineMap::getConstantMap(number, store.getContext());
    affine::AffineStoreOp::create(atStore, loc, term, registers, at,
                                  ValueRange());
    affine::AffineStoreOp::create(otherwise, loc, none, registers, at,
                                  ValueRange());
    Value chosen =
        affine::AffineLoadOp::create(after, loc, registers, at, ValueRange());
    sum = add(after, loc, combined, sum, chosen);
  }
  auto stored = cast<affine::AffineStoreOp>(after.clone(*store));
  stored->replaceUsesOfWith(store.getValueToStore(), sum);
  Value last = store.getValueToStore();
  store.erase();
  eraseUnused(last);
}

/// A sum under a condition, alone in an unrolled loop that sums. A condition
/// that does not depend on loops that sum goes around all of them. Any other
/// one chooses the terms, -0.0 where it does not hold, which changes no sum;
/// the sum itself is under none.
static void freeFromGuard(affine::AffineStoreOp store) {
  auto guard = dyn_cast<affine::AffineIfOp>(store->getParentOp());
  auto loop = guard ? dyn_cast<affine::AffineForOp>(guard->getParentOp())
                    : affine::AffineForOp();
  if (!loop || !isUnrolledReduction(loop) || guard.hasElse() ||
      !llvm::hasSingleElement(loop.getBody()->without_terminator()) ||
      !isSum(store) || !addsOnly(store.getValueToStore(), store))
    return;
  affine::AffineForOp outer = loop;
  while (auto next = dyn_cast<affine::AffineForOp>(outer->getParentOp())) {
    if (!isUnrolledReduction(next))
      break;
    outer = next;
  }
  if (llvm::all_of(guard.getOperands(), [&](Value value) {
        return outer.isDefinedOutsideOfLoop(value);
      }))
    return moveAround(guard, outer, loop);
  chooseTerms(guard, store);
}

LogicalResult transforms::balanceReduction(hls::ProcessOp process) {
  SmallVector<affine::AffineStoreOp> stores;
  process->walk([&](affine::AffineStoreOp store) { stores.push_back(store); });
  for (affine::AffineStoreOp store : stores)
    freeFromGuard(store);
  stores.clear();
  process->walk([&](affine::AffineStoreOp store) {
    auto loop = dyn_cast<affine::AffineForOp>(store->getParentOp());
    if (loop && isUnrolledReduction(loop) && isSum(store) &&
        addsOnly(store.getValueToStore(), store))
      stores.push_back(store);
  });
  for (affine::AffineStoreOp store : stores) {
    FailureOr<SmallVector<affine::AffineForOp>> loops = reductionLoops(store);
    if (failed(loops))
      return failure();
    Value sums = store.getMemref();
    Block *block = loops->back()->getBlock();
    llvm::SmallPtrSet<Operation *, 4> others; // of old values
    for (auto other : block->getOps<affine::AffineStoreOp>())
      others.insert(other);
    for (affine::AffineForOp loop : *loops)
      if (failed(affine::loopUnrollFull(loop)))
        return loop.emitError("cannot be unrolled completely; its trip count "
                              "must be a constant");
    SmallVector<affine::AffineStoreOp> copies;
    for (auto copy : block->getOps<affine::AffineStoreOp>())
      if (copy.getMemref() == sums && !others.contains(copy))
        copies.push_back(copy);
    balance(copies, /*isLast=*/true);
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isa<affine::AffineLoadOp>(op) && op.use_empty())
        op.erase();
  }
  process->walk([](affine::AffineForOp loop) {
    loop->removeAttr(hls::levelAttrName);
    loop->removeAttr(hls::reductionAttrName);
  });
  return success();
}

namespace {
struct CsimTree : talos::impl::CsimTreeBase<CsimTree> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([](hls::TaskOp task) {
      return failed(transforms::balanceReduction(task))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
