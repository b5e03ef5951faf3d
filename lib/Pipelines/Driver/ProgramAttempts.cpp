//===- ProgramAttempts.cpp - Programs that may fail -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pipelines/Driver/ProgramAttempts.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"

using namespace mlir;
using namespace talos;

hls::DesignAttr talos::designOf(ModuleOp module) {
  return hls::findTop(module)->getAttrOfType<hls::DesignAttr>(
      hls::designAttrName);
}

hls::SearchAttr talos::searchOf(ModuleOp module) {
  return hls::findTop(module)->getAttrOfType<hls::SearchAttr>(
      hls::searchAttrName);
}

bool Attempt::isBetterThan(const Attempt &other) const {
  return code == ExitCode::Success &&
         (other.code != ExitCode::Success ||
          designOf(*module).getCycles() < designOf(*other.module).getCycles());
}

bool Attempt::isUnmade() const {
  return code != ExitCode::Success && module && hls::findTop(*module) &&
         designOf(*module);
}

std::string Attempt::error() const {
  for (const Diagnostic &diagnostic : said)
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
      return diagnostic.str();
  return "";
}

void Attempt::leaveOpen() {
  if (code == ExitCode::NoDesign && !boundBeyond &&
      noPoint != nlp::Status::Infeasible)
    boundBeyond = 0;
}

Attempt ProgramAttempts::attempt(OwningOpRef<ModuleOp> start,
                                 const PipelineOptions &options,
                                 llvm::function_ref<ExitCode()> run) {
  Attempt result;
  result.options = options;
  ScopedDiagnosticHandler hold(&context, [&](Diagnostic &diagnostic) {
    result.said.push_back(std::move(diagnostic));
    return success();
  });
  compilation.noPoint.reset();
  notes.boundBeyond.reset();
  compilation.module = std::move(start);
  result.code = run();
  result.boundBeyond = notes.boundBeyond;
  result.module = std::move(compilation.module);
  result.noPoint = compilation.noPoint;
  return result;
}

Attempt
ProgramAttempts::attempt(OwningOpRef<ModuleOp> start,
                         const PipelineOptions &options,
                         llvm::function_ref<void(OpPassManager &)> build) {
  return attempt(std::move(start), options, [&] {
    return compilation.runPasses(build, options, progress, watch, notes);
  });
}

void ProgramAttempts::leaveOut(const Attempt &attempt, const llvm::Twine &why) {
  emitWarning(hls::findTop(*attempt.module).getLoc())
      << "a design of " << designOf(*attempt.module).getCycles()
      << " cycles (program: " << attempt.name << ") is left out: " << why
      << "; this is a fault of the tool, please report it";
}

ExitCode ProgramAttempts::take(Attempt taken) {
  compilation.module = std::move(taken.module);
  compilation.noPoint = taken.noPoint;
  for (Diagnostic &diagnostic : taken.said)
    context.getDiagEngine().emit(std::move(diagnostic));
  return taken.code;
}

bool ProgramAttempts::isOver() const {
  if (!watch)
    return false;
  std::optional<Progress::Clock::time_point> deadline = watch->deadline();
  return (deadline && Progress::Clock::now() >= *deadline) ||
         (watch->canceled() && watch->canceled()->load()) ||
         watch->memoryLeft() <= 0;
}
