//===- LowerToMemRef.cpp - Out of the hls dialect -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Subscripts.h"
#include "talos/Dialect/HLS/Rows.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_LOWERTOMEMREF
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

/// Replaces the task by its body.
static void inlineTask(hls::TaskOp task) {
  Block &body = task.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), task.getInputs()))
    argument.replaceAllUsesWith(operand);
  body.getTerminator()->erase();
  task->getBlock()->getOperations().splice(task->getIterator(),
                                           body.getOperations());
  task.erase();
}

/// Allocates the memory that `op` yields and frees it at the end of its block.
static void lowerMemory(Operation *op) {
  OpBuilder builder(op);
  Value result = op->getResult(0);
  if (auto buffer = dyn_cast<hls::BufferOp>(op); buffer && buffer.getGlobal()) {
    result.replaceAllUsesWith(memref::GetGlobalOp::create(
        builder, op->getLoc(), buffer.getType(), *buffer.getGlobal()));
    op->erase();
    return;
  }
  if (auto buffer = dyn_cast<hls::BufferOp>(op); buffer && buffer.getPort()) {
    result.replaceAllUsesWith(buffer.getPort());
    op->erase();
    return;
  }
  auto alloc = memref::AllocOp::create(builder, op->getLoc(),
                                       cast<MemRefType>(result.getType()));
  builder.setInsertionPoint(op->getBlock()->getTerminator());
  memref::DeallocOp::create(builder, op->getLoc(), alloc);
  result.replaceAllUsesWith(alloc.getResult());
  op->erase();
}

/// By dimension what divides its extent unless some beat reaches beyond it.
template <typename OpTy>
static SmallVector<int64_t> stepsOf(OpTy op, MemRefType array) {
  if (!op.getFlat())
    return hls::stepsOf(array, op.getBox(), op.getBlockCount());
  SmallVector<int64_t> steps(array.getRank(), 1);
  int64_t ports = op.getBlockCount();
  if (array.getNumElements() / ports % (op.getBeatElements() / ports) != 0)
    steps.front() = array.getShape().front() + 1;
  return steps;
}

/// Copies between the beat and its elements of the array.
template <typename OpTy> static void copyBeat(OpTy op, Value beat) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Location loc = op.getLoc();
  auto lanes =
      affine::AffineForOp::create(builder, loc, 0, op.getBeatElements());
  builder.setInsertionPointToStart(lanes.getBody());
  Value lane = lanes.getInductionVar();
  AffineMap map = op.getElementMap();
  SmallVector<Value> operands(op.getMapOperands());
  operands.insert(operands.begin() + op.getMap().getNumDims(), lane);
  auto array = cast<MemRefType>(op.getArray().getType());
  ArrayRef<int64_t> tile = hls::tilesOf(op.getArray());
  if (!tile.empty()) {
    // Boxes reach beyond the tile, tiles beyond the array.
    SmallVector<AffineExpr> inTile;
    for (auto [d, extent] : llvm::enumerate(tile))
      inTile.push_back(map.getResult(d) - op.getMap().getResult(d) * extent);
    transforms::keepInside(builder, loc, tile, op.getBox(),
                           AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                                          inTile, op.getContext()),
                           operands);
  }
  transforms::keepInside(builder, loc, array.getShape(),
                         tile.empty() ? stepsOf(op, array)
                                      : SmallVector<int64_t>(tile),
                         map, operands);
  if constexpr (std::is_same_v<OpTy, hls::BeatReadOp>) {
    Value element = affine::AffineLoadOp::create(builder, loc, op.getArray(),
                                                 map, operands);
    affine::AffineStoreOp::create(builder, loc, element, beat, lane);
  } else {
    Value element = affine::AffineLoadOp::create(builder, loc, beat, lane);
    affine::AffineStoreOp::create(builder, loc, element, op.getArray(), map,
                                  operands);
  }
}

