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
static void printArray(func::FuncOp top, hls::ArrayPointAttr array,
                       raw_ostream &os) {
  std::string name = array.getArray().str();
  ArrayRef<int64_t> extents;
  for (auto buffer : top.getOps<hls::BufferOp>())
    if (buffer.getBufferName() == name)
      extents = cast<MemRefType>(buffer.getType()).getShape();
  if (!array.getTask().empty() || extents.empty())
    return;
  bool packs = false;
  for (auto [d, dim] : llvm::enumerate(array.getPartition().getDims())) {
    bool isWhole = dim.getKind() == hls::PartitionKind::Complete;
    packs |= dim.getKind() == hls::PartitionKind::Reshape;
    printPin(name + ".partition" + Twine(d) + "=" +
                 Twine(isWhole ? extents[d] : dim.getFactor()),
             os);
  }
  if (packs)
    printPin(name + ".packed=1", os);
}

/// A statement a line.
static void printSchedule(hls::ScheduleAttr schedule, raw_ostream &os) {
  os << "    transform.hls.schedule #hls.schedule<[";
  for (auto [i, statement] : llvm::enumerate(schedule.getStatements()))
    os << (i ? ",\n      " : "\n      ") << statement;
  os << "]>" << target;
}

/// Each schedule is of the statements that the one before it left.
static void printSteps(ArrayAttr steps, raw_ostream &os) {
  bool isPending = false;
  for (Attribute step : steps) {
    auto schedule = dyn_cast<hls::ScheduleAttr>(step);
    if (schedule && isPending)
      os << "    transform.hls.generate %f : !transform.any_op\n";
    if (schedule)
      printSchedule(schedule, os);
    else if (auto pass = dyn_cast<StringAttr>(step))
      os << "    transform.hls.pass " << pass << target;
    else
      os << "    transform.hls."
         << hls::stringifyScheduleStep(
                cast<hls::ScheduleStepAttr>(step).getValue())
         << target;
    isPending = bool(schedule);
  }
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
  auto steps = top->getAttrOfType<ArrayAttr>(hls::scheduledAttrName);
  auto design = top->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
  hls::ScheduleAttr own;
  // Without any, a program with a design keeps the order that it came with.
  if (!steps && !design) {
    auto scop = poly::Scop::build(top);
    if (failed(scop))
      return failure();
    own = transforms::scheduleOf(**scop);
  }
  os << "module attributes {transform.with_named_sequence} {\n"
     << "  transform.named_sequence @__transform_main(\n"
     << "      %f: !transform.any_op {transform.readonly}) {\n";
  if (own)
    printSchedule(own, os);
  if (steps)
    printSteps(steps, os);
  if (design) {
    for (hls::TaskPointAttr task : design.getTasks())
      printTask(task, os);
    for (hls::ArrayPointAttr array : design.getArrays())
      printArray(top, array, os);
  }
  os << "    transform.yield\n  }\n}\n";
  return success();
}
