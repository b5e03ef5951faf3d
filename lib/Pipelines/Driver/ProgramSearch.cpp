//===- ProgramSearch.cpp - The best of programs that compute the same -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/ProgramSearch.h"
#include "Pipelines/Report/ReportBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Knobs.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/DesignFile.h"
#include "talos/Transforms/Knobs.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Reschedule.h"

using namespace mlir;
using namespace talos;

static bool hasJoined(ModuleOp module) {
  return module
      ->walk([](affine::AffineStoreOp store) {
        return store->hasAttr(hls::joinedAttrName) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static hls::DesignAttr designOf(ModuleOp module) {
  return hls::findTop(module)->getAttrOfType<hls::DesignAttr>(
      hls::designAttrName);
}
static hls::SearchAttr searchOf(ModuleOp module) {
  return hls::findTop(module)->getAttrOfType<hls::SearchAttr>(
      hls::searchAttrName);
}

namespace {
/// Keeps what the schedulers find for the top function.
class CollectSchedules
    : public PassWrapper<CollectSchedules, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CollectSchedules)
  explicit CollectSchedules(std::vector<transforms::PromisingSchedule> &found)
      : found(found) {}
  void runOnOperation() override {
    auto promising =
        transforms::promisingSchedules(hls::findTop(getOperation()));
    if (failed(promising))
      return signalPassFailure();
    found = std::move(*promising);
  }

private:
  std::vector<transforms::PromisingSchedule> &found;
};
} // namespace

/// Schedules of which designs are made: so many at most, of those that promise
/// no more than a quarter more cycles than the first.
static constexpr size_t MaxSchedules = 3;

/// Runs on `start` and keeps what that says.
ProgramSearch::Attempt
ProgramSearch::attempt(OwningOpRef<ModuleOp> start,
                       const PipelineOptions &options,
                       llvm::function_ref<ExitCode()> run) {
  Attempt result;
  result.options = options;
  ScopedDiagnosticHandler hold(&context, [&](Diagnostic &diagnostic) {
    result.said.push_back(std::move(diagnostic));
    return success();
  });
  compilation.noPoint.reset();
  notes.boundBeyond.reset();
  compilation.module = std::move(start);
  result.code = run();
  result.boundBeyond = notes.boundBeyond;
  result.module = std::move(compilation.module);
  result.noPoint = compilation.noPoint;
  return result;
}

ProgramSearch::Attempt
ProgramSearch::attempt(OwningOpRef<ModuleOp> start,
                       const PipelineOptions &options,
                       llvm::function_ref<void(OpPassManager &)> build) {
  return attempt(std::move(start), options, [&] {
    return compilation.runPasses(build, options, progress, watch, notes);
  });
}

ProgramSearch::Attempt ProgramSearch::runWhole(const PipelineOptions &options) {
  return attempt(
      OwningOpRef<ModuleOp>(source->clone()), options,
      [&](OpPassManager &manager) { buildHLSPipeline(manager, options); });
}

/// Whether it has a design, and one of fewer cycles if the other has one too.
bool ProgramSearch::Attempt::isBetterThan(const Attempt &other) const {
  return code == ExitCode::Success &&
         (other.code != ExitCode::Success ||
          designOf(*module).getCycles() < designOf(*other.module).getCycles());
}

/// The estimator, which schedules the final IR by itself, agrees with the model
/// or has nothing to say.
bool ProgramSearch::isConfirmed(const Attempt &attempt) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  func::FuncOp top = hls::findTop(*attempt.module);
  FailureOr<analysis::QoR> estimate = analysis::estimateQoR(
      top, compilation.target, hls::targetOf(top).getTreeReduction());
  return failed(estimate) ||
         disagreement(designOf(*attempt.module).getCycles(), estimate->latency)
             .empty();
}

/// A design may have fewer cycles than the best one, by what was proved.
void ProgramSearch::Comparison::add(const Attempt &attempt) {
  if (attempt.boundBeyond) {
    ++programs;
    bound = std::min(bound, *attempt.boundBeyond);
  }
  if (attempt.code != ExitCode::Success)
    return;
  hls::SearchAttr search = searchOf(*attempt.module);
  if (programs++ == 0)
    sourceCycles = search.getSourceCycles();
  bound = std::min(bound, search.getBound());
  if (search.getBottleneck())
    bottleneck =
        std::min(bottleneck.value_or(INT64_MAX), *search.getBottleneck());
}

