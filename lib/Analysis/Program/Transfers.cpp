//===- Transfers.cpp - What moves between memory and buffers --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/Transfers.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/Rows.h"

using namespace mlir;
using namespace talos;
using analysis::Transfer;

SmallVector<Operation *> analysis::arrayAccessesOf(hls::TaskOp task) {
  return llvm::to_vector(task.getBody().getArgument(1).getUsers());
}

hls::InterfaceAttr analysis::interfaceOf(Value array) {
  auto argument = dyn_cast<BlockArgument>(hls::originOf(array));
  auto func =
      argument
          ? dyn_cast_or_null<func::FuncOp>(argument.getOwner()->getParentOp())
          : func::FuncOp();
  return func ? func.getArgAttrOfType<hls::InterfaceAttr>(
                    argument.getArgNumber(), hls::interfaceAttrName)
              : hls::InterfaceAttr();
}

SmallVector<int64_t> analysis::boxOfPort(Value array, int64_t beat) {
  hls::InterfaceAttr interface = interfaceOf(array);
  if (interface && !interface.getLanes().empty())
    return llvm::to_vector(interface.getLanes());
  return hls::rowBox(cast<MemRefType>(array.getType()), beat);
}

bool analysis::isRealigned(const Transfer &transfer) {
  hls::InterfaceAttr interface = interfaceOf(transfer.array);
  return hls::isRealigned(
      cast<MemRefType>(transfer.array.getType()),
      interface ? interface.getLanes() : ArrayRef<int64_t>(), transfer.beat);
}

/// The widest access; a transfer of single elements has none of beats.
static SmallVector<int64_t> boxOf(hls::TaskOp task) {
  SmallVector<int64_t> box(
      cast<MemRefType>(task.getInputs()[1].getType()).getRank(), 1);
  for (Operation *access : analysis::arrayAccessesOf(task)) {
    if (auto read = dyn_cast<hls::BeatReadOp>(access))
      box = read.getBox();
    if (auto write = dyn_cast<hls::BeatWriteOp>(access))
      box = write.getBox();
  }
  return box;
}

static Transfer describe(Operation *op, bool isLoad, Value buffer, Value array,
                         SmallVector<int64_t> box, ValueRange copies) {
  int64_t beat = hls::lanesIn(box);
  return Transfer{
      op, isLoad, buffer, array, beat, std::move(box), llvm::to_vector(copies)};
}

std::optional<Transfer> analysis::transferOf(Operation *op) {
  if (auto load = dyn_cast<hls::TileLoadOp>(op))
    return describe(op, true, load.getBuffer(), load.getArray(),
                    boxOfPort(load.getArray(), load.getBeat()),
                    load.getCopies());
  if (auto store = dyn_cast<hls::TileStoreOp>(op))
    return describe(op, false, store.getBuffer(), store.getArray(),
                    boxOfPort(store.getArray(), store.getBeat()), {});
  auto task = dyn_cast<hls::TaskOp>(op);
  if (!task || !task.isTransfer())
    return std::nullopt;
  SmallVector<Value> copies;
  for (Value input : task.getInputs().drop_front(2))
    if (isa<MemRefType>(input.getType()))
      copies.push_back(input);
  return describe(op, task.getKind() == hls::TaskKind::Load,
                  task.getInputs()[0], task.getInputs()[1], boxOf(task),
                  copies);
}
