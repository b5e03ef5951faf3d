//===- SpaceChoice.cpp - The better of two spaces -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --space auto: a program is a design of tasks with buffers, or a network of
// processes. What a network takes is known by its execution.
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/ProgramAttempts.h"
#include "mlir/IR/Diagnostics.h"
#include "talos/Analysis/Network.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Pipelines/Pipeline.h"

using namespace mlir;
using namespace talos;

/// None where the network cannot be executed.
static std::optional<int64_t> simulatedCycles(ModuleOp module) {
  FailureOr<sim::Sequence> networks = analysis::networksOf(module);
  return failed(networks) ? std::nullopt : sim::cyclesOf(*networks);
}

/// The model may be so much, one in so many cycles, above what hls-sim counts:
/// a network of more cycles than that is no better.
static constexpr int64_t MostAbove = 8;

/// What is said of the network where the shared space has a better design;
/// `why`: there is none.
static std::string worseNetwork(std::optional<int64_t> cycles,
                                std::optional<int64_t> bound, StringRef why) {
  if (cycles)
    return std::to_string(*cycles) + " cycles";
  if (bound)
    return "at least " + std::to_string(*bound) + " cycles by the model";
  return ("no network (" + why + ")").str();
}

ExitCode Compilation::runBetter(const PipelineOptions &options,
                                Progress &progress, const Watch *watch) {
  OwningOpRef<ModuleOp> source(module->clone()), network;
  std::string why;
  std::optional<int64_t> cycles;
  SearchNotes notes;
  auto seekNetwork = [&](std::optional<int64_t> shared) {
    PipelineOptions own = options;
    own.spaceName = streamedSpace.str();
    if (shared)
      notes.mostCycles = *shared + *shared / MostAbove;
    std::swap(module, source);
    // That a program is no network is no error here.
    ScopedDiagnosticHandler quiet(&context, [&](Diagnostic &diagnostic) {
      if (why.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
        why = diagnostic.str();
      return success();
    });
    OwningOpRef<ModuleOp> before(module->clone());
    if (runNetwork(own, progress, watch, notes) == ExitCode::Success)
      cycles = simulatedCycles(*module);
    network = std::move(module);
    module = std::move(before);
    std::swap(module, source);
    return cycles;
  };
  // A network is often better by far, which leaves little of the shared space
  // to search. One of which nothing is seen soon is sought as soon as one
  // design of the shared space is known, and the other programs of that space
  // are searched after it. A limit of time is left to the space that always has
  // a design.
  bool isHurried = options.timeLimit > 0;
  notes.givesUpEarly = true;
  if (!isHurried)
    seekNetwork(std::nullopt);
  bool isOpen = isHurried || (!cycles && notes.boundBeyond);
  notes = {};
  PipelineOptions own = options;
  own.spaceName = "shared";
  ExitCode shared =
      run(own, progress, watch, isOpen ? Rival(seekNetwork) : Rival(), cycles);
  if (shared != ExitCode::Success && shared != ExitCode::NoDesign)
    return shared;
  std::optional<int64_t> least;
  if (shared == ExitCode::Success)
    least =
        top()->getAttrOfType<hls::DesignAttr>(hls::designAttrName).getCycles();
  if (cycles && (!least || *cycles <= *least)) {
    comparedSpaces = "space streamed: " + std::to_string(*cycles) +
                     " cycles; shared: none of fewer";
    if (least)
      comparedSpaces += " (" + std::to_string(*least) + " found)";
    module = std::move(network);
    noPoint.reset();
    return ExitCode::Success;
  }
  comparedSpaces =
      "space shared; streamed: " + worseNetwork(cycles, notes.boundBeyond, why);
  return shared;
}
