//===- Demote.cpp - Loop-carried values to memory, allocations ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/ScalarCell.h"
#include "Transforms/Normalize/Statements.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

void hoistAllocations(func::FuncOp func) {
  Block &entry = func.getBody().front();
  SmallVector<Operation *> allocations, frees;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<memref::AllocOp, memref::AllocaOp>(op))
      allocations.push_back(op);
    else if (isa<memref::DeallocOp>(op))
      frees.push_back(op);
  });
  for (Operation *op : frees)
    op->erase();
  OpBuilder start(func.getContext());
  OpBuilder end(entry.getTerminator());
  Operation *last = nullptr;
  for (Operation *op : allocations) {
    if (last)
      start.setInsertionPointAfter(last);
    else
      start.setInsertionPointToStart(&entry);
    auto alloc = memref::AllocOp::create(
        start, op->getLoc(), cast<MemRefType>(op->getResult(0).getType()));
    alloc->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    op->getResult(0).replaceAllUsesWith(alloc.getResult());
    op->erase();
    memref::DeallocOp::create(end, alloc.getLoc(), alloc.getResult());
    last = alloc;
  }
}

static LogicalResult checkStorable(Operation *op, TypeRange types) {
  for (Type type : types)
    if (!type.isIntOrFloat() || type.isInteger(1))
      return op->emitError()
             << "'" << op->getName() << "' carries a value of type " << type
             << ", which cannot be kept in an array; carry f32, f64 or i8 to "
                "i64 instead";
  return success();
}

/// Stores what `block` yields and leaves an empty yield to `target`'s end.
static void moveBody(Block *block, Block *target, ArrayRef<Value> cells) {
  Operation *yield = block->getTerminator();
  OpBuilder builder(yield);
  for (auto [value, cell] : llvm::zip(yield->getOperands(), cells))
    storeCell(builder, value.getLoc(), value, cell);
  yield->erase();
  target->getOperations().splice(target->getTerminator()->getIterator(),
                                 block->getOperations());
}

static SmallVector<Value> makeCells(Operation *op) {
  SmallVector<Value> cells;
  for (Value result : op->getResults())
    cells.push_back(makeCell(op, result.getType(), result.getLoc()));
  return cells;
}

static void replaceResults(Operation *op, ArrayRef<Value> cells) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  for (auto [result, cell] : llvm::zip(op->getResults(), cells))
    result.replaceAllUsesWith(loadCell(builder, result.getLoc(), cell));
  op->erase();
}

static LogicalResult demote(AffineForOp loop) {
  if (failed(checkStorable(loop, loop.getResultTypes())))
    return failure();
  SmallVector<Value> cells = makeCells(loop);
  OpBuilder builder(loop);
  for (auto [init, cell] : llvm::zip(loop.getInits(), cells))
    storeCell(builder, loop.getLoc(), init, cell);
  auto plain =
      AffineForOp::create(builder, loop.getLoc(), loop.getLowerBoundOperands(),
                          loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
                          loop.getUpperBoundMap(), loop.getStepAsInt());
  plain->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  builder.setInsertionPointToStart(loop.getBody());
  for (auto [carried, cell] : llvm::zip(loop.getRegionIterArgs(), cells))
    carried.replaceAllUsesWith(loadCell(builder, carried.getLoc(), cell));
  loop.getInductionVar().replaceAllUsesWith(plain.getInductionVar());
  moveBody(loop.getBody(), plain.getBody(), cells);
  replaceResults(loop, cells);
  return success();
}

static LogicalResult demote(AffineIfOp op) {
  if (failed(checkStorable(op, op.getResultTypes())))
    return failure();
  SmallVector<Value> cells = makeCells(op);
  OpBuilder builder(op);
  auto plain = AffineIfOp::create(builder, op.getLoc(), op.getIntegerSet(),
                                  op.getOperands(), /*withElseRegion=*/true);
  plain->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  moveBody(op.getThenBlock(), plain.getThenBlock(), cells);
  moveBody(op.getElseBlock(), plain.getElseBlock(), cells);
  replaceResults(op, cells);
  return success();
}

LogicalResult demoteRegionResults(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func.walk([&](Operation *op) { // inner ones first
    if (isa<AffineForOp, AffineIfOp>(op) && op->getNumResults() != 0)
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto loop = dyn_cast<AffineForOp>(op);
    if (failed(loop ? demote(loop) : demote(cast<AffineIfOp>(op))))
      return failure();
  }
  return success();
}

} // namespace talos
