//===- CheckTasks.cpp - Loops and statements against the design point -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckAccumulator.h"
#include "Transforms/Check/CheckBounds.h"
#include "Transforms/Check/CheckParts.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "talos/Analysis/Counting.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/NestBounds.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using transforms::AppliedLocalSum;
using transforms::resolve;

/// The only loop directly in `block`, or null. In front of `follower`.
static affine::AffineForOp innerLoop(Block *block, Operation *follower) {
  affine::AffineForOp found;
  for (affine::AffineForOp loop : block->getOps<affine::AffineForOp>()) {
    if (loop == follower)
      return found;
    if (found)
      return {};
    found = loop;
  }
  return found;
}

/// The source nest as far as the strip-mined loops tell it: which loops carry
/// the reduction.
static Statement sourceStatement(hls::TaskOp task, hls::TaskPointAttr point) {
  Statement statement;
  for (hls::LoopPointAttr loop : point.getLoops()) {
    LoopInfo info;
    info.name = loop.getName().str();
    info.trip = loop.getTrip();
    statement.innerBand.push_back(info);
  }
  transforms::walkStatements(task, [&](Operation *op) {
    if (auto level = op->getAttrOfType<IntegerAttr>(hls::levelAttrName))
      for (LoopInfo &info : statement.innerBand)
        if (sourceName(op) == info.name + std::to_string(level.getInt()))
          info.reduction |= op->hasAttr(hls::reductionAttrName);
    return WalkResult::advance();
  });
  return statement;
}

/// Bounds that take the place of a condition may leave any part of the loop.
static FailureOr<int64_t> tripOf(affine::AffineForOp loop,
                                 const LevelLoop &level,
                                 hls::TaskPointAttr point) {
  if (level.pipelined && point.getAccumulator() == hls::Accumulator::Register &&
      !loop.hasConstantBounds())
    if (std::optional<TripCounts> counts = tripCounts(loop, /*thorough=*/true))
      return std::max(counts->most, level.trip);
  // checkTrueBounds() looks at these.
  if (level.level != 2 && point.getTrueBounds() && !loop.hasConstantBounds())
    return level.trip;
  return transforms::constantTrip(loop, "the design point says " +
                                            std::to_string(level.trip));
}

/// One loop of the code against the one that the design point means.
static LogicalResult checkLoop(affine::AffineForOp loop, const LevelLoop &level,
                               const Statement &statement,
                               hls::TaskPointAttr point) {
  std::string name = level.name(statement);
  if (sourceName(loop) != name)
    return loop.emitError("task ")
           << point.getName() << ": the design point wants loop '" << name
           << "' here, the code has '" << sourceName(loop) << "'";
  FailureOr<int64_t> trip = tripOf(loop, level, point);
  if (failed(trip))
    return failure();
  if (*trip != level.trip)
    return loop.emitError("loop '") << name << "' has trip count " << *trip
                                    << ", the design point says " << level.trip;
  if (hls::levelOf(loop) != level.level)
    return loop.emitError("loop '")
           << name << "' must have hls.level = " << level.level;
  if (loop->hasAttr(hls::pipelineAttrName) != level.pipelined)
    return loop.emitError("loop '")
           << name << "' must " << (level.pipelined ? "" : "not ")
           << "be pipelined";
  auto unroll = loop->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName);
  if ((level.level == 2) != bool(unroll) || (unroll && unroll.getFactor() != 0))
    return loop.emitError("loop '")
           << name << "' must " << (level.level == 2 ? "" : "not ")
           << "be unrolled" << (level.level == 2 ? " completely" : "");
  return success();
}

