//===- ProgramSearch.cpp - The best of programs that compute the same -----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/ProgramSearch.h"
#include "Pipelines/Driver/CutSearch.h"
#include "Pipelines/Driver/PromisingOrders.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Knobs.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Explore/Template.h"
#include "talos/Pipelines/DesignFile.h"
#include "talos/Transforms/Knobs.h"

using namespace mlir;
using namespace talos;

static bool hasJoined(ModuleOp module) {
  return module
      ->walk([](affine::AffineStoreOp store) {
        return store->hasAttr(hls::joinedAttrName) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

std::string talos::blocksOfDesign(StringRef file, MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  FailureOr<hls::DesignAttr> design =
      readDesignFile(file, UnknownLoc::get(&context));
  return failed(design) ? "" : design->getBlocks().str();
}

/// With so many tasks, one program takes as long as a user waits unless its
/// optimum is proved.
static constexpr size_t ManyTasks = 32;

bool ProgramSearch::isTooLarge() const {
  const Attempt &best = programs.best;
  if (best.code != ExitCode::Success)
    return false;
  hls::DesignAttr design = designOf(*best.module);
  return design.getTasks().size() >= ManyTasks &&
         design.getStatus() != "optimal";
}

ExitCode ProgramSearch::run(const PipelineOptions &options, Rival rival) {
  const Attempt &best = programs.best;
  programs.source = std::move(programs.compilation.module);
  PipelineOptions decided = options;
  bool cutsArrays = options.blocks == "auto";
  if (cutsArrays || options.blocks == "none")
    decided.blocks.clear();
  if (decided.blocks.empty() && !options.designFile.empty())
    decided.blocks = blocksOfDesign(options.designFile, programs.context);
  if (!tryKnobs(decided))
    return ExitCode::BadInput;
  // A given design says itself what is joined, and a script may name what is.
  bool isGiven = !options.designFile.empty();
  auto isSolved = [&] {
    return best.code == ExitCode::Success || best.code == ExitCode::NoDesign;
  };
  bool isOpen = best.code == ExitCode::BadInput
                    ? isGiven || !options.scheduleFile.empty()
                    : !isGiven && isSolved();
  if (isOpen)
    trySeparate(decided);
  if (rival && isSolved())
    programs.limitTo(rival(programs.cycles()));
  const explore::Template *space = explore::findTemplate(options.spaceName);
  bool keepsNests = !space || space->keepsNests();
  if (isOpen && !isGiven && options.schedule < 0 && !keepsNests &&
      !isTooLarge())
    trySchedules(decided);
  if (cutsArrays && !isGiven && !keepsNests && best.code == ExitCode::Success &&
      !isTooLarge())
    CutSearch(programs).run();
  programs.describe();
  return programs.take(std::move(programs.best));
}

/// `name = value, ...`
static std::string textOf(DictionaryAttr choice) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(choice, os, [&](NamedAttribute knob) {
    os << knob.getName().getValue() << " = ";
    knob.getValue().print(os, /*elideType=*/true);
  });
  return text;
}

/// A choice that is not legal is none of the space, unless all are.
bool ProgramSearch::tryKnobs(const PipelineOptions &options) {
  FailureOr<std::vector<DictionaryAttr>> choices =
      transforms::knobChoices(options.scheduleFile, &programs.context);
  if (failed(choices))
    return false;
  DictionaryAttr chosen;
  for (DictionaryAttr choice : *choices) {
    if (!choice.empty())
      (*programs.source)->setAttr(hls::knobsAttrName, choice);
    Attempt attempt = programs.runWhole(options);
    if (!choice.empty())
      attempt.name = textOf(choice);
    if (!chosen) {
      programs.begin(std::move(attempt));
      chosen = choice;
    } else if (programs.consider(std::move(attempt))) {
      chosen = choice;
    }
    if (programs.isOver())
      break;
  }
  if (!chosen.empty())
    (*programs.source)->setAttr(hls::knobsAttrName, chosen);
  return true;
}

/// Where operators are few, tasks that share them may be faster apart, or fit
/// alone: unroll factors are divisors, which may fit a part of the operators
/// better.
void ProgramSearch::trySeparate(const PipelineOptions &options) {
  if (!hasJoined(*programs.best.module))
    return;
  PipelineOptions apart = options;
  apart.separate = true;
  Attempt separate = programs.runWhole(apart);
  separate.name = "separate statements";
  programs.consider(std::move(separate));
}

void ProgramSearch::trySchedules(const PipelineOptions &options) {
  Attempt normal = programs.attempt(
      OwningOpRef<ModuleOp>(programs.source->clone()), options,
      [&](OpPassManager &all) { buildNormalization(all, options); });
  if (normal.code != ExitCode::Success)
    return;
  if (!options.widen || !options.copyOperands || !options.carriers)
    tryNests(options, *normal.module, /*schedule=*/0);
  if (programs.isOver())
    return;
  PromisingOrders orders(programs, std::move(normal.module), options);
  orders.keepBest();
  for (size_t i = 0; i < orders.size(); ++i)
    if (OwningOpRef<ModuleOp> ordered = orders.ordered(i))
      tryNests(options, *ordered, /*schedule=*/i + 1);
}

namespace {
/// What is made of the nests of one order.
struct Variant {
  bool copies, carriers, widen, old;

  std::string name(unsigned schedule) const {
    llvm::SmallVector<std::string> parts;
    if (schedule != 0)
      parts.push_back("schedule " + std::to_string(schedule));
    if (copies)
      parts.push_back("copied operands");
    if (carriers)
      parts.push_back("carriers outside");
    if (widen)
      parts.push_back("widened");
    if (old)
      parts.push_back("old values stored");
    return llvm::join(parts, ", ");
  }
};
} // namespace

/// The nests of one order as they are, unless those of the source, which are
/// known; over whole arrays; and with loops that carry dependences outside:
/// what of these is something else.
void ProgramSearch::tryNests(const PipelineOptions &options, ModuleOp ordered,
                             unsigned schedule) {
  if (programs.isOver())
    return;
  // Its analyses take long and are the same for all variants.
  Attempt statements = programs.attempt(
      OwningOpRef<ModuleOp>(ordered.clone()), options,
      [&](OpPassManager &all) { buildStatements(all, options); });
  if (statements.code != ExitCode::Success)
    return;
  std::vector<std::string> known;
  // Conditions that the nests have anyway depend on the loops around mostly.
  for (Variant variant : {Variant{false, false, false, false},
                          {false, false, true, false},
                          {false, false, true, true},
                          {true, false, false, false},
                          {true, false, true, false},
                          {false, true, false, false},
                          {false, true, true, false}}) {
    if (programs.isOver())
      return;
    PipelineOptions own = options;
    own.copyOperands |= variant.copies;
    own.carriers |= variant.carriers;
    own.widen |= variant.widen;
    own.storeOld |= variant.old;
    Attempt nests =
        programs.attempt(OwningOpRef<ModuleOp>(statements.module->clone()), own,
                         [&](OpPassManager &all) { buildVariant(all, own); });
    if (nests.code != ExitCode::Success)
      return;
    std::string text;
    llvm::raw_string_ostream(text) << *nests.module;
    bool isKnown =
        llvm::is_contained(known, text) || (schedule == 0 && known.empty());
    known.push_back(std::move(text));
    if (isKnown)
      continue;
    Attempt design =
        programs.attempt(std::move(nests.module), own,
                         [&](OpPassManager &all) { buildDesign(all, own); });
    design.options.schedule = schedule;
    design.name = variant.name(schedule);
    programs.consider(std::move(design));
  }
}
