//===- Compilation.cpp - From a file to emitted text ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Compilation.h"
#include "Pipelines/Driver/BlockCuts.h"
#include "Pipelines/Report/ReportBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Emit/Emit.h"
#include "talos/Emit/Lint.h"
#include "talos/Explore/SearchControl.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/DesignFile.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Reschedule.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace talos;

static DialectRegistry inputDialects() {
  DialectRegistry registry;
  registerInputDialects(registry);
  return registry;
}

Compilation::Compilation()
    : context(inputDialects(), MLIRContext::Threading::DISABLED) {
  context.printOpOnDiagnostic(false);
  explore::registerTemplates();
  registerTalosTransformsPasses(); // scripts run them by their names
}
Compilation::~Compilation() = default;

ExitCode Compilation::read(const DriverOptions &options, Progress &progress,
                           llvm::raw_ostream &err) {
  progress.start("parse");
  path = options.input;
  isInFile = !options.inputText;
  std::string message;
  auto buffer = options.inputText ? llvm::MemoryBuffer::getMemBufferCopy(
                                        *options.inputText, options.input)
                                  : openInputFile(path, &message);
  if (!buffer) {
    progress.stop();
    err << "hlsc: error: " << message << "\n";
    if (observer)
      observer({Message::Error, "", 0, 0, message, {}});
    return ExitCode::BadInput;
  }
  llvm::MemoryBufferRef text = buffer->getMemBufferRef();
  sources.AddNewSourceBuffer(std::move(buffer), SMLoc());
  handleDiagnostics(err);
  if (isCSource(path)) {
    import = options.import;
    import.top = options.pipeline.top;
    module = frontend::importC(text, import, &context, &sourceText);
  } else {
    module = parseSourceFile<ModuleOp>(sources, &context);
  }
  return module ? ExitCode::Success : ExitCode::BadInput;
}

/// Prints them on `err`, with the line of the program where it is known.
void Compilation::handleDiagnostics(llvm::raw_ostream &err) {
  handler =
      std::make_unique<SourceMgrDiagnosticHandler>(sources, &context, err);
  // What has no place in the program is about an option.
  context.getDiagEngine().registerHandler([&err](Diagnostic &diagnostic) {
    if (!isa<UnknownLoc>(diagnostic.getLocation()) ||
        diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return failure();
    err << "hlsc: error: " << diagnostic << "\n";
    for (Diagnostic &note : diagnostic.getNotes())
      err << "hlsc: note: " << note << "\n";
    return success();
  });
  if (observer)
    context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
      observer(toMessage(diagnostic));
      return failure(); // handlers that print come next
    });
}

namespace {
/// Shows and measures each pass, and remembers the one that failed.
class PassProgress : public PassInstrumentation {
public:
  PassProgress(Progress &progress, std::string &failedPass)
      : progress(progress), failedPass(failedPass) {}
  void runBeforePass(Pass *pass, Operation *) override {
    if (!pass->getArgument().empty()) // not an adaptor over functions
      progress.start(pass->getArgument());
  }
  void runAfterPass(Pass *, Operation *) override { progress.stop(); }
  void runAfterPassFailed(Pass *pass, Operation *) override {
    if (failedPass.empty())
      failedPass = pass->getArgument().str();
  }

private:
  Progress &progress;
  std::string &failedPass;
};

/// Lets the search show its progress and heed the limits of the run.
class ControlSearch
    : public PassWrapper<ControlSearch, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ControlSearch)
  ControlSearch(Progress &progress, const Watch *watch,
                std::optional<nlp::Status> &noPoint,
                std::optional<int64_t> mostCycles,
                std::optional<int64_t> &boundBeyond)
      : progress(progress), watch(watch), noPoint(noPoint),
        mostCycles(mostCycles), boundBeyond(boundBeyond) {}
  void runOnOperation() override {
    auto &control = getAnalysis<explore::SearchControl>();
    control.progress = [this](int64_t, std::optional<int64_t> best,
                              int64_t bound) {
      progress.searched(best, bound);
    };
    control.noPoint = [this](nlp::Status why) { noPoint = why; };
    control.mostCycles = mostCycles;
    control.noneWithin = [this](int64_t bound) { boundBeyond = bound; };
    markAllAnalysesPreserved();
    if (!watch)
      return;
    control.deadline = watch->deadline();
    control.canceled = watch->canceled();
    control.memoryLeft = [this] { return watch->memoryLeft(); };
  }

