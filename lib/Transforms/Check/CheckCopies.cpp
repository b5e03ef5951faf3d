//===- CheckCopies.cpp - Copies of a buffer hold what it holds ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckAccumulator.h"
#include "Transforms/Check/CheckParts.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "talos/Analysis/Transfers.h"
#include "talos/Dialect/HLS/BufferCopies.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using transforms::resolve;

namespace {

/// The buffers of one array for all tasks; the first one is no copy.
using Buffers = SmallVector<hls::BufferOp, 1>;

class CopyChecker {
public:
  explicit CopyChecker(func::FuncOp func) : func(func) {
    for (hls::BufferOp buffer : func.getOps<hls::BufferOp>())
      arrays[buffer.getArrayName()].push_back(buffer);
  }

  LogicalResult check() {
    WalkResult result = func->walk([&](Operation *op) {
      LogicalResult checked = success();
      if (std::optional<Transfer> transfer = transferOf(op))
        checked = checkLoad(*transfer);
      else if (auto task = dyn_cast<hls::TaskOp>(op))
        checked = checkTask(task);
      return failed(checked) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

private:
  /// The buffers of the array that `memory` holds; null: it is none of them.
  const Buffers *buffersOf(Value memory) const {
    auto buffer = memory.getDefiningOp<hls::BufferOp>();
    if (!buffer)
      return nullptr;
    auto found = arrays.find(buffer.getArrayName());
    return found != arrays.end() && llvm::is_contained(found->second, buffer)
               ? &found->second
               : nullptr;
  }

  LogicalResult checkLoad(const Transfer &transfer) {
    const Buffers *buffers = buffersOf(transfer.buffer);
    if (!buffers || !transfer.isLoad)
      return success();
    for (hls::BufferOp buffer : *buffers)
      if (!transfer.writes(buffer))
        return transfer.op->emitOpError("fills a buffer of array '")
               << buffer.getArrayName() << "' but not '"
               << buffer.getBufferName() << "'; load all copies at once";
    return success();
  }

  LogicalResult checkTask(hls::TaskOp task) {
    WalkResult result = task->walk([&](affine::AffineStoreOp store) {
      return failed(checkStore(task, store)) ? WalkResult::interrupt()
                                             : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

  LogicalResult checkStore(hls::TaskOp task, affine::AffineStoreOp store) {
    Value memory = resolve(task, store.getMemRef());
    const Buffers *buffers = buffersOf(memory);
    bool isCopy = store->hasAttr(hls::copyAttrName);
    if (!buffers)
      return isCopy ? store.emitError("hls.copy: writes no copy of a buffer")
                    : success();
    hls::BufferOp first = buffers->front();
    if (isCopy && memory == first.getResult())
      return store.emitError("hls.copy: writes buffer '")
             << first.getBufferName()
             << "', which is no copy; remove the attribute";
    if (isCopy)
      return success();
    if (memory != first.getResult())
      return store.emitError("writes a copy of buffer '")
             << first.getBufferName()
             << "' alone; write the buffer, and then its copies";
    Operation *next = store;
    for (hls::BufferOp copy : llvm::drop_begin(*buffers)) {
      next = next->getNextNode();
      auto also = dyn_cast_or_null<affine::AffineStoreOp>(next);
      if (!also || !isSame(task, store, also, copy))
        return store.emitError("writes buffer '")
               << first.getBufferName() << "' but not its copy '"
               << copy.getBufferName() << "' right after it";
    }
    return success();
  }

  /// The second store brings the value to the same element of the copy.
  static bool isSame(hls::TaskOp task, affine::AffineStoreOp store,
                     affine::AffineStoreOp also, hls::BufferOp copy) {
    affine::MemRefAccess first(store), second(also);
    second.memref = first.memref;
    return also->hasAttr(hls::copyAttrName) &&
           resolve(task, also.getMemRef()) == copy.getResult() &&
           also.getValueToStore() == store.getValueToStore() && first == second;
  }

  func::FuncOp func;
  llvm::MapVector<StringRef, Buffers> arrays;
};

} // namespace

LogicalResult transforms::checkCopies(func::FuncOp func) {
  return CopyChecker(func).check();
}
