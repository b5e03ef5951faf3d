//===- CutSearch.cpp - Arrays in blocks, and their ports ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/CutSearch.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

/// A cut is to save one in so many of the cycles: others cost time and make the
/// program longer.
static constexpr int64_t LeastSaving = 150;
/// No array is cut of which half a transfer is less than one in so many.
static constexpr int64_t LeastTransfer = 16;
/// Programs with blocks that are solved, and of one that has so many designs (a
/// decimal logarithm) that each takes long.
static constexpr unsigned MaxCuts = 6, MaxCutsOfLarge = 3;
static constexpr double LargeSpace = 40;
/// Places of one dimension that bring nothing, after which others of it do not
/// either.
static constexpr int MaxVainPlaces = 2;

/// None where it has no tasks.
static FailureOr<analysis::TaskGraph> graphOf(OwningOpRef<ModuleOp> &program,
                                              MLIRContext &context) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  if (!program)
    return failure();
  return analysis::buildTaskGraph(hls::findTop(*program));
}

/// Forecasts of the cuts of one dimension. A place that is not half of it tells
/// the blocks apart.
void CutSearch::addPromising(std::vector<PromisingCut> &found,
                             const CutForecast &forecast,
                             const std::vector<BlockCut> &cuts) {
  auto apart = llvm::find_if(cuts, [](const BlockCut &cut) {
    return cut.first > cut.extent / 2 && cut.first * 2 != cut.extent;
  });
  if (apart == cuts.end())
    return;
  PipelineOptions options = best.options;
  options.blocks = apart->text();
  OwningOpRef<ModuleOp> nests = programs.program(options);
  FailureOr<analysis::TaskGraph> graph = graphOf(nests, programs.context);
  if (failed(graph))
    return;
  std::optional<CutProgram> cut =
      forecast.program(*graph, apart->first, apart->extent);
  for (const BlockCut &place : cuts)
    if (cut)
      found.push_back({place, cut->cyclesAt(place.first)});
  if (!cut)
    found.push_back({*apart, 0});
}

std::optional<CutSearch::Forecast> CutSearch::forecastOfBest() {
  func::FuncOp top = hls::findTop(*best.module);
  OwningOpRef<ModuleOp> nests = programs.program(best.options);
  FailureOr<analysis::TaskGraph> graph = graphOf(nests, programs.context);
  ScopedDiagnosticHandler quiet(&programs.context,
                                [](Diagnostic &) { return success(); });
  FailureOr<analysis::QoR> design = analysis::estimateQoR(
      top, programs.compilation.target, hls::targetOf(top).getTreeReduction());
  if (failed(graph) || failed(design))
    return std::nullopt;
  CutForecast calls(*graph, *design, programs.compilation.target);
  return Forecast{std::move(nests), std::move(*graph), std::move(calls)};
}

std::vector<CutSearch::PromisingCut> CutSearch::promisingCuts() {
  std::vector<PromisingCut> found;
  int64_t cycles = designOf(*best.module).getCycles();
  func::FuncOp top = hls::findTop(*best.module);
  std::vector<MovedArray> arrays = longestTransfers(
      top, programs.compilation.target.rules.transfers.maxWidth);
  llvm::erase_if(arrays, [&](const MovedArray &array) {
    return array.beats / 2 < cycles / LeastTransfer;
  });
  std::optional<Forecast> known;
  if (!arrays.empty())
    known = forecastOfBest();
  if (!known)
    return found;
  for (const MovedArray &array : arrays)
    for (unsigned d = 0; d < array.extents.size(); ++d)
      addPromising(found, known->calls, array.cuts(d));
  auto isKnown = [](const PromisingCut &cut) { return cut.cycles != 0; };
  if (llvm::any_of(found, isKnown))
    llvm::erase_if(found, std::not_fn(isKnown));
  return found;
}

