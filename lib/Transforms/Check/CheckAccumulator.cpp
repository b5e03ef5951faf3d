//===- CheckAccumulator.cpp - A local sum keeps its promises --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckAccumulator.h"
#include "Transforms/Check/CheckBounds.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/BufferCopies.h"

using namespace mlir;
using namespace talos;
using transforms::AppliedLocalSum;

Value transforms::resolve(hls::TaskOp task, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner()->getParentOp() == task)
    return task.getInputs()[argument.getArgNumber()];
  return value;
}

WalkResult
transforms::walkStatements(hls::TaskOp task,
                           llvm::function_ref<WalkResult(Operation *)> visit) {
  return task->walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isInner =
        (isa<hls::TaskOp>(op) && op != task) || op->hasAttr(hls::copyAttrName);
    return isInner ? WalkResult::skip() : visit(op);
  });
}

FailureOr<int64_t> transforms::constantTrip(affine::AffineForOp loop,
                                            StringRef why) {
  if (std::optional<uint64_t> trip = affine::getConstantTripCount(loop))
    return int64_t(*trip);
  return loop.emitError("loop '") << analysis::sourceName(loop)
                                  << "' has no constant trip count, " << why;
}

/// How often `op` runs when its task does, or, of the unrolled loops around it
/// alone, at once.
static FailureOr<int64_t> runsOf(Operation *op, hls::TaskOp task,
                                 bool atOnce = false) {
  int64_t product = 1;
  for (op = op->getParentOp(); op != task; op = op->getParentOp()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (!loop || (atOnce && !loop->hasAttr(hls::unrollAttrName)))
      continue;
    FailureOr<int64_t> trip = transforms::constantTrip(
        loop, "so the local sums cannot be counted; give it constant bounds");
    if (failed(trip))
      return failure();
    product *= *trip;
  }
  return product;
}

FailureOr<AppliedLocalSum> AppliedLocalSum::find(hls::TaskOp task,
                                                 hls::TaskPointAttr point) {
  AppliedLocalSum sum;
  sum.task = task;
  sum.kind = point.getAccumulator();
  unsigned buffers = 0;
  task->walk([&](hls::BufferOp buffer) {
    if (!buffer->hasAttr(hls::accumulatorAttrName))
      return;
    ++buffers;
    bool isScalar = cast<MemRefType>(buffer.getType()).getRank() == 0;
    (isScalar ? sum.scalar : sum.sums) = buffer;
  });
  task->walk([&](affine::AffineStoreOp store) {
    if (store->hasAttr(hls::statementAttrName))
      sum.statement = store;
    else if (sum.scalar && store.getMemref() == sum.scalar.getResult())
      sum.set = store;
  });
  if (sum.scalar)
    for (Operation *user : sum.scalar->getUsers())
      if (auto load = dyn_cast<affine::AffineLoadOp>(user))
        for (Operation *next : load->getUsers())
          if (auto store = dyn_cast<affine::AffineStoreOp>(next);
              store && store != sum.statement &&
              !store->hasAttr(hls::copyAttrName))
            sum.home = store;
  bool needsScalar = sum.kind != hls::Accumulator::Direct;
  bool needsSums = sum.kind == hls::Accumulator::LocalAdd;
  if (buffers != unsigned(needsScalar) + unsigned(needsSums) ||
      bool(sum.scalar) != needsScalar || bool(sum.sums) != needsSums ||
      (needsScalar && (!sum.set || !sum.home || !sum.statement)))
    return task.emitOpError("the design point wants the accumulator '")
           << hls::stringifyAccumulator(sum.kind)
           << "', the code has other accumulators (hls.accumulator)";
  if (needsSums)
    for (affine::AffineForOp loop : task.getOps<affine::AffineForOp>())
      sum.lastLoop = loop;
  return sum;
}

/// Whether all that the task does is to store the constant +0 to every element
/// of its buffer.
static bool zeroes(hls::TaskOp task, Value buffer) {
  SmallVector<affine::AffineStoreOp> stores;
  transforms::walkStatements(task, [&](Operation *op) {
    if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      stores.push_back(store);
    return WalkResult::advance();
  });
  if (stores.size() != 1 ||
      transforms::resolve(task, stores.front().getMemref()) != buffer)
    return false;
  affine::AffineStoreOp store = stores.front();
  Value value = store.getValueToStore();
  if (!matchPattern(value, m_PosZeroFloat()) && !matchPattern(value, m_Zero()))
    return false;
  for (Operation *op = store->getParentOp(); op != task;
       op = op->getParentOp()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (!loop)
      return false; // a condition
    std::optional<uint64_t> trip = affine::getConstantTripCount(loop);
    if (!trip || *trip == 0)
      return false; // may never run
  }
  return transforms::reachesAll(store.getAffineMap(), store.getMapOperands(),
                                cast<MemRefType>(buffer.getType()).getShape());
}

bool AppliedLocalSum::addsOld() const {
  bool adds = false;
  Operation *root = lastLoop;
  if (root)
    root->walk([&](arith::AddFOp) { adds = true; });
  return adds;
}

