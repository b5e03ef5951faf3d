//===- SpaceChoice.cpp - The space of a run, and the better of two --------===//
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
#include "talos/Explore/Template.h"
#include "talos/Pipelines/Pipeline.h"
#include "talos/Transforms/ScriptContents.h"

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

ExitCode Compilation::runBetter(const PipelineOptions &options,
                                Progress &progress, const Watch *watch) {
  OwningOpRef<ModuleOp> source(module->clone()), network;
  std::string why;
  std::optional<int64_t> cycles;
  SearchNotes notes;
  // The network is sought as soon as one design of the shared space is known:
  // where it is better, that leaves little of the other programs to search.
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
    if (runNetwork(own, progress, watch, notes) == ExitCode::Success)
      cycles = simulatedCycles(*module);
    network = std::move(module);
    std::swap(module, source);
    return cycles;
  };
  PipelineOptions own = options;
  own.spaceName = "shared";
  own.workers.clear(); // of nests that are processes
  ExitCode shared = run(own, progress, watch, seekNetwork);
  if (shared != ExitCode::Success && shared != ExitCode::NoDesign)
    return shared;
  std::optional<int64_t> least;
  if (shared == ExitCode::Success)
    least = designOf(*module).getCycles();
  if (cycles && (!least || *cycles <= *least)) {
    comparedSpaces =
        "space streamed: " + std::to_string(*cycles) + " cycles; shared: " +
        (least ? "none of fewer (" + std::to_string(*least) + " found)"
               : std::string("no design"));
    module = std::move(network);
    noPoint.reset();
    return ExitCode::Success;
  }
  std::string other = cycles ? std::to_string(*cycles) + " cycles"
                      : notes.boundBeyond
                          ? "at least " + std::to_string(*notes.boundBeyond) +
                                " cycles by the model"
                          : "no network (" + why + ")";
  comparedSpaces = "space shared; streamed: " + other;
  return shared;
}

void Compilation::chooseSpace(PipelineOptions &options) {
  // Other templates refuse what such a script asks for.
  if ((options.spaceName == "shared" || options.spaceName == betterSpace) &&
      transforms::scriptContents(options.scheduleFile, &context).hasStreams)
    options.spaceName = streamedSpace.str();
  // A design of the shared space is one kernel, which no SLR is chosen for.
  if (options.spaceName == betterSpace &&
      !(options.slrs.empty() && options.slrShare.empty())) {
    options.spaceName = streamedSpace.str();
    comparedSpaces = "space streamed; a design of space shared is not assigned "
                     "to SLRs";
  }
}

bool Compilation::makesNetwork(const PipelineOptions &options) {
  const explore::Template *space = explore::findTemplate(options.spaceName);
  return (space && space->joinsNestsByStreams()) || isNetwork(options.top);
}

ExitCode Compilation::runSpace(const PipelineOptions &options,
                               Progress &progress, const Watch *watch) {
  SearchNotes notes;
  return makesNetwork(options) ? runNetwork(options, progress, watch, notes)
         : options.spaceName == betterSpace
             ? runBetter(options, progress, watch)
             : run(options, progress, watch);
}
