//===- ScheduleSteps.cpp - What prepares and follows a schedule -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/Expansion.h"
#include "Transforms/Schedule/EqualNests.h"
#include "Transforms/Schedule/IndexSetSplitting.h"
#include "Transforms/Schedule/PivotCopies.h"
#include "Transforms/Schedule/Privatization.h"
#include "Transforms/Schedule/SkewedLayouts.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"

using namespace mlir;
using namespace talos;
using hls::ScheduleStep;

void transforms::recordScheduled(func::FuncOp func, Attribute step) {
  SmallVector<Attribute> steps;
  if (auto before = func->getAttrOfType<ArrayAttr>(hls::scheduledAttrName))
    steps.append(before.begin(), before.end());
  steps.push_back(step);
  func->setAttr(hls::scheduledAttrName,
                ArrayAttr::get(func.getContext(), steps));
}

void transforms::recordScheduled(func::FuncOp func, ScheduleStep step) {
  recordScheduled(func, hls::ScheduleStepAttr::get(func.getContext(), step));
}

void transforms::changeTop(func::FuncOp func, StringRef pass,
                           llvm::function_ref<bool(func::FuncOp)> change) {
  if (!func->hasAttr(hls::topAttrName) || !change(func))
    return;
  nameAll(func);
  recordScheduled(func, StringAttr::get(func.getContext(), pass));
}

void transforms::changeNests(
    func::FuncOp func, StringRef pass,
    llvm::function_ref<bool(affine::AffineForOp)> change) {
  changeTop(func, pass, [&](func::FuncOp top) {
    bool any = false;
    for (affine::AffineForOp root :
         llvm::to_vector(top.getOps<affine::AffineForOp>()))
      any |= change(root);
    return any;
  });
}

bool transforms::isScheduled(func::FuncOp func, ScheduleStep step) {
  auto steps = func->getAttrOfType<ArrayAttr>(hls::scheduledAttrName);
  return steps && llvm::is_contained(steps, hls::ScheduleStepAttr::get(
                                                func.getContext(), step));
}

FailureOr<int64_t> transforms::limitOfBits(func::FuncOp func) {
  if (!hls::targetOf(func))
    return int64_t(0);
  FailureOr<int64_t> bits =
      analysis::TargetAnalysis(func).largestArrayBits(func);
  return failed(bits) ? bits : FailureOr<int64_t>(*bits / 2);
}

static FailureOr<bool> expandArrays(func::FuncOp func) {
  FailureOr<int64_t> mostBits = transforms::limitOfBits(func);
  if (failed(mostBits))
    return failure();
  FailureOr<bool> arguments = privatizeArguments(func);
  if (failed(arguments))
    return failure();
  FailureOr<bool> locals = expandWholly(func, *mostBits);
  return failed(locals) ? locals : FailureOr<bool>(*arguments || *locals);
}

/// The pass records itself.
static FailureOr<bool> runPass(func::FuncOp func, std::unique_ptr<Pass> pass) {
  PassManager manager(func.getContext(), func::FuncOp::getOperationName());
  manager.addPass(std::move(pass));
  if (failed(manager.run(func)))
    return failure();
  return true;
}

/// A program of joined statements lacks the bodies that they had.
static FailureOr<bool> separate(func::FuncOp func) {
  WalkResult walked = func.walk([&](Operation *op) -> WalkResult {
    if (!op->hasAttr(hls::joinedAttrName))
      return success();
    return op->emitError("statement ")
           << op->getAttr(hls::statementAttrName) << " has been joined to "
           << op->getAttr(hls::joinedAttrName)
           << "; run hls-distribute with separate, as hlsc --separate does";
  });
  if (walked.wasInterrupted())
    return failure();
  auto before = func->getAttrOfType<ArrayAttr>(hls::scheduledAttrName);
  if (!before) { // hls-distribute found nothing to join
    transforms::recordScheduled(func, ScheduleStep::Separate);
    return true;
  }
  if (before.getValue().back() ==
      hls::ScheduleStepAttr::get(func.getContext(), ScheduleStep::Separate))
    return false;
  DistributeOptions options;
  options.separate = true;
  return runPass(func, createDistribute(options));
}

LogicalResult transforms::applyPass(func::FuncOp func, StringRef name) {
  PassManager manager(func.getContext(), func::FuncOp::getOperationName());
  std::string said;
  llvm::raw_string_ostream errors(said);
  const PassInfo *known = PassInfo::lookup(name.split('{').first);
  if (!known || failed(parsePassPipeline(name, manager, errors)))
    return func.emitError("no pass of functions is named '") << name << "'";
  return manager.run(func);
}

FailureOr<bool> transforms::applyStep(func::FuncOp func, ScheduleStep step) {
  FailureOr<bool> changed = false;
  switch (step) {
  case ScheduleStep::Separate:
    return separate(func);
  case ScheduleStep::Join:
    return runPass(func, createDistribute());
  case ScheduleStep::StoreOld:
  case ScheduleStep::Widen:
    recordScheduled(func, step); // hls-rectangularize does it
    return true;
  case ScheduleStep::Expand:
    changed = expandArrays(func);
    break;
  case ScheduleStep::SplitDomains:
    changed = splitIndexSets(func);
    break;
  case ScheduleStep::CopyPivots:
    changed = copyPivots(func);
    break;
  case ScheduleStep::JoinEqualNests:
    changed = joinEqualNests(func);
    break;
  case ScheduleStep::SkewLayouts:
    changed = skewLayouts(func);
    break;
  }
  if (succeeded(changed) && *changed)
    recordScheduled(func, step);
  return changed;
}
