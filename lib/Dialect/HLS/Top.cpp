//===- Top.cpp - The function that becomes the kernel ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

func::FuncOp hls::findTop(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>())
    if (func->hasAttr(topAttrName))
      return func;
  return {};
}

FailureOr<func::FuncOp> hls::topOf(ModuleOp module) {
  func::FuncOp top = findTop(module);
  if (!top)
    return module.emitError("no function has 'hls.top'; run hls-prepare with "
                            "the name of the top function first");
  for (auto func : module.getOps<func::FuncOp>())
    if (func != top && func->hasAttr(topAttrName))
      return func.emitError("second function with 'hls.top'; the first is @")
             << top.getName();
  return top;
}

LogicalResult hls::checkPrepared(func::FuncOp func, StringRef pass) {
  if (func.isExternal() || func.isPrivate() || func->hasAttr(topAttrName) ||
      func->hasAttr(referenceAttrName))
    return success();
  return func.emitError("'")
         << func.getName() << "' is not prepared for " << pass
         << ": it has no 'hls.top'; run hls-prepare with the name of the top "
            "function first, or make it private if another function is the top";
}

hls::TargetAttr hls::targetOf(func::FuncOp func) {
  if (auto target = func->getAttrOfType<TargetAttr>(targetAttrName))
    return target;
  auto module = func->getParentOfType<ModuleOp>();
  return module ? module->getAttrOfType<TargetAttr>(targetAttrName)
                : TargetAttr();
}
