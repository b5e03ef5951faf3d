//===- TargetAnalysis.cpp - The data behind `hls.target` ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

llvm::Expected<const target::Target *>
TargetAnalysis::load(StringRef nameOrFile, int64_t clockPs, StringRef tool) {
  std::tuple key(nameOrFile.str(), clockPs, tool.str());
  auto known = loaded.find(key);
  if (known == loaded.end()) {
    llvm::Expected<target::Target> target =
        target::loadTarget(nameOrFile, clockPs, tool);
    if (!target)
      return target.takeError();
    known = loaded.emplace(std::move(key), std::move(*target)).first;
  }
  return &known->second;
}

FailureOr<const target::Target *> TargetAnalysis::of(func::FuncOp func) {
  hls::TargetAttr attr = hls::targetOf(func);
  if (!attr)
    return func.emitError("function '")
           << func.getName()
           << "' has no 'hls.target'; run hls-attach-target first";
  StringRef file = attr.getFile().getValue();
  llvm::Expected<const target::Target *> target =
      load(file.empty() ? attr.getDevice().getValue() : file, attr.getClockPs(),
           attr.getTool().getValue());
  if (!target)
    return func.emitError(llvm::toString(target.takeError()));
  return *target;
}

FailureOr<int64_t> TargetAnalysis::largestArrayBits(func::FuncOp func) {
  FailureOr<const target::Target *> target = of(func);
  if (failed(target))
    return failure();
  hls::TargetAttr attr = hls::targetOf(func);
  llvm::Expected<target::Resources> usable =
      (*target)->usable(attr.getUsable(), attr.getLimits().getValue());
  if (!usable)
    return func.emitError(llvm::toString(usable.takeError()));
  return (*target)->largestArrayBits(*usable, attr.getMaxPartition());
}