LogicalResult AppliedLocalSum::checkStart(func::FuncOp func) {
  Value value = set.getValueToStore();
  affine::AffineStoreOp last = home;
  if (auto load = value.getDefiningOp<affine::AffineLoadOp>()) {
    affine::MemRefAccess from(load), to(last);
    Value array = resolve(task, from.memref);
    to.memref = from.memref; // with local_add the sum goes to the buffer
    bool same = kind == hls::Accumulator::LocalAdd ||
                array == resolve(task, last.getMemref());
    if (!(from == to) || !same || addsOld())
      return set.emitError("the local sum must start from the element that it "
                           "replaces");
    return success();
  }
  if (!matchPattern(value, m_PosZeroFloat()) && !matchPattern(value, m_Zero()))
    return set.emitError("the local sum starts from neither the element's old "
                         "value nor zero");
  if (addsOld())
    return success();
  Value array = resolve(task, last.getMemref());
  hls::TaskOp writer;
  bool isEarlier = true;
  func->walk([&](hls::TaskOp earlier) {
    isEarlier &= earlier != task;
    if (!isEarlier)
      return;
    earlier->walk([&](affine::AffineStoreOp store) {
      if (resolve(earlier, store.getMemref()) == array)
        writer = earlier;
    });
  });
  // In the same loop the zeros are stored before every run of the task.
  if (writer && writer->getBlock() == task->getBlock() && zeroes(writer, array))
    return success();
  return set.emitError("the local sum starts from zero, but no task before "
                       "stores zeros to the whole array");
}

/// Set, reduction loops, store: in this order in one block.
LogicalResult AppliedLocalSum::checkStore() {
  Block *block = set->getBlock();
  Operation *reduction = block->findAncestorOpInBlock(*statement);
  if (scalar->getBlock() != block || home->getBlock() != block || !reduction ||
      !set->isBeforeInBlock(reduction) || !reduction->isBeforeInBlock(home))
    return set.emitError("the local sum must be declared and set before, and "
                         "stored after, its reduction loops");
  for (Operation *op = statement->getParentOp(); op != block->getParentOp();
       op = op->getParentOp())
    if (!op->hasAttr(hls::reductionAttrName))
      return op->emitOpError(
          "runs inside a local sum but is no reduction loop");
  if (kind == hls::Accumulator::Register &&
      !reduction->hasAttr(hls::pipelineAttrName))
    return reduction->emitOpError("stands between a sum in a register and its "
                                  "store but is not pipelined");
  if (statement.getMemref() != scalar.getResult())
    return statement.emitError("must accumulate in the local sum");
  if (kind == hls::Accumulator::LocalAdd &&
      home.getMemref() != sums.getResult())
    return home.emitError("must go to the buffer of sums");
  return success();
}

/// The last nest brings every sum to the array, element by element.
LogicalResult AppliedLocalSum::checkLastNest() {
  Operation *root = lastLoop;
  affine::AffineLoadOp read;
  affine::AffineStoreOp write;
  auto find = [&](Operation *op) {
    if (auto load = dyn_cast<affine::AffineLoadOp>(op);
        load && load.getMemref() == sums.getResult())
      read = load;
    if (auto store = dyn_cast<affine::AffineStoreOp>(op);
        store && store != home && !store->hasAttr(hls::copyAttrName))
      write = store;
  };
  if (root)
    root->walk(find);
  if (!read || !write)
    return task.emitOpError("the last loop nest must bring the buffer of sums "
                            "to the array");
  affine::MemRefAccess from(read), to(write);
  from.memref = to.memref;
  if (!(from == to))
    return write.emitError("brings a sum to another element");
  FailureOr<int64_t> sumsFormed = runsOf(home, task);
  FailureOr<int64_t> sumsMoved = runsOf(write, task);
  if (failed(sumsFormed) || failed(sumsMoved))
    return failure();
  if (*sumsFormed != *sumsMoved)
    return write.emitError("runs ")
           << *sumsMoved << " times for " << *sumsFormed << " sums";
  return success();
}

/// Two ports a bank.
LogicalResult AppliedLocalSum::checkPorts() {
  int64_t banks = 1;
  if (std::optional<hls::PartitionAttr> partition = sums.getPartition())
    for (auto [dim, entry] : llvm::enumerate(partition->getDims()))
      banks *= entry.getKind() == hls::PartitionKind::Complete
                   ? cast<MemRefType>(sums.getType()).getDimSize(dim)
                   : entry.getFactor();
  FailureOr<int64_t> written = runsOf(home, task, /*atOnce=*/true);
  if (failed(written))
    return failure();
  if (*written > 2 * banks)
    return sums.emitOpError("has ") << banks << " banks of two ports, but "
                                    << *written << " sums are written at once";
  return success();
}

LogicalResult AppliedLocalSum::check(func::FuncOp func) {
  if (kind == hls::Accumulator::Direct)
    return success();
  if (failed(checkStore()) || failed(checkStart(func)))
    return failure();
  if (kind != hls::Accumulator::LocalAdd)
    return success();
  return failure(failed(checkLastNest()) || failed(checkPorts()));
}
