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
  std::string taken;              ///< one of them; empty: none is better
};

/// What a search is told and says beside its result.
struct SearchNotes {
  std::optional<int64_t> mostCycles; ///< more are of no use
  /// No design was found that is of use: a bound of all of them.
  std::optional<int64_t> boundBeyond;
};

using Rival =
    llvm::function_ref<std::optional<int64_t>(std::optional<int64_t> cycles)>;

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
  /// `rival`, which may be null, finds another design than these, given the
  /// cycles of the best one so far, if there is one, and returns its cycles:
  /// from then on only designs of fewer are of use.
  ExitCode run(const PipelineOptions &options, Progress &progress,
               const Watch *watch, Rival rival = {});
  /// Whether the function of that name, or without a name the one with
  /// `hls.top`, is a dataflow region.
  bool isNetwork(llvm::StringRef name);
  /// In place of `run`, of a network, about which nothing is decided, or of a
  /// program whose nests become one.
  ExitCode runNetwork(const PipelineOptions &options, Progress &progress,
                      const Watch *watch, SearchNotes &notes);
  /// The better of `run` and `runNetwork`.
  ExitCode runBetter(const PipelineOptions &options, Progress &progress,
                     const Watch *watch);
  /// Sets the space to that of a script that asks for streams.
  void chooseSpace(PipelineOptions &options);
  /// Whether the result in the space of `options` is a network.
  bool makesNetwork(const PipelineOptions &options);
  /// `run`, `runNetwork` or `runBetter`, as the space of `options` asks.
  ExitCode runSpace(const PipelineOptions &options, Progress &progress,
                    const Watch *watch);
  /// The passes that `build` adds, on `module`. What its search is told and
  /// says is in `notes`.
  ExitCode runPasses(llvm::function_ref<void(mlir::OpPassManager &)> build,
                     const PipelineOptions &options, Progress &progress,
                     const Watch *watch, SearchNotes &notes);
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
  target::Amounts usable();

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
  std::string comparedSpaces; ///< by runBetter; else empty

private:
  void handleDiagnostics(llvm::raw_ostream &err);
  mlir::LogicalResult addReference(CSimInput &input);
  /// `runNetwork`, with as many workers as the options say of nests.
  ExitCode runProcesses(const PipelineOptions &options, Progress &progress,
                        const Watch *watch, SearchNotes &notes);

  bool isInFile = true; ///< the program, not in text alone
  llvm::SourceMgr sources;
  frontend::ImportOptions import;     ///< of C input
  frontend::ReferenceText sourceText; ///< of C input
  std::unique_ptr<mlir::SourceMgrDiagnosticHandler> handler;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_COMPILATION_H