/// Copies between the whole buffer and a box of the array, element by element.
static LogicalResult lowerTransfer(Operation *op, Value array,
                                   OperandRange offsets, Value buffer,
                                   ValueRange copies, bool isLoad) {
  for (Value offset : offsets)
    if (!affine::isValidDim(offset))
      return op->emitError("an offset of the transfer is not affine in the "
                           "surrounding loops; compute it with affine.apply");
  OpBuilder builder(op);
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> ivs;
  for (int64_t extent : type.getShape()) {
    auto loop = affine::AffineForOp::create(builder, op->getLoc(), 0, extent);
    ivs.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  SmallVector<AffineExpr> exprs;
  for (size_t dim = 0; dim < ivs.size(); ++dim) {
    AffineExpr expr = builder.getAffineDimExpr(dim);
    if (!offsets.empty())
      expr = expr + builder.getAffineDimExpr(ivs.size() + dim);
    exprs.push_back(expr);
  }
  auto identity = builder.getMultiDimIdentityMap(ivs.size());
  auto box = AffineMap::get(ivs.size() + offsets.size(), 0, exprs,
                            builder.getContext());
  SmallVector<Value> operands = ivs;
  llvm::append_range(operands, offsets);
  Location loc = op->getLoc();
  if (isLoad) {
    Value element =
        affine::AffineLoadOp::create(builder, loc, array, box, operands);
    affine::AffineStoreOp::create(builder, loc, element, buffer, identity, ivs);
    for (Value copy : copies)
      affine::AffineStoreOp::create(builder, loc, element, copy, identity, ivs);
  } else {
    Value element =
        affine::AffineLoadOp::create(builder, loc, buffer, identity, ivs);
    affine::AffineStoreOp::create(builder, loc, element, array, box, operands);
  }
  op->erase();
  return success();
}

static void stripAttributes(func::FuncOp func) {
  auto isOurs = [](NamedAttribute attribute) {
    return isa_and_present<hls::HLSDialect>(attribute.getNameDialect());
  };
  func->walk([&](Operation *op) {
    for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs()))
      if (isOurs(attribute))
        op->removeDiscardableAttr(attribute.getName());
  });
  for (unsigned index = 0; index < func.getNumArguments(); ++index)
    for (NamedAttribute attribute :
         mlir::function_interface_impl::getArgAttrs(func, index))
      if (isOurs(attribute))
        func.removeArgAttr(index, attribute.getName());
}

LogicalResult transforms::lowerToMemRef(func::FuncOp func) {
  SmallVector<Operation *> ops;
  // Tasks first: a transfer's offsets are affine in the loops around the task.
  func->walk([&](hls::TaskOp task) { ops.push_back(task); });
  for (Operation *op : ops)
    inlineTask(cast<hls::TaskOp>(op));
  ops.clear();
  func->walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    LogicalResult lowered = success();
    if (auto load = dyn_cast<hls::TileLoadOp>(op))
      lowered = lowerTransfer(op, load.getArray(), load.getOffsets(),
                              load.getBuffer(), load.getCopies(),
                              /*isLoad=*/true);
    else if (auto store = dyn_cast<hls::TileStoreOp>(op))
      lowered = lowerTransfer(op, store.getArray(), store.getOffsets(),
                              store.getBuffer(), {}, /*isLoad=*/false);
    if (failed(lowered))
      return failure();
  }
  ops.clear();
  func->walk([&](Operation *op) {
    if (isa<hls::BufferOp, hls::BeatOp, hls::BeatReadOp, hls::BeatWriteOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto write = dyn_cast<hls::BeatWriteOp>(op)) {
      copyBeat(write, write.getBeat());
      write.erase();
      continue;
    }
    if (auto read = dyn_cast<hls::BeatReadOp>(op))
      copyBeat(read, read.getBeat());
    lowerMemory(op);
  }
  stripAttributes(func);
  return success();
}

namespace {
struct LowerToMemRef : talos::impl::LowerToMemRefBase<LowerToMemRef> {
  void runOnOperation() override {
    if (failed(transforms::lowerToMemRef(getOperation())))
      signalPassFailure();
  }
};
} // namespace
