//===- BalanceReductions.cpp - Unrolled reductions as balanced trees ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the tool would compute term by term, each under its condition:
//
//   for k (unrolled) if (c(k)) x = max(x, f(k));
//
// becomes terms that are there at once, and a tree over them:
//
//   if (some c(k)) {
//     for k (unrolled) t[k] = c(k) ? f(k) : least;
//     for l (unrolled) t[l] = max(t[l], t[l + half]);  // once a level
//     x = max(x, t[0]);
//   }
//
// and likewise sums of floating-point numbers under conditions, where these may
// be reassociated: x - f(0) - f(1) is x - (f(0) + f(1)).
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/BalancedReduction.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/OperatorImpl.h"
#include "talos/Dialect/HLS/Reassociated.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_BALANCEREDUCTIONS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using affine::AffineForOp;

namespace {

/// The unrolled reduction loops around one store.
class Balancer {
public:
  Balancer(affine::AffineStoreOp store, bool reassociates)
      : store(store), builder(store.getContext()), reassociates(reassociates) {}

  /// Whether the store is a reduction of several terms in one iteration, which
  /// a tree may combine.
  bool find();
  void run();

private:
  void findBand();
  bool findAccumulator();
  bool isAlone();
  hls::BufferOp createTerms();
  void storeTerms(Value terms);
  void combineTerms(Value terms);
  Value combine(Value first, Value second);
  Value termAt(Value terms, AffineMap map, ValueRange operands) {
    return affine::AffineLoadOp::create(builder, loc(), terms, map, operands);
  }
  Location loc() { return store.getLoc(); }

  affine::AffineStoreOp store;
  OpBuilder builder;
  SmallVector<AffineForOp> band; ///< innermost first
  affine::AffineIfOp guard;      ///< null: none
  Operation *combiner = nullptr;
  affine::AffineLoadOp accumulator;
  SmallVector<affine::AffineStoreOp> copies; ///< of the store, in other buffers
  analysis::Condition condition;             ///< of the store
  int64_t count = 1;                         ///< terms
  bool reassociates;                         ///< floating-point sums
};

} // namespace

static bool isUnrolledReduction(AffineForOp loop) {
  auto unroll = loop->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName);
  return unroll && unroll.getFactor() == 0 &&
         loop->hasAttr(hls::reductionAttrName) && loop.hasConstantBounds() &&
         loop.getConstantLowerBound() == 0 && loop.getStepAsInt() == 1 &&
         loop.getNumIterOperands() == 0;
}

void Balancer::findBand() {
  Operation *inner = store;
  guard = dyn_cast<affine::AffineIfOp>(store->getParentOp());
  if (guard) {
    if (guard.hasElse() || guard.getNumResults() != 0)
      return;
    inner = guard;
  }
  auto loop = dyn_cast<AffineForOp>(inner->getParentOp());
  bool isPerfect =
      !guard ||
      (loop && llvm::hasSingleElement(loop.getBody()->without_terminator()));
  while (loop && isPerfect && isUnrolledReduction(loop)) {
    band.push_back(loop);
    count *= loop.getConstantUpperBound();
    loop = dyn_cast<AffineForOp>(loop->getParentOp());
    isPerfect =
        loop && llvm::hasSingleElement(loop.getBody()->without_terminator());
  }
}

/// The load of the stored element, which enters once.
bool Balancer::findAccumulator() {
  combiner = store.getValueToStore().getDefiningOp();
  if (!combiner)
    return false;
  affine::MemRefAccess written(store);
  for (Value operand : combiner->getOperands()) {
    auto load = operand.getDefiningOp<affine::AffineLoadOp>();
    if (load && load->hasOneUse() && affine::MemRefAccess(load) == written)
      accumulator = load;
  }
  return accumulator &&
         analysis::combinesByTree(combiner, accumulator, bool(guard),
                                  reassociates) &&
         llvm::none_of(store.getMapOperands(), [&](Value operand) {
           return llvm::any_of(band, [&](AffineForOp loop) {
             return !loop.isDefinedOutsideOfLoop(operand);
           });
         });
}

