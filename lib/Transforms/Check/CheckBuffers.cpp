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
  if (buffer.getGlobal())
    return success(); // it starts with the global's values
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

LogicalResult transforms::checkPort(func::FuncOp func, hls::DesignAttr design,
                                    BlockArgument argument) {
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
  for (hls::ArrayPointAttr point : design.getArrays()) {
    if (point.getArray().getValue() != name)
      continue;
    if (interface.getWidth() !=
        std::max<int64_t>(8, point.getBeat() * type.getElementTypeBitWidth()))
      return emitError(argument.getLoc())
             << "array '" << name << "': the port is " << interface.getWidth()
             << " bits wide, a beat of " << point.getBeat() << " elements of "
             << type.getElementTypeBitWidth() << " bits is not";
    if (interface.getLanes() != point.getLanes())
      return emitError(argument.getLoc())
             << "array '" << name
             << "': the port does not lie in memory as the design point says; "
                "run hls-apply-buffers on this design point";
  }
  for (hls::BufferOp buffer : func.getOps<hls::BufferOp>()) {
    if (buffer.getBufferName() != name)
      continue;
    bool isWritten = false, isStored = false;
    for (Operation *user : buffer->getUsers()) {
      if (std::optional<Transfer> transfer = transferOf(user))
        isStored |= !transfer->isLoad;
      else if (auto task = dyn_cast<hls::TaskOp>(user))
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
