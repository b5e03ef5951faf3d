//===- ProgramAttempts.h - Programs that may fail ------------- -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A search compiles several programs that compute the same and keeps one of
// them. What the others say is not for the user.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_PROGRAMATTEMPTS_H
#define TALOS_LIB_PIPELINES_DRIVER_PROGRAMATTEMPTS_H

#include "Pipelines/Driver/Compilation.h"

namespace talos {

/// What one program led to.
struct Attempt {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ExitCode code = ExitCode::NoDesign;
  std::optional<nlp::Status> noPoint;
  /// No design was found that is of use: a bound of all of them.
  std::optional<int64_t> boundBeyond;
  std::vector<mlir::Diagnostic> said; ///< until it is taken
  std::string name = "source";        ///< of the program
  PipelineOptions options;            ///< that lead to the same program

  /// Whether it has a design, and one of fewer cycles if the other has one too.
  bool isBetterThan(const Attempt &other) const;
  /// Whether it failed behind the decision.
  bool isUnmade() const;
  /// The first error.
  std::string error() const;
  /// Nothing is known of a search that ended without a design, nor proved that
  /// there is none: says so to a proof that is of several programs.
  void leaveOpen();
};

/// The attributes of the top function; null where it has none.
hls::DesignAttr designOf(mlir::ModuleOp module);
hls::SearchAttr searchOf(mlir::ModuleOp module);

/// What a given design says of cut arrays and split nests. What is wrong with
/// its file is said by the pass that attaches it.
std::string blocksOfDesign(llvm::StringRef file, mlir::MLIRContext &context);

class ProgramAttempts {
public:
  /// `watch` may be null.
  ProgramAttempts(Compilation &compilation, Progress &progress,
                  const Watch *watch)
      : compilation(compilation), context(compilation.context),
        progress(progress), watch(watch) {}

  /// The passes that `build` adds, on `start`; what they say is kept.
  Attempt attempt(mlir::OwningOpRef<mlir::ModuleOp> start,
                  const PipelineOptions &options,
                  llvm::function_ref<void(mlir::OpPassManager &)> build);
  /// The same, of `run` on the module of the compilation.
  Attempt attempt(mlir::OwningOpRef<mlir::ModuleOp> start,
                  const PipelineOptions &options,
                  llvm::function_ref<ExitCode()> run);
  /// Leaves its module in the compilation, says what it said, and returns its
  /// code.
  ExitCode take(Attempt taken);
  /// Warns of a design that was decided about, and is not taken all the same:
  /// the passes behind the decision failed, or the estimator does not confirm
  /// it. No property of the program explains that.
  void leaveOut(const Attempt &attempt, const llvm::Twine &why);
  /// The time or the memory is used up, or the user has canceled.
  bool isOver() const;

  Compilation &compilation;
  mlir::MLIRContext &context;
  SearchNotes notes; ///< what attempts are told, and the last one said

private:
  Progress &progress;
  const Watch *watch;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_PROGRAMATTEMPTS_H
