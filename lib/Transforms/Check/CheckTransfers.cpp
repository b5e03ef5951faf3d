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
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/Transfers.h"

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
  LogicalResult checkAllMoves();

  hls::TaskOp task;
};

} // namespace

template <typename OpTy> static Subscripts elementsOf(OpTy op) {
  auto type = cast<MemRefType>(op.getMemref().getType());
  return {op.getAffineMap(), llvm::to_vector(op.getMapOperands()),
          llvm::to_vector(type.getShape())};
}

/// The extents count beats.
template <typename OpTy> static Subscripts beatsOf(OpTy op) {
  auto type = cast<MemRefType>(op.getArray().getType());
  Subscripts at{op.getMap(), llvm::to_vector(op.getMapOperands()),
                llvm::to_vector(type.getShape())};
  if (int64_t(at.map.getNumResults()) == type.getRank())
    at.extents.back() /= op.getBeatElements();
  else
    at.extents = {type.getNumElements() / op.getBeatElements()};
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

/// One access moves every element of the buffer once.
LogicalResult TransferChecker::checkAllMoves() {
  Value buffer = task.getBody().getArgument(0);
  auto type = cast<MemRefType>(buffer.getType());
  auto users = buffer.getUsers();
  if (users.empty() || !llvm::hasSingleElement(users))
    return task.emitOpError("must move the buffer by one access in its loops");
  Operation *access = *users.begin();
  int64_t moved = 1;
  for (Operation *op = access->getParentOp(); op != task;
       op = op->getParentOp()) {
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
  std::optional<Subscripts> at = subscriptsOf(access);
  bool isLinear =
      at && llvm::all_of(at->map.getResults(), [&](AffineExpr expr) {
        return analysis::linearForm(expr, at->operands.size()).has_value();
      });
  if (moved != type.getNumElements() ||
      (isLinear &&
       !transforms::reachesAll(at->map, at->operands, type.getShape())))
    return task.emitOpError("moves ")
           << moved << " elements of the buffer's " << type.getNumElements()
           << (moved == type.getNumElements() ? ", but not each of them once"
                                              : "");
  return success();
}

LogicalResult TransferChecker::check() {
  WalkResult result = task->walk([&](Operation *op) {
    std::optional<Subscripts> at = subscriptsOf(op);
    return at && failed(checkInside(op, std::move(*at)))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted() || failed(checkAllMoves()));
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