/// The proof is of all programs.
void ProgramSearch::Comparison::describe(Attempt &best) const {
  if (best.code != ExitCode::Success || programs < 2)
    return;
  func::FuncOp top = hls::findTop(*best.module);
  hls::DesignAttr design = designOf(*best.module);
  hls::SearchAttr search = searchOf(*best.module);
  bool isOptimal = bound >= design.getCycles();
  MLIRContext *context = top->getContext();
  std::string scope = search.getScope().str() + ", best of " +
                      std::to_string(programs) + " programs: " + best.name;
  top->setAttr(
      hls::searchAttrName,
      hls::SearchAttr::get(
          context,
          isOptimal ? hls::SearchStatus::Optimal : hls::SearchStatus::Feasible,
          StringAttr::get(context, scope), sourceCycles, search.getDspBound(),
          search.getBandwidthBound(), search.getLowerBound(),
          search.getDesignLowerBound(), bottleneck, bound, search.getNodes(),
          search.getTilings(), search.getLog10Space(), search.getTimeLimited(),
          search.getReductions(), search.getOrders(), search.getPins(),
          search.getAssumed()));
  top->setAttr(hls::designAttrName,
               hls::DesignAttr::get(
                   context, design.getTasks(), design.getArrays(),
                   StringAttr::get(context, isOptimal ? "optimal" : "feasible"),
                   design.getCycles(), bound, design.getResources(),
                   design.getBlocks()));
}

/// A given design says how arrays are cut. What is wrong with its file is said
/// by the pass that attaches it.
static std::string blocksOfDesign(StringRef file, MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  FailureOr<hls::DesignAttr> design =
      readDesignFile(file, UnknownLoc::get(&context));
  return failed(design) ? "" : design->getBlocks().str();
}

/// With so many tasks, one program takes as long as a user waits unless its
/// optimum is proved.
static constexpr size_t ManyTasks = 32;

bool ProgramSearch::isTooLarge() const {
  if (best.code != ExitCode::Success)
    return false;
  hls::DesignAttr design = designOf(*best.module);
  return design.getTasks().size() >= ManyTasks &&
         design.getStatus() != "optimal";
}

bool ProgramSearch::isOver() const {
  if (!watch)
    return false;
  std::optional<Progress::Clock::time_point> deadline = watch->deadline();
  return (deadline && Progress::Clock::now() >= *deadline) ||
         (watch->canceled() && watch->canceled()->load()) ||
         watch->memoryLeft() <= 0;
}

void ProgramSearch::limitOthers() {
  if (best.code == ExitCode::Success)
    notes.mostCycles = designOf(*best.module).getCycles() - 1;
}

bool ProgramSearch::consider(Attempt other) {
  bool isBetter = other.isBetterThan(best);
  if (isBetter && !isConfirmed(other))
    return false;
  compared.add(other);
  if (isBetter) {
    best = std::move(other);
    limitOthers();
  }
  return isBetter;
}

ExitCode ProgramSearch::run(const PipelineOptions &options) {
  source = std::move(compilation.module);
  PipelineOptions decided = options;
  bool cutsArrays = options.blocks == "auto";
  if (cutsArrays || options.blocks == "none")
    decided.blocks.clear();
  if (decided.blocks.empty() && !options.designFile.empty())
    decided.blocks = blocksOfDesign(options.designFile, context);
  if (!tryKnobs(decided))
    return ExitCode::BadInput;
  // A given design says itself what is joined, and a script may name what is.
  bool isGiven = !options.designFile.empty();
  bool isOpen = best.code == ExitCode::BadInput
                    ? isGiven || !options.scheduleFile.empty()
                    : !isGiven && (best.code == ExitCode::Success ||
                                   best.code == ExitCode::NoDesign);
  if (isOpen)
    trySeparate(decided);
  const explore::Template *space = explore::findTemplate(options.spaceName);
  bool keepsNests = !space || space->keepsNests();
  if (isOpen && !isGiven && options.schedule < 0 && !keepsNests &&
      !isTooLarge())
    trySchedules(decided);
  if (cutsArrays && !isGiven && !keepsNests && best.code == ExitCode::Success &&
      !isTooLarge()) {
    tryBlocks();
    tryPortSharing();
    tryMemoryCopies();
  }
  compared.describe(best);
  compilation.module = std::move(best.module);
  compilation.noPoint = best.noPoint;
  for (Diagnostic &diagnostic : best.said)
    context.getDiagEngine().emit(std::move(diagnostic));
  return best.code;
}

