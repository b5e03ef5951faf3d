//===- CheckTransfers.cpp - Transfers stay inside of their memories -------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of hls.tile_load and hls.tile_store the box, of a load or store task every
// access of its code, and that all of the buffer moves.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckAccumulator.h"
#include "Transforms/Check/CheckBounds.h"
#include "Transforms/Check/CheckParts.h"
#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/Transfers.h"
#include "talos/Dialect/HLS/Rows.h"

using namespace mlir;
using namespace talos;
using transforms::Reach;

//===----------------------------------------------------------------------===//
// hls.tile_load and hls.tile_store
//===----------------------------------------------------------------------===//

/// The box of a transfer inside the array, for every iteration around it.
static LogicalResult checkBox(Operation *op, OperandRange offsets,
                              MemRefType array, MemRefType buffer) {
  auto map = AffineMap::getMultiDimIdentityMap(1, op->getContext());
  StringRef advice = "; use a smaller tile, or one buffer for all tasks";
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    int64_t own = buffer.getDimSize(dim), whole = array.getDimSize(dim);
    Reach reach = transforms::reachWithin(op, map, offset, whole - own + 1);
    if (reach.place == Reach::Inside)
      continue;
    if (reach.range)
      return op->emitOpError("dimension ")
             << dim << " of the tile reaches from " << reach.range->first
             << " to " << reach.range->second + own - 1
             << ", outside the array's extent " << whole << advice;
    if (reach.place == Reach::Unknown)
      return op->emitOpError("offset ")
             << dim << " is not linear in loops of the form '0 to N'";
    return op->emitOpError("dimension ")
           << dim << " of the tile leaves the array's extent " << whole
           << " in some iteration of the loops around it" << advice;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tasks of kind load and store
//===----------------------------------------------------------------------===//

namespace {

/// Subscripts of one access in the code of a transfer.
struct Subscripts {
  AffineMap map;
  SmallVector<Value> operands;
  SmallVector<int64_t> extents;
};

class TransferChecker {
public:
  explicit TransferChecker(hls::TaskOp task) : task(task) {}
  LogicalResult check();

private:
  std::optional<Subscripts> subscriptsOf(Operation *op) const;
  LogicalResult checkInside(Operation *op, Subscripts at) const;
  LogicalResult checkAllMoves(BlockArgument buffer);

  hls::TaskOp task;
};

} // namespace

template <typename OpTy> static Subscripts elementsOf(OpTy op) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  return {op.getAffineMap(), llvm::to_vector(op.getMapOperands()),
          llvm::to_vector(type.getShape())};
}

/// The extents count boxes.
template <typename OpTy> static Subscripts beatsOf(OpTy op) {
  auto type = cast<MemRefType>(op.getArray().getType());
  Subscripts at{op.getMap(), llvm::to_vector(op.getMapOperands()),
                llvm::to_vector(type.getShape())};
  SmallVector<int64_t> box = op.getBox();
  if (int64_t blocks = op.getBlockCount(); blocks > 1)
    at.extents.front() = hls::blockExtent(type, box, blocks);
  for (auto [extent, lanes] : llvm::zip(at.extents, box))
    extent = llvm::divideCeil(extent, lanes);
  return at;
}

std::optional<Subscripts> TransferChecker::subscriptsOf(Operation *op) const {
  if (auto load = dyn_cast<affine::AffineLoadOp>(op))
    return elementsOf(load);
  if (auto store = dyn_cast<affine::AffineStoreOp>(op))
    return elementsOf(store);
  if (auto read = dyn_cast<hls::BeatReadOp>(op))
    return beatsOf(read);
  if (auto write = dyn_cast<hls::BeatWriteOp>(op))
    return beatsOf(write);
  return std::nullopt;
}

/// The offsets are known where the task stands.
LogicalResult TransferChecker::checkInside(Operation *op, Subscripts at) const {
  affine::fullyComposeAffineMapAndOperands(&at.map, &at.operands);
  for (Value &operand : at.operands)
    operand = transforms::resolve(task, operand);
  auto around = task->getParentOfType<hls::TaskOp>();
  for (auto [dim, extent] : llvm::enumerate(at.extents))
    if (failed(transforms::checkSubscript(op, dim, at.map.getSubMap(dim),
                                          at.operands, extent,
                                          around ? around : task)))
      return failure();
  return success();
}