static LogicalResult checkStatement(hls::TaskOp task, hls::TaskPointAttr point,
                                    Block *body) {
  ArrayRef<StringAttr> wanted = point.getStatements();
  // A condition may be all that the innermost loop holds, beside constants.
  auto others =
      llvm::make_filter_range(body->without_terminator(), [](Operation &op) {
        return !op.hasTrait<OpTrait::ConstantLike>();
      });
  auto guard = others.empty() ? affine::AffineIfOp()
                              : dyn_cast<affine::AffineIfOp>(*others.begin());
  if (guard && !guard.hasElse() && llvm::hasSingleElement(others))
    body = guard.getThenBlock();
  SmallVector<affine::AffineStoreOp> stores;
  transforms::walkStatements(task, [&](Operation *op) {
    // The stores around a local sum are checked with it.
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      if (store->hasAttr(hls::statementAttrName) ||
          point.getAccumulator() == hls::Accumulator::Direct)
        stores.push_back(store);
    return WalkResult::advance();
  });
  auto isWanted = [&](auto entry) {
    auto [store, name] = entry;
    return store->getBlock() == body &&
           store->getAttr(hls::statementAttrName) == name;
  };
  if (stores.size() == wanted.size() &&
      llvm::all_of(llvm::zip_equal(stores, wanted), isWanted))
    return success();
  InFlightDiagnostic diag = task.emitOpError("must hold statement ");
  llvm::interleaveComma(wanted, diag);
  return diag << " alone, in its innermost loop";
}

/// The loops that run over true bounds, and those that count as one.
static LogicalResult checkRanges(hls::TaskOp task, hls::TaskPointAttr point,
                                 ArrayRef<transforms::BoxLoop> nest) {
  if (!point.getTrueBounds())
    return success();
  Statement statement = sourceStatement(task, point);
  affine::AffineForOp pipelined;
  for (const transforms::BoxLoop &own : nest) {
    affine::AffineForOp loop = own.first;
    if (loop->hasAttr(hls::pipelineAttrName))
      pipelined = loop;
    affine::AffineForOp innermost = nest.back().first;
    auto guards = innermost.getBody()->getOps<affine::AffineIfOp>();
    if (!loop.hasConstantBounds() &&
        failed(transforms::checkTrueBounds(
            own, nest, guards.empty() ? affine::AffineIfOp() : *guards.begin(),
            task)))
      return failure();
  }
  if (pipelined && pipelined->hasAttr(hls::collapsedAttrName) &&
      !countsAsOne(statement, point))
    return pipelined.emitError("loops count as one that the design point does "
                               "not flatten");
  return success();
}

static LogicalResult checkLoops(hls::TaskOp task, hls::TaskPointAttr point) {
  Statement statement = sourceStatement(task, point);
  Block *body = &task.getBody().front();
  SmallVector<transforms::BoxLoop> nest;
  FailureOr<AppliedLocalSum> sum = AppliedLocalSum::find(task, point);
  if (failed(sum))
    return failure();
  for (const LevelLoop &level : levelLoopsOf(statement, point)) {
    if (!level.isKept())
      continue;
    affine::AffineForOp loop = innerLoop(body, sum->lastLoop);
    if (!loop)
      return task.emitOpError("the design point wants loop '")
             << level.name(statement)
             << "', the code has none or several there";
    if (failed(checkLoop(loop, level, statement, point)))
      return failure();
    nest.emplace_back(loop, level.trip);
    body = loop.getBody();
  }
  if (failed(checkStatement(task, point, body)) ||
      failed(checkRanges(task, point, nest)))
    return failure();
  return sum->check(task->getParentOfType<func::FuncOp>());
}

/// Dimension `dim` of the buffer has a bank for each of `copies` neighbours.
static bool hasBanks(hls::BufferOp buffer, unsigned dim, int64_t copies) {
  hls::PartitionDimAttr entry = hls::PartitionDimAttr::get(
      buffer.getContext(), hls::PartitionKind::None, 1);
  if (std::optional<hls::PartitionAttr> partition = buffer.getPartition())
    entry = partition->getDims()[dim];
  int64_t extent = cast<MemRefType>(buffer.getType()).getDimSize(dim);
  return servesUnroll(entry, extent, copies);
}

/// Another subscript than `dim` moves by the iterator itself, and has a bank
/// for each copy: these are apart whatever the bank in `dim` is.
static bool hasBanksElsewhere(hls::BufferOp buffer, AffineMap map, unsigned dim,
                              unsigned position, int64_t copies) {
  AffineExpr iterator = getAffineDimExpr(position, map.getContext());
  for (auto [other, expr] : llvm::enumerate(map.getResults())) {
    AffineExpr rest = simplifyAffineExpr(expr - iterator, map.getNumDims(),
                                         map.getNumSymbols());
    if (other != dim && !rest.isFunctionOfDim(position) &&
        hasBanks(buffer, other, copies))
      return true;
  }
  return false;
}

