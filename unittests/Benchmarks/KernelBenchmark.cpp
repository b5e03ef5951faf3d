//===- KernelBenchmark.cpp - Times of the solver and of the compiler ------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every kernel of test/Kernels/medium in both reduction modes:
//   solve/<kernel>/<mode>    the model is lowered and solved. Counters: cycles,
//                            bound, nodes, log10_space; the label is the status
//   compile/<kernel>/<mode>  all that hlsc does without C simulation, from the
//                            file to emitted and linted C++, in this process
// `peak_MB` is the greatest resident memory of the process so far: of one
// kernel, if a filter selects no other.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Explore/Explore.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Pipelines/Registration.h"
#include "talos/Transforms/Passes.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <benchmark/benchmark.h>
#include <sys/resource.h>

using namespace mlir;
using namespace talos;

namespace {
struct Kernel {
  std::string path, name;
  bool tree = false;

  std::string top() const {
    // A function's name does not begin with a digit.
    return (std::isdigit(name.front()) ? "kernel_" : "") + name;
  }
  std::string label(StringRef what) const {
    return (what + "/" + name + (tree ? "/tree" : "/ordered")).str();
  }
};
} // namespace

static double peakMegabytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024.0; // Linux counts in KiB
}

/// The design space of the kernel; an error ends the benchmark.
static FailureOr<std::unique_ptr<explore::Space>> spaceOf(const Kernel &kernel,
                                                          ModuleOp module) {
  PassManager manager(module.getContext());
  PrepareOptions prepare;
  prepare.top = kernel.top();
  manager.addPass(createPrepare(prepare));
  manager.addNestedPass<func::FuncOp>(createNormalize());
  manager.addNestedPass<func::FuncOp>(createDistribute());
  if (failed(manager.run(module)))
    return failure();
  llvm::Expected<target::Target> target =
      target::loadTarget("u200", /*clockPs=*/4000, "2023.2");
  if (!target)
    return module.emitError(llvm::toString(target.takeError()));
  explore::SpaceOptions options;
  options.treeReduction = kernel.tree;
  options.usablePercent =
      100; // as the published designs that they stand beside
  return explore::findTemplate("shared")->build(
      module.lookupSymbol<func::FuncOp>(kernel.top()), *target, options);
}

static void solve(benchmark::State &state, const Kernel &kernel) {
  DialectRegistry registry;
  registry
      .insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
              linalg::LinalgDialect, memref::MemRefDialect, scf::SCFDialect>();
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module = parseSourceFile<ModuleOp>(kernel.path, &context);
  if (!module)
    return state.SkipWithError("cannot be read");
  FailureOr<std::unique_ptr<explore::Space>> space = spaceOf(kernel, *module);
  if (failed(space))
    return state.SkipWithError("has no design space");
  nlp::SolverOptions options;
  options.nodeLimit = PipelineOptions().nodeLimit;
  nlp::Solution solution;
  for (auto _ : state) {
    FailureOr<explore::ExploreResult> result =
        explore::explore(**space, options);
    if (failed(result))
      return state.SkipWithError("has no design");
    solution = std::move(result->solution);
  }
  state.counters["cycles"] = solution.objective.front();
  state.counters["bound"] = solution.bound;
  state.counters["nodes"] = solution.nodes;
  state.counters["log10_space"] = solution.log10Space;
  state.counters["peak_MB"] = peakMegabytes();
  state.SetLabel(solution.status == nlp::Status::Optimal ? "optimal"
                                                         : "feasible");
}

static void compile(benchmark::State &state, const Kernel &kernel) {
  DriverOptions options;
  options.pipeline.top = kernel.top();
  options.pipeline.target = "u200";
  options.pipeline.treeReduction = kernel.tree;
  options.pipeline.usable = 100;
  options.input = kernel.path;
  options.report = ReportFormat::JSON;
  for (auto _ : state)
    if (runDriver(options, llvm::nulls(), llvm::errs()) != ExitCode::Success)
      return state.SkipWithError("does not compile");
  state.counters["peak_MB"] = peakMegabytes();
}

static std::vector<Kernel> kernels() {
  std::vector<Kernel> result;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator
           file(TALOS_SOURCE_DIR "/test/Kernels/medium", code),
       end;
       file != end && !code; file.increment(code))
    if (llvm::sys::path::extension(file->path()) == ".mlir")
      for (bool tree : {false, true})
        result.push_back(
            {file->path(), llvm::sys::path::stem(file->path()).str(), tree});
  llvm::sort(result, [](const Kernel &a, const Kernel &b) {
    return std::tie(a.name, a.tree) < std::tie(b.name, b.tree);
  });
  return result;
}

int main(int argc, char **argv) {
  registerPasses();
  const std::vector<Kernel> all = kernels();
  for (const Kernel &kernel : all) {
    benchmark::RegisterBenchmark(
        kernel.label("solve").c_str(),
        [&kernel](benchmark::State &state) { solve(state, kernel); })
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(
        kernel.label("compile").c_str(),
        [&kernel](benchmark::State &state) { compile(state, kernel); })
        ->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
