//===- ExplorePass.cpp - The pass that decides ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Core/PassSpace.h"
#include "talos/Explore/Explore.h"
#include "talos/Explore/Passes.h"
#include "talos/Explore/SearchControl.h"
#include "talos/Poly/ScopAnalysis.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

namespace talos::explore {
#define GEN_PASS_DEF_EXPLORE
#define GEN_PASS_DEF_DUMPNLP
#define GEN_PASS_DEF_LOWERBOUND
#include "talos/Explore/Passes.h.inc"
} // namespace talos::explore

static LogicalResult writeModel(const Space &space, StringRef path) {
  FailureOr<std::unique_ptr<Problem>> problem = space.lower(space.getPins());
  if (failed(problem))
    return failure();
  const nlp::Model &model = (*problem)->model;
  if (path == "-") {
    model.print(llvm::errs());
    return success();
  }
  std::error_code error;
  llvm::ToolOutputFile file(path, error, llvm::sys::fs::OF_Text);
  if (error)
    return space.getFunc().emitError("cannot write the model to '")
           << path << "': " << error.message();
  model.print(file.os());
  file.keep();
  return success();
}

namespace {

struct ExplorePass : explore::impl::ExploreBase<ExplorePass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
  nlp::SolverOptions solverOptions(const SearchControl &control) const;
};

struct DumpNLPPass : explore::impl::DumpNLPBase<DumpNLPPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<std::unique_ptr<Space>> space =
        spaceOf(getOperation(), getAnalysisManager(),
                {spaceName, dspReuse, pins, tiles, fineGrained, layout,
                 maxPorts, padding, noPairs, slrs, slrShare});
    if (failed(space) || failed(writeModel(**space, file)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

struct LowerBoundPass : explore::impl::LowerBoundBase<LowerBoundPass> {
  using Base::Base;

  void runOnOperation() override {
    FailureOr<std::unique_ptr<Space>> space =
        spaceOf(getOperation(), getAnalysisManager(),
                {spaceName, dspReuse, pins, "auto", fineGrained, layout,
                 maxPorts, padding, noPairs, slrs, slrShare});
    if (failed(space))
      return signalPassFailure();
    auto design = (*space)->getFunc()->getAttrOfType<hls::DesignAttr>(
        hls::designAttrName);
    if (failed((*space)->printBounds(design, llvm::outs())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

/// Where no limit is given.
static constexpr int64_t automaticNodes = 50'000;

nlp::SolverOptions
ExplorePass::solverOptions(const SearchControl &control) const {
  nlp::SolverOptions options;
  options.fewerNodesIfLarge = nodeLimit < 0;
  options.nodeLimit = nodeLimit < 0 ? automaticNodes : nodeLimit;
  options.timeLimitSeconds = timeLimit;
  options.threads = threads;
  options.progress = control.progress;
  options.canceled = control.canceled;
  if (timeLimit > 0 && control.deadline) {
    std::chrono::duration<double> left =
        *control.deadline - std::chrono::steady_clock::now();
    options.timeLimitSeconds =
        std::clamp(left.count(), 1e-6, double(timeLimit));
  }
  return options;
}

/// Sets the attributes of the design that was given or found.
static LogicalResult setDesign(const Space &space, hls::DesignAttr design,
                               const ExploreResult *result) {
  FailureOr<hls::SearchAttr> search = describeSearch(space, design, result);
  if (failed(search))
    return failure();
  func::FuncOp top = space.getFunc();
  top->setAttr(hls::designAttrName, design);
  top->setAttr(hls::searchAttrName, *search);
  return success();
}

LogicalResult ExplorePass::run() {
  FailureOr<std::unique_ptr<Space>> built =
      spaceOf(getOperation(), getAnalysisManager(),
              {spaceName, dspReuse, pins, tiles, fineGrained, layout, maxPorts,
               padding, noPairs, slrs, slrShare});
  if (failed(built))
    return failure();
  const Space &space = **built;
  if (!dumpModel.empty() && failed(writeModel(space, dumpModel)))
    return failure();
  func::FuncOp top = space.getFunc();
  if (auto given = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName)) {
    FailureOr<hls::DesignAttr> design = space.evaluate(given);
    if (failed(design) || failed(setDesign(space, *design, nullptr)))
      return failure();
  } else {
    const auto &control = getAnalysis<SearchControl>();
    std::optional<nlp::Status> noPoint;
    Cutoff cutoff{control.mostCycles, std::nullopt};
    FailureOr<ExploreResult> result = explore::explore(
        space, solverOptions(control), explore::firstNodesOfRun,
        control.memoryLeft, &noPoint, &cutoff, bottleneck);
    if (cutoff.bound && control.noneWithin)
      control.noneWithin(*cutoff.bound);
    if (noPoint && control.noPoint)
      control.noPoint(*noPoint);
    if (failed(result) || failed(setDesign(space, result->design, &*result)))
      return failure();
  }
  markAnalysesPreserved<poly::ScopAnalysis>();
  return success();
}
