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

#include "Pipelines/Driver/BestProgram.h"
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
      {!options.workers.empty() && !isDecided, "--workers"},
      {options.explain && !isDecided, "--explain"}};
  for (auto [isGiven, name] : given)
    if (isGiven)
      return name;
  return {};
}

/// Takes `stream.depth=n` from the pins; depths are no variables, but follow
/// from the network: `stream=n,...`, or none where a pin is no number.
static std::optional<std::string> takeDepths(std::string &pins) {
  llvm::Expected<std::vector<nlp::Pin>> all = nlp::parsePins(pins);
  if (!all) {
    llvm::consumeError(all.takeError()); // the decision says what is wrong
    return "";
  }
  std::vector<nlp::Pin> depths = nlp::takePins(*all, ".depth");
  if (llvm::any_of(depths, [](const nlp::Pin &pin) {
        return pin.relation != nlp::Pin::Equal;
      }))
    return std::nullopt;
  pins = nlp::toText(*all);
  return nlp::toText(depths);
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
    if (hasNests) {
      manager.addNestedPass<func::FuncOp>(createSizeStreams(sizes));
      manager.addNestedPass<func::FuncOp>(createBindTokens());
    }
    manager.addPass(analysis::createCheckDeadlock());
  }
};
} // namespace

namespace {
/// Networks of a program whose order is open.
class NetworkSearch {
public:
  NetworkSearch(BestProgram &programs, const NetworkPasses &network,
                OwningOpRef<ModuleOp> normal)
      : programs(programs), network(network), normal(std::move(normal)) {}
  /// Of the program in its own order, up to the decision.
  Attempt ownNests(const PipelineOptions &options) {
    return programs.attempt(copy(), options, [&](OpPassManager &manager) {
      buildNests(manager, options);
    });
  }
  Attempt inFirstOrder(Attempt nests, const PipelineOptions &options);

private:
  Attempt attemptNests(OwningOpRef<ModuleOp> ordered,
                       const PipelineOptions &options) {
    return programs.attempt(std::move(ordered), options,
                            [&](OpPassManager &manager) {
                              buildNests(manager, options);
                              network.add(manager, options);
                            });
  }
  Attempt attemptNetwork(Attempt nests, const PipelineOptions &options);
  OwningOpRef<ModuleOp> copy() {
    return OwningOpRef<ModuleOp>(normal->clone());
  }

  BestProgram &programs;
  const NetworkPasses &network;
  OwningOpRef<ModuleOp> normal; ///< of buildNormalization
};
} // namespace

/// What was said of the nests is said of the network.
Attempt NetworkSearch::attemptNetwork(Attempt nests,
                                      const PipelineOptions &options) {
  if (nests.code != ExitCode::Success)
    return nests;
  Attempt result = programs.attempt(
      std::move(nests.module), options,
      [&](OpPassManager &manager) { network.add(manager, options); });
  nests.said.insert(nests.said.end(),
                    std::make_move_iterator(result.said.begin()),
                    std::make_move_iterator(result.said.end()));
  result.said = std::move(nests.said);
  return result;
}

/// Of the program, in the first order with streams: the template chooses those
/// of loops itself, but statements that share loops have none, which a schedule
/// takes apart. Where no order has streams alone, what fits none is tasks with
/// buffers, in the program's own order, of which else is said what is wrong.
Attempt NetworkSearch::inFirstOrder(Attempt nests,
                                    const PipelineOptions &options) {
  Attempt own = attemptNetwork(std::move(nests), options);
  if (own.code == ExitCode::Success || own.noPoint || own.boundBeyond)
    return own;
  PromisingOrders orders(programs, copy(), options);
  for (size_t i = 0; i < orders.size() && !programs.isOver(); ++i) {
    OwningOpRef<ModuleOp> ordered = orders.ordered(i);
    if (!ordered)
      continue;
    Attempt other = attemptNests(std::move(ordered), options);
    if (other.code == ExitCode::Success || other.boundBeyond)
      return other;
  }
  PipelineOptions mixed = options;
  mixed.spaceName = "mixed";
  Attempt withTasks = attemptNests(copy(), mixed);
  if (withTasks.code == ExitCode::Success || withTasks.boundBeyond)
    return withTasks;
  return own;
}

