//===- PrintSchedule.cpp - The schedule of a function as a script ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_PRINTSCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

static constexpr StringLiteral target = " in %f : !transform.any_op\n";

static void printPin(const Twine &pin, raw_ostream &os) {
  os << "    transform.hls.pin \"" << pin << "\"" << target;
}

static void printTask(hls::TaskPointAttr task, raw_ostream &os) {
  std::string name = task.getName().str();
  for (hls::LoopPointAttr loop : task.getLoops())
    for (unsigned level : {1, 2})
      printPin(name + "." + loop.getName().str() + ".t" + Twine(level) + "=" +
                   Twine(loop.getFactors()[level]),
               os);
  if (!task.getPipelined().empty())
    printPin(name + ".pipelined=" + task.getPipelined().str(), os);
  if (task.getOrder().size() > 1)
    printPin(name + ".order=" +
                 llvm::join(llvm::map_range(
                                task.getOrder(),
                                [](StringAttr loop) { return loop.str(); }),
                            ","),
             os);
}

/// Banks of arrays that one buffer holds for all tasks.
static void printArray(hls::ArrayPointAttr array, raw_ostream &os) {
  if (!array.getTask().empty())
    return;
  for (auto [d, dim] : llvm::enumerate(array.getPartition().getDims()))
    if (dim.getKind() == hls::PartitionKind::Cyclic)
      printPin(array.getArray().str() + ".partition" + Twine(d) + "=" +
                   Twine(dim.getFactor()),
               os);
}

/// A statement a line.
static void printSchedule(hls::ScheduleAttr schedule, raw_ostream &os) {
  os << "    transform.hls.schedule #hls.schedule<[";
  for (auto [i, statement] : llvm::enumerate(schedule.getStatements()))
    os << (i ? ",\n      " : "\n      ") << statement;
  os << "]>" << target;
}

namespace {
struct PrintSchedulePass : talos::impl::PrintScheduleBase<PrintSchedulePass> {
  void runOnOperation() override {
    FailureOr<func::FuncOp> top = hls::topOf(getOperation());
    if (failed(top) || failed(print(*top, llvm::outs())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  static LogicalResult print(func::FuncOp top, raw_ostream &os);
};
} // namespace

LogicalResult PrintSchedulePass::print(func::FuncOp top, raw_ostream &os) {
  auto schedule = top->getAttrOfType<hls::ScheduleAttr>(hls::scheduledAttrName);
  auto design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  if (schedule && schedule.getStatements().empty())
    return top.emitError("'")
           << top.getSymName()
           << "' runs in an order that hls-reschedule made, which is no "
              "script; "
              "hlsc --schedule source designs the loops as they are";
  // Without one, a program with a design keeps the order that it came with.
  if (!schedule && !design) {
    auto scop = poly::Scop::build(top);
    if (failed(scop))
      return failure();
    schedule = transforms::scheduleOf(**scop);
  }
  os << "module attributes {transform.with_named_sequence} {\n"
     << "  transform.named_sequence @__transform_main(\n"
     << "      %f: !transform.any_op {transform.readonly}) {\n";
  if (schedule)
    printSchedule(schedule, os);
  if (design) {
    for (hls::TaskPointAttr task : design.getTasks())
      printTask(task, os);
    for (hls::ArrayPointAttr array : design.getArrays())
      printArray(array, os);
  }
  os << "    transform.yield\n  }\n}\n";
  return success();
}
