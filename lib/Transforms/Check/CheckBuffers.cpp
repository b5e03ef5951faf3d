//===- CheckBuffers.cpp - Buffers and ports against the design point ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckAccumulator.h"
#include "Transforms/Check/CheckParts.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/Transfers.h"
#include "talos/Dialect/HLS/Placement.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

static bool isPartitioned(hls::PartitionAttr partition) {
  return llvm::any_of(partition.getDims(), [](hls::PartitionDimAttr dim) {
    return dim.getKind() != hls::PartitionKind::None;
  });
}

static LogicalResult checkBuffer(hls::BufferOp buffer,
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
  for (Operation *user : buffer->getUsers())
    if (std::optional<Transfer> transfer = transferOf(user);
        transfer && transfer->beat != point.getElementsAtATime())
      return user->emitOpError("moves ")
             << transfer->beat << " elements at a time, the design point says "
             << point.getElementsAtATime();
  return success();
}

template <typename Effect> static bool has(hls::TaskOp task, Value memory) {
  return task
      ->walk([&](MemoryEffectOpInterface op) {
        for (Value operand : op->getOperands())
          if (op.getOperation() != task && isa<MemRefType>(operand.getType()) &&
              hls::originOf(operand) == memory &&
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

/// Nothing fills the buffer of a local array: where such an array is read, what
/// is read has no meaning in the source program, either. A condition on data or
/// a loop that never runs may keep it from being read at all.
static bool isNeverFilled(hls::BufferOp buffer) {
  auto func = buffer->getParentOfType<func::FuncOp>();
  for (unsigned index = 0; index < func.getNumArguments(); ++index)
    if (sourceName(func, index) == buffer.getBufferName())
      return false;
  return llvm::none_of(buffer->getUsers(), [&](Operation *user) {
    auto task = dyn_cast<hls::TaskOp>(user);
    return task && writes(task, buffer);
  });
}

/// A buffer without a load must be written before it is read. Among the tasks
/// of one sequential loop the code does not tell which comes first: an
/// iteration may read what the one before has written.
static LogicalResult checkFilled(hls::BufferOp buffer) {
  if (buffer.getGlobal() || buffer.getPort())
    return success(); // it starts with values
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
  if (std::optional<Transfer> transfer = transferOf(first)) {
    if (transfer->isLoad)
      return success();
    return first->emitOpError("stores buffer '")
           << buffer.getBufferName() << "' before it is written";
  }
  if (isNeverFilled(buffer))
    return success();
  for (Operation *user : users) {
    auto task = dyn_cast<hls::TaskOp>(user);
    if (!task || root(user) != first || !reads(task, buffer))
      continue;
    if (task.isOpaque() && writes(task, buffer))
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

LogicalResult transforms::checkBuffers(func::FuncOp func,
                                       hls::DesignAttr design) {
  WalkResult result = func->walk([&](hls::BufferOp buffer) {
    if (buffer->hasAttr(hls::accumulatorAttrName))
      return WalkResult::advance(); // AppliedLocalSum::check
    auto task = buffer->getParentOfType<hls::TaskOp>();
    StringRef taskName = task ? task.getTaskName() : "";
    hls::ArrayPointAttr point =
        arrayPointOf(design, buffer.getArrayName(), taskName);
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

/// The port's width and lanes are those of each array of the design that moves
/// through it: of the array itself, or of its blocks.
static LogicalResult checkWidth(BlockArgument argument, StringRef name,
                                hls::InterfaceAttr interface,
                                hls::ArrayPointAttr point) {
  int64_t bits = cast<MemRefType>(argument.getType()).getElementTypeBitWidth();
  if (interface.getWidth() != std::max<int64_t>(8, point.getBeat() * bits))
    return emitError(argument.getLoc())
           << "array '" << name << "': the port is " << interface.getWidth()
           << " bits wide, a beat of " << point.getBeat() << " elements of "
           << bits << " bits is not";
  bool inTiles = hls::placementOf(point).kind == hls::PlacementKind::Tile &&
                 !point.getLanes().empty();
  if (hls::tilesOf(argument).empty() == inTiles ||
      interface.getLanes() != point.getLanes() ||
      interface.getPortBlocks() != point.getPortBlocks())
    return emitError(argument.getLoc())
           << "array '" << name
           << "': the port does not lie in memory as the design point says; "
              "run hls-apply-buffers on this design point";
  return success();
}

/// Names of the design's arrays that are this one, or blocks of it.
static llvm::SmallSetVector<StringRef, 4>
arraysBehind(BlockArgument argument, StringRef name, hls::DesignAttr design) {
  llvm::SmallSetVector<StringRef, 4> names;
  for (hls::ArrayPointAttr point : design.getArrays())
    if (point.getArray().getValue() == name)
      names.insert(point.getArray().getValue());
  for (Operation *user : argument.getUsers())
    if (std::optional<Transfer> transfer = transferOf(user))
      if (auto buffer = transfer->buffer.getDefiningOp<hls::BufferOp>())
        names.insert(buffer.getArrayName());
  return names;
}

/// The buffer or one of its copies, which all hold the same.
static LogicalResult checkStored(func::FuncOp func, hls::BufferOp buffer,
                                 StringRef name) {
  if (buffer.getPort())
    return success(); // it is the array
  bool isWritten = false, isStored = false;
  for (hls::BufferOp each : func.getOps<hls::BufferOp>()) {
    if (each.getArrayName() != name)
      continue;
    for (Operation *user : each->getUsers()) {
      if (std::optional<Transfer> transfer = transferOf(user))
        isStored |= !transfer->isLoad;
      else if (auto task = dyn_cast<hls::TaskOp>(user))
        isWritten |= writes(task, each);
    }
  }
  if (isWritten == isStored)
    return success();
  return buffer.emitOpError("of array '")
         << name << "' is "
         << (isWritten
                 ? "written by a task but never stored; store it at the end"
                 : "stored, but no task writes it");
}

LogicalResult transforms::checkPort(func::FuncOp func, hls::DesignAttr design,
                                    BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  auto interface =
      func.getArgAttrOfType<hls::InterfaceAttr>(index, hls::interfaceAttrName);
  if (!interface)
    return emitError(argument.getLoc())
           << "argument " << index << " has no hls.interface";
  if (!isa<MemRefType>(argument.getType()))
    return success();
  if (interface.getMode() == hls::InterfaceMode::ApMemory)
    return success();
  std::string name = sourceName(func, index);
  llvm::SmallSetVector<StringRef, 4> names =
      arraysBehind(argument, name, design);
  for (hls::ArrayPointAttr point : design.getArrays())
    if (names.contains(point.getArray().getValue()) &&
        failed(checkWidth(argument, name, interface, point)))
      return failure();
  for (hls::BufferOp buffer : func.getOps<hls::BufferOp>())
    if ((buffer.getBufferName() == name ||
         names.contains(buffer.getBufferName())) &&
        failed(checkStored(func, buffer, buffer.getBufferName())))
      return failure();
  return success();
}