/// `name = value, ...`
static std::string textOf(DictionaryAttr choice) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(choice, os, [&](NamedAttribute knob) {
    os << knob.getName().getValue() << " = ";
    knob.getValue().print(os, /*elideType=*/true);
  });
  return text;
}

/// A choice that is not legal is none of the space, unless all are.
bool ProgramSearch::tryKnobs(const PipelineOptions &options) {
  FailureOr<std::vector<DictionaryAttr>> choices =
      transforms::knobChoices(options.scheduleFile, &context);
  if (failed(choices))
    return false;
  DictionaryAttr chosen;
  for (DictionaryAttr choice : *choices) {
    if (!choice.empty())
      (*source)->setAttr(hls::knobsAttrName, choice);
    Attempt attempt = runWhole(options);
    if (!choice.empty())
      attempt.name = textOf(choice);
    if (!chosen) {
      best = std::move(attempt);
      compared.add(best);
      limitOthers();
      chosen = choice;
    } else if (consider(std::move(attempt))) {
      chosen = choice;
    }
    if (isOver())
      break;
  }
  if (!chosen.empty())
    (*source)->setAttr(hls::knobsAttrName, chosen);
  return true;
}

/// Where operators are few, tasks that share them may be faster apart, or fit
/// alone: unroll factors are divisors, which may fit a part of the operators
/// better.
void ProgramSearch::trySeparate(const PipelineOptions &options) {
  if (!hasJoined(*best.module))
    return;
  PipelineOptions apart = options;
  apart.separate = true;
  Attempt separate = runWhole(apart);
  separate.name = "separate statements";
  consider(std::move(separate));
}

/// A cut is to save one in so many of the cycles: others cost time and make the
/// program longer.
static constexpr int64_t LeastSaving = 150;
/// No array is cut of which half a transfer is less than one in so many.
static constexpr int64_t LeastTransfer = 16;
/// Programs with blocks that are solved, and of one that has so many designs (a
/// decimal logarithm) that each takes long.
static constexpr unsigned MaxCuts = 6, MaxCutsOfLarge = 3;
static constexpr double LargeSpace = 40;
/// Places of one dimension that bring nothing, after which others of it do not
/// either.
static constexpr int MaxVainPlaces = 2;

OwningOpRef<ModuleOp> ProgramSearch::program(const PipelineOptions &options) {
  Attempt nests =
      attempt(OwningOpRef<ModuleOp>(source->clone()), options,
              [&](OpPassManager &manager) { buildProgram(manager, options); });
  return nests.code == ExitCode::Success ? std::move(nests.module)
                                         : OwningOpRef<ModuleOp>();
}

/// None where it has no tasks.
static FailureOr<analysis::TaskGraph> graphOf(OwningOpRef<ModuleOp> &program,
                                              MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  if (!program)
    return failure();
  return analysis::buildTaskGraph(hls::findTop(*program));
}

/// Forecasts of the cuts of one dimension. A place that is not half of it tells
/// the blocks apart.
void ProgramSearch::addPromising(std::vector<PromisingCut> &found,
                                 const CutForecast &forecast,
                                 const std::vector<BlockCut> &cuts) {
  auto apart = llvm::find_if(cuts, [](const BlockCut &cut) {
    return cut.first > cut.extent / 2 && cut.first * 2 != cut.extent;
  });
  if (apart == cuts.end())
    return;
  PipelineOptions options = best.options;
  options.blocks = apart->text();
  OwningOpRef<ModuleOp> nests = program(options);
  FailureOr<analysis::TaskGraph> graph = graphOf(nests, context);
  if (failed(graph))
    return;
  std::optional<CutProgram> cut =
      forecast.program(*graph, apart->first, apart->extent);
  for (const BlockCut &place : cuts)
    if (cut)
      found.push_back({place, cut->cyclesAt(place.first)});
  if (!cut)
    found.push_back({*apart, 0});
}

std::optional<ProgramSearch::Forecast> ProgramSearch::forecastOfBest() {
  func::FuncOp top = hls::findTop(*best.module);
  OwningOpRef<ModuleOp> nests = program(best.options);
  FailureOr<analysis::TaskGraph> graph = graphOf(nests, context);
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  FailureOr<analysis::QoR> design = analysis::estimateQoR(
      top, compilation.target, hls::targetOf(top).getTreeReduction());
  if (failed(graph) || failed(design))
    return std::nullopt;
  CutForecast calls(*graph, *design, compilation.target);
  return Forecast{std::move(nests), std::move(*graph), std::move(calls)};
}

