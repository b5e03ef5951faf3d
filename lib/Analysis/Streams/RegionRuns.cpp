//===- RegionRuns.cpp - A dataflow region with the numbers of a run -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Analysis/Network.h"
#include "talos/Dialect/HLS/Sequence.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

static void insertNumbers(AffineForOp loop) {
  AffineMap lower = loop.getLowerBoundMap(), upper = loop.getUpperBoundMap();
  SmallVector<Value> ofLower(loop.getLowerBoundOperands()),
      ofUpper(loop.getUpperBoundOperands());
  affine::canonicalizeMapAndOperands(&lower, &ofLower);
  affine::canonicalizeMapAndOperands(&upper, &ofUpper);
  loop.setLowerBound(ofLower, simplifyAffineMap(lower));
  loop.setUpperBound(ofUpper, simplifyAffineMap(upper));
}

static void insertNumbers(affine::AffineIfOp op) {
  IntegerSet set = op.getIntegerSet();
  SmallVector<Value> operands(op.getOperands());
  affine::canonicalizeSetAndOperands(&set, &operands);
  op.setConditional(set, operands);
}

/// Of an access, whose attribute is called so; `operands` are the last ones.
static void insertNumbers(Operation *op, StringRef name, AffineMap map,
                          OperandRange operands) {
  SmallVector<Value> all(
      op->getOperands().take_front(op->getNumOperands() - operands.size())),
      own(operands);
  affine::canonicalizeMapAndOperands(&map, &own);
  llvm::append_range(all, own);
  op->setOperands(all);
  op->setAttr(name, AffineMapAttr::get(simplifyAffineMap(map)));
}

/// Puts numbers that are constants into maps and sets.
static void insertNumbers(Operation *op) {
  if (auto loop = dyn_cast<AffineForOp>(op))
    insertNumbers(loop);
  else if (auto condition = dyn_cast<affine::AffineIfOp>(op))
    insertNumbers(condition);
  else if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    insertNumbers(op, affine::AffineLoadOp::getMapAttrStrName(), load.getMap(),
                  load.getMapOperands());
  else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    insertNumbers(op, affine::AffineStoreOp::getMapAttrStrName(),
                  store.getMap(), store.getMapOperands());
  else if (auto apply = dyn_cast<affine::AffineApplyOp>(op))
    insertNumbers(op, apply.getMapAttrName(), apply.getAffineMap(),
                  apply.getMapOperands());
  else if (auto read = dyn_cast<hls::BeatReadOp>(op))
    insertNumbers(op, read.getMapAttrName(), read.getMap(),
                  read.getMapOperands());
  else if (auto write = dyn_cast<hls::BeatWriteOp>(op))
    insertNumbers(op, write.getMapAttrName(), write.getMap(),
                  write.getMapOperands());
}

/// Numbers in place of the parameters among the operands of a process.
static void insertNumbers(hls::ProcessOp process, hls::SequenceOp sequence,
                          unsigned run) {
  auto builder = OpBuilder::atBlockBegin(&process.getBody().front());
  for (unsigned index = process.getInputs().size(); index-- > 0;) {
    auto parameter = dyn_cast<BlockArgument>(process.getInputs()[index]);
    if (!parameter || parameter.getOwner() != &sequence.getBody().front())
      continue;
    BlockArgument own = process.getBody().getArgument(index);
    own.replaceAllUsesWith(arith::ConstantIndexOp::create(
        builder, process.getLoc(),
        sequence.getValue(run, parameter.getArgNumber())));
    process.getBody().eraseArgument(index);
    process.getInputsMutable().erase(index);
  }
  process.walk<WalkOrder::PreOrder>([](Operation *op) { insertNumbers(op); });
}

static bool isEmpty(AffineForOp nest) {
  return nest
      .walk([](AffineForOp loop) {
        bool none =
            loop.hasConstantBounds() &&
            loop.getConstantLowerBound() >= loop.getConstantUpperBound();
        return none ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// One nest of the process is left, if it has none with iterations the last.
static void leaveOne(hls::ProcessOp process) {
  SmallVector<AffineForOp> nests(process.getBody().getOps<AffineForOp>());
  size_t left = nests.size();
  for (AffineForOp nest : nests)
    if (left > 1 && isEmpty(nest)) {
      nest.erase();
      --left;
    }
}

static SmallVector<AffineForOp> pipelinedLoops(hls::DataflowOp dataflow) {
  SmallVector<AffineForOp> loops;
  dataflow.walk([&](AffineForOp loop) {
    if (loop->hasAttr(hls::pipelineAttrName))
      loops.push_back(loop);
  });
  return loops;
}

/// A copy of the function with the numbers of a run.
static RegionRun runOf(hls::DataflowOp dataflow, hls::SequenceOp sequence,
                       unsigned run) {
  IRMapping copies;
  auto func = dataflow->getParentOfType<func::FuncOp>();
  RegionRun result;
  result.function = OwningOpRef<func::FuncOp>(func.clone(copies));
  auto copyOf = [&](auto op) {
    return cast<decltype(op)>(copies.lookupOrNull(op));
  };
  result.dataflow = copyOf(dataflow);
  SmallVector<std::pair<AffineForOp, AffineForOp>> pairs;
  for (AffineForOp loop : pipelinedLoops(dataflow))
    pairs.push_back({loop, copyOf(loop)});
  hls::SequenceOp copy = copyOf(sequence);
  for (auto process : result.dataflow.getBody().getOps<hls::ProcessOp>()) {
    insertNumbers(process, copy, run);
    leaveOne(process);
  }
  result.dataflow->moveBefore(copy);
  copy.erase();
  llvm::DenseSet<Operation *> left;
  result.dataflow.walk([&](AffineForOp loop) { left.insert(loop); });
  for (auto [loop, own] : pairs)
    if (left.contains(own))
      result.loops.push_back({loop, own});
  return result;
}

std::vector<RegionRun> analysis::runsOf(hls::DataflowOp dataflow) {
  std::vector<RegionRun> runs;
  hls::SequenceOp sequence = hls::sequenceOf(dataflow);
  if (!sequence) {
    runs.push_back({{}, dataflow, {}});
    for (AffineForOp loop : pipelinedLoops(dataflow))
      runs.back().loops.push_back({loop, loop});
    return runs;
  }
  for (int64_t run = 0; run < sequence.getRunCount(); ++run)
    runs.push_back(runOf(dataflow, sequence, run));
  return runs;
}
