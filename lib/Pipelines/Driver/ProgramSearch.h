//===- ProgramSearch.h - The best of programs that compute the same -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space of the model is that of one program. This solves several that
// compute the same: the loops as they are, these with joined statements apart,
// other schedules, nests in other forms, and arrays in blocks (docs/NLP.md,
// Schedules and Blocks). The proof in the attributes of the design that is kept
// is of all of them, but of blocks.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_PROGRAMSEARCH_H
#define TALOS_LIB_PIPELINES_DRIVER_PROGRAMSEARCH_H

#include "Pipelines/Driver/BlockCuts.h"
#include "Pipelines/Driver/Compilation.h"
#include "Pipelines/Driver/CutForecast.h"

namespace talos {

class ProgramSearch {
public:
  /// On the module of `compilation`; `watch` may be null.
  ProgramSearch(Compilation &compilation, Progress &progress,
                const Watch *watch)
      : compilation(compilation), context(compilation.context),
        progress(progress), watch(watch) {}

  /// Leaves the best design as the module of the compilation.
  ExitCode run(const PipelineOptions &options);

private:
  /// What one program led to.
  struct Attempt {
    mlir::OwningOpRef<mlir::ModuleOp> module;
    ExitCode code = ExitCode::NoDesign;
    std::optional<nlp::Status> noPoint;
    /// There are designs, but none was found that is of use: a bound of them.
    std::optional<int64_t> boundBeyond;
    std::vector<mlir::Diagnostic> said; ///< until it is taken
    std::string name = "source";        ///< of the program
    PipelineOptions options;            ///< that lead to the same program

    bool isBetterThan(const Attempt &other) const;
  };
  /// What is known of all programs that were solved, the source first.
  struct Comparison {
    unsigned programs = 0;
    int64_t bound = INT64_MAX; ///< proved, of the cycles of any design
    std::optional<int64_t> sourceCycles;
    std::optional<int64_t> bottleneck; ///< least, of bottleneck searches

    void add(const Attempt &attempt);
    void describe(Attempt &best) const;
  };

  Attempt attempt(mlir::OwningOpRef<mlir::ModuleOp> start,
                  const PipelineOptions &options,
                  llvm::function_ref<void(mlir::OpPassManager &)> build);
  Attempt attempt(mlir::OwningOpRef<mlir::ModuleOp> start,
                  const PipelineOptions &options,
                  llvm::function_ref<ExitCode()> run);
  /// The source by the whole pipeline.
  Attempt runWhole(const PipelineOptions &options);
  bool isConfirmed(const Attempt &attempt);
  /// Takes it if it is better.
  bool consider(Attempt other);
  /// The others are of use where they have fewer cycles.
  void limitOthers();
  /// Other programs would take too long.
  bool isTooLarge() const;
  bool isOver() const;

  /// Gives each choice of the open knobs of the script a design, and leaves the
  /// best one's in the source. False, with an error, if they cannot be read.
  bool tryKnobs(const PipelineOptions &options);
  void trySeparate(const PipelineOptions &options);
  /// Designs of the schedules that promise most.
  void trySchedules(const PipelineOptions &options);
  void tryNests(const PipelineOptions &options, mlir::ModuleOp ordered,
                unsigned schedule);
  struct PromisingCut {
    BlockCut cut;
    int64_t cycles = 0; ///< forecast; 0: unknown
  };
  /// The program of the best design up to the decision, and what its calls
  /// take.
  struct Forecast {
    mlir::OwningOpRef<mlir::ModuleOp> nests;
    analysis::TaskGraph nestGraph;
    CutForecast calls;
  };
  std::optional<Forecast> forecastOfBest();
  /// The source up to the decision; null where that fails.
  mlir::OwningOpRef<mlir::ModuleOp> program(const PipelineOptions &options);
  void addPromising(std::vector<PromisingCut> &found,
                    const CutForecast &forecast,
                    const std::vector<BlockCut> &cuts);
  /// Of the arrays whose transfers are longest in the best design.
  std::vector<PromisingCut> promisingCuts();
  bool tryCut(const PipelineOptions &options, llvm::StringRef name);
  void tryBlocks();
  void tryPortSharing();
  void tryMemoryCopies();

  Compilation &compilation;
  mlir::MLIRContext &context;
  Progress &progress;
  const Watch *watch;
  mlir::OwningOpRef<mlir::ModuleOp> source;
  SearchNotes notes;
  Attempt best;
  Comparison compared;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_PROGRAMSEARCH_H
