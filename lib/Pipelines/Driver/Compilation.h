//===- Compilation.h - From a file to emitted text --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_COMPILATION_H
#define TALOS_LIB_PIPELINES_DRIVER_COMPILATION_H

#include "Pipelines/Driver/OutputFiles.h"
#include "Pipelines/Driver/Progress.h"
#include "Pipelines/Driver/Watch.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "talos/Analysis/QoR.h"
#include "talos/NLP/Solver.h"
#include "talos/Pipelines/CSim.h"
#include "talos/Pipelines/Driver.h"
#include "talos/Pipelines/Session.h"
#include "talos/Target/Target.h"
#include "llvm/Support/SourceMgr.h"
#include <memory>

namespace mlir {
class SourceMgrDiagnosticHandler;
} // namespace mlir

namespace talos {

/// What `--blocks auto` did.
struct BlockSearch {
  std::vector<std::string> tried; ///< values of --blocks
  std::string taken;              ///< one of them; empty: no cut is better
};

/// The IR of one run of hlsc and what happens to it. Diagnostics go to the
/// stream that `read` was given.
class Compilation {
public:
  Compilation();
  ~Compilation();

  /// Parses MLIR or imports C.
  ExitCode read(const DriverOptions &options, Progress &progress,
                llvm::raw_ostream &err);
  /// `watch` may be null: only the search is limited then.
  /// The best design of the loops as they are, of them with joined statements
  /// apart, of other schedules, and of arrays in blocks, as `options` allow.
  ExitCode run(const PipelineOptions &options, Progress &progress,
               const Watch *watch);
  /// Whether the function of that name, or without a name the one with
  /// `hls.top`, is a dataflow region.
  bool isNetwork(llvm::StringRef name);
  /// In place of `run`, of a network, or of a program whose nests become one:
  /// nothing is decided.
  ExitCode runNetwork(const PipelineOptions &options, Progress &progress,
                      const Watch *watch);
  /// All files but the report.
  mlir::LogicalResult emit(std::vector<OutputFile> &files);
  /// What C simulation needs of `files` and of the source program.
  mlir::LogicalResult addSimulation(CSimInput &input,
                                    llvm::ArrayRef<OutputFile> files);
  /// Findings of the rules of the tool in the emitted files.
  std::vector<std::string> lint(llvm::ArrayRef<OutputFile> files);

  /// The function with `hls.top`; null before `run`.
  mlir::func::FuncOp top();
  /// The input, as it was read.
  llvm::StringRef text() const {
    return sources.getMemoryBuffer(sources.getMainFileID())->getBuffer();
  }
  /// What a design may use of the target.
  target::Resources usable();

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string path;
  target::Target target; ///< behind `hls.target`, after `run`
  /// Is told of every diagnostic, if it is set before `read`.
  std::function<void(const Message &)> observer;
  /// After a `run` that found no design: Infeasible, which is proved, or
  /// Unknown.
  std::optional<nlp::Status> noPoint;
  BlockSearch cuts;

private:
  /// What the searches are told and say beside their result.
  struct SearchNotes {
    std::optional<int64_t> mostCycles; ///< more are of no use
    std::optional<int64_t> boundBeyond;
  } notes;
  /// What one order of the statements led to.
  struct Attempt {
    mlir::OwningOpRef<mlir::ModuleOp> module;
    ExitCode code = ExitCode::NoDesign;
    std::optional<nlp::Status> noPoint;
    /// There are designs, but none was found that is of use: a bound of them.
    std::optional<int64_t> boundBeyond;
    std::vector<mlir::Diagnostic> said; ///< until it is taken
    std::string name = "source";        ///< of the program

    bool isBetterThan(const Attempt &other) const;
  };
  /// What is known of all programs that were solved, the source first.
  struct Comparison {
    unsigned programs = 0;
    int64_t bound = INT64_MAX; ///< proved, of the cycles of any design
    std::optional<int64_t> sourceCycles;

    void add(const Attempt &attempt);
    void describe(Attempt &best) const;
  };
  bool isConfirmed(const Attempt &attempt);
  Attempt attempt(mlir::OwningOpRef<mlir::ModuleOp> start,
                  llvm::function_ref<ExitCode()> run);
  /// Other programs would take too long.
  static bool isTooLarge(const Attempt &attempt);
  /// Designs of the schedules that promise most.
  void trySchedules(const PipelineOptions &options, mlir::ModuleOp source,
                    Progress &progress, const Watch *watch,
                    llvm::function_ref<bool(Attempt)> consider);
  void tryNests(const PipelineOptions &options, mlir::ModuleOp ordered,
                unsigned schedule, Progress &progress, const Watch *watch,
                llvm::function_ref<bool(Attempt)> consider);
  /// Cuts the longest load of the design `uncut` in two, in some ways; asks
  /// whether the options with a cut lead to the best design so far.
  void tryBlocks(PipelineOptions options, mlir::func::FuncOp uncut,
                 const Watch *watch,
                 llvm::function_ref<bool(const PipelineOptions &)> isBest);
  /// The passes that `build` adds, on `module`.
  ExitCode runPasses(llvm::function_ref<void(mlir::OpPassManager &)> build,
                     const PipelineOptions &options, Progress &progress,
                     const Watch *watch);
  void handleDiagnostics(llvm::raw_ostream &err);
  mlir::LogicalResult addReference(CSimInput &input);

  bool isInFile = true; ///< the program, not in text alone
  llvm::SourceMgr sources;
  frontend::ImportOptions import;     ///< of C input
  frontend::ReferenceText sourceText; ///< of C input
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> handler;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_COMPILATION_H