private:
  Progress &progress;
  const Watch *watch;
  std::optional<nlp::Status> &noPoint;
  std::optional<int64_t> mostCycles;
  std::optional<int64_t> &boundBeyond;
};

/// Keeps the target that the passes read.
class KeepTarget : public PassWrapper<KeepTarget, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KeepTarget)
  explicit KeepTarget(target::Target &kept) : kept(kept) {}
  void runOnOperation() override {
    auto target = getAnalysis<analysis::TargetAnalysis>().of(
        hls::findTop(getOperation()));
    if (failed(target))
      return signalPassFailure();
    kept = **target;
  }

private:
  target::Target &kept;
};
} // namespace

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
Compilation::Attempt Compilation::attempt(OwningOpRef<ModuleOp> start,
                                          llvm::function_ref<ExitCode()> run) {
  Attempt result;
  ScopedDiagnosticHandler hold(&context, [&](Diagnostic &diagnostic) {
    result.said.push_back(std::move(diagnostic));
    return success();
  });
  noPoint.reset();
  notes.boundBeyond.reset();
  module = std::move(start);
  result.code = run();
  result.boundBeyond = notes.boundBeyond;
  result.module = std::move(module);
  result.noPoint = noPoint;
  return result;
}

/// Whether it has a design, and one of fewer cycles if the other has one too.
bool Compilation::Attempt::isBetterThan(const Attempt &other) const {
  return code == ExitCode::Success &&
         (other.code != ExitCode::Success ||
          designOf(*module).getCycles() < designOf(*other.module).getCycles());
}

/// The estimator, which schedules the final IR by itself, agrees with the model
/// or has nothing to say.
bool Compilation::isConfirmed(const Attempt &attempt) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  func::FuncOp top = hls::findTop(*attempt.module);
  FailureOr<analysis::QoR> estimate =
      analysis::estimateQoR(top, target, hls::targetOf(top).getTreeReduction());
  return failed(estimate) ||
         disagreement(designOf(*attempt.module).getCycles(), estimate->latency)
             .empty();
}

/// A design may have fewer cycles than the best one, by what was proved.
void Compilation::Comparison::add(const Attempt &attempt) {
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
}

