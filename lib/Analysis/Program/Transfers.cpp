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

namespace {
/// What moves at a time.
struct Boxes {
  SmallVector<int64_t> box;
  int64_t blocks = 1;
};
} // namespace

/// The box that the ports of an argument of the top function move at a time,
/// where a beat of one port has `beat` elements.
static Boxes boxesOfPort(Value array, int64_t beat) {
  hls::InterfaceAttr interface = analysis::interfaceOf(array);
  Boxes boxes{hls::rowBox(cast<MemRefType>(array.getType()), beat)};
  if (interface && !interface.getLanes().empty())
    boxes.box = llvm::to_vector(interface.getLanes());
  if (interface)
    boxes.blocks = interface.getPortBlocks();
  return boxes;
}

bool analysis::isRealigned(const Transfer &transfer) {
  hls::InterfaceAttr interface = interfaceOf(transfer.array);
  return hls::isRealigned(cast<MemRefType>(transfer.array.getType()),
                          interface ? interface.getLanes()
                                    : ArrayRef<int64_t>(),
                          transfer.beat / transfer.blocks);
}

/// The widest access; a transfer of single elements has none of beats.
static Boxes boxesOf(hls::TaskOp task) {
  Boxes boxes{SmallVector<int64_t>(
      cast<MemRefType>(task.getInputs()[1].getType()).getRank(), 1)};
  for (Operation *access : analysis::arrayAccessesOf(task)) {
    if (auto read = dyn_cast<hls::BeatReadOp>(access))
      boxes = {read.getBox(), read.getBlockCount()};
    if (auto write = dyn_cast<hls::BeatWriteOp>(access))
      boxes = {write.getBox(), write.getBlockCount()};
  }
  return boxes;
}

static Transfer describe(Operation *op, bool isLoad, Value buffer, Value array,
                         Boxes boxes, ValueRange copies) {
  int64_t beat = hls::lanesIn(boxes.box) * boxes.blocks;
  return Transfer{op,           isLoad,
                  buffer,       array,
                  beat,         std::move(boxes.box),
                  boxes.blocks, llvm::to_vector(copies)};
}

std::optional<Transfer> analysis::transferOf(Operation *op) {
  if (auto load = dyn_cast<hls::TileLoadOp>(op))
    return describe(op, true, load.getBuffer(), load.getArray(),
                    boxesOfPort(load.getArray(), load.getBeat()),
                    load.getCopies());
  if (auto store = dyn_cast<hls::TileStoreOp>(op))
    return describe(op, false, store.getBuffer(), store.getArray(),
                    boxesOfPort(store.getArray(), store.getBeat()), {});
  auto task = dyn_cast<hls::TaskOp>(op);
  if (!task || !task.isTransfer())
    return std::nullopt;
  SmallVector<Value> copies;
  for (Value input : task.getInputs().drop_front(2))
    if (isa<MemRefType>(input.getType()))
      copies.push_back(input);
  return describe(op, task.getKind() == hls::TaskKind::Load,
                  task.getInputs()[0], task.getInputs()[1], boxesOf(task),
                  copies);
}