/// The source with the blocks of `options`, whose design is kept if it is
/// better; the program's name begins so. Returns whether it is.
bool CutSearch::tryCut(const PipelineOptions &options, StringRef name) {
  BlockSearch &cuts = programs.compilation.cuts;
  cuts.tried.push_back(options.blocks);
  Attempt other = programs.runWhole(options);
  other.name = (name + options.blocks).str();
  if (!other.isBetterThan(best) || !programs.consider(std::move(other)))
    return false;
  cuts.taken = options.blocks;
  return true;
}

void CutSearch::tryBlocks() {
  int64_t cycles = designOf(*best.module).getCycles();
  std::string uncutName = best.name;
  PipelineOptions options = best.options;
  std::vector<PromisingCut> open = promisingCuts();
  const BlockSearch &cuts = programs.compilation.cuts;
  FloatAttr log10Space = searchOf(*best.module).getLog10Space();
  bool isLarge = log10Space && log10Space.getValueAsDouble() > LargeSpace;
  unsigned most = isLarge ? MaxCutsOfLarge : MaxCuts;
  std::vector<BlockCut> vain;
  while (!open.empty() && cuts.tried.size() < most && !programs.isOver()) {
    programs.notes.mostCycles = *programs.leastKnown() - cycles / LeastSaving;
    auto next = llvm::min_element(
        open, [](const PromisingCut &a, const PromisingCut &b) {
          return a.cycles < b.cycles;
        });
    if (next->cycles > *programs.notes.mostCycles)
      return;
    BlockCut cut = next->cut;
    llvm::erase_if(
        open, [&](const PromisingCut &other) { return other.cut.isNear(cut); });
    options.blocks = cut.text();
    if (tryCut(options, uncutName + ", blocks "))
      continue;
    vain.push_back(cut);
    auto isAlong = [&](const BlockCut &other) { return other.isAlong(cut); };
    if (llvm::count_if(vain, isAlong) == MaxVainPlaces)
      llvm::erase_if(
          open, [&](const PromisingCut &other) { return isAlong(other.cut); });
  }
}

/// Arrays that are needed late take turns at a port with those that are needed
/// first: they are loaded beside the first tasks then.
void CutSearch::tryPortSharing() {
  hls::TargetAttr target = hls::targetOf(hls::findTop(*best.module));
  if (best.options.maxPorts > 1 || programs.isOver() ||
      target.getMemory() == hls::MemoryKind::Ports)
    return;
  std::optional<Forecast> known = forecastOfBest();
  if (!known)
    return;
  PortSharing sharing = known->calls.promisingSharing(known->nestGraph);
  int64_t cycles = *programs.leastKnown();
  programs.notes.mostCycles = cycles - cycles / LeastSaving;
  if (sharing.empty() || known->calls.cyclesWith(known->nestGraph, sharing) >
                             *programs.notes.mostCycles)
    return;
  PipelineOptions options = best.options;
  for (const auto &[array, other] : sharing)
    options.blocks += (options.blocks.empty() ? "" : ",") + array + "@" + other;
  tryCut(options, best.name + ", ports ");
}

/// Tasks that read tiles of one array through one port follow each other; with
/// copies of it in memory, and a port each, they need not.
void CutSearch::tryMemoryCopies() {
  hls::DesignAttr design = designOf(*best.module);
  bool hasTiles =
      llvm::any_of(design.getArrays(), [](hls::ArrayPointAttr array) {
        return !array.getTask().empty();
      });
  if (best.options.maxPorts < 2 || !hasTiles || programs.isOver())
    return;
  OwningOpRef<ModuleOp> nests = programs.program(best.options);
  FailureOr<analysis::TaskGraph> graph = graphOf(nests, programs.context);
  if (failed(graph))
    return;
  std::string copies = copiesForReaders(*graph, design, best.options.maxPorts);
  if (copies.empty())
    return;
  int64_t cycles = *programs.leastKnown();
  programs.notes.mostCycles = cycles - cycles / LeastSaving;
  PipelineOptions options = best.options;
  options.blocks += (options.blocks.empty() ? "" : ",") + copies;
  tryCut(options, best.name + ", copies ");
}

void CutSearch::run() {
  tryBlocks();
  tryPortSharing();
  tryMemoryCopies();
}
