//===- ExplorePass.cpp - The pass that decides -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Explore/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace talos::explore {
#define GEN_PASS_DEF_EXPLORE
#include "talos/Explore/Passes.h.inc"
} // namespace talos::explore

namespace {

struct ExplorePass : explore::impl::ExploreBase<ExplorePass> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp top;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (func->hasAttr(hls::topAttrName))
        top = func;
    if (!top) {
      getOperation().emitError("no function has 'hls.top'; run hls-prepare "
                               "with the name of the top function first");
      return signalPassFailure();
    }
    if (failed(run(top)))
      signalPassFailure();
  }

private:
  LogicalResult run(func::FuncOp top);
  LogicalResult dump(const DesignSpace &space);
  nlp::SolverOptions solverOptions() const;
};

} // namespace

nlp::SolverOptions ExplorePass::solverOptions() const {
  nlp::SolverOptions options;
  options.nodeLimit = nodeLimit;
  options.timeLimitSeconds = timeLimit;
  options.threads = threads;
  return options;
}

LogicalResult ExplorePass::dump(const DesignSpace &space) {
  std::error_code error;
  llvm::ToolOutputFile file(dumpModel, error, llvm::sys::fs::OF_Text);
  if (error)
    return getOperation().emitError("cannot write the model to '")
           << dumpModel << "': " << error.message();
  nlp::Model model;
  buildModel(space, model);
  model.print(file.os());
  file.keep();
  return success();
}

LogicalResult ExplorePass::run(func::FuncOp top) {
  llvm::Expected<target::Target> loaded =
      target::loadTarget(target, clockPs, tool);
  if (!loaded)
    return top.emitError(llvm::toString(loaded.takeError()));
  SpaceOptions options;
  options.usablePercent = usable;
  options.maxPartition = maxPartition;
  options.treeReduction = treeReduction;
  if (pessimisticReuse)
    options.reuse = cost::Reuse::Pessimistic;
  FailureOr<DesignSpace> space = buildDesignSpace(top, *loaded, options);
  if (failed(space))
    return failure();
  if (!dumpModel.empty() && failed(dump(*space)))
    return failure();

  MLIRContext *context = &getContext();
  if (auto given = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName)) {
    FailureOr<hls::DesignAttr> design = evaluateDesign(*space, given);
    if (failed(design))
      return failure();
    top->setAttr(hls::designAttrName, *design);
    top->setAttr(hls::searchAttrName, describeSearch(*space, nullptr));
  } else {
    FailureOr<ExploreResult> result = explore::explore(*space, solverOptions());
    if (failed(result))
      return failure();
    top->setAttr(hls::designAttrName, result->design);
    top->setAttr(hls::searchAttrName,
                 describeSearch(*space, &result->solution));
  }
  top->setAttr(hls::targetAttrName,
               hls::TargetAttr::get(
                   context, StringAttr::get(context, loaded->device.name),
                   StringAttr::get(context, loaded->device.part), clockPs,
                   StringAttr::get(context, tool), treeReduction));
  return success();
}
