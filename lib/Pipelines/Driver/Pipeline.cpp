//===- Pipeline.cpp - The way of a program as one list of passes ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Explore/Passes.h"
#include "talos/Explore/Template.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_PIPELINE
#include "talos/Pipelines/Passes.h.inc"
} // namespace talos

namespace {
/// `Options` of the templates is PipelineOptions, of a program that assembles
/// the passes, or this pass: both have the members that Options.td names.
struct PipelinePass : talos::impl::PipelineBase<PipelinePass> {
  using Base::Base;

  template <typename Options>
  static void build(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addNormalization(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addDistribution(OpPassManager &manager, const Options &options,
                              bool separate);
  template <typename Options>
  static void addNests(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addVariant(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addBlocks(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addPartialSums(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addProgram(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addDesign(OpPassManager &manager, const Options &options);
  template <typename Options>
  static void addDecision(OpPassManager &manager, const Options &options);

  void getDependentDialects(DialectRegistry &registry) const override {
    OpPassManager manager(ModuleOp::getOperationName());
    build(manager, *this);
    manager.getDependentDialects(registry);
  }

  void runOnOperation() override {
    OpPassManager manager(ModuleOp::getOperationName());
    build(manager, *this);
    if (failed(runPipeline(manager, getOperation())))
      signalPassFailure();
  }

private:
  template <typename Options>
  static AttachTargetOptions targetOptions(const Options &options);
  /// Of the pass whose options are `For`.
  template <typename For, typename Options>
  static For spaceOptions(const Options &options);
};
} // namespace

template <typename Options>
AttachTargetOptions PipelinePass::targetOptions(const Options &options) {
  AttachTargetOptions result;
  result.target = options.target;
  result.clockNs = options.clockNs;
  result.tool = options.tool;
  result.usable = options.usable;
  result.limits = options.limits;
  result.maxPartition = options.maxPartition;
  result.treeReduction = options.treeReduction;
  result.memory = options.memory;
  return result;
}

template <typename For, typename Options>
For PipelinePass::spaceOptions(const Options &options) {
  For result;
  result.spaceName = options.spaceName;
  result.fineGrained = options.fineGrained;
  result.dspReuse = options.dspReuse;
  result.pins = options.pins;
  result.layout = options.layout;
  result.maxPorts = options.maxPorts;
  result.padding = options.padding;
  result.noPairs = options.noPairs;
  result.slrs = options.slrs;
  result.slrShare = options.slrShare;
  result.threads = options.threads;
  return result;
}

/// hls-explore evaluates a given design point, and finds one otherwise.
template <typename Options>
void PipelinePass::addDecision(OpPassManager &manager, const Options &options) {
  if (!options.workers.empty()) {
    SplitWorkersOptions split;
    split.workers = options.workers;
    manager.addNestedPass<func::FuncOp>(createSplitWorkers(split));
  }
  if (!options.designFile.empty()) {
    AttachDesignOptions design;
    design.file = options.designFile;
    manager.addPass(createAttachDesign(design));
  }
  auto search = spaceOptions<explore::ExploreOptions>(options);
  search.tiles = options.tiles;
  search.nodeLimit = options.nodeLimit;
  search.timeLimit = options.timeLimit;
  search.bottleneck = options.bottleneck;
  manager.addPass(explore::createExplore(search));
  if (options.explain)
    manager.addPass(
        explore::createExplain(spaceOptions<explore::ExplainOptions>(options)));
}

static bool keepsNests(StringRef spaceName) {
  // An unknown name is hls-explore's to refuse.
  const explore::Template *space = explore::findTemplate(spaceName);
  return space && space->keepsNests();
}

template <typename Options>
void PipelinePass::addNormalization(OpPassManager &manager,
                                    const Options &options) {
  // The copy that C simulation compares with is made before anything changes.
  PrepareOptions prepare;
  prepare.top = options.top;
  manager.addPass(createPrepare(prepare));
  manager.addPass(createAttachTarget(targetOptions(options)));
  if (!keepsNests(options.spaceName))
    manager.addNestedPass<func::FuncOp>(createJoinBlocks());
  manager.addPass(createDelinearize());
  if (!keepsNests(options.spaceName)) {
    UnrollWindowsOptions windows;
    windows.windowTrip = options.windowTrip;
    windows.windowCopies = options.windowCopies;
    manager.addNestedPass<func::FuncOp>(createUnrollWindows(windows));
  }
  manager.addPass(createOutlineRegions());
  manager.addNestedPass<func::FuncOp>(createNormalize());
  addBlocks(manager, options);
}

template <typename Options>
void PipelinePass::addBlocks(OpPassManager &manager, const Options &options) {
  if (options.blocks.empty())
    return;
  SplitArraysOptions split;
  split.blocks = options.blocks;
  manager.addNestedPass<func::FuncOp>(createSplitArrays(split));
  manager.addNestedPass<func::FuncOp>(createNormalize()); // loops from 0
}

/// `separate`: no statements are joined.
template <typename Options>
void PipelinePass::addDistribution(OpPassManager &manager,
                                   const Options &options, bool separate) {
  DistributeOptions distribute;
  distribute.interchange = !keepsNests(options.spaceName);
  distribute.separate = separate;
  manager.addNestedPass<func::FuncOp>(createDistribute(distribute));
}

template <typename Options>
void PipelinePass::addNests(OpPassManager &manager, const Options &options) {
  addDistribution(manager, options, options.separate);
  addVariant(manager, options);
}

/// Nothing before it depends on options of variants.
template <typename Options>
void PipelinePass::addVariant(OpPassManager &manager, const Options &options) {
  if (!options.scheduleFile.empty()) {
    RunScheduleOptions script;
    script.scheduleFile = options.scheduleFile;
    manager.addPass(createRunSchedule(script));
  }
  if (options.carriers)
    manager.addNestedPass<func::FuncOp>(createShareCarriers());
  if (options.copyOperands)
    manager.addNestedPass<func::FuncOp>(createCopyOperands());
  RectangularizeOptions rectangles;
  rectangles.widen = options.widen;
  rectangles.storeOld = options.storeOld;
  manager.addNestedPass<func::FuncOp>(createRectangularize(rectangles));
  addPartialSums(manager, options);
}

template <typename Options>
void PipelinePass::addPartialSums(OpPassManager &manager,
                                  const Options &options) {
  if (options.partialSums <= 0)
    return;
  FactorSumsOptions sums;
  sums.partialSums = options.partialSums;
  manager.addNestedPass<func::FuncOp>(createFactorSums(sums));
}

template <typename Options>
void PipelinePass::addDesign(OpPassManager &manager, const Options &options) {
  manager.addNestedPass<func::FuncOp>(createInferWidths());
  manager.addNestedPass<func::FuncOp>(createInferOverwritten());
  addDecision(manager, options);
  ApplyScheduleOptions schedule;
  if (options.maxPartition != 0)
    schedule.maxPartition = options.maxPartition;
  manager.addNestedPass<func::FuncOp>(createApplySchedule(schedule));
  manager.addNestedPass<func::FuncOp>(createApplyBuffers());
  manager.addNestedPass<func::FuncOp>(createMergeBlocks());
  manager.addPass(createInlineRegions());
  manager.addNestedPass<func::FuncOp>(createLowerTransfers());
  manager.addNestedPass<func::FuncOp>(createAnnotateTripCounts());
  manager.addNestedPass<func::FuncOp>(createCheckApplied());
  // They rewrite loops that the check wants to see.
  manager.addNestedPass<func::FuncOp>(createBalanceReductions());
  manager.addNestedPass<func::FuncOp>(createPackProducts());
  manager.addNestedPass<func::FuncOp>(createOverlapTiles());
}

template <typename Options>
void PipelinePass::addProgram(OpPassManager &manager, const Options &options) {
  addNormalization(manager, options);
  if (options.schedule > 0) {
    // Schedules are of single statements, with local arrays expanded.
    addDistribution(manager, options, /*separate=*/true);
    RescheduleOptions reschedule;
    reschedule.candidate = options.schedule;
    manager.addNestedPass<func::FuncOp>(createReschedule(reschedule));
  }
  addNests(manager, options);
}

template <typename Options>
void PipelinePass::build(OpPassManager &manager, const Options &options) {
  addProgram(manager, options);
  addDesign(manager, options);
}

void talos::buildNormalization(OpPassManager &manager,
                               const PipelineOptions &options) {
  PipelinePass::addNormalization(manager, options);
}

void talos::buildBlocks(OpPassManager &manager,
                        const PipelineOptions &options) {
  PipelinePass::addBlocks(manager, options);
}

void talos::buildSingleStatements(OpPassManager &manager,
                                  const PipelineOptions &options) {
  PipelinePass::addDistribution(manager, options, /*separate=*/true);
}

void talos::buildStatements(OpPassManager &manager,
                            const PipelineOptions &options) {
  PipelinePass::addDistribution(manager, options, options.separate);
}

void talos::buildVariant(OpPassManager &manager,
                         const PipelineOptions &options) {
  PipelinePass::addVariant(manager, options);
}

void talos::buildPartialSums(OpPassManager &manager,
                             const PipelineOptions &options) {
  PipelinePass::addPartialSums(manager, options);
}

void talos::buildNests(OpPassManager &manager, const PipelineOptions &options) {
  PipelinePass::addNests(manager, options);
}

void talos::buildProgram(OpPassManager &manager,
                         const PipelineOptions &options) {
  PipelinePass::addProgram(manager, options);
}

void talos::buildDecision(OpPassManager &manager,
                          const PipelineOptions &options) {
  PipelinePass::addDecision(manager, options);
}

void talos::buildDesign(OpPassManager &manager,
                        const PipelineOptions &options) {
  PipelinePass::addDesign(manager, options);
}

void talos::buildHLSPipeline(OpPassManager &manager,
                             const PipelineOptions &options) {
  PipelinePass::build(manager, options);
}
