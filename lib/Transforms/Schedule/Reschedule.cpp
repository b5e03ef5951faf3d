//===- Reschedule.cpp - A function in the order of a schedule -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Reschedule.h"
#include "Transforms/Normalize/Statements.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"

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
  removeDeadValues(func);
  return success();
}

std::vector<ScheduleCandidate>
transforms::promisingSchedules(const Scop &scop) {
  std::vector<ScheduleCandidate> all =
      scop.scheduleCandidates(CandidateOptions());
  auto source = llvm::find_if(all, [](const ScheduleCandidate &candidate) {
    return candidate.method == ScheduleMethod::Source;
  });
  if (source == all.end())
    return {};
  int64_t cost = source->cost;
  llvm::erase_if(all, [&](const ScheduleCandidate &candidate) {
    return candidate.cost >= cost;
  });
  return all;
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
    auto scop = Scop::build(func);
    if (failed(scop))
      return failure();
    std::vector<ScheduleCandidate> found =
        transforms::promisingSchedules(**scop);
    if (candidate < 0 || candidate > int64_t(found.size()))
      return emitError(func.getLoc())
             << "hls-reschedule: candidate is " << candidate.getValue() << "; '"
             << func.getSymName() << "' has " << found.size()
             << " schedules that promise fewer cycles than its own loops, "
                "numbered from 1, and 0 for these loops";
    const ScheduleCandidate &taken = found[candidate - 1];
    emitRemark(func.getLoc()) << "schedule " << candidate.getValue() << " ("
                              << stringify(taken.method) << ", " << taken.steps
                              << " steps): " << (*scop)->text(taken.schedule);
    return transforms::reschedule(func, taken.schedule);
  }
};
} // namespace
