//===- Workers.cpp - How many workers nests have --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each number of workers makes a program of its own (hls-split-workers). With
// `--workers auto` all of them are solved, and the proof is of all of them.
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/Workers.h"
#include "Pipelines/Driver/BestProgram.h"
#include "talos/NLP/Pins.h"
#include "talos/Pipelines/Pipeline.h"
#include "talos/Target/Target.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;

static constexpr llvm::StringLiteral Suffix = ".workers";

/// Takes `S1.workers=3` from the pins: `S1=3`. None where one is no number.
static std::optional<std::string> takePins(std::string &pins) {
  llvm::Expected<std::vector<nlp::Pin>> all = nlp::parsePins(pins);
  if (!all) {
    llvm::consumeError(all.takeError()); // the decision says what is wrong
    return "";
  }
  std::vector<nlp::Pin> workers = nlp::takePins(*all, Suffix);
  if (llvm::any_of(workers, [](const nlp::Pin &pin) {
        int64_t number = 0;
        return pin.relation != nlp::Pin::Equal ||
               StringRef(pin.value).getAsInteger(10, number) || number < 1;
      }))
    return std::nullopt;
  pins = nlp::toText(*all);
  return nlp::toText(workers);
}

static std::string workersOfDesign(StringRef file, MLIRContext &context) {
  std::string blocks = blocksOfDesign(file, context);
  SmallVector<StringRef> parts;
  StringRef(blocks).split(parts, ',');
  std::vector<std::string> workers;
  for (StringRef part : parts) {
    auto [name, number] = part.split('=');
    if (name.consume_back(Suffix))
      workers.push_back((name + "=" + number).str());
  }
  return llvm::join(workers, ",");
}

LogicalResult talos::gatherWorkers(PipelineOptions &options,
                                   MLIRContext &context) {
  std::optional<std::string> pinned = takePins(options.pins);
  auto error = [&]() { return emitError(UnknownLoc::get(&context)); };
  if (!pinned)
    return error() << "pins '" << options.pins
                   << "': workers are pinned by nest.workers=number alone";
  if (!pinned->empty() && !options.workers.empty())
    return error() << "--workers " << options.workers << " and a pin of "
                   << *pinned << " workers: give one of both";
  if (!pinned->empty())
    options.workers = *pinned;
  if (!options.designFile.empty())
    options.workers = workersOfDesign(options.designFile, context);
  return success();
}

/// SLRs that nests may be assigned to; 1 where the options are wrong, which the
/// decision says.
static int64_t slrsOf(const PipelineOptions &options) {
  int64_t count = 1;
  if (options.slrs != "auto")
    return StringRef(options.slrs).getAsInteger(10, count) ? 1 : count;
  std::optional<int64_t> clock = parseClockNs(options.clockNs);
  if (!clock)
    return count;
  llvm::Expected<target::Target> target =
      target::loadTarget(options.target, *clock, options.tool);
  if (target)
    return target->device.slrs;
  llvm::consumeError(target.takeError());
  return count;
}

static std::string nameOf(int64_t workers) {
  return std::to_string(workers) + (workers == 1 ? " worker" : " workers");
}

ExitCode Compilation::runNetwork(const PipelineOptions &options,
                                 Progress &progress, const Watch *watch,
                                 SearchNotes &notes) {
  PipelineOptions gathered = options;
  if (failed(gatherWorkers(gathered, context)))
    return ExitCode::BadInput;
  if (gathered.workers != "auto")
    return runProcesses(gathered, progress, watch, notes);
  BestProgram programs(*this, progress, watch);
  programs.source = std::move(module);
  programs.limitTo(notes.mostCycles ? std::optional(*notes.mostCycles + 1)
                                    : std::nullopt);
  auto attempt = [&](int64_t workers) {
    PipelineOptions own = gathered;
    own.workers = workers == 1 ? "" : std::to_string(workers);
    OwningOpRef<ModuleOp> start(programs.source->clone());
    SearchNotes inner;
    Attempt result = programs.attempt(std::move(start), own, [&] {
      inner.mostCycles = programs.notes.mostCycles;
      return runProcesses(own, progress, watch, inner);
    });
    result.boundBeyond = inner.boundBeyond;
    result.name = nameOf(workers);
    result.leaveOpen();
    return result;
  };
  programs.begin(attempt(1));
  bool isSolved = programs.best.code == ExitCode::Success ||
                  programs.best.code == ExitCode::NoDesign;
  // A program that cannot be split so is none of the space.
  for (int64_t workers = slrsOf(options);
       workers > 1 && isSolved && !programs.isOver(); --workers)
    programs.consider(attempt(workers));
  programs.describe();
  notes.boundBeyond = programs.boundBeyond();
  return programs.take(std::move(programs.best));
}
