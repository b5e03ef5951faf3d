//===- Rectangularize.cpp - Rectangular nests, guards inside --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/EqualBoxes.h"
#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Normalize/OldValues.h"
#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Shared.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

#define GEN_PASS_DEF_RECTANGULARIZE
#include "talos/Transforms/Passes.h.inc"

namespace {

/// Statements below `op`; several results of one are joined. The call of a
/// region counts twice, and so does a loop that is shared: the loops around
/// them stay as they are, like those around several statements.
unsigned countStatements(Operation *op) {
  unsigned count = 0;
  op->walk([&](Operation *inner) {
    bool isStatement =
        isa<AffineStoreOp>(inner) && !inner->hasAttr(hls::joinedAttrName);
    bool keepsLoops =
        hls::isRegionCall(inner) || inner->hasAttr(hls::sharedAttrName);
    count += isStatement ? 1 : keepsLoops ? 2 : 0;
  });
  return count;
}

StringRef nameOf(Operation *statement) {
  auto name = statement->getAttrOfType<StringAttr>(hls::statementAttrName);
  return name ? name.getValue() : "";
}

/// Removes statements and calls of regions whose domain is empty, and loops and
/// conditions around nothing.
void removeDeadStatements(func::FuncOp func) {
  SmallVector<Operation *> statements;
  func.walk([&](Operation *op) {
    if (isa<AffineStoreOp>(op) || hls::isRegionCall(op))
      statements.push_back(op);
  });
  for (Operation *statement : statements) {
    IterationBox box(opsAround(statement));
    if (!box.isEmpty())
      continue;
    emitRemark(statement->getLoc())
        << "statement '" << nameOf(statement) << "' never runs; it is left out";
    statement->erase();
  }
  func.walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (isa<AffineForOp, AffineIfOp>(op) && countStatements(op) == 0)
      op->erase();
  });
  removeDeadValues(func);
}

/// Everything below takes what stands in a condition to stand under it.
LogicalResult refuseElse(func::FuncOp func) {
  WalkResult walked = func.walk([](AffineIfOp condition) -> WalkResult {
    if (!condition.hasElse())
      return success();
    return condition.emitError(
        "condition has an else region; run hls-normalize first");
  });
  return failure(walked.wasInterrupted());
}

AffineIfOp copyCondition(AffineIfOp condition, OpBuilder builder) {
  return AffineIfOp::create(builder, condition.getLoc(),
                            condition.getIntegerSet(), condition.getOperands(),
                            /*withElseRegion=*/false);
}

/// Moves a loop that several statements share out of the condition: it runs
/// whatever the condition says, and its body stands under it.
void moveInside(AffineIfOp condition, AffineForOp loop) {
  loop->moveBefore(condition);
  Block *body = loop.getBody();
  AffineIfOp own =
      copyCondition(condition, OpBuilder(body, std::prev(body->end())));
  for (Operation &op : llvm::make_early_inc_range(*body))
    if (&op != own && &op != body->getTerminator())
      op.moveBefore(own.getThenBlock()->getTerminator());
}

/// Moves a nest, a statement or the call of a region with what feeds it under a
/// copy of the condition.
void moveAlone(AffineIfOp condition, Operation *op) {
  AffineIfOp own = copyCondition(condition, OpBuilder(condition));
  Block *body = condition.getThenBlock();
  llvm::SetVector<Operation *> feeders;
  BackwardSliceOptions options;
  options.omitBlockArguments = true;
  options.filter = [&](Operation *feeder) {
    return feeder->getBlock() == body;
  };
  // Only a statement or a call has feeders in this block.
  (void)getBackwardSlice(op, &feeders, options);
  OpBuilder inside = own.getThenBodyBuilder();
  IRMapping mapping;
  for (Operation *feeder : feeders)
    inside.clone(*feeder, mapping);
  for (OpOperand &operand : op->getOpOperands())
    operand.set(mapping.lookupOrDefault(operand.get()));
  op->moveBefore(own.getThenBlock()->getTerminator());
}

/// Gives every nest and statement of a condition's body a condition of its own,
/// with one statement each.
void splitCondition(AffineIfOp condition) {
  Block *body = condition.getThenBlock();
  for (AffineIfOp inner : llvm::to_vector(body->getOps<AffineIfOp>()))
    if (countStatements(inner) > 1)
      splitCondition(inner);
  for (Operation &op : llvm::make_early_inc_range(*body)) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (loop && countStatements(loop) > 1)
      moveInside(condition, loop);
    else if (isa<AffineForOp, AffineIfOp, AffineStoreOp>(op) ||
             hls::isRegionCall(&op))
      moveAlone(condition, &op);
  }
  condition.erase();
}