/// Whether a pass has parted any sum.
static bool hasPartialSums(ModuleOp module) {
  auto steps =
      hls::findTop(module)->getAttrOfType<ArrayAttr>(hls::scheduledAttrName);
  return steps && llvm::any_of(steps, [](Attribute step) {
           auto name = dyn_cast<StringAttr>(step);
           return name && name.getValue().starts_with("hls-factor-sums");
         });
}

/// With as many sums that take turns, additions seldom wait for each other.
static constexpr int64_t EnoughSums = 128;

/// The best network of the program as it is, and of it with partial sums.
static ExitCode runOpen(BestProgram &programs, const NetworkPasses &network,
                        const PipelineOptions &options,
                        std::optional<int64_t> &boundBeyond) {
  Attempt normal = programs.attempt(
      std::move(programs.compilation.module), options,
      [&](OpPassManager &manager) { buildNormalization(manager, options); });
  if (normal.code != ExitCode::Success)
    return programs.take(std::move(normal));
  NetworkSearch search(programs, network, std::move(normal.module));
  Attempt nests = search.ownNests(options);
  OwningOpRef<ModuleOp> own;
  if (nests.code == ExitCode::Success)
    own = OwningOpRef<ModuleOp>(nests.module->clone());
  Attempt whole = search.inFirstOrder(std::move(nests), options);
  boundBeyond = whole.boundBeyond;
  bool isSolved =
      whole.code == ExitCode::Success || whole.code == ExitCode::NoDesign;
  if (options.partialSums >= 0 || !isSolved || !own || programs.isOver())
    return programs.take(std::move(whole));
  PipelineOptions parted = options;
  parted.partialSums = EnoughSums;
  Attempt sums =
      programs.attempt(std::move(own), parted, [&](OpPassManager &manager) {
        buildPartialSums(manager, parted);
      });
  if (sums.code != ExitCode::Success || !hasPartialSums(*sums.module))
    return programs.take(std::move(whole));
  programs.begin(std::move(whole));
  Attempt other = search.inFirstOrder(std::move(sums), parted);
  other.name = "partial sums";
  programs.consider(std::move(other));
  programs.describe();
  boundBeyond = programs.boundBeyond();
  return programs.take(std::move(programs.best));
}

/// A design may be of the program as it is, or of the one with partial sums,
/// which have other statements. What is wrong is said of the former.
static ExitCode
runDesign(ProgramAttempts &programs, const PipelineOptions &options,
          llvm::function_ref<
              std::function<void(OpPassManager &)>(const PipelineOptions &)>
              build) {
  OwningOpRef<ModuleOp> source(programs.compilation.module->clone());
  Attempt whole = programs.attempt(std::move(programs.compilation.module),
                                   options, build(options));
  if (whole.code == ExitCode::Success)
    return programs.take(std::move(whole));
  PipelineOptions own = options;
  own.partialSums = EnoughSums;
  Attempt parted = programs.attempt(std::move(source), own, build(own));
  return programs.take(
      std::move(parted.code == ExitCode::Success ? parted : whole));
}

ExitCode Compilation::runProcesses(const PipelineOptions &options,
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
    BestProgram programs(*this, progress, watch);
    if (notes.mostCycles)
      programs.limitTo(*notes.mostCycles + 1);
    return runOpen(programs, network, whole, notes.boundBeyond);
  }
  auto build = [&](const PipelineOptions &own) {
    return [&](OpPassManager &manager) {
      if (hasNests)
        buildProgram(manager, own);
      else
        manager.addPass(createAttachTarget(targetOptions(options)));
      network.add(manager, own);
    };
  };
  if (isDecided && !whole.designFile.empty() && whole.partialSums < 0) {
    ProgramAttempts programs(*this, progress, watch);
    return runDesign(programs, whole, build);
  }
  return runPasses(build(whole), whole, progress, watch, notes);
}
