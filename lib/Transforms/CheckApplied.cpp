//===- CheckApplied.cpp - The applied code keeps the point's promises -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the transformed code and nothing else of its history, so that a fault
// of an apply pass, or of a hand, shows.
//
//===----------------------------------------------------------------------===//

#include "CheckAccumulator.h"
#include "CheckBounds.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/SmallBitVector.h"

namespace talos {
#define GEN_PASS_DEF_CHECKAPPLIED
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using transforms::LocalSum;
using transforms::reachOf;
using transforms::resolve;

namespace {
class Checker {
public:
  Checker(func::FuncOp func, hls::DesignAttr design)
      : func(func), design(design) {}
  LogicalResult run();

private:
  LogicalResult checkTasks();
  LogicalResult checkLoops(hls::TaskOp task, hls::TaskPointAttr point);
  LogicalResult checkStatement(hls::TaskOp task, hls::TaskPointAttr point,
                               Block *body);
  LogicalResult checkAccesses(hls::TaskOp task, hls::TaskPointAttr point);
  LogicalResult checkBuffers();
  LogicalResult checkBuffer(hls::BufferOp buffer, hls::ArrayPointAttr point);
  LogicalResult checkPort(BlockArgument argument);
  LogicalResult checkTransfers();
  LogicalResult checkFilled(hls::BufferOp buffer);

