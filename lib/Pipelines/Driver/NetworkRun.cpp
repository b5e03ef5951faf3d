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
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Dialect/HLS/Sequence.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/NLP/Pins.h"
#include "talos/Pipelines/Passes.h"
#include "talos/Pipelines/Pipeline.h"
#include "talos/Transforms/MemoryCopies.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/ScratchMemory.h"
#include "talos/Transforms/ScriptContents.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;

static bool holdsRegion(func::FuncOp func) {
  return func && !hls::dataflowsOf(func).empty();
}

bool Compilation::isNetwork(StringRef name) {
  auto named = module->lookupSymbol<func::FuncOp>(name);
  return holdsRegion(named) || (name.empty() && holdsRegion(top()));
}

/// Of what --blocks, or a design, says of arrays: copies in memory and scratch
/// memory, which a network may have.
static std::string addedIn(StringRef blocks) {
  SmallVector<StringRef> parts;
  blocks.split(parts, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  llvm::erase_if(parts, [](StringRef part) {
    return !transforms::isMemoryCopies(part) &&
           !transforms::isScratchMemory(part);
  });
  return llvm::join(parts, ",");
}

static bool choosesBlocks(const PipelineOptions &options) {
  return options.blocks.empty() || options.blocks == "auto";
}

/// What only a search can heed, where there is none; a script edits the nests
/// of a program.
static StringRef refusedOption(const PipelineOptions &options, bool hasNests,
                               bool isDecided) {
  const std::pair<bool, StringRef> given[] = {
      {!options.designFile.empty() && !isDecided, "--design"},
      {!options.pins.empty() && !isDecided, "--pin"},
      {!options.scheduleFile.empty() && !hasNests, "--schedule"},
      {!choosesBlocks(options) && options.blocks != "none" &&
           !(hasNests && addedIn(options.blocks) == options.blocks),
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
      manager.addNestedPass<func::FuncOp>(createDropUnusedArrays());
      manager.addNestedPass<func::FuncOp>(createJoinElements());
      manager.addNestedPass<func::FuncOp>(createWidenReads());
      manager.addNestedPass<func::FuncOp>(createCopyDiagonals());
      manager.addNestedPass<func::FuncOp>(createLoopSingleElements());
      manager.addNestedPass<func::FuncOp>(createWidenStores());
      manager.addNestedPass<func::FuncOp>(createJoinFills());
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
  /// Of the program in its own order.
  Attempt inOwnOrder(const PipelineOptions &options) {
    return attemptNetwork(ownNests(options), options);
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
  auto takenForOwn = [&](const Attempt &other) {
    bool isTaken = other.code == ExitCode::Success || other.boundBeyond;
    if (isTaken && own.isUnmade())
      programs.leaveOut(own, own.error());
    if (!isTaken && other.isUnmade())
      programs.leaveOut(other, other.error());
    return isTaken;
  };
  PromisingOrders orders(programs, copy(), options);
  for (size_t i = 0; i < orders.size() && !programs.isOver(); ++i) {
    OwningOpRef<ModuleOp> ordered = orders.ordered(i);
    if (!ordered)
      continue;
    Attempt other = attemptNests(std::move(ordered), options);
    if (takenForOwn(other))
      return other;
  }
  PipelineOptions mixed = options;
  mixed.spaceName = "mixed";
  Attempt withTasks = attemptNests(copy(), mixed);
  if (takenForOwn(withTasks))
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

namespace {
/// A program of loops from 0, as it is and with partial sums.
struct OpenProgram {
  OpenProgram(BestProgram &programs, const NetworkPasses &network,
              OwningOpRef<ModuleOp> normal, PipelineOptions options,
              std::string name)
      : programs(programs), search(programs, network, std::move(normal)),
        options(std::move(options)), name(std::move(name)) {}
  Attempt asItIs();
  /// After `asItIs`.
  void considerPartialSums();

  BestProgram &programs;
  NetworkSearch search;
  PipelineOptions options;
  std::string name;
  OwningOpRef<ModuleOp> nests; ///< up to the decision; null where that fails
};
} // namespace

Attempt OpenProgram::asItIs() {
  Attempt own = search.ownNests(options);
  if (own.code == ExitCode::Success)
    nests = OwningOpRef<ModuleOp>(own.module->clone());
  Attempt whole = search.inFirstOrder(std::move(own), options);
  if (!name.empty())
    whole.name = name;
  return whole;
}

void OpenProgram::considerPartialSums() {
  if (options.partialSums >= 0 || !nests || programs.isOver())
    return;
  PipelineOptions parted = options;
  parted.partialSums = EnoughSums;
  Attempt sums =
      programs.attempt(std::move(nests), parted, [&](OpPassManager &manager) {
        buildPartialSums(manager, parted);
      });
  if (sums.code != ExitCode::Success || !hasPartialSums(*sums.module))
    return;
  Attempt other = search.inFirstOrder(std::move(sums), parted);
  other.name = "partial sums" + (name.empty() ? "" : ", " + name);
  programs.consider(std::move(other));
}

/// The program with the blocks of the options; null where it has none.
static OwningOpRef<ModuleOp> withBlocks(BestProgram &programs,
                                        OwningOpRef<ModuleOp> normal,
                                        const PipelineOptions &options) {
  if (options.blocks.empty())
    return {};
  Attempt changed =
      programs.attempt(std::move(normal), options, [&](OpPassManager &manager) {
        buildBlocks(manager, options);
      });
  return changed.code == ExitCode::Success ? std::move(changed.module)
                                           : OwningOpRef<ModuleOp>();
}

/// The program in which each statement that reads an array has it from a copy
/// of its own in memory, by ports of its own, so that none waits for others;
/// null where there is none.
static std::unique_ptr<OpenProgram> withCopies(BestProgram &programs,
                                               const NetworkPasses &network,
                                               OwningOpRef<ModuleOp> normal,
                                               const PipelineOptions &options) {
  PipelineOptions own = options;
  own.blocks =
      transforms::memoryCopies(hls::findTop(*normal), options.maxPorts);
  OwningOpRef<ModuleOp> copied = withBlocks(programs, std::move(normal), own);
  return copied
             ? std::make_unique<OpenProgram>(programs, network,
                                             std::move(copied), own,
                                             "copies in memory: " + own.blocks)
             : nullptr;
}

/// Adds to the pins that all nests run in turn; false where they say otherwise,
/// or are none.
static bool pinInTurn(std::string &pins) {
  llvm::Expected<std::vector<nlp::Pin>> all = nlp::parsePins(pins);
  if (!all) {
    llvm::consumeError(all.takeError()); // the decision says what is wrong
    return false;
  }
  nlp::Pin own{analysis::inTurnName.str(), nlp::Pin::Equal, "1"};
  auto known = llvm::find_if(
      *all, [&](const nlp::Pin &pin) { return pin.name == own.name; });
  if (known != all->end())
    return known->text() == own.text();
  all->push_back(std::move(own));
  pins = nlp::toText(*all);
  return true;
}

/// What nests in turn on the same operators pass on to each other is in memory:
/// the program with its local arrays there, and its nests in turn; none where
/// they cannot be.
static std::optional<Attempt> withScratch(BestProgram &programs,
                                          const NetworkPasses &network,
                                          OwningOpRef<ModuleOp> normal,
                                          const PipelineOptions &options) {
  PipelineOptions own = options;
  own.blocks = transforms::scratchMemory(hls::findTop(*normal));
  if (!pinInTurn(own.pins))
    return std::nullopt;
  OwningOpRef<ModuleOp> moved = withBlocks(programs, std::move(normal), own);
  if (!moved)
    return std::nullopt;
  Attempt whole =
      NetworkSearch(programs, network, std::move(moved)).inOwnOrder(own);
  whole.name = "nests in turn, " + own.blocks;
  bool isKnown =
      whole.code == ExitCode::Success || whole.noPoint || whole.boundBeyond;
  return isKnown ? std::optional(std::move(whole)) : std::nullopt;
}

namespace {
/// The program as it is and others that compute the same. Those that have a
/// design soon come first, which limits the others. What is wrong is said of
/// the program as it is.
class OpenSearch {
public:
  explicit OpenSearch(BestProgram &programs) : programs(programs) {}
  void addOther(Attempt attempt);
  /// False: it is wrong.
  bool addSource(Attempt &attempt);

private:
  BestProgram &programs;
  bool isBegun = false;
  std::vector<Attempt> without; ///< a design, before the program as it is
};
} // namespace

void OpenSearch::addOther(Attempt attempt) {
  if (isBegun) {
    attempt.leaveOpen();
    programs.consider(std::move(attempt));
  } else if (attempt.code == ExitCode::Success) {
    programs.begin(std::move(attempt));
    isBegun = true;
  } else {
    without.push_back(std::move(attempt));
  }
}

bool OpenSearch::addSource(Attempt &attempt) {
  if (isBegun) {
    programs.consider(std::move(attempt));
  } else {
    if (attempt.code != ExitCode::Success && attempt.code != ExitCode::NoDesign)
      return false;
    programs.begin(std::move(attempt));
    isBegun = true;
  }
  for (Attempt &other : std::exchange(without, {}))
    addOther(std::move(other));
  return true;
}

/// The best network of the program as it is, of it with partial sums, and of
/// both with copies of arrays; and of its nests in turn with local arrays in
/// memory. `addsArrays`: these copies and that memory are chosen.
static ExitCode runOpen(BestProgram &programs, const NetworkPasses &network,
                        const PipelineOptions &options, bool addsArrays,
                        std::optional<int64_t> &boundBeyond) {
  Attempt normal = programs.attempt(
      std::move(programs.compilation.module), options,
      [&](OpPassManager &manager) { buildNormalization(manager, options); });
  if (normal.code != ExitCode::Success)
    return programs.take(std::move(normal));
  auto copy = [&] { return OwningOpRef<ModuleOp>(normal.module->clone()); };
  OpenSearch search(programs);
  if (addsArrays)
    if (std::optional<Attempt> moved =
            withScratch(programs, network, copy(), options))
      search.addOther(std::move(*moved));
  std::unique_ptr<OpenProgram> copied;
  if (addsArrays && options.pins.empty())
    copied = withCopies(programs, network, copy(), options);
  if (copied)
    search.addOther(copied->asItIs());
  OpenProgram source(programs, network, std::move(normal.module), options, "");
  Attempt whole = source.asItIs();
  boundBeyond = whole.boundBeyond;
  if (!search.addSource(whole))
    return programs.take(std::move(whole));
  source.considerPartialSums();
  if (copied)
    copied->considerPartialSums();
  programs.describe();
  boundBeyond = programs.boundBeyond();
  return programs.take(std::move(programs.best));
}

/// A design may be of the program as it is, or of the one with partial sums,
/// which have other statements, and in both cases with tasks between streams.
/// What is wrong is said of the first.
static ExitCode
runDesign(ProgramAttempts &programs, const PipelineOptions &options,
          llvm::function_ref<
              std::function<void(OpPassManager &)>(const PipelineOptions &)>
              build) {
  OwningOpRef<ModuleOp> source(programs.compilation.module->clone());
  Attempt first = programs.attempt(std::move(programs.compilation.module),
                                   options, build(options));
  std::vector<PipelineOptions> others;
  SmallVector<StringRef> spaces{options.spaceName};
  if (options.spaceName == streamedSpace)
    spaces.push_back("mixed");
  for (StringRef space : spaces) {
    others.push_back(options);
    others.back().spaceName = space.str();
    others.push_back(others.back());
    others.back().partialSums = EnoughSums;
  }
  for (const PipelineOptions &own : ArrayRef(others).drop_front()) {
    if (first.code == ExitCode::Success)
      break;
    Attempt other = programs.attempt(OwningOpRef<ModuleOp>(source->clone()),
                                     own, build(own));
    if (other.code == ExitCode::Success)
      first = std::move(other);
  }
  return programs.take(std::move(first));
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
        << (isDecided
                ? "whose arrays are whole, but may have copies (A.copies=2) "
                  "or lie in memory (E.scratch); leave out "
                : "about which nothing is decided; leave out ")
        << refused;
    return ExitCode::BadInput;
  }
  auto named = module->lookupSymbol<func::FuncOp>(options.top);
  if (named && !hasNests)
    named->setAttr(hls::topAttrName, UnitAttr::get(&context));
  PipelineOptions whole = options;
  whole.blocks = addedIn(options.blocks);
  if (!options.designFile.empty())
    whole.blocks = addedIn(blocksOfDesign(options.designFile, context));
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
    return runOpen(programs, network, whole, choosesBlocks(options),
                   notes.boundBeyond);
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
