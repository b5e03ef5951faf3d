//===- Pipeline.cpp - The way of a program as one named pipeline ----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Pipelines/Pipeline.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "mlir/Pass/PassRegistry.h"
#include "talos/Pipelines/DesignFile.h"
#include "talos/Target/Target.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace talos;

/// Stands in the pipeline where its options cannot be used, and says why: a
/// pipeline builder itself has no way to fail.
namespace {
class RefusePass : public PassWrapper<RefusePass, OperationPass<>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RefusePass)
  explicit RefusePass(const Twine &why) : why(why.str()) {}
  StringRef getArgument() const override { return "hls-refuse"; }
  void runOnOperation() override {
    getOperation()->emitError() << "hls-pipeline: " << why;
    signalPassFailure();
  }

private:
  std::string why;
};
} // namespace

/// What describes the design space.
static std::string spaceText(const PipelineOptions &options) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "target=" << options.target << " clock-ps=" << options.clockPs
     << " tool=" << options.tool << " usable=" << options.usable
     << " max-partition=" << options.maxPartition
     << " tree-reduction=" << (options.treeReduction ? "true" : "false")
     << " space=" << options.space
     << " fine-grained=" << (options.fineGrained ? "true" : "false")
     << " pessimistic-dsp=" << (options.optimisticDsp ? "false" : "true")
     << " threads=" << options.threads;
  if (!options.limits.empty())
    os << " limits={" << options.limits << "}";
  if (!options.pins.empty())
    os << " pin={" << options.pins << "}";
  return text;
}

/// The explorer is found by name, so that another one can take its place.
static void addByName(OpPassManager &manager, const std::string &text) {
  std::string error;
  llvm::raw_string_ostream errors(error);
  if (failed(parsePassPipeline(text, manager, errors)))
    manager.addPass(std::make_unique<RefusePass>(error));
}

static void addExplore(OpPassManager &manager, const PipelineOptions &options) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "hls-explore{" << spaceText(options) << " tiles=" << options.tiles
      << " node-limit=" << options.nodeLimit
      << " time-limit=" << options.timeLimit << "}";
  addByName(manager, text);
  if (options.explain)
    addByName(manager, "hls-explain{" + spaceText(options) + "}");
}

/// Local arrays are expanded to half of what memory can hold, since tiles need
/// room as well; the pragma space keeps the loops as they are. What is wrong
/// with the target hls-explore says.
static DistributeOptions distributeOptions(const PipelineOptions &options) {
  DistributeOptions result;
  result.interchange = options.space != "pragmas";
  auto target =
      target::loadTarget(options.target, options.clockPs, options.tool);
  if (!target) {
    llvm::consumeError(target.takeError());
    return result;
  }
  auto usable = target->usable(options.usable, options.limits);
  if (usable)
    result.localBits =
        target->largestArrayBits(*usable, options.maxPartition) / 2;
  else
    llvm::consumeError(usable.takeError());
  return result;
}

void talos::buildHLSPipeline(OpPassManager &manager,
                             const PipelineOptions &options) {
  // The copy that C simulation compares with is made before anything changes.
  PrepareOptions prepare;
  prepare.top = options.top;
  manager.addPass(createPrepare(prepare));
  manager.addPass(createOutlineRegions());
  manager.addNestedPass<func::FuncOp>(createNormalize());
  manager.addNestedPass<func::FuncOp>(
      createDistribute(distributeOptions(options)));
  manager.addNestedPass<func::FuncOp>(createRectangularize());
  if (!options.designFile.empty())
    manager.addPass(createAttachDesignPass(options.designFile));
  addExplore(manager, options);
  ApplyScheduleOptions schedule;
  if (options.maxPartition != 0)
    schedule.maxPartition = options.maxPartition;
  manager.addNestedPass<func::FuncOp>(createApplySchedule(schedule));
  manager.addNestedPass<func::FuncOp>(createApplyBuffers());
  manager.addPass(createInlineRegions());
  manager.addNestedPass<func::FuncOp>(createLowerTransfers());
  manager.addNestedPass<func::FuncOp>(createCheckApplied());
}

