//===- BestProgram.h - The best design of several programs ---- -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof in the attributes of the design that is kept is of all programs,
// but of those with blocks.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_BESTPROGRAM_H
#define TALOS_LIB_PIPELINES_DRIVER_BESTPROGRAM_H

#include "Pipelines/Driver/ProgramAttempts.h"

namespace talos {

class BestProgram : public ProgramAttempts {
public:
  using ProgramAttempts::ProgramAttempts;

  /// The first program is taken with or without a design.
  void begin(Attempt first);
  /// Takes it if it is better and the estimator confirms it. What is compared
  /// next is of use where it has fewer cycles.
  bool consider(Attempt other);
  /// Cycles of the best design, if there is one.
  std::optional<int64_t> cycles() const;
  /// Where none has a design that is of use: a bound of all of them, if known.
  std::optional<int64_t> boundBeyond() const;
  /// Another design than these has so many cycles: it is the one to beat.
  void limitTo(std::optional<int64_t> cycles);
  /// What is to be beaten: the least of both.
  std::optional<int64_t> leastKnown() const;
  /// Says in the attributes of the best design what was proved of all programs.
  void describe();

  /// The source by the whole pipeline.
  Attempt runWhole(const PipelineOptions &options);
  /// The source up to the decision; null where that fails.
  mlir::OwningOpRef<mlir::ModuleOp> program(const PipelineOptions &options);

  mlir::OwningOpRef<mlir::ModuleOp> source;
  Attempt best;

private:
  std::string whyUnconfirmed(const Attempt &attempt);
  void add(const Attempt &attempt);
  void limitOthers();

  /// What is known of all programs that were solved, the source first.
  unsigned programs = 0;
  int64_t bound = INT64_MAX; ///< proved, of the cycles of any design
  std::optional<int64_t> sourceCycles;
  std::optional<int64_t> rival;      ///< cycles of another design than these
  std::optional<int64_t> bottleneck; ///< least, of bottleneck searches
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_BESTPROGRAM_H