/// The proof is of all programs.
void Compilation::Comparison::describe(Attempt &best) const {
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
          search.getDesignLowerBound(), bound, search.getNodes(),
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

bool Compilation::isTooLarge(const Attempt &attempt) {
  if (attempt.code != ExitCode::Success)
    return false;
  hls::DesignAttr design = designOf(*attempt.module);
  return design.getTasks().size() >= ManyTasks &&
         design.getStatus() != "optimal";
}

ExitCode Compilation::run(const PipelineOptions &options, Progress &progress,
                          const Watch *watch) {
  ScopedDiagnosticHandler wipe(&context, [&](Diagnostic &) {
    progress.wipe();
    return failure(); // the handler that prints comes next
  });
  OwningOpRef<ModuleOp> source = std::move(module);
  PipelineOptions decided = options;
  bool cutsArrays = options.blocks == "auto";
  if (cutsArrays)
    decided.blocks.clear();
  if (decided.blocks.empty() && !options.designFile.empty())
    decided.blocks = blocksOfDesign(options.designFile, context);
  auto runWhole = [&](const PipelineOptions &own) {
    return attempt(OwningOpRef<ModuleOp>(source->clone()), [&] {
      return runPasses(
          [&](OpPassManager &manager) { buildHLSPipeline(manager, own); }, own,
          progress, watch);
    });
  };
  notes.mostCycles.reset();
  Attempt best = runWhole(decided);
  Comparison compared;
  compared.add(best);
  // The others are of use where they have fewer cycles.
  auto limitOthers = [&] {
    if (best.code == ExitCode::Success)
      notes.mostCycles = designOf(*best.module).getCycles() - 1;
  };
  limitOthers();
  auto consider = [&](Attempt other) {
    bool isBetter = other.isBetterThan(best);
    if (isBetter && !isConfirmed(other))
      return false;
    compared.add(other);
    if (isBetter) {
      best = std::move(other);
      limitOthers();
    }
    return isBetter;
  };
  // A given design says itself what is joined, and a script may name what is.
  bool isGiven = !options.designFile.empty();
  bool isOpen = best.code == ExitCode::BadInput
                    ? isGiven || !options.scheduleFile.empty()
                    : !isGiven && (best.code == ExitCode::Success ||
                                   best.code == ExitCode::NoDesign);
  // Where operators are few, tasks that share them may be faster apart, or fit
  // alone: unroll factors are divisors, which may fit a part of the operators
  // better.
  if (isOpen && hasJoined(*best.module)) {
    PipelineOptions apart = decided;
    apart.separate = true;
    Attempt separate = runWhole(apart);
    separate.name = "separate statements";
    consider(std::move(separate));
  }
  const explore::Template *space = explore::findTemplate(options.spaceName);
  if (isOpen && !isGiven && options.schedule < 0 && space &&
      !space->keepsNests() && !isTooLarge(best))
    trySchedules(decided, *source, progress, watch, consider);
  if (cutsArrays && !isGiven && best.code == ExitCode::Success)
    tryBlocks(decided, hls::findTop(*best.module), watch,
              [&](const PipelineOptions &cut) {
                Attempt blocks = runWhole(cut);
                blocks.name = "blocks " + cut.blocks;
                return consider(std::move(blocks));
              });
  compared.describe(best);
  module = std::move(best.module);
  noPoint = best.noPoint;
  for (Diagnostic &diagnostic : best.said)
    context.getDiagEngine().emit(std::move(diagnostic));
  return best.code;
}

static bool isOver(const Watch *watch) {
  if (!watch)
    return false;
  std::optional<Progress::Clock::time_point> deadline = watch->deadline();
  return (deadline && Progress::Clock::now() >= *deadline) ||
         (watch->canceled() && watch->canceled()->load()) ||
         watch->memoryLeft() <= 0;
}

/// Loads of a block run beside the tasks on another one, but the tool calls
/// more tasks, one after the other.
void Compilation::tryBlocks(
    PipelineOptions options, func::FuncOp uncut, const Watch *watch,
    llvm::function_ref<bool(const PipelineOptions &)> isBest) {
  std::optional<LongestLoad> load =
      longestLoad(uncut, target.rules.transfers.maxWidth);
  if (!load)
    return;
  searchCuts(*load, [&](const std::string &cut) {
    if (cut.empty() || isOver(watch) || llvm::is_contained(cuts.tried, cut))
      return false;
    cuts.tried.push_back(cut);
    options.blocks = cut;
    if (!isBest(options))
      return false;
    cuts.taken = cut;
    return true;
  });
}

void Compilation::trySchedules(const PipelineOptions &options, ModuleOp source,
                               Progress &progress, const Watch *watch,
                               llvm::function_ref<bool(Attempt)> consider) {
  auto passes = [&](llvm::function_ref<void(OpPassManager &)> build) {
    return runPasses(build, options, progress, watch);
  };
  Attempt normal = attempt(OwningOpRef<ModuleOp>(source.clone()), [&] {
    return passes(
        [&](OpPassManager &all) { buildNormalization(all, options); });
  });
  if (normal.code != ExitCode::Success)
    return;
  if (!options.widen || !options.copyOperands || !options.carriers)
    tryNests(options, *normal.module, /*schedule=*/0, progress, watch,
             consider);
  if (isOver(watch))
    return;
  std::vector<transforms::PromisingSchedule> found;
  Attempt single = attempt(std::move(normal.module), [&] {
    return passes([&](OpPassManager &all) {
      buildSingleStatements(all, options);
      all.addPass(std::make_unique<CollectSchedules>(found));
    });
  });
  if (single.code != ExitCode::Success)
    return;
  found.resize(std::min(found.size(), MaxSchedules));
  while (found.size() > 1 &&
         found.back().candidate.cost > found.front().candidate.cost / 4 * 5)
    found.pop_back();
  for (unsigned i = 0; i < found.size(); ++i) {
    OwningOpRef<ModuleOp> scheduled(single.module->clone());
    Attempt other = attempt(std::move(scheduled), [&] {
      return succeeded(transforms::reschedule(top(), found[i]))
                 ? ExitCode::Success
                 : ExitCode::Internal;
    });
    if (other.code == ExitCode::Success)
      tryNests(options, *other.module, /*schedule=*/i + 1, progress, watch,
               consider);
  }
}

/// The nests of one order as they are, unless those of the source, which are
/// known; over whole arrays; and with loops that carry dependences outside:
/// what of these is something else.
void Compilation::tryNests(const PipelineOptions &options, ModuleOp ordered,
                           unsigned schedule, Progress &progress,
                           const Watch *watch,
                           llvm::function_ref<bool(Attempt)> consider) {
  struct Variant {
    bool copies, carriers, widen, old;
  };
  std::vector<std::string> known;
  // Conditions that the nests have anyway depend on the loops around mostly.
  for (Variant variant : {Variant{false, false, false, false},
                          {false, false, true, false},
                          {false, false, true, true},
                          {true, false, false, false},
                          {true, false, true, false},
                          {false, true, false, false},
                          {false, true, true, false}}) {
    if (isOver(watch))
      return;
    PipelineOptions own = options;
    own.copyOperands |= variant.copies;
    own.carriers |= variant.carriers;
    own.widen |= variant.widen;
    own.storeOld |= variant.old;
    Attempt nests = attempt(OwningOpRef<ModuleOp>(ordered.clone()), [&] {
      return runPasses([&](OpPassManager &all) { buildNests(all, own); }, own,
                       progress, watch);
    });
    if (nests.code != ExitCode::Success)
      return;
    std::string text;
    llvm::raw_string_ostream(text) << *nests.module;
    bool isKnown =
        llvm::is_contained(known, text) || (schedule == 0 && known.empty());
    known.push_back(std::move(text));
    if (isKnown)
      continue;
    Attempt design = attempt(std::move(nests.module), [&] {
      return runPasses([&](OpPassManager &all) { buildDesign(all, own); }, own,
                       progress, watch);
    });
    llvm::SmallVector<std::string> parts;
    if (schedule != 0)
      parts.push_back("schedule " + std::to_string(schedule));
    if (variant.copies)
      parts.push_back("copied operands");
    if (variant.carriers)
      parts.push_back("carriers outside");
    if (variant.widen)
      parts.push_back("widened");
    if (variant.old)
      parts.push_back("old values stored");
    design.name = llvm::join(parts, ", ");
    consider(std::move(design));
  }
}

ExitCode Compilation::runPasses(llvm::function_ref<void(OpPassManager &)> build,
                                const PipelineOptions &options,
                                Progress &progress, const Watch *watch) {
  PassManager manager(&context);
  std::string failedPass;
  manager.addInstrumentation(
      std::make_unique<PassProgress>(progress, failedPass));
  manager.addPass(std::make_unique<ControlSearch>(
      progress, watch, noPoint, notes.mostCycles, notes.boundBeyond));
  build(manager);
  manager.addPass(std::make_unique<KeepTarget>(target));
  if (succeeded(manager.run(*module)))
    return ExitCode::Success;
  // What the explorer refuses is a program it has no design for; a design point
  // of the user's that it refuses is bad input.
  bool noDesign = failedPass == "hls-explore" && options.designFile.empty();
  return noDesign ? ExitCode::NoDesign : ExitCode::BadInput;
}

target::Resources Compilation::usable() {
  hls::TargetAttr attr = hls::targetOf(top());
  llvm::Expected<target::Resources> usable =
      target.usable(attr.getUsable(), attr.getLimits().getValue());
  if (usable)
    return *usable;
  llvm::consumeError(usable.takeError());
  return {};
}

func::FuncOp Compilation::top() { return hls::findTop(*module); }

/// "DDR4" is DDR for the linker, "HBM2" is HBM.
static std::string linkerMemory(StringRef kind) {
  return kind.rtrim("0123456789").str();
}

/// Empty where the device is on no card.
static std::string linkerPlatform(const target::Device &device) {
  return device.platform.name == "none" ? "" : device.platform.name;
}

LogicalResult Compilation::emit(std::vector<OutputFile> &files) {
  FailureOr<std::string> name = emit::topName(*module);
  if (failed(name))
    return failure();
  std::string stem = emit::fileStem(*name);
  emit::MemoryBanks banks{linkerMemory(target.device.memory.kind),
                          target.device.memory.banks,
                          linkerPlatform(target.device)};
  auto add = [&](std::string file, auto emitter) {
    OutputFile output{std::move(file), ""};
    llvm::raw_string_ostream os(output.text);
    if (failed(emitter(*module, os)))
      return false;
    files.push_back(std::move(output));
    return true;
  };
  auto connectivity = [&](ModuleOp op, llvm::raw_ostream &os) {
    return emit::emitConnectivity(op, banks, os);
  };
  auto makefile = [&](ModuleOp op, llvm::raw_ostream &os) {
    return emit::emitMakefile(op, banks, os);
  };
  auto print = [&](ModuleOp op, llvm::raw_ostream &os) {
    op.print(os);
    os << "\n";
    return success();
  };
  // Memories at its ports make it a part of a larger design.
  bool isPart = hls::targetOf(top()).getMemory() == hls::MemoryKind::Ports;
  bool all = add(stem + ".cpp", emit::emitKernel) &&
             add(stem + ".h", emit::emitHeader) &&
             add(stem + "_tb.cpp", emit::emitTestbench) &&
             add(stem + "_golden.cpp", emit::emitGolden) &&
             (isPart || add(stem + "_host.cpp", emit::emitHost)) &&
             (isPart || add("Makefile", makefile)) &&
             add("run_hls.tcl", emit::emitTcl) &&
             add("hls_config.cfg", emit::emitConfig) &&
             (isPart || add("connectivity.cfg", connectivity)) &&
             add(stem + ".hls.mlir", print) &&
             (!isNetwork(*name) ||
              add(stem + "_dataflow.cpp", emit::emitDataflowSimulation));
  return success(all);
}

static bool isDoublePrecision(func::FuncOp func) {
  bool any = false;
  for (Type type : func.getArgumentTypes()) {
    Type element = getElementTypeOrSelf(type);
    if (element.isF32())
      return false;
    any |= element.isF64();
  }
  return any;
}

/// C is compared with what gcc makes of it, MLIR with what upstream's lowering
/// makes of it.
LogicalResult Compilation::addReference(CSimInput &input) {
  if (isCSource(path)) {
    llvm::SmallString<256> absolute(path);
    llvm::sys::fs::make_absolute(absolute);
    std::string source = isInFile
                             ? "#include \"" + absolute.str().str() + "\"\n"
                             : sources.getMemoryBuffer(1)->getBuffer().str();
    input.referenceC = source + sourceText.call + sourceText.init;
    input.referenceIsCxx = frontend::isCxx(path);
    input.ownInit = !sourceText.init.empty();
    input.initUnused = sourceText.initUnused;
    input.referenceArgs = import.clangArgs;
    input.sourceTop = import.top;
    return success();
  }
  FailureOr<std::string> reference = lowerReference(*module);
  if (failed(reference))
    return failure();
  input.referenceIR = *reference;
  return success();
}

LogicalResult Compilation::addSimulation(CSimInput &input,
                                         ArrayRef<OutputFile> files) {
  FailureOr<std::string> name = emit::topName(*module);
  if (failed(name))
    return failure();
  input.top = emit::fileStem(*name);
  input.kernel = files[0].text;
  input.header = files[1].text;
  input.testbench = files[2].text;
  if (isNetwork(*name))
    input.processes = files.back().text;
  input.doublePrecision = isDoublePrecision(top());
  if (failed(addReference(input)))
    return failure();
  if (!hls::targetOf(top()).getTreeReduction())
    return success();
  auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  input.reassociates =
      design && llvm::any_of(design.getTasks(), [](hls::TaskPointAttr task) {
        return task.getAccumulator() == hls::Accumulator::LocalAdd;
      });
  // The same design with level-2 sums in the order in which the tool may
  // evaluate them.
  OwningOpRef<ModuleOp> tree = module->clone();
  PassManager manager(&context);
  manager.addNestedPass<func::FuncOp>(createCsimTree());
  if (failed(manager.run(*tree)))
    return failure();
  llvm::raw_string_ostream os(input.treeKernel);
  return emit::emitKernel(*tree, os);
}

std::vector<std::string> Compilation::lint(ArrayRef<OutputFile> files) {
  std::vector<std::string> findings;
  const OutputFile &kernel = files.front();
  for (const emit::LintFinding &finding : emit::lint(kernel.text))
    findings.push_back(kernel.name + ":" + std::to_string(finding.line) + ": " +
                       finding.message + " [" + finding.rule + "]");
  return findings;
}
