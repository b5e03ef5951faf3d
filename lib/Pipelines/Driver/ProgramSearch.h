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

#include "Pipelines/Driver/BestProgram.h"

namespace talos {

class ProgramSearch {
public:
  /// On the module of `compilation`; `watch` may be null.
  ProgramSearch(Compilation &compilation, Progress &progress,
                const Watch *watch)
      : programs(compilation, progress, watch) {}

  /// Leaves the best design as the module of the compilation.
  /// `rival`: see Compilation::run.
  ExitCode run(const PipelineOptions &options, Rival rival);

private:
  /// Other programs would take too long.
  bool isTooLarge() const;

  /// Gives each choice of the open knobs of the script a design, and leaves the
  /// best one's in the source. False, with an error, if they cannot be read.
  bool tryKnobs(const PipelineOptions &options);
  void trySeparate(const PipelineOptions &options);
  /// Designs of the schedules that promise most.
  void trySchedules(const PipelineOptions &options);
  void tryNests(const PipelineOptions &options, mlir::ModuleOp ordered,
                unsigned schedule);

  BestProgram programs;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_PROGRAMSEARCH_H
