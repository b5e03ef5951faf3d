//===- CheckApplied.cpp - The applied code keeps the point's promises -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the transformed code and nothing else of its history, so that a fault
// of an apply pass, or of a hand, shows.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Check/CheckParts.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_CHECKAPPLIED
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

LogicalResult transforms::checkApplied(func::FuncOp func,
                                       hls::DesignAttr design) {
  if (failed(checkCopies(func)) || failed(checkTasks(func, design)) ||
      failed(checkBuffers(func, design)) || failed(checkTransfers(func)))
    return failure();
  for (BlockArgument argument : func.getArguments())
    if (failed(checkPort(func, design, argument)))
      return failure();
  return success();
}

namespace {
struct CheckApplied : talos::impl::CheckAppliedBase<CheckApplied> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(hls::checkPrepared(func, getArgument())))
      return signalPassFailure();
    if (!func->hasAttr(hls::topAttrName))
      return;
    auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    if (!design) {
      func.emitError("function '")
          << func.getName() << "' has no design point (hls.design)";
      return signalPassFailure();
    }
    if (failed(transforms::checkApplied(func, design)))
      signalPassFailure();
  }
};
} // namespace
