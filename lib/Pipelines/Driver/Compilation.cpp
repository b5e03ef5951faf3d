//===- Compilation.cpp - From a file to emitted text ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Compilation.h"
#include "Pipelines/Driver/ProgramSearch.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Reassociated.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Emit/Emit.h"
#include "talos/Emit/Lint.h"
#include "talos/Explore/SearchControl.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Transforms/Passes.h"
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

ExitCode Compilation::run(const PipelineOptions &options, Progress &progress,
                          const Watch *watch, Rival rival) {
  ScopedDiagnosticHandler wipe(&context, [&](Diagnostic &) {
    progress.wipe();
    return failure(); // the handler that prints comes next
  });
  return ProgramSearch(*this, progress, watch).run(options, rival);
}

ExitCode Compilation::runPasses(llvm::function_ref<void(OpPassManager &)> build,
                                const PipelineOptions &options,
                                Progress &progress, const Watch *watch,
                                SearchNotes &notes) {
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

target::Amounts Compilation::usable() {
  hls::TargetAttr attr = hls::targetOf(top());
  llvm::Expected<target::Amounts> usable =
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
  if (isNetwork(*name)) { // its trees are written
    input.reassociates = true;
    return success();
  }
  auto design = top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  input.reassociates =
      design && llvm::any_of(design.getTasks(), [](hls::TaskPointAttr task) {
        return task.getAccumulator() == hls::Accumulator::LocalAdd;
      });
  top().walk([&](affine::AffineStoreOp store) {
    input.reassociates |= store->hasAttr(hls::reassociatedAttrName);
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