/// What the subscripts would count through without the condition, which must
/// say no more than that some of them stay inside the buffer; none if it does.
static std::optional<SmallVector<int64_t>>
extentsWithout(affine::AffineIfOp guard, const Subscripts &at) {
  if (guard.hasElse())
    return std::nullopt;
  SmallVector<Value> values;
  IntegerSet set = transforms::composedSet(guard, values);
  SmallVector<int64_t> extents = at.extents;
  for (auto [index, side] : llvm::enumerate(set.getConstraints())) {
    affine::AffineValueMap condition(
        AffineMap::get(set.getNumDims(), set.getNumSymbols(), side), values);
    bool isFound = false;
    for (auto [dim, extent] : llvm::enumerate(at.extents)) {
      AffineMap subscript = at.map.getSubMap(dim);
      auto range = transforms::reachOf(subscript, at.operands);
      AffineMap inside =
          AffineMap::get(at.map.getNumDims(), at.map.getNumSymbols(),
                         extent - 1 - subscript.getResult(0));
      affine::AffineValueMap difference;
      affine::AffineValueMap::difference(
          condition, affine::AffineValueMap(inside, at.operands), &difference);
      auto rest = dyn_cast<AffineConstantExpr>(difference.getResult(0));
      if (!range || set.isEq(index) || !rest || rest.getValue() != 0)
        continue;
      extents[dim] = range->second + 1;
      isFound = true;
    }
    if (!isFound)
      return std::nullopt;
  }
  return extents;
}

/// One access moves every element of the buffer once.
LogicalResult TransferChecker::checkAllMoves(BlockArgument buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  auto users = buffer.getUsers();
  if (users.empty() || !llvm::hasSingleElement(users))
    return task.emitOpError("must move the buffer by one access in its loops");
  Operation *access = *users.begin();
  std::optional<Subscripts> at = subscriptsOf(access);
  SmallVector<int64_t> reached = llvm::to_vector(type.getShape());
  int64_t moved = 1;
  for (Operation *op = access->getParentOp(); op != task;
       op = op->getParentOp()) {
    if (auto guard = dyn_cast<affine::AffineIfOp>(op); guard && at) {
      // Conditions on the same subscript would cut the second time.
      bool isFirst = ArrayRef(reached) == type.getShape();
      std::optional<SmallVector<int64_t>> extents = extentsWithout(guard, *at);
      if (!isFirst || !extents)
        return op->emitOpError("in a transfer may only keep subscripts of the "
                               "buffer inside of it");
      reached = std::move(*extents);
      continue;
    }
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (!loop)
      return op->emitOpError("in a transfer: it is not known whether all of "
                             "the buffer moves; use loops alone");
    FailureOr<int64_t> trip = transforms::constantTrip(
        loop, "so it is not known whether all of the buffer moves");
    if (failed(trip))
      return failure();
    moved *= *trip;
  }
  int64_t all = 1;
  for (int64_t extent : reached)
    all *= extent;
  if (moved != all)
    return task.emitOpError("moves ")
           << moved << " elements of the buffer's " << type.getNumElements();
  if (!at || !transforms::reachesAll(at->map, at->operands, reached))
    return task.emitOpError("moves ")
           << moved << " elements of the buffer's " << type.getNumElements()
           << ", but not each of them once";
  return success();
}

LogicalResult TransferChecker::check() {
  WalkResult result = task->walk([&](Operation *op) {
    std::optional<Subscripts> at = subscriptsOf(op);
    return at && failed(checkInside(op, std::move(*at)))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // The buffer and its copies.
  for (BlockArgument argument : task.getBody().getArguments())
    if (argument.getArgNumber() != 1 && isa<MemRefType>(argument.getType()) &&
        failed(checkAllMoves(argument)))
      return failure();
  return success();
}

LogicalResult transforms::checkTransfers(func::FuncOp func) {
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
    else if (auto task = dyn_cast<hls::TaskOp>(op); task && task.isTransfer())
      checked = TransferChecker(task).check();
    return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