/// All else in the body computes the term, from other elements.
bool Balancer::isAlone() {
  for (Operation &op : store->getBlock()->without_terminator()) {
    if (&op == store || &op == accumulator)
      continue;
    if (auto copy = dyn_cast<affine::AffineStoreOp>(op);
        copy && copy->hasAttr(hls::copyAttrName) &&
        copy.getValueToStore() == store.getValueToStore()) {
      copies.push_back(copy);
      continue;
    }
    auto load = dyn_cast<affine::AffineLoadOp>(op);
    if (load &&
        (hls::originOf(load.getMemRef()) != hls::originOf(store.getMemRef()) ||
         !analysis::mayMeet(load, store, guard)))
      continue;
    if (load || op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
      return false;
  }
  return size_t(llvm::range_size(combiner->getResult(0).getUses())) ==
         1 + copies.size();
}

bool Balancer::find() {
  findBand();
  if (band.empty() || count < 2 || !findAccumulator() || !isAlone())
    return false;
  if (!guard)
    return true;
  auto known = analysis::conditionOfAny(guard, band);
  if (known)
    condition = *known;
  return known.has_value();
}

/// One register a term.
hls::BufferOp Balancer::createTerms() {
  MLIRContext *context = builder.getContext();
  auto whole =
      hls::PartitionDimAttr::get(context, hls::PartitionKind::Complete, count);
  auto buffer = hls::originOf(store.getMemRef()).getDefiningOp<hls::BufferOp>();
  std::string name = buffer ? buffer.getBufferName().str() : "reduction";
  return hls::BufferOp::create(
      builder, loc(),
      MemRefType::get({count}, combiner->getResult(0).getType()),
      builder.getStringAttr(name + "_terms"), /*array=*/StringAttr(),
      hls::PartitionAttr::get(context, {whole}), /*storage=*/hls::StorageAttr(),
      builder.getI64IntegerAttr(1), /*global=*/FlatSymbolRefAttr(),
      /*port=*/Value());
}

/// In place of the statement: its term, or what changes no result.
void Balancer::storeTerms(Value terms) {
  AffineExpr at = builder.getAffineConstantExpr(0);
  SmallVector<Value> iterators;
  for (AffineForOp loop : llvm::reverse(band)) {
    at = at * loop.getConstantUpperBound() +
         builder.getAffineDimExpr(iterators.size());
    iterators.push_back(loop.getInductionVar());
  }
  AffineMap map = AffineMap::get(iterators.size(), 0, at);
  Value term = combiner->getOperand(
      combiner->getOperand(0) == accumulator.getResult() ? 1 : 0);
  Operation *last = guard ? guard.getOperation() : store.getOperation();
  if (guard) {
    builder.setInsertionPoint(guard);
    auto choice = affine::AffineIfOp::create(
        builder, guard.getLoc(), TypeRange{term.getType()},
        guard.getIntegerSet(), guard.getOperands(), /*withElseRegion=*/true);
    Block *then = choice.getThenBlock();
    for (Operation &op :
         llvm::make_early_inc_range(store->getBlock()->without_terminator()))
      if (!isa<affine::AffineStoreOp>(op) && &op != accumulator &&
          &op != combiner)
        op.moveBefore(then, then->end());
    builder.setInsertionPointToEnd(then);
    affine::AffineYieldOp::create(builder, loc(), term);
    builder.setInsertionPointToEnd(choice.getElseBlock());
    Value least = arith::ConstantOp::create(builder, loc(),
                                            analysis::neutralValue(combiner));
    affine::AffineYieldOp::create(builder, loc(), least);
    term = choice.getResult(0);
  }
  builder.setInsertionPoint(last);
  affine::AffineStoreOp::create(builder, loc(), term, terms, map, iterators);
}

/// Of two terms. Terms that are subtracted are added first.
Value Balancer::combine(Value first, Value second) {
  if (isa<arith::SubFOp>(combiner)) {
    auto sum = arith::AddFOp::create(builder, loc(), first, second);
    hls::copyImpl(combiner, sum);
    return sum;
  }
  IRMapping operands;
  operands.map(combiner->getOperand(0), first);
  operands.map(combiner->getOperand(1), second);
  return builder.clone(*combiner, operands)->getResult(0);
}

/// Half as many terms after each level.
void Balancer::combineTerms(Value terms) {
  AffineExpr own = builder.getAffineDimExpr(0);
  for (int64_t left = count; left > 1; left -= left / 2) {
    OpBuilder::InsertionGuard after(builder);
    auto level = AffineForOp::create(builder, loc(), 0, left / 2);
    level->setAttr(hls::nameAttrName, builder.getStringAttr("tree"));
    level->setAttr(hls::unrollAttrName,
                   hls::UnrollAttr::get(builder.getContext(), 0));
    builder.setInsertionPointToStart(level.getBody());
    Value at = level.getInductionVar();
    Value first = termAt(terms, AffineMap::get(1, 0, own), at);
    Value second =
        termAt(terms, AffineMap::get(1, 0, own + (left - left / 2)), at);
    affine::AffineStoreOp::create(builder, loc(), combine(first, second), terms,
                                  AffineMap::get(1, 0, own), at);
  }
}

void Balancer::run() {
  AffineForOp outermost = band.back();
  builder.setInsertionPoint(outermost);
  if (guard && condition.set.getNumInputs() != 0) {
    auto some = affine::AffineIfOp::create(builder, guard.getLoc(),
                                           condition.set, condition.operands,
                                           /*withElseRegion=*/false);
    builder.setInsertionPointToStart(some.getThenBlock());
  }
  hls::BufferOp terms = createTerms();
  outermost->moveAfter(terms);
  storeTerms(terms);
  builder.setInsertionPointAfter(outermost);
  combineTerms(terms);
  unsigned position =
      combiner->getOperand(0) == accumulator.getResult() ? 1 : 0;
  Value best =
      termAt(terms, AffineMap::get(0, 0, builder.getAffineConstantExpr(0)),
             ValueRange());
  Operation *behind = best.getDefiningOp();
  auto moveBehind = [&](Operation *op) {
    op->moveAfter(behind);
    behind = op;
  };
  moveBehind(accumulator);
  combiner->setOperand(position, best);
  moveBehind(combiner);
  moveBehind(store);
  if (isa<FloatType>(store.getValueToStore().getType()))
    store->setAttr(hls::reassociatedAttrName, builder.getUnitAttr());
  for (affine::AffineStoreOp copy : copies)
    moveBehind(copy);
  if (guard)
    guard.erase();
}

namespace {
struct BalanceReductions
    : talos::impl::BalanceReductionsBase<BalanceReductions> {
  void runOnOperation() override {
    SmallVector<affine::AffineStoreOp> stores;
    getOperation().walk([&](hls::TaskOp task) {
      task.walk([&](affine::AffineStoreOp store) {
        if (store->hasAttr(hls::statementAttrName))
          stores.push_back(store);
      });
    });
    hls::TargetAttr target = hls::targetOf(getOperation());
    bool reassociates = target && target.getTreeReduction();
    bool changes = false;
    for (affine::AffineStoreOp store : stores) {
      Balancer balancer(store, reassociates);
      if (!balancer.find())
        continue;
      balancer.run();
      changes = true;
    }
    if (!changes)
      markAllAnalysesPreserved();
  }
};
} // namespace
