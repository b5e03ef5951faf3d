//===- Reschedule.cpp - A function in the order of a schedule -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Reschedule.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/OwningOpRef.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace mlir;
using namespace talos;
using namespace talos::poly;

namespace talos {
#define GEN_PASS_DEF_RESCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// Whether no statement has a loop at this place of the times.
static bool isOrder(const Schedule &schedule, unsigned place) {
  return llvm::all_of(schedule, [&](AffineMap time) {
    return place >= time.getNumResults() ||
           isa<AffineConstantExpr>(time.getResult(place));
  });
}

/// The same times with positions and loops in turn, as #hls.schedule has them.
static Schedule alternating(const Schedule &schedule) {
  std::vector<SmallVector<AffineExpr>> rows(schedule.size());
  MLIRContext *context = schedule.front().getContext();
  AffineExpr zero = getAffineConstantExpr(0, context);
  unsigned length = 0;
  for (AffineMap time : schedule)
    length = std::max(length, time.getNumResults());
  for (unsigned place = 0; place < length; ++place) {
    bool wantsOrder = rows.front().size() % 2 == 0;
    for (auto [row, time] : llvm::zip_equal(rows, schedule)) {
      if (isOrder(schedule, place) != wantsOrder)
        row.push_back(zero);
      row.push_back(place < time.getNumResults() ? time.getResult(place)
                                                 : zero);
    }
  }
  Schedule result;
  for (auto [row, time] : llvm::zip_equal(rows, schedule)) {
    if (row.size() % 2 == 0)
      row.push_back(zero);
    while (row.size() > 1 && row.back() == zero && row.end()[-2] == zero)
      row.resize(row.size() - 2);
    result.push_back(AffineMap::get(time.getNumDims(), 0, row, context));
  }
  return result;
}

/// Names of the loops of a time: of the iterator that it is, or of all that it
/// is a sum of.
static SmallVector<std::string> loopNames(const Statement &statement,
                                          AffineMap time) {
  SmallVector<std::string> names;
  for (unsigned place = 1; place < time.getNumResults(); place += 2) {
    std::string name;
    for (auto [i, loop] : llvm::enumerate(statement.loops))
      if (time.getResult(place).isFunctionOfDim(i))
        name += (name.empty() ? "" : "_") + analysis::sourceName(loop);
    names.push_back(
        makeUnique(name.empty() ? "t" + std::to_string(place / 2) : name,
                   [&](StringRef n) { return llvm::is_contained(names, n); }));
  }
  return names;
}

static hls::ScheduleAttr attributeOf(const Scop &scop,
                                     const Schedule &schedule) {
  MLIRContext *context = scop.function().getContext();
  SmallVector<hls::StatementScheduleAttr> statements;
  for (auto [statement, time] :
       llvm::zip_equal(scop.statements(), alternating(schedule))) {
    SmallVector<hls::ScheduledLoopAttr> loops;
    for (const std::string &name : loopNames(statement, time))
      loops.push_back(hls::ScheduledLoopAttr::get(
          context, StringAttr::get(context, name), {}, {}));
    statements.push_back(hls::StatementScheduleAttr::get(
        context, StringAttr::get(context, statement.name),
        AffineMapAttr::get(time), loops, /*ordered=*/false));
  }
  return hls::ScheduleAttr::get(context, statements);
}

LogicalResult transforms::reschedule(func::FuncOp func,
                                     const Schedule &schedule) {
  nameAll(func);
  auto scop = Scop::build(func);
  if (failed(scop))
    return failure();
  if (schedule.size() != (*scop)->statements().size() || schedule.empty())
    return func.emitError("the schedule has ")
           << schedule.size() << " statements, '" << func.getSymName()
           << "' has " << (*scop)->statements().size();
  return generateSchedule(func, attributeOf(**scop, schedule));
}

/// False if it leaves the function as it is.
static FailureOr<bool> prepare(func::FuncOp func,
                               transforms::Preparation preparation) {
  switch (preparation) {
  case transforms::Preparation::None:
    return true;
  case transforms::Preparation::Pivots:
    return transforms::applyStep(func, hls::ScheduleStep::CopyPivots);
  case transforms::Preparation::Split:
    return transforms::applyStep(func, hls::ScheduleStep::SplitDomains);
  case transforms::Preparation::Private:
    return transforms::applyStep(func, hls::ScheduleStep::Expand);
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

static int64_t bitsOf(Type array) {
  auto type = dyn_cast<MemRefType>(array);
  return type && type.getElementType().isIntOrFloat()
             ? type.getNumElements() * type.getElementTypeBitWidth()
             : 0;
}

/// Of all arrays of numbers that the target's memories hold.
static int64_t bitsOnChip(func::FuncOp func) {
  int64_t bits = 0;
  func.walk([&](memref::AllocOp array) { bits += bitsOf(array.getType()); });
  hls::TargetAttr target = hls::targetOf(func);
  if (!target || target.getMemory() != hls::MemoryKind::Ports)
    for (Type argument : func.getArgumentTypes())
      bits += bitsOf(argument);
  return bits;
}

/// Whether arrays that are laid out as the candidates run fit in that memory.
static bool layoutsFit(func::FuncOp func,
                       ArrayRef<ScheduleCandidate> candidates, int64_t memory) {
  return memory == 0 ||
         llvm::all_of(candidates, [&](const ScheduleCandidate &candidate) {
           if (candidate.skewed == 0)
             return true;
           OwningOpRef<func::FuncOp> copy(func.clone());
           return succeeded(
                      transforms::reschedule(*copy, candidate.schedule)) &&
                  succeeded(transforms::applyStep(
                      *copy, hls::ScheduleStep::SkewLayouts)) &&
                  bitsOnChip(*copy) <= memory;
         });
}

FailureOr<std::vector<transforms::PromisingSchedule>>
transforms::promisingSchedules(func::FuncOp func) {
  std::vector<PromisingSchedule> result;
  FailureOr<int64_t> halfOfMemory = limitOfBits(func);
  if (failed(halfOfMemory))
    return failure();
  int64_t limit = 0;
  bool hasPivots = false;
  for (Preparation preparation : {Preparation::None, Preparation::Private,
                                  Preparation::Pivots, Preparation::Split}) {
    // The same statements would be cut, into parts that run one by one.
    if (preparation == Preparation::Split && hasPivots)
      continue;
    OwningOpRef<func::FuncOp> copy(func.clone());
    FailureOr<bool> differs = prepare(*copy, preparation);
    if (failed(differs))
      return failure();
    if (!*differs)
      continue;
    hasPivots |= preparation == Preparation::Pivots;
    auto scop = Scop::build(*copy);
    if (failed(scop))
      return failure();
    CandidateOptions options;
    std::vector<ScheduleCandidate> found = (*scop)->scheduleCandidates(options);
    if (!layoutsFit(*copy, found, *halfOfMemory * 2)) {
      options.skewsLayouts = false;
      found = (*scop)->scheduleCandidates(options);
    }
    if (preparation == Preparation::None)
      limit = costOf(found, /*ofSource=*/true);
    for (ScheduleCandidate &candidate : found)
      if (candidate.cost < limit) {
        if (candidate.skewed != 0 && options.skewsLayouts)
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
  if (failed(prepare(func, schedule.preparation)) ||
      failed(reschedule(func, schedule.candidate.schedule)) ||
      failed(applyStep(func, hls::ScheduleStep::JoinEqualNests)))
    return failure();
  return success(!schedule.skewsLayouts ||
                 succeeded(applyStep(func, hls::ScheduleStep::SkewLayouts)));
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
