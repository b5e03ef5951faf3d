//===- NetworkRun.cpp - A design that is a network of processes -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is decided about a dataflow region: its transfers become processes,
// the distances of its buffers and its freedom from deadlock are proved. With
// --space streamed every nest of a program becomes a process of one:
// hls-explore decides its loops, unless a script has made them.
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/PromisingOrders.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Analysis/Passes.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/NLP/Pins.h"
#include "talos/Pipelines/Passes.h"
#include "talos/Pipelines/Pipeline.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/ScriptContents.h"

using namespace mlir;
using namespace talos;

static bool holdsRegion(func::FuncOp func) {
  return func && !hls::dataflowsOf(func).empty();
}

bool Compilation::isNetwork(StringRef name) {
  auto named = module->lookupSymbol<func::FuncOp>(name);
  return holdsRegion(named) || (name.empty() && holdsRegion(top()));
}

/// What only a search can heed, where there is none; a script edits the nests
/// of a program.
static StringRef refusedOption(const PipelineOptions &options, bool hasNests,
                               bool isDecided) {
  const std::pair<bool, StringRef> given[] = {
      {!options.designFile.empty() && !isDecided, "--design"},
      {!options.pins.empty() && !isDecided, "--pin"},
      {!options.scheduleFile.empty() && !hasNests, "--schedule"},
      {!options.blocks.empty() && options.blocks != "auto" &&
           options.blocks != "none",
       "--blocks"},
      {options.explain && !isDecided, "--explain"}};
  for (auto [isGiven, name] : given)
    if (isGiven)
      return name;
  return {};
}

/// Takes `stream.depth=n` from the pins; depths are no variables, but follow
/// from the network: `stream=n,...`, or none where a pin is no number.
static std::optional<std::string> takeDepths(std::string &pins) {
  static constexpr StringRef Suffix = ".depth";
  llvm::Expected<std::vector<nlp::Pin>> all = nlp::parsePins(pins);
  if (!all) {
    llvm::consumeError(all.takeError()); // the decision says what is wrong
    return "";
  }
  pins.clear();
  std::string depths;
  for (const nlp::Pin &pin : *all) {
    StringRef name = pin.name;
    if (!name.consume_back(Suffix)) {
      pins += (pins.empty() ? "" : ",") + pin.text();
      continue;
    }
    if (pin.relation != nlp::Pin::Equal)
      return std::nullopt;
    depths += (depths.empty() ? "" : ",") + name.str() + "=" + pin.value;
  }
  return depths;
}

/// Those of the options that the pass takes.
static AttachTargetOptions targetOptions(const PipelineOptions &options) {
  AttachTargetOptions target;
  target.target = options.target;
  target.clockNs = options.clockNs;
  target.tool = options.tool;
  target.usable = options.usable;
  target.limits = options.limits;
  target.maxPartition = options.maxPartition;
  target.treeReduction = options.treeReduction;
  return target;
}

namespace {
/// What makes a network of the nests of a program, or of a region.
struct NetworkPasses {
  bool hasNests, isDecided;
  SizeStreamsOptions sizes;

  void add(OpPassManager &manager, const PipelineOptions &options) const {
    if (isDecided) {
      manager.addNestedPass<func::FuncOp>(createWidenReads());
      manager.addNestedPass<func::FuncOp>(createCopyDiagonals());
      if (options.spaceName == streamedSpace) // a task fills its buffers itself
        manager.addNestedPass<func::FuncOp>(createFoldFills());
      buildDecision(manager, options);
      manager.addNestedPass<func::FuncOp>(createPadNests());
      manager.addNestedPass<func::FuncOp>(createScheduleNests());
    }
    if (hasNests)
      manager.addNestedPass<func::FuncOp>(createStreamNests());
    manager.addNestedPass<func::FuncOp>(createDeriveProcesses());
    manager.addNestedPass<func::FuncOp>(createPlaceProcesses());
    manager.addNestedPass<func::FuncOp>(createShareNetwork());
    manager.addNestedPass<func::FuncOp>(createAnnotateDistances());
    manager.addNestedPass<func::FuncOp>(createAnnotateTripCounts());
    if (hasNests)
      manager.addNestedPass<func::FuncOp>(createSizeStreams(sizes));
    manager.addPass(analysis::createCheckDeadlock());
  }
};
} // namespace

