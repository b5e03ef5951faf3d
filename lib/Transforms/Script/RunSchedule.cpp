//===- RunSchedule.cpp - Running a script on the top function -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Transforms/TransformInterpreterUtils.h"
#include "mlir/IR/OwningOpRef.h"
#include "talos/Dialect/HLS/Knobs.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Knobs.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_RUNSCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

namespace {
struct RunSchedulePass : talos::impl::RunScheduleBase<RunSchedulePass> {
  using RunScheduleBase::RunScheduleBase;

  void runOnOperation() override {
    if (!scheduleFile.empty() && failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
};
} // namespace

LogicalResult RunSchedulePass::run() {
  FailureOr<func::FuncOp> top = hls::topOf(getOperation());
  if (failed(top))
    return failure();
  if (!llvm::sys::fs::exists(scheduleFile))
    return getOperation().emitError("cannot read the schedule: there is no "
                                    "file '")
           << scheduleFile << "'";
  OwningOpRef<ModuleOp> script;
  if (failed(transform::detail::parseTransformModuleFromFile(
          &getContext(), scheduleFile, script)) ||
      !script)
    return failure();
  auto chosen =
      getOperation()->getAttrOfType<DictionaryAttr>(hls::knobsAttrName);
  if (chosen)
    transforms::selectKnobs(*script, chosen);
  getOperation()->removeAttr(hls::knobsAttrName);
  transform::TransformOpInterface entry =
      transform::detail::findTransformEntryPoint(*script, *script);
  if (!entry ||
      failed(transform::applyTransformNamedSequence(
          getOperation(), entry, *script, transform::TransformOptions())))
    return failure();
  auto asked = (*top)->getAttrOfType<hls::ScheduleAttr>(hls::scheduleAttrName);
  return asked ? transforms::generateSchedule(*top, asked) : success();
}