std::vector<ProgramSearch::PromisingCut> ProgramSearch::promisingCuts() {
  std::vector<PromisingCut> found;
  int64_t cycles = designOf(*best.module).getCycles();
  func::FuncOp top = hls::findTop(*best.module);
  std::vector<MovedArray> arrays =
      longestTransfers(top, compilation.target.rules.transfers.maxWidth);
  llvm::erase_if(arrays, [&](const MovedArray &array) {
    return array.beats / 2 < cycles / LeastTransfer;
  });
  std::optional<Forecast> known;
  if (!arrays.empty())
    known = forecastOfBest();
  if (!known)
    return found;
  for (const MovedArray &array : arrays)
    for (unsigned d = 0; d < array.extents.size(); ++d)
      addPromising(found, known->calls, array.cuts(d));
  auto isKnown = [](const PromisingCut &cut) { return cut.cycles != 0; };
  if (llvm::any_of(found, isKnown))
    llvm::erase_if(found, std::not_fn(isKnown));
  return found;
}

/// The source with the blocks of `options`, whose design is kept if it is
/// better; the program's name begins so. Returns whether it is.
bool ProgramSearch::tryCut(const PipelineOptions &options, StringRef name) {
  BlockSearch &cuts = compilation.cuts;
  cuts.tried.push_back(options.blocks);
  Attempt other = runWhole(options);
  other.name = (name + options.blocks).str();
  if (!other.isBetterThan(best) || !consider(std::move(other)))
    return false;
  cuts.taken = options.blocks;
  return true;
}

/// Loads and stores of a block run beside the tasks on another one, but the
/// tool calls more tasks, one after the other. Cuts are no part of the proof:
/// there are too many. Those are solved that promise most.
void ProgramSearch::tryBlocks() {
  int64_t cycles = designOf(*best.module).getCycles();
  std::string uncutName = best.name;
  PipelineOptions options = best.options;
  std::vector<PromisingCut> open = promisingCuts();
  const BlockSearch &cuts = compilation.cuts;
  FloatAttr log10Space = searchOf(*best.module).getLog10Space();
  bool isLarge = log10Space && log10Space.getValueAsDouble() > LargeSpace;
  unsigned most = isLarge ? MaxCutsOfLarge : MaxCuts;
  std::vector<BlockCut> vain;
  while (!open.empty() && cuts.tried.size() < most && !isOver()) {
    notes.mostCycles =
        designOf(*best.module).getCycles() - cycles / LeastSaving;
    auto next = llvm::min_element(
        open, [](const PromisingCut &a, const PromisingCut &b) {
          return a.cycles < b.cycles;
        });
    if (next->cycles > *notes.mostCycles)
      return;
    BlockCut cut = next->cut;
    llvm::erase_if(
        open, [&](const PromisingCut &other) { return other.cut.isNear(cut); });
    options.blocks = cut.text();
    if (tryCut(options, uncutName + ", blocks "))
      continue;
    vain.push_back(cut);
    auto isAlong = [&](const BlockCut &other) { return other.isAlong(cut); };
    if (llvm::count_if(vain, isAlong) == MaxVainPlaces)
      llvm::erase_if(
          open, [&](const PromisingCut &other) { return isAlong(other.cut); });
  }
}

/// Arrays that are needed late take turns at a port with those that are needed
/// first: they are loaded beside the first tasks then.
void ProgramSearch::tryPortSharing() {
  hls::TargetAttr target = hls::targetOf(hls::findTop(*best.module));
  if (best.options.maxPorts > 1 || isOver() ||
      target.getMemory() == hls::MemoryKind::Ports)
    return;
  std::optional<Forecast> known = forecastOfBest();
  if (!known)
    return;
  PortSharing sharing = known->calls.promisingSharing(known->nestGraph);
  int64_t cycles = designOf(*best.module).getCycles();
  notes.mostCycles = cycles - cycles / LeastSaving;
  if (sharing.empty() ||
      known->calls.cyclesWith(known->nestGraph, sharing) > *notes.mostCycles)
    return;
  PipelineOptions options = best.options;
  for (const auto &[array, other] : sharing)
    options.blocks += (options.blocks.empty() ? "" : ",") + array + "@" + other;
  tryCut(options, best.name + ", ports ");
}

