//===- BestProgram.cpp - The best design of several programs --------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/BestProgram.h"
#include "Pipelines/Report/ReportBuilder.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

Attempt BestProgram::runWhole(const PipelineOptions &options) {
  return attempt(
      OwningOpRef<ModuleOp>(source->clone()), options,
      [&](OpPassManager &manager) { buildHLSPipeline(manager, options); });
}

OwningOpRef<ModuleOp> BestProgram::program(const PipelineOptions &options) {
  Attempt nests =
      attempt(OwningOpRef<ModuleOp>(source->clone()), options,
              [&](OpPassManager &manager) { buildProgram(manager, options); });
  return nests.code == ExitCode::Success ? std::move(nests.module)
                                         : OwningOpRef<ModuleOp>();
}

/// Why not: the estimator, which schedules the final IR by itself, does not
/// agree with the model. Empty: it does, or has nothing to say.
std::string BestProgram::whyUnconfirmed(const Attempt &attempt) {
  ScopedDiagnosticHandler quiet(&context,
                                [](Diagnostic &) { return success(); });
  func::FuncOp top = hls::findTop(*attempt.module);
  FailureOr<analysis::QoR> estimate = analysis::estimateQoR(
      top, compilation.target, hls::targetOf(top).getTreeReduction());
  return failed(estimate) ? ""
                          : disagreement(designOf(*attempt.module).getCycles(),
                                         estimate->latency);
}

/// A design may have fewer cycles than the best one, by what was proved.
void BestProgram::add(const Attempt &attempt) {
  if (attempt.boundBeyond) {
    ++programs;
    bound = std::min(bound, *attempt.boundBeyond);
  }
  if (attempt.code != ExitCode::Success)
    return;
  hls::SearchAttr search = searchOf(*attempt.module);
  if (programs++ == 0)
    sourceCycles = search.getSourceCycles();
  bound = std::min(bound, search.getBound());
  if (search.getBottleneck())
    bottleneck =
        std::min(bottleneck.value_or(INT64_MAX), *search.getBottleneck());
}

/// The proof is of all programs.
void BestProgram::describe() {
  if (best.code != ExitCode::Success || programs < 2)
    return;
  func::FuncOp top = hls::findTop(*best.module);
  hls::DesignAttr design = designOf(*best.module);
  hls::SearchAttr search = searchOf(*best.module);
  bool isOptimal = bound >= design.getCycles();
  MLIRContext *context = top->getContext();
  std::string whole = search.getScope().str(),
              scope = whole + (whole.empty() ? "" : ", ") + "best of " +
                      std::to_string(programs) + " programs: " + best.name;
  top->setAttr(
      hls::searchAttrName,
      hls::SearchAttr::get(
          context,
          isOptimal ? hls::SearchStatus::Optimal : hls::SearchStatus::Feasible,
          StringAttr::get(context, scope), sourceCycles, search.getDspBound(),
          search.getBandwidthBound(), search.getLowerBound(),
          search.getDesignLowerBound(), bottleneck, bound, search.getNodes(),
          search.getTilings(), search.getLog10Space(), search.getTimeLimited(),
          search.getReductions(), search.getOrders(), search.getPins(),
          search.getAssumed()));
  top->setAttr(hls::designAttrName,
               hls::DesignAttr::get(
                   context, design.getTasks(), design.getArrays(),
                   StringAttr::get(context, isOptimal ? "optimal" : "feasible"),
                   design.getCycles(), bound, design.getResources(),
                   design.getBlocks()));
}

std::optional<int64_t> BestProgram::cycles() const {
  if (best.code != ExitCode::Success)
    return std::nullopt;
  return designOf(*best.module).getCycles();
}

std::optional<int64_t> BestProgram::boundBeyond() const {
  if (best.code == ExitCode::Success || programs == 0)
    return std::nullopt;
  return bound;
}

std::optional<int64_t> BestProgram::leastKnown() const {
  std::optional<int64_t> own = cycles();
  return own && rival ? std::min(*own, *rival) : own ? own : rival;
}

void BestProgram::limitTo(std::optional<int64_t> cycles) {
  rival = cycles;
  limitOthers();
}

void BestProgram::limitOthers() {
  if (std::optional<int64_t> least = leastKnown())
    notes.mostCycles = *least - 1;
}

void BestProgram::begin(Attempt first) {
  best = std::move(first);
  add(best);
  limitOthers();
}

bool BestProgram::consider(Attempt other) {
  bool isBetter = other.isBetterThan(best);
  if (isBetter)
    if (std::string why = whyUnconfirmed(other); !why.empty()) {
      leaveOut(other, why);
      return false;
    }
  add(other);
  if (isBetter) {
    best = std::move(other);
    limitOthers();
  }
  return isBetter;
}