/// The subscript is moved by loops around the nest as well, so that copies of a
/// read are accesses of one bank, whatever the partition is (OpenBanks.h).
static bool isMovedAround(AffineMap map, unsigned dim, ValueRange operands) {
  AffineExpr expr = map.getResult(dim);
  return llvm::any_of(llvm::enumerate(operands), [&](auto operand) {
    unsigned position = operand.index(), dims = map.getNumDims();
    bool isUsed = position < dims ? expr.isFunctionOfDim(position)
                                  : expr.isFunctionOfSymbol(position - dims);
    return isUsed && !affine::getForInductionVarOwner(operand.value());
  });
}

/// The bounds of an access, and unrolled subscripts against the partition.
template <typename OpTy>
static LogicalResult checkAccess(OpTy op, hls::TaskOp task) {
  if (failed(transforms::checkBounds(op)))
    return failure();
  auto buffer =
      resolve(task, op.getMemref()).template getDefiningOp<hls::BufferOp>();
  if (!buffer)
    return op.emitError("accesses an off-chip array; a statement computes on "
                        "buffers");
  SmallVector<Value> operands(op.getMapOperands());
  for (auto [dim, expr] : llvm::enumerate(op.getAffineMap().getResults()))
    for (auto [position, operand] : llvm::enumerate(operands)) {
      affine::AffineForOp loop = affine::getForInductionVarOwner(operand);
      if (!loop || !loop->hasAttr(hls::unrollAttrName) ||
          position >= op.getAffineMap().getNumDims() ||
          !expr.isFunctionOfDim(position))
        continue;
      FailureOr<int64_t> trip = transforms::constantTrip(
          loop, "so the banks that it needs unrolled are not known; give it "
                "constant bounds or do not unroll it");
      if (failed(trip))
        return failure();
      if (*trip == 0)
        continue;
      // AppliedLocalSum::check counts the ports of the buffer of sums.
      bool halves = buffer->hasAttr(hls::accumulatorAttrName) &&
                    *trip % 2 == 0 && hasBanks(buffer, dim, *trip / 2);
      bool isOpen = isa<affine::AffineLoadOp>(op) &&
                    isMovedAround(op.getAffineMap(), dim, operands);
      if (!halves && !isOpen && !hasBanks(buffer, dim, *trip) &&
          !hasBanksElsewhere(buffer, op.getAffineMap(), dim, position, *trip))
        return op.emitError("loop '")
               << sourceName(loop) << "' is unrolled by " << *trip
               << ", but dimension " << dim << " of buffer '"
               << buffer.getBufferName() << "' is not partitioned accordingly";
    }
  return success();
}

static LogicalResult checkAccesses(hls::TaskOp task) {
  WalkResult result = transforms::walkStatements(task, [&](Operation *op) {
    LogicalResult checked = success();
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      checked = checkAccess(load, task);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      checked = checkAccess(store, task);
    return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult transforms::checkTasks(func::FuncOp func,
                                     hls::DesignAttr design) {
  llvm::SmallVector<hls::TaskOp> tasks; // also those inside sequential loops
  func->walk([&](hls::TaskOp task) { tasks.push_back(task); });
  size_t decided = 0;
  for (hls::TaskOp task : tasks) {
    if (task.isOpaque() || task.isTransfer())
      continue; // as it was written; the buffers are checked
    ++decided;
    const auto *point =
        llvm::find_if(design.getTasks(), [&](hls::TaskPointAttr p) {
          return p.getName() == task.getTaskNameAttr();
        });
    if (point == design.getTasks().end())
      return task.emitOpError("is no task of the design point");
    if (failed(checkLoops(task, *point)) || failed(checkAccesses(task)))
      return failure();
  }
  if (decided != design.getTasks().size())
    return func.emitError("the design point has ")
           << design.getTasks().size() << " tasks, the code has " << decided;
  return success();
}