/// Tasks that read tiles of one array through one port follow each other; with
/// copies of it in memory, and a port each, they need not.
void ProgramSearch::tryMemoryCopies() {
  hls::DesignAttr design = designOf(*best.module);
  bool hasTiles =
      llvm::any_of(design.getArrays(), [](hls::ArrayPointAttr array) {
        return !array.getTask().empty();
      });
  if (best.options.maxPorts < 2 || !hasTiles || isOver())
    return;
  OwningOpRef<ModuleOp> nests = program(best.options);
  FailureOr<analysis::TaskGraph> graph = graphOf(nests, context);
  if (failed(graph))
    return;
  std::string copies = copiesForReaders(*graph, design, best.options.maxPorts);
  if (copies.empty())
    return;
  notes.mostCycles = design.getCycles() - design.getCycles() / LeastSaving;
  PipelineOptions options = best.options;
  options.blocks += (options.blocks.empty() ? "" : ",") + copies;
  tryCut(options, best.name + ", copies ");
}

void ProgramSearch::trySchedules(const PipelineOptions &options) {
  Attempt normal =
      attempt(OwningOpRef<ModuleOp>(source->clone()), options,
              [&](OpPassManager &all) { buildNormalization(all, options); });
  if (normal.code != ExitCode::Success)
    return;
  if (!options.widen || !options.copyOperands || !options.carriers)
    tryNests(options, *normal.module, /*schedule=*/0);
  if (isOver())
    return;
  std::vector<transforms::PromisingSchedule> found;
  Attempt single =
      attempt(std::move(normal.module), options, [&](OpPassManager &all) {
        buildSingleStatements(all, options);
        all.addPass(std::make_unique<CollectSchedules>(found));
      });
  if (single.code != ExitCode::Success)
    return;
  found.resize(std::min(found.size(), MaxSchedules));
  while (found.size() > 1 &&
         found.back().candidate.cost > found.front().candidate.cost / 4 * 5)
    found.pop_back();
  for (unsigned i = 0; i < found.size(); ++i) {
    OwningOpRef<ModuleOp> scheduled(single.module->clone());
    Attempt other = attempt(std::move(scheduled), options, [&] {
      return succeeded(transforms::reschedule(compilation.top(), found[i]))
                 ? ExitCode::Success
                 : ExitCode::Internal;
    });
    if (other.code == ExitCode::Success)
      tryNests(options, *other.module, /*schedule=*/i + 1);
  }
}

namespace {
/// What is made of the nests of one order.
struct Variant {
  bool copies, carriers, widen, old;

  std::string name(unsigned schedule) const {
    llvm::SmallVector<std::string> parts;
    if (schedule != 0)
      parts.push_back("schedule " + std::to_string(schedule));
    if (copies)
      parts.push_back("copied operands");
    if (carriers)
      parts.push_back("carriers outside");
    if (widen)
      parts.push_back("widened");
    if (old)
      parts.push_back("old values stored");
    return llvm::join(parts, ", ");
  }
};
} // namespace

/// The nests of one order as they are, unless those of the source, which are
/// known; over whole arrays; and with loops that carry dependences outside:
/// what of these is something else.
void ProgramSearch::tryNests(const PipelineOptions &options, ModuleOp ordered,
                             unsigned schedule) {
  if (isOver())
    return;
  // Its analyses take long and are the same for all variants.
  Attempt statements =
      attempt(OwningOpRef<ModuleOp>(ordered.clone()), options,
              [&](OpPassManager &all) { buildStatements(all, options); });
  if (statements.code != ExitCode::Success)
    return;
  std::vector<std::string> known;
  // Conditions that the nests have anyway depend on the loops around mostly.
  for (Variant variant : {Variant{false, false, false, false},
                          {false, false, true, false},
                          {false, false, true, true},
                          {true, false, false, false},
                          {true, false, true, false},
                          {false, true, false, false},
                          {false, true, true, false}}) {
    if (isOver())
      return;
    PipelineOptions own = options;
    own.copyOperands |= variant.copies;
    own.carriers |= variant.carriers;
    own.widen |= variant.widen;
    own.storeOld |= variant.old;
    Attempt nests =
        attempt(OwningOpRef<ModuleOp>(statements.module->clone()), own,
                [&](OpPassManager &all) { buildVariant(all, own); });
    if (nests.code != ExitCode::Success)
      return;
    std::string text;
    llvm::raw_string_ostream(text) << *nests.module;
    bool isKnown =
        llvm::is_contained(known, text) || (schedule == 0 && known.empty());
    known.push_back(std::move(text));
    if (isKnown)
      continue;
    Attempt design =
        attempt(std::move(nests.module), own,
                [&](OpPassManager &all) { buildDesign(all, own); });
    design.options.schedule = schedule;
    design.name = variant.name(schedule);
    consider(std::move(design));
  }
}