namespace {
/// The options of `hls-pipeline`; the names are those of hlsc.
struct TextOptions : PassPipelineOptions<TextOptions> {
  template <typename T> using Opt = PassOptions::Option<T>;
  Opt<std::string> top{*this, "top", llvm::cl::desc("The function to compile")};
  Opt<std::string> target{
      *this, "target",
      llvm::cl::desc("Device, or a device file that ends in .json")};
  Opt<std::string> clock{*this, "clock-ns",
                         llvm::cl::desc("Clock period in nanoseconds"),
                         llvm::cl::init("4.0")};
  Opt<std::string> tool{*this, "tool", llvm::cl::desc("Version of Vitis HLS"),
                        llvm::cl::init("2023.2")};
  Opt<std::string> design{*this, "design",
                          llvm::cl::desc("File with a design point")};
  Opt<std::string> pin{
      *this, "pin",
      llvm::cl::desc("Variables fixed or bounded, S1.k.t2=4,A.partition0<=8")};
  Opt<std::string> limits{
      *this, "limits",
      llvm::cl::desc("Resources used at most, DSP=1368,BRAM_18K=864")};
  Opt<int64_t> usable{*this, "usable",
                      llvm::cl::desc("Percent of the device that may be used "
                                     "(0: the device's preset)"),
                      llvm::cl::init(0)};
  Opt<int64_t> maxPartition{
      *this, "max-partition",
      llvm::cl::desc("Banks of one array (0: the device's preset)"),
      llvm::cl::init(0)};
  Opt<std::string> space{*this, "space",
                         llvm::cl::desc("shared or pragmas: which designs"),
                         llvm::cl::init("shared")};
  Opt<bool> fineGrained{
      *this, "fine-grained",
      llvm::cl::desc("Pragmas: unroll nothing above the pipelined loop"),
      llvm::cl::init(false)};
  Opt<bool> treeReduction{*this, "tree-reduction",
                          llvm::cl::desc("The tool may reassociate sums"),
                          llvm::cl::init(false)};
  Opt<bool> pessimistic{*this, "pessimistic-dsp",
                        llvm::cl::desc("Operators are not shared"),
                        llvm::cl::init(false)};
  Opt<std::string> tiles{
      *this, "tiles",
      llvm::cl::desc("Arrays that may be tiled: never, auto, search or [A,B]"),
      llvm::cl::init("auto")};
  Opt<bool> explain{
      *this, "explain",
      llvm::cl::desc("Say what limits every nest, and what more would buy"),
      llvm::cl::init(false)};
  Opt<int64_t> nodeLimit{*this, "node-limit",
                         llvm::cl::desc("Nodes of the search (0: no limit)"),
                         llvm::cl::init(50000)};
  Opt<double> timeLimit{*this, "time-limit",
                        llvm::cl::desc("Seconds of the search (0: no limit)"),
                        llvm::cl::init(0)};
  Opt<int64_t> threads{*this, "threads",
                       llvm::cl::desc("Threads of the search (0: one a core)"),
                       llvm::cl::init(0)};
};

} // namespace

static void buildFromText(OpPassManager &manager, const TextOptions &text) {
  PipelineOptions options;
  options.top = text.top;
  options.target = text.target;
  options.tool = text.tool;
  options.designFile = text.design;
  options.pins = text.pin;
  options.usable = text.usable;
  options.limits = text.limits;
  options.maxPartition = text.maxPartition;
  options.space = text.space;
  options.fineGrained = text.fineGrained;
  options.treeReduction = text.treeReduction;
  options.optimisticDsp = !text.pessimistic;
  options.tiles = text.tiles;
  options.explain = text.explain;
  options.nodeLimit = text.nodeLimit;
  options.timeLimit = text.timeLimit;
  options.threads = text.threads;
  auto refuse = [&](const Twine &why) {
    manager.addPass(std::make_unique<RefusePass>(why));
  };
  if (options.target.empty())
    return refuse("the option target is needed, for instance target=u200");
  std::optional<int64_t> clock = parseClockNs(text.clock);
  if (!clock)
    return refuse("clock-ns '" + text.clock +
                  "' is not a period in nanoseconds such as 4.0");
  options.clockPs = *clock;
  buildHLSPipeline(manager, options);
}

void talos::registerPipelines() {
  PassPipelineRegistration<TextOptions>(
      "hls-pipeline",
      "Affine program to hls tasks: prepare, outline, normalize, distribute, "
      "explore, apply",
      buildFromText);
  registerPass([] { return createAttachDesignPass(""); });
}
