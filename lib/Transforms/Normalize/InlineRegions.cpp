//===- InlineRegions.cpp - Regions back into their tasks ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;

namespace talos {

#define GEN_PASS_DEF_INLINEREGIONS
#include "talos/Transforms/Passes.h.inc"

namespace {

struct InlineRegionsPass : impl::InlineRegionsBase<InlineRegionsPass> {
  void runOnOperation() override {
    SmallVector<func::CallOp> calls;
    getOperation().walk([&](func::CallOp call) {
      if (hls::isRegionCall(call))
        calls.push_back(call);
    });
    for (func::CallOp call : calls)
      if (failed(inlineCall(call)))
        return signalPassFailure();
    eraseUncalled();
  }

private:
  /// A region that never runs has lost its call.
  void eraseUncalled() {
    ModuleOp module = getOperation();
    for (auto func : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (func.isPrivate() && !func->hasAttr(hls::topAttrName) &&
          !func->hasAttr(hls::referenceAttrName) &&
          SymbolTable::symbolKnownUseEmpty(func, module))
        func.erase();
  }

  LogicalResult inlineCall(func::CallOp call) {
    auto callee = getOperation().lookupSymbol<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal())
      return call.emitError("region '")
             << call.getCallee() << "' has no function with a body";
    if (!isa<hls::TaskOp>(call->getParentOp()))
      return call.emitError("call of region '")
             << call.getCallee()
             << "' stands outside of a task; run hls-apply-buffers first";
    IRMapping mapping;
    mapping.map(callee.getArguments(), call.getOperands());
    OpBuilder builder(call);
    for (Operation &op : callee.getBody().front().without_terminator())
      builder.clone(op, mapping);
    call.erase();
    callee.erase();
    return success();
  }
};

} // namespace
} // namespace talos