/// One statement with the loops that it does not share.
class NestRewriter {
public:
  /// `root` is the outermost loop or condition of the nest. `widen` and
  /// `storeOld`: as the pass has them.
  NestRewriter(Operation *root, bool widen, bool storeOld)
      : root(root), widens(widen), storesOld(storeOld) {}
  LogicalResult run();
  /// Some loop runs over a whole dimension for that reason.
  bool isWidened() const { return widened; }
  /// Some statement computes beyond its condition.
  bool isStoringOld() const { return storedOld; }

private:
  LogicalResult collect();
  bool isRectangular() const;
  bool widen(IterationBox &box) const;
  void rebuild(const IterationBox &box);

  Operation *root;
  bool widens, storesOld, widened = false, storedOld = false;
  SmallVector<Operation *> path; ///< from the root to the statement
  SmallVector<AffineForOp> loops;
  Block *body = nullptr; ///< of the statement
};

} // namespace

LogicalResult NestRewriter::collect() {
  for (Operation *op = root; op;) {
    path.push_back(op);
    if (auto loop = dyn_cast<AffineForOp>(op)) {
      if (loop.getNumIterOperands() != 0 || loop.getStepAsInt() != 1)
        return loop.emitError("loop carries values or has step ")
               << loop.getStepAsInt() << "; run hls-normalize first";
      loops.push_back(loop);
      body = loop.getBody();
    } else {
      body = cast<AffineIfOp>(op).getThenBlock();
    }
    Operation *inner = nullptr;
    for (Operation &child : body->without_terminator())
      if (isa<AffineForOp, AffineIfOp>(child))
        inner = &child;
    if (inner && inner->getNextNode() != body->getTerminator())
      return inner->emitError("stands beside other operations in a nest; run "
                              "hls-distribute first");
    if (inner && inner != &body->front())
      return body->front().emitError("stands beside a loop or condition in a "
                                     "nest; run hls-distribute first");
    op = inner;
  }
  return success();
}

/// Nothing to do: loops '0 to N' and no condition but an innermost one.
bool NestRewriter::isRectangular() const {
  for (Operation *op : path) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (!loop || !loop.hasConstantBounds() || loop.getConstantLowerBound() != 0)
      return false;
  }
  return true;
}

/// The values of the iterator with which it goes once through a dimension of an
/// array, up or down: of the one that is written, if the iterator alone is a
/// subscript of it; else of one that is read.
static std::optional<std::pair<int64_t, int64_t>> wholeDimension(Block &body,
                                                                 Value iv) {
  std::optional<std::pair<int64_t, int64_t>> result;
  auto visit = [&](AffineMap map, ValueRange operands, MemRefType type) {
    SmallVector<Value> values(operands);
    fullyComposeAffineMapAndOperands(&map, &values);
    for (auto [expr, extent] :
         llvm::zip_equal(map.getResults(), type.getShape())) {
      unsigned position = llvm::find(values, iv) - values.begin();
      if (position >= map.getNumDims() || !expr.isFunctionOfDim(position))
        continue;
      AffineExpr iterator = getAffineDimExpr(position, expr.getContext());
      auto constant = [&](AffineExpr rest) {
        return dyn_cast<AffineConstantExpr>(
            simplifyAffineExpr(rest, map.getNumDims(), map.getNumSymbols()));
      };
      if (auto offset = constant(expr - iterator))
        result = {-offset.getValue(), extent - 1 - offset.getValue()};
      else if (auto last = constant(expr + iterator))
        result = {last.getValue() - (extent - 1), last.getValue()};
    }
  };
  for (Operation &op : body) // stores come last, and their word counts
    if (auto load = dyn_cast<AffineLoadOp>(op))
      visit(load.getAffineMap(), load.getMapOperands(), load.getMemRefType());
    else if (auto store = dyn_cast<AffineStoreOp>(op))
      visit(store.getAffineMap(), store.getMapOperands(),
            store.getMemRefType());
  return result;
}

/// Lets loops run over whole dimensions of arrays. True if any changes.
bool NestRewriter::widen(IterationBox &box) const {
  /// Iterations that may be added, as a part of those that there are.
  constexpr int64_t mostAdded = 4;
  bool any = false;
  for (AffineForOp loop : loops) {
    auto [least, greatest] = box.range(loop.getInductionVar());
    auto whole = wholeDimension(*body, loop.getInductionVar());
    if (!whole || whole->first > least || whole->second < greatest)
      continue;
    int64_t trip = greatest - least + 1,
            added = whole->second - whole->first + 1 - trip;
    if (added == 0 || added > trip / mostAdded)
      continue;
    box.widen(loop.getInductionVar(), *whole);
    any = true;
  }
  return any;
}