/// Of the program, in the first order with streams: the template chooses those
/// of loops itself, but statements that share loops have none, which a schedule
/// takes apart. Where no order has streams alone, what fits none is tasks with
/// buffers, in the program's own order, of which else is said what is wrong.
static ExitCode runFirstOrder(ProgramAttempts &programs,
                              const NetworkPasses &network,
                              const PipelineOptions &options) {
  auto attemptNests = [&](OwningOpRef<ModuleOp> ordered,
                          const PipelineOptions &own) {
    return programs.attempt(std::move(ordered), own,
                            [&](OpPassManager &manager) {
                              buildNests(manager, own);
                              network.add(manager, own);
                            });
  };
  Attempt normal = programs.attempt(
      std::move(programs.compilation.module), options,
      [&](OpPassManager &manager) { buildNormalization(manager, options); });
  if (normal.code != ExitCode::Success)
    return programs.take(std::move(normal));
  Attempt own =
      attemptNests(OwningOpRef<ModuleOp>(normal.module->clone()), options);
  if (own.code == ExitCode::Success || own.noPoint || own.boundBeyond)
    return programs.take(std::move(own));
  OwningOpRef<ModuleOp> source(normal.module->clone());
  PromisingOrders orders(programs, std::move(normal.module), options);
  for (size_t i = 0; i < orders.size() && !programs.isOver(); ++i) {
    OwningOpRef<ModuleOp> ordered = orders.ordered(i);
    if (!ordered)
      continue;
    Attempt other = attemptNests(std::move(ordered), options);
    if (other.code == ExitCode::Success || other.boundBeyond)
      return programs.take(std::move(other));
  }
  PipelineOptions mixed = options;
  mixed.spaceName = "mixed";
  Attempt withTasks = attemptNests(std::move(source), mixed);
  if (withTasks.code == ExitCode::Success || withTasks.boundBeyond)
    return programs.take(std::move(withTasks));
  return programs.take(std::move(own));
}

ExitCode Compilation::runNetwork(const PipelineOptions &options,
                                 Progress &progress, const Watch *watch,
                                 SearchNotes &notes) {
  bool hasNests = !isNetwork(options.top),
       isDecided = hasNests &&
                   !transforms::scriptContents(options.scheduleFile, &context)
                        .editsNests;
  StringRef refused = refusedOption(options, hasNests, isDecided);
  if (!refused.empty()) {
    emitError(UnknownLoc::get(&context), "'")
        << options.top << "' is a network of processes, "
        << (isDecided ? "whose arrays are whole; leave out "
                      : "about which nothing is decided; leave out ")
        << refused;
    return ExitCode::BadInput;
  }
  auto named = module->lookupSymbol<func::FuncOp>(options.top);
  if (named && !hasNests)
    named->setAttr(hls::topAttrName, UnitAttr::get(&context));
  PipelineOptions whole = options;
  whole.blocks.clear();
  whole.separate = true; // a process has one statement
  if (isDecided)         // whole arrays, each of which a nest stores or reads
    whole.widen = whole.copyOperands = true;
  NetworkPasses network{hasNests, isDecided, {}};
  if (std::optional<std::string> depths = takeDepths(whole.pins)) {
    network.sizes.depths = *depths;
  } else {
    emitError(UnknownLoc::get(&context), "pins '")
        << options.pins << "': a depth is pinned by stream.depth=number alone";
    return ExitCode::BadInput;
  }
  bool choosesOrder = isDecided && options.schedule < 0 &&
                      options.scheduleFile.empty() &&
                      options.designFile.empty();
  if (choosesOrder) {
    ProgramAttempts programs(*this, progress, watch);
    programs.notes.mostCycles = notes.mostCycles;
    ExitCode code = runFirstOrder(programs, network, whole);
    notes.boundBeyond = programs.notes.boundBeyond;
    return code;
  }
  return runPasses(
      [&](OpPassManager &manager) {
        if (hasNests)
          buildProgram(manager, whole);
        else
          manager.addPass(createAttachTarget(targetOptions(options)));
        network.add(manager, whole);
      },
      whole, progress, watch, notes);
}
