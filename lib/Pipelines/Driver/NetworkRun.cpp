//===- NetworkRun.cpp - A design that is a network of processes -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is decided about a dataflow region: its transfers become processes,
// the distances of its buffers and its freedom from deadlock are proved.
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Compilation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Analysis/Passes.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Pipelines/Passes.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace talos;

static bool holdsRegion(func::FuncOp func) {
  return func && !func.getOps<hls::DataflowOp>().empty();
}

bool Compilation::isNetwork(StringRef name) {
  auto named = module->lookupSymbol<func::FuncOp>(name);
  return holdsRegion(named) || (name.empty() && holdsRegion(top()));
}

/// What only a search or a design point of tasks can heed.
static StringRef refusedOption(const PipelineOptions &options) {
  const std::pair<bool, StringRef> given[] = {
      {!options.designFile.empty(), "--design"},
      {!options.pins.empty(), "--pin"},
      {!options.scheduleFile.empty(), "--schedule"},
      {!options.blocks.empty(), "--blocks"},
      {options.explain, "--explain"}};
  for (auto [isGiven, name] : given)
    if (isGiven)
      return name;
  return {};
}

ExitCode Compilation::runNetwork(const PipelineOptions &options,
                                 Progress &progress, const Watch *watch) {
  if (auto named = module->lookupSymbol<func::FuncOp>(options.top))
    named->setAttr(hls::topAttrName, UnitAttr::get(&context));
  StringRef refused = refusedOption(options);
  if (!refused.empty()) {
    top()->emitError("'") << top().getName()
                          << "' is a network of processes, about which "
                          << "nothing is decided; leave out " << refused;
    return ExitCode::BadInput;
  }
  AttachTargetOptions target;
  target.target = options.target;
  target.clockNs = options.clockNs;
  target.tool = options.tool;
  target.usable = options.usable;
  target.limits = options.limits;
  target.maxPartition = options.maxPartition;
  target.treeReduction = options.treeReduction;
  return runPasses(
      [&](OpPassManager &manager) {
        manager.addPass(createAttachTarget(target));
        manager.addNestedPass<func::FuncOp>(createDeriveProcesses());
        manager.addNestedPass<func::FuncOp>(createAnnotateDistances());
        manager.addPass(analysis::createCheckDeadlock());
      },
      options, progress, watch);
}
