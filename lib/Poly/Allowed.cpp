//===- Allowed.cpp - Which ops an affine function may hold ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extract.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos::poly {

template <typename Effect> static bool hasOnlyEffect(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface || op->getNumRegions() != 0)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  return !effects.empty() && llvm::all_of(effects, [](const auto &effect) {
    return isa<Effect>(effect.getEffect());
  });
}

bool isAllocation(Operation *op) {
  return hasOnlyEffect<MemoryEffects::Allocate>(op);
}
bool isDeallocation(Operation *op) {
  return hasOnlyEffect<MemoryEffects::Free>(op);
}

static InFlightDiagnostic refuse(Operation *op) {
  return op->emitError() << "'" << op->getName() << "' is not affine code: ";
}

static LogicalResult checkLoop(AffineForOp loop) {
  if (loop.getNumIterOperands() != 0)
    return loop.emitError("loop carries values in iter_args; demote them to "
                          "memory first (hls-normalize)");
  return success();
}

/// The reason why an op that is neither pure nor known is refused.
static LogicalResult refuseUnknown(Operation *op) {
  if (isa<memref::LoadOp, memref::StoreOp>(op))
    return refuse(op) << "its subscripts are not known to be affine; use "
                         "affine.load and affine.store "
                         "(--affine-raise-from-memref)";
  if (isa<CallOpInterface>(op))
    return refuse(op) << "calls are opaque; inline the callee first";
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "scf" || dialect == "cf")
    return refuse(op) << "its control flow is not known to be affine; write "
                         "affine.for and affine.if";
  if (isa<AffineParallelOp>(op))
    return refuse(op) << "parallel loops are not supported; write affine.for";
  if (op->getNumRegions() != 0)
    return refuse(op) << "its region is opaque; lower it to affine loops first";
  return refuse(op) << "its effects on memory are unknown; use affine.load and "
                       "affine.store";
}

LogicalResult checkAllowed(Operation *op) {
  if (auto loop = dyn_cast<AffineForOp>(op))
    return checkLoop(loop);
  if (isa<AffineIfOp>(op) && op->getNumResults() != 0)
    return op->emitError("condition yields values; demote them to memory first "
                         "(hls-normalize)");
  if (isa<AffineIfOp, AffineStoreOp, AffineLoadOp, AffineYieldOp,
          func::ReturnOp>(op) ||
      hls::isRegionCall(op))
    return success();
  if (isAllocation(op) || isDeallocation(op)) {
    if (isa<func::FuncOp>(op->getParentOp()))
      return success();
    return refuse(op) << "arrays are allocated and freed inside a loop or "
                         "condition; hoist it to the function's body";
  }
  if (op->getNumRegions() == 0 && isMemoryEffectFree(op))
    return success();
  return refuseUnknown(op);
}

} // namespace talos::poly
