//===- Reschedule.cpp - A function in the order of a schedule -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Reschedule.h"
#include "Transforms/Distribute/Expansion.h"
#include "Transforms/Normalize/Statements.h"
#include "Transforms/Schedule/EqualNests.h"
#include "Transforms/Schedule/IndexSetSplitting.h"
#include "Transforms/Schedule/PivotCopies.h"
#include "Transforms/Schedule/Privatization.h"
#include "Transforms/Schedule/SkewedLayouts.h"
#include "mlir/IR/OwningOpRef.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace mlir;
using namespace talos;
using namespace talos::poly;

namespace talos {
#define GEN_PASS_DEF_RESCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

LogicalResult transforms::reschedule(func::FuncOp func,
                                     const Schedule &schedule) {
  auto scop = Scop::build(func);
  if (failed(scop))
    return failure();
  LoopHooks hooks;
  hooks.wholeLoops = true;
  if (failed((*scop)->generate(schedule, hooks)))
    return failure();
  splitElse(func); // a statement may run on one side of a condition or other
  removeDeadValues(func);
  // What is distributed and joined behind it has no schedule of its own.
  func->setAttr(hls::scheduledAttrName,
                hls::ScheduleAttr::get(func.getContext(), {}));
  return success();
}

/// Bits that an array may take: tiles need room as well.
static FailureOr<int64_t> limitOfBits(func::FuncOp func) {
  if (!hls::targetOf(func))
    return int64_t(0);
  FailureOr<int64_t> bits =
      analysis::TargetAnalysis(func).largestArrayBits(func);
  return failed(bits) ? bits : FailureOr<int64_t>(*bits / 2);
}

/// False if it leaves the function as it is.
static FailureOr<bool> prepare(func::FuncOp func,
                               transforms::Preparation preparation,
                               int64_t mostBits) {
  switch (preparation) {
  case transforms::Preparation::None:
    return true;
  case transforms::Preparation::Pivots:
    return copyPivots(func);
  case transforms::Preparation::Split:
    return splitIndexSets(func);
  case transforms::Preparation::Private: {
    FailureOr<bool> arguments = privatizeArguments(func);
    if (failed(arguments))
      return failure();
    FailureOr<bool> locals = expandWholly(func, mostBits);
    return failed(locals) ? locals : FailureOr<bool>(*arguments || *locals);
  }
  }
  return false;
}

static int64_t costOf(ArrayRef<ScheduleCandidate> all, bool ofSource) {
  int64_t least = std::numeric_limits<int64_t>::max();
  for (const ScheduleCandidate &candidate : all)
    if (!ofSource || candidate.method == ScheduleMethod::Source)
      least = std::min(least, candidate.cost);
  return least;
}

FailureOr<std::vector<transforms::PromisingSchedule>>
transforms::promisingSchedules(func::FuncOp func) {
  FailureOr<int64_t> mostBits = limitOfBits(func);
  if (failed(mostBits))
    return failure();
  std::vector<PromisingSchedule> result;
  int64_t limit = 0;
  bool hasPivots = false;
  for (Preparation preparation : {Preparation::None, Preparation::Private,
                                  Preparation::Pivots, Preparation::Split}) {
    // The same statements would be cut, into parts that run one by one.
    if (preparation == Preparation::Split && hasPivots)
      continue;
    OwningOpRef<func::FuncOp> copy(func.clone());
    FailureOr<bool> differs = prepare(*copy, preparation, *mostBits);
    if (failed(differs))
      return failure();
    if (!*differs)
      continue;
    hasPivots |= preparation == Preparation::Pivots;
    auto scop = Scop::build(*copy);
    if (failed(scop))
      return failure();
    std::vector<ScheduleCandidate> found =
        (*scop)->scheduleCandidates(CandidateOptions());
    if (preparation == Preparation::None)
      limit = costOf(found, /*ofSource=*/true);
    for (ScheduleCandidate &candidate : found)
      if (candidate.cost < limit) {
        if (candidate.skewed != 0)
          result.push_back({preparation, candidate, /*skewsLayouts=*/true});
        result.push_back({preparation, std::move(candidate)});
      }
    if (preparation == Preparation::None && !found.empty())
      limit = std::min(limit, costOf(found, /*ofSource=*/false) / 10 * 9);
  }
  llvm::sort(result, [](const auto &a, const auto &b) {
    return std::make_tuple(a.candidate.cost, a.preparation, a.candidate.skewed,
                           a.candidate.method) <
           std::make_tuple(b.candidate.cost, b.preparation, b.candidate.skewed,
                           b.candidate.method);
  });
  return result;
}

LogicalResult transforms::reschedule(func::FuncOp func,
                                     const PromisingSchedule &schedule) {
  FailureOr<int64_t> mostBits = limitOfBits(func);
  if (failed(mostBits) ||
      failed(prepare(func, schedule.preparation, *mostBits)))
    return failure();
  if (failed(reschedule(func, schedule.candidate.schedule)))
    return failure();
  joinEqualNests(func);
  return success(!schedule.skewsLayouts || succeeded(skewLayouts(func)));
}

static StringRef stringify(transforms::Preparation preparation) {
  switch (preparation) {
  case transforms::Preparation::None:
    return "";
  case transforms::Preparation::Private:
    return ", private arrays";
  case transforms::Preparation::Pivots:
    return ", old and new pivots";
  case transforms::Preparation::Split:
    return ", statements in parts";
  }
  return "";
}

namespace {
struct ReschedulePass : talos::impl::RescheduleBase<ReschedulePass> {
  using RescheduleBase::RescheduleBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName) || candidate == 0)
      return;
    if (failed(run(func)))
      signalPassFailure();
  }

private:
  LogicalResult run(func::FuncOp func) {
    auto found = transforms::promisingSchedules(func);
    if (failed(found))
      return failure();
    if (candidate < 0 || candidate > int64_t(found->size()))
      return emitError(func.getLoc())
             << "hls-reschedule: candidate is " << candidate.getValue() << "; '"
             << func.getSymName() << "' has " << found->size()
             << " schedules that promise fewer cycles than its own loops, "
                "numbered from 1, and 0 for these loops";
    const transforms::PromisingSchedule &taken = (*found)[candidate - 1];
    emitRemark(func.getLoc())
        << "schedule " << candidate.getValue() << " ("
        << stringify(taken.candidate.method) << ", " << taken.candidate.steps
        << " steps" << stringify(taken.preparation)
        << (taken.skewsLayouts ? ", skewed layouts" : "")
        << "): " << taken.candidate.text;
    return transforms::reschedule(func, taken);
  }
};
} // namespace