  func::FuncOp func;
  hls::DesignAttr design;
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops and statements
//===----------------------------------------------------------------------===//

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
static Nest sourceNest(hls::TaskOp task, hls::TaskPointAttr point) {
  Nest nest;
  for (hls::LoopPointAttr loop : point.getLoops()) {
    LoopInfo info;
    info.name = loop.getName().str();
    info.trip = loop.getTrip();
    nest.loops.push_back(info);
  }
  task->walk([&](affine::AffineForOp loop) {
    for (LoopInfo &info : nest.loops)
      for (StringRef level : {"0", "1", "2"})
        if (sourceName(loop) == info.name + level.str())
          info.reduction |= loop->hasAttr(hls::reductionAttrName);
  });
  return nest;
}

/// One loop of the code against the one that the design point means.
static LogicalResult checkLoop(affine::AffineForOp loop, const LevelLoop &level,
                               const Nest &nest, hls::TaskPointAttr point) {
  std::string name = level.name(nest);
  if (sourceName(loop) != name)
    return loop.emitError("task ")
           << point.getName() << ": the design point wants loop '" << name
           << "' here, the code has '" << sourceName(loop) << "'";
  std::optional<uint64_t> trip = affine::getConstantTripCount(loop);
  if (!trip || int64_t(*trip) != level.trip)
    return loop.emitError("loop '")
           << name << "' has trip count " << (trip ? int64_t(*trip) : -1)
           << ", the design point says " << level.trip;
  auto attr = loop->getAttrOfType<IntegerAttr>(hls::levelAttrName);
  if (!attr || attr.getInt() != level.level)
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

LogicalResult Checker::checkLoops(hls::TaskOp task, hls::TaskPointAttr point) {
  Nest nest = sourceNest(task, point);
  Block *body = &task.getBody().front();
  FailureOr<LocalSum> sum = LocalSum::find(task, point);
  if (failed(sum))
    return failure();
  for (const LevelLoop &level : levelLoopsOf(nest, point)) {
    if (!level.isKept())
      continue;
    affine::AffineForOp loop = innerLoop(body, sum->lastLoop);
    if (!loop)
      return task.emitOpError("the design point wants loop '")
             << level.name(nest) << "', the code has none or several there";
    if (failed(checkLoop(loop, level, nest, point)))
      return failure();
    body = loop.getBody();
  }
  if (failed(checkStatement(task, point, body)))
    return failure();
  return sum->check(func);
}

LogicalResult Checker::checkStatement(hls::TaskOp task,
                                      hls::TaskPointAttr point, Block *body) {
  StringAttr wanted = point.getStatements().front();
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
  task->walk([&](affine::AffineStoreOp store) {
    // The stores around a local sum are checked with it.
    if (store->hasAttr(hls::statementAttrName) ||
        point.getAccumulator() == hls::Accumulator::Direct)
      stores.push_back(store);
  });
  if (stores.size() != 1 || stores.front()->getBlock() != body ||
      stores.front()->getAttr(hls::statementAttrName) != wanted)
    return task.emitOpError("must hold statement ")
           << wanted << " alone, in its innermost loop";
  return success();
}

/// Bounds of every access, and unrolled subscripts against the partition.
LogicalResult Checker::checkAccesses(hls::TaskOp task,
                                     hls::TaskPointAttr point) {
  auto check = [&](auto op) -> LogicalResult {
    if (failed(transforms::checkBounds(op, task)))
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
        int64_t trip = affine::getConstantTripCount(loop).value_or(0);
        hls::PartitionDimAttr entry = hls::PartitionDimAttr::get(
            func.getContext(), hls::PartitionKind::None, 1);
        if (std::optional<hls::PartitionAttr> partition = buffer.getPartition())
          entry = partition->getDims()[dim];
        int64_t extent = cast<MemRefType>(buffer.getType()).getDimSize(dim);
        // LocalSum::check counts the ports of the buffer of sums.
        bool halves = buffer->hasAttr(hls::accumulatorAttrName) &&
                      trip % 2 == 0 && servesUnroll(entry, extent, trip / 2);
        if (!halves && !servesUnroll(entry, extent, trip))
          return op.emitError("loop '")
                 << sourceName(loop) << "' is unrolled by " << trip
                 << ", but dimension " << dim << " of buffer '"
                 << buffer.getBufferName()
                 << "' is not partitioned accordingly";
      }
    return success();
  };
  WalkResult result = task->walk([&](Operation *op) {
    LogicalResult checked = success();
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      checked = check(load);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      checked = check(store);
    return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult Checker::checkTasks() {
  llvm::SmallVector<hls::TaskOp> tasks; // also those inside sequential loops
  func->walk([&](hls::TaskOp task) { tasks.push_back(task); });
  size_t decided = 0;
  for (hls::TaskOp task : tasks) {
    if (task.getCarried())
      continue; // as it was written; the buffers are checked
    ++decided;
    const auto *point =
        llvm::find_if(design.getTasks(), [&](hls::TaskPointAttr p) {
          return p.getName() == task.getTaskNameAttr();
        });
    if (point == design.getTasks().end())
      return task.emitOpError("is no task of the design point");
    if (failed(checkLoops(task, *point)) || failed(checkAccesses(task, *point)))
      return failure();
  }
  if (decided != design.getTasks().size())
    return func.emitError("the design point has ")
           << design.getTasks().size() << " tasks, the code has " << decided;
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers, transfers and ports
//===----------------------------------------------------------------------===//

static bool isPartitioned(hls::PartitionAttr partition) {
  return llvm::any_of(partition.getDims(), [](hls::PartitionDimAttr dim) {
    return dim.getKind() != hls::PartitionKind::None;
  });
}

LogicalResult Checker::checkBuffer(hls::BufferOp buffer,
                                   hls::ArrayPointAttr point) {
  auto error = [&] {
    return buffer.emitOpError("of array ") << point.getArray() << ": ";
  };
  hls::PartitionAttr partition = buffer.getPartitionAttr();
  bool same = isPartitioned(point.getPartition())
                  ? partition == point.getPartition()
                  : !partition || !isPartitioned(partition);
  if (!same)
    return error() << "the design point wants the partition "
                   << point.getPartition();
  hls::StorageKind storage = buffer.getStorage()
                                 ? buffer.getStorage()->getKind()
                                 : hls::StorageKind::Auto;
  if (storage != point.getStorage())
    return error() << "the design point wants the storage '"
                   << hls::stringifyStorageKind(point.getStorage()) << "'";
  if (int64_t(buffer.getCopies()) != point.getCopies())
    return error() << "the design point wants " << point.getCopies()
                   << " copies, the code has " << buffer.getCopies();
  for (Operation *user : buffer->getUsers()) {
    int64_t beat = point.getBeat();
    if (auto load = dyn_cast<hls::TileLoadOp>(user))
      beat = load.getBeat();
    if (auto store = dyn_cast<hls::TileStoreOp>(user))
      beat = store.getBeat();
    if (beat != point.getBeat())
      return user->emitOpError("has a beat of ")
             << beat << " elements, the design point says " << point.getBeat();
  }
  return success();
}

template <typename Effect> static bool has(hls::TaskOp task, Value memory) {
  return task
      ->walk([&](MemoryEffectOpInterface op) {
        for (Value operand : op->getOperands())
          if (op.getOperation() != task && isa<MemRefType>(operand.getType()) &&
              resolve(task, operand) == memory &&
              op.getEffectOnValue<Effect>(operand))
            return WalkResult::interrupt();
        return WalkResult::advance();
      })
      .wasInterrupted();
}

static bool reads(hls::TaskOp task, Value memory) {
  return has<MemoryEffects::Read>(task, memory);
}

static bool writes(hls::TaskOp task, Value memory) {
  return has<MemoryEffects::Write>(task, memory);
}

/// A buffer without a load must be written before it is read. Among the tasks
/// of one sequential loop the code does not tell which comes first: an
/// iteration may read what the one before has written.
LogicalResult Checker::checkFilled(hls::BufferOp buffer) {
  Block *block = buffer->getBlock();
  auto root = [&](Operation *user) {
    return block->findAncestorOpInBlock(*user);
  };
  SmallVector<Operation *> users(buffer->getUsers());
  if (users.empty())
    return success();
  Operation *first = root(users.front());
  for (Operation *user : users)
    if (root(user)->isBeforeInBlock(first))
      first = root(user);
  if (isa<hls::TileLoadOp>(first))
    return success();
  if (isa<hls::TileStoreOp>(first))
    return first->emitOpError("stores buffer '")
           << buffer.getBufferName() << "' before it is written";
  for (Operation *user : users) {
    auto task = dyn_cast<hls::TaskOp>(user);
    if (!task || root(user) != first || !reads(task, buffer))
      continue;
    if (task.getCarried() && writes(task, buffer))
      continue; // it is not known which comes first
    bool isFilled = llvm::any_of(users, [&](Operation *other) {
      auto writer = dyn_cast<hls::TaskOp>(other);
      return writer && writer != task && root(other) == first &&
             writes(writer, buffer);
    });
    if (!isFilled)
      return task.emitOpError("reads buffer '")
             << buffer.getBufferName()
             << "' before it is loaded or written; load it first";
  }
  return success();
}

LogicalResult Checker::checkBuffers() {
  WalkResult result = func->walk([&](hls::BufferOp buffer) {
    if (buffer->hasAttr(hls::accumulatorAttrName))
      return WalkResult::advance(); // LocalSum::check
    auto task = buffer->getParentOfType<hls::TaskOp>();
    StringRef taskName = task ? task.getTaskName() : "";
    StringRef array = buffer.getBufferName();
    if (task && !array.consume_back(("_" + taskName).str())) {
      buffer.emitOpError("inside a task must be called <array>_<task>");
      return WalkResult::interrupt();
    }
    hls::ArrayPointAttr point = arrayPointOf(design, array, taskName);
    if (!point || point.getTask().getValue() != taskName) {
      buffer.emitOpError("has no counterpart in the design point");
      return WalkResult::interrupt();
    }
    bool good = succeeded(checkBuffer(buffer, point)) &&
                (task || succeeded(checkFilled(buffer)));
    return good ? WalkResult::advance() : WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// The box of a transfer inside the array, for every iteration around it.
static LogicalResult checkBox(Operation *op, OperandRange offsets,
                              MemRefType array, MemRefType buffer) {
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    auto range =
        reachOf(AffineMap::getMultiDimIdentityMap(1, op->getContext()), offset);
    if (!range)
      return op->emitOpError("offset ")
             << dim << " is not linear in loops of the form '0 to N'";
    auto [least, greatest] = *range;
    if (least < 0 || greatest + buffer.getDimSize(dim) > array.getDimSize(dim))
      return op->emitOpError("dimension ")
             << dim << " of the tile reaches from " << least << " to "
             << greatest + buffer.getDimSize(dim) - 1
             << ", outside the array's extent " << array.getDimSize(dim);
  }
  return success();
}

LogicalResult Checker::checkTransfers() {
  WalkResult result = func->walk([&](Operation *op) {
    LogicalResult checked = success();
    if (auto load = dyn_cast<hls::TileLoadOp>(op))
      checked = checkBox(op, load.getOffsets(),
                         cast<MemRefType>(load.getArray().getType()),
                         cast<MemRefType>(load.getBuffer().getType()));
    else if (auto store = dyn_cast<hls::TileStoreOp>(op))
      checked = checkBox(op, store.getOffsets(),
                         cast<MemRefType>(store.getArray().getType()),
                         cast<MemRefType>(store.getBuffer().getType()));
    return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// The port's width is that of the transfers through it, and what a task
/// writes into a whole buffer is stored.
LogicalResult Checker::checkPort(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  auto interface =
      func.getArgAttrOfType<hls::InterfaceAttr>(index, hls::interfaceAttrName);
  if (!interface)
    return emitError(argument.getLoc())
           << "argument " << index << " has no hls.interface";
  auto type = dyn_cast<MemRefType>(argument.getType());
  if (!type)
    return success();
  std::string name = sourceName(func, index);
  for (hls::ArrayPointAttr point : design.getArrays())
    if (point.getArray().getValue() == name &&
        interface.getWidth() !=
            std::max<int64_t>(8,
                              point.getBeat() * type.getElementTypeBitWidth()))
      return emitError(argument.getLoc())
             << "array '" << name << "': the port is " << interface.getWidth()
             << " bits wide, a beat of " << point.getBeat() << " elements of "
             << type.getElementTypeBitWidth() << " bits is not";
  for (hls::BufferOp buffer : func.getOps<hls::BufferOp>()) {
    if (buffer.getBufferName() != name)
      continue;
    bool isWritten = false, isStored = false;
    for (Operation *user : buffer->getUsers()) {
      isStored |= isa<hls::TileStoreOp>(user);
      if (auto task = dyn_cast<hls::TaskOp>(user))
        isWritten |= writes(task, buffer);
    }
    if (isWritten != isStored)
      return buffer.emitOpError("of array '")
             << name << "' is "
             << (isWritten ? "written by a task but never stored; store it at "
                             "the end"
                           : "stored, but no task writes it");
  }
  return success();
}

LogicalResult Checker::run() {
  if (failed(checkTasks()) || failed(checkBuffers()) ||
      failed(checkTransfers()))
    return failure();
  for (BlockArgument argument : func.getArguments())
    if (failed(checkPort(argument)))
      return failure();
  return success();
}

LogicalResult transforms::checkApplied(func::FuncOp func,
                                       hls::DesignAttr design) {
  return Checker(func, design).run();
}

namespace {
struct CheckApplied : talos::impl::CheckAppliedBase<CheckApplied> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    if (!design) {
      func.emitError("function '")
          << func.getName() << "' has no design point (hls.design)";
      return signalPassFailure();
    }
    if (failed(transforms::checkApplied(func, design)))
      signalPassFailure();
  }
};
} // namespace
