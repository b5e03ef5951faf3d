//===- CutSearch.h - Arrays in blocks, and their ports -------- -*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of a block run beside the tasks on another one; arrays may
// share ports, or be copied in memory for several readers (docs/NLP.md,
// Blocks). Cuts are no part of the proof: there are too many. Those are solved
// that promise most.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_PIPELINES_DRIVER_CUTSEARCH_H
#define TALOS_LIB_PIPELINES_DRIVER_CUTSEARCH_H

#include "Pipelines/Driver/BestProgram.h"
#include "Pipelines/Driver/BlockCuts.h"
#include "Pipelines/Driver/CutForecast.h"

namespace talos {

class CutSearch {
public:
  /// `programs` has a design; what the search does is noted in its
  /// compilation.
  explicit CutSearch(BestProgram &programs)
      : programs(programs), best(programs.best) {}

  void run();

private:
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
  void addPromising(std::vector<PromisingCut> &found,
                    const CutForecast &forecast,
                    const std::vector<BlockCut> &cuts);
  /// Of the arrays whose transfers are longest in the best design.
  std::vector<PromisingCut> promisingCuts();
  bool tryCut(const PipelineOptions &options, llvm::StringRef name);
  void tryBlocks();
  void tryPortSharing();
  void tryMemoryCopies();

  BestProgram &programs;
  const Attempt &best;
};

} // namespace talos

#endif // TALOS_LIB_PIPELINES_DRIVER_CUTSEARCH_H