void NestRewriter::rebuild(const IterationBox &box) {
  OpBuilder builder(root);
  IRMapping mapping;
  SmallVector<Value> iterators;
  for (auto [position, loop] : llvm::enumerate(loops)) {
    auto [least, greatest] = box.range(loop.getInductionVar());
    auto copy = AffineForOp::create(builder, loop.getLoc(), /*lowerBound=*/0,
                                    greatest - least + 1);
    copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    builder.setInsertionPointToStart(copy.getBody());
    iterators.push_back(copy.getInductionVar());
  }
  Location loc = root->getLoc();
  for (auto [position, loop] : llvm::enumerate(loops)) {
    AffineExpr expr =
        builder.getAffineDimExpr(0) + box.range(loop.getInductionVar()).first;
    OpFoldResult value = makeComposedFoldedAffineApply(
        builder, loop.getLoc(), AffineMap::get(1, 0, expr),
        getAsOpFoldResult(iterators[position]));
    mapping.map(loop.getInductionVar(),
                getValueOrCreateConstantIndexOp(builder, loop.getLoc(), value));
  }
  if (std::optional<Guard> guard = box.guard(loops, iterators)) {
    auto condition = AffineIfOp::create(builder, loc, guard->set,
                                        guard->operands, /*withElse=*/false);
    builder = condition.getThenBodyBuilder();
  }
  for (Operation &op : body->without_terminator())
    builder.clone(op, mapping);
  transforms::composeSubscripts(builder.getInsertionBlock());
  auto condition =
      dyn_cast<AffineIfOp>(builder.getInsertionBlock()->getParentOp());
  if (condition && storesOld && storeOldValues(condition)) {
    builder.setInsertionPointAfter(condition);
    condition.erase();
    storedOld = true;
  }
  // The shifted iterators serve subscripts alone where they serve anything.
  for (Block *block = builder.getInsertionBlock(); block != root->getBlock();
       block = block->getParentOp()->getBlock())
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  root->erase();
}

LogicalResult NestRewriter::run() {
  if (failed(collect()))
    return failure();
  if (isRectangular() && !widens)
    return success();
  SmallVector<Operation *> around = opsAround(root);
  around.append(path);
  IterationBox box(around);
  for (AffineForOp loop : loops)
    if (!box.isBounded(loop.getInductionVar()))
      return loop.emitError("loop has no constant bounds, whatever the loops "
                            "around it are; bind what its bounds depend on");
  widened = widens && widen(box);
  if (widened || !isRectangular())
    rebuild(box);
  return success();
}

namespace {

struct RectangularizePass : impl::RectangularizeBase<RectangularizePass> {
  using RectangularizeBase::RectangularizeBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    if (failed(refuseElse(func)))
      return signalPassFailure();
    removeDeadStatements(func);
    bool isAsked = transforms::isScheduled(func, hls::ScheduleStep::Widen);
    bool isOldAsked =
        transforms::isScheduled(func, hls::ScheduleStep::StoreOld);
    widens = widen || isAsked;
    storesOld = storeOld || isOldAsked;
    if (failed(visit(func.getBody().front())))
      return signalPassFailure();
    if (anyWidened && !isAsked)
      transforms::recordScheduled(func, hls::ScheduleStep::Widen);
    if (anyStored && !isOldAsked)
      transforms::recordScheduled(func, hls::ScheduleStep::StoreOld);
  }

private:
  LogicalResult visit(Block &block) {
    for (AffineIfOp condition : llvm::to_vector(block.getOps<AffineIfOp>()))
      if (countStatements(condition) > 1)
        splitCondition(condition);
    bool storesHere = false;
    for (Operation &op : llvm::make_early_inc_range(block)) {
      if (!isa<AffineForOp, AffineIfOp>(op))
        continue;
      bool shared = isa<AffineForOp>(op) && countStatements(&op) > 1;
      if (shared) {
        if (failed(visit(*cast<AffineForOp>(op).getBody())))
          return failure();
        continue;
      }
      NestRewriter nest(&op, widens, storesOld);
      if (failed(nest.run()))
        return failure();
      anyWidened |= nest.isWidened();
      storesHere |= nest.isStoringOld();
    }
    anyStored |= storesHere;
    if (storesHere && isa<AffineForOp>(block.getParentOp()))
      joinNests(block);
    return success();
  }

  /// Without their conditions neighbours may run over the same box; in a shared
  /// loop each nest less saves a start and a pipeline's depth an iteration.
  static void joinNests(Block &block) {
    for (Operation *op = &block.front(); op; op = op->getNextNode())
      while (isa<AffineForOp>(op) && joinWithNext(cast<AffineForOp>(op)))
        ;
  }

  /// By the option, or a step of the schedule.
  bool widens = false, storesOld = false;
  bool anyWidened = false, anyStored = false;
};

} // namespace
} // namespace talos
