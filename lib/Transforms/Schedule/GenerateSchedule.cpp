//===- GenerateSchedule.cpp - Carrying out a schedule that is data ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "Transforms/Schedule/UnrolledParts.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::poly;
using namespace talos::transforms;
using affine::AffineForOp;

namespace talos {
#define GEN_PASS_DEF_GENERATESCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

hls::ScheduleAttr transforms::scheduleOf(const Scop &scop) {
  MLIRContext *context = scop.function().getContext();
  SmallVector<hls::StatementScheduleAttr> statements;
  for (auto [statement, time] :
       llvm::zip_equal(scop.statements(), scop.sourceSchedule())) {
    SmallVector<hls::ScheduledLoopAttr> loops;
    for (AffineForOp loop : statement.loops)
      loops.push_back(hls::ScheduledLoopAttr::get(
          context, StringAttr::get(context, analysis::sourceName(loop)),
          loop->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName),
          loop->getAttrOfType<hls::UnrollAttr>(hls::unrollAttrName)));
    statements.push_back(hls::StatementScheduleAttr::get(
        context, StringAttr::get(context, statement.name),
        AffineMapAttr::get(time), loops, /*ordered=*/false));
  }
  return hls::ScheduleAttr::get(context, statements);
}

/// "it has S0, S1"
static std::string statementList(const Scop &scop) {
  return "it has " +
         llvm::join(llvm::map_range(scop.statements(),
                                    [](const Statement &s) { return s.name; }),
                    ", ");
}

llvm::Expected<Schedule> transforms::timesOf(const Scop &scop,
                                             hls::ScheduleAttr schedule) {
  Schedule times(scop.statements().size());
  std::string function = scop.function().getSymName().str();
  for (hls::StatementScheduleAttr one : schedule.getStatements()) {
    std::optional<unsigned> s = scop.findStatement(one.getStatement());
    if (!s)
      return llvm::createStringError("the schedule is for another function: '" +
                                     function + "' has no statement " +
                                     one.getStatement().str() + "; " +
                                     statementList(scop));
    size_t loops = scop.statements()[*s].loops.size();
    AffineMap map = one.getTime().getValue();
    if (map.getNumDims() != loops)
      return llvm::createStringError(
          "the schedule is for another function: it gives statement " +
          one.getStatement().str() + " of '" + function + "' " +
          std::to_string(map.getNumDims()) + " iterators; it has " +
          std::to_string(loops));
    times[*s] = map;
  }
  for (auto [statement, time] : llvm::zip_equal(scop.statements(), times))
    if (!time)
      return llvm::createStringError("the schedule says nothing of statement " +
                                     statement.name + " of '" + function + "'");
  return times;
}

/// Name and directives of the loop at a position of a statement's time.
static void annotate(AffineForOp made, hls::ScheduledLoopAttr loop) {
  made->setAttr(hls::nameAttrName, loop.getName());
  if (loop.getPipeline())
    made->setAttr(hls::pipelineAttrName, loop.getPipeline());
  if (loop.getUnroll())
    made->setAttr(hls::unrollAttrName, loop.getUnroll());
}

LogicalResult transforms::generateSchedule(func::FuncOp func,
                                           hls::ScheduleAttr schedule) {
  composeBounds(func);
  auto scop = Scop::build(func);
  if (failed(scop))
    return failure();
  llvm::Expected<Schedule> times = timesOf(**scop, schedule);
  if (!times)
    return func.emitError(llvm::toString(times.takeError()));
  hls::ScheduleAttr carried = foldUnrolledParts(**scop, schedule);
  times = timesOf(**scop, carried);
  if (!times)
    return func.emitError(llvm::toString(times.takeError()));
  std::vector<hls::StatementScheduleAttr> byStatement(times->size());
  for (hls::StatementScheduleAttr one : carried.getStatements())
    byStatement[*(*scop)->findStatement(one.getStatement())] = one;
  LoopHooks hooks;
  hooks.wholeLoops = true;
  hooks.annotate = [&](AffineForOp made, unsigned statement,
                       unsigned position) {
    ArrayRef<hls::ScheduledLoopAttr> loops = byStatement[statement].getLoops();
    // Positions in bodies alternate with times of loops.
    if (position % 2 == 1 && position / 2 < loops.size())
      annotate(made, loops[position / 2]);
  };
  if (failed((*scop)->generate(*times, hooks)))
    return failure();
  splitElse(func); // a statement may run on one side of a condition or other
  removeDeadValues(func);
  nameAll(func);
  func->removeAttr(hls::scheduleAttrName);
  recordScheduled(func, schedule);
  return success();
}

namespace {
struct GenerateSchedulePass
    : talos::impl::GenerateScheduleBase<GenerateSchedulePass> {
  void runOnOperation() override {
    func::FuncOp func = getOperation();
    auto schedule =
        func->getAttrOfType<hls::ScheduleAttr>(hls::scheduleAttrName);
    if (schedule && failed(generateSchedule(func, schedule)))
      signalPassFailure();
  }
};
} // namespace
