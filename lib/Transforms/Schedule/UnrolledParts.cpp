//===- UnrolledParts.cpp - Parts of loops that are unrolled ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/UnrolledParts.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "talos/Transforms/Schedule.h"

using namespace mlir;
using namespace talos;
using namespace talos::poly;
using namespace talos::transforms;
using affine::AffineForOp;

namespace {

/// The loops of one statement while parts are put together.
class PartFolder {
public:
  PartFolder(const Statement &statement, hls::StatementScheduleAttr schedule)
      : statement(statement), schedule(schedule),
        exprs(schedule.getTime().getValue().getResults()),
        loops(schedule.getLoops()) {}

  /// Positions of loops from `firstOwn` on are of this statement alone.
  hls::StatementScheduleAttr run(unsigned firstOwn);

private:
  bool isUnrolled(unsigned loop) const;
  bool fold(unsigned outer, unsigned inner);

  const Statement &statement;
  hls::StatementScheduleAttr schedule;
  SmallVector<AffineExpr> exprs;
  SmallVector<hls::ScheduledLoopAttr> loops;
};

} // namespace

/// As `#pragma HLS pipeline` unrolls the loops inside.
bool PartFolder::isUnrolled(unsigned loop) const {
  for (unsigned d = 0; d < loop; ++d)
    if (loops[d].getPipeline())
      return true;
  return loops[loop].getUnroll() && loops[loop].getUnroll().getFactor() == 0;
}

/// `e floordiv size` and `e mod size` become `e`, unrolled by `size`.
bool PartFolder::fold(unsigned outer, unsigned inner) {
  auto part = dyn_cast<AffineBinaryOpExpr>(exprs[2 * inner + 1]);
  if (!part || part.getKind() != AffineExprKind::Mod ||
      !isa<AffineConstantExpr>(part.getRHS()))
    return false;
  int64_t size = cast<AffineConstantExpr>(part.getRHS()).getValue();
  AffineExpr whole = part.getLHS();
  unsigned dims = statement.loops.size();
  if (simplifyAffineExpr(whole.floorDiv(size), dims, 0) !=
      simplifyAffineExpr(exprs[2 * outer + 1], dims, 0))
    return false;
  // Of a part of a part the trip count is a divisor as well.
  for (unsigned d = 0; d < dims; ++d) {
    AffineForOp loop = statement.loops[d];
    std::optional<uint64_t> trip = affine::getConstantTripCount(loop);
    if (whole.isFunctionOfDim(d) && (!trip || *trip % size != 0))
      return false;
  }
  hls::ScheduledLoopAttr old = loops[outer];
  int64_t factor = old.getUnroll() ? old.getUnroll().getFactor() * size : size;
  loops[outer] = hls::ScheduledLoopAttr::get(
      schedule.getContext(), old.getName(), old.getPipeline(),
      hls::UnrollAttr::get(schedule.getContext(), factor));
  exprs[2 * outer + 1] = whole;
  loops.erase(loops.begin() + inner);
  exprs.erase(exprs.begin() + 2 * inner + 1, exprs.begin() + 2 * inner + 3);
  return true;
}

hls::StatementScheduleAttr PartFolder::run(unsigned firstOwn) {
  for (unsigned inner = loops.size(); inner-- > firstOwn + 1;)
    for (unsigned outer = firstOwn; isUnrolled(inner) && outer < inner; ++outer)
      if (fold(outer, inner))
        break;
  AffineMap time =
      AffineMap::get(statement.loops.size(), 0, exprs, schedule.getContext());
  return hls::StatementScheduleAttr::get(
      schedule.getContext(), schedule.getStatement(), AffineMapAttr::get(time),
      loops, schedule.getOrdered());
}

/// How many loops the statement shares with another one.
static unsigned sharedLoops(hls::ScheduleAttr schedule,
                            hls::StatementScheduleAttr statement) {
  ArrayRef<AffineExpr> own = statement.getTime().getValue().getResults();
  unsigned shared = 0;
  for (hls::StatementScheduleAttr other : schedule.getStatements()) {
    if (other == statement)
      continue;
    ArrayRef<AffineExpr> exprs = other.getTime().getValue().getResults();
    unsigned depth = 0;
    while (2 * depth + 1 < std::min(own.size(), exprs.size()) &&
           own[2 * depth] == exprs[2 * depth])
      ++depth;
    shared = std::max(shared, depth);
  }
  return shared;
}

hls::ScheduleAttr transforms::foldUnrolledParts(const Scop &scop,
                                                hls::ScheduleAttr schedule) {
  SmallVector<hls::StatementScheduleAttr> statements;
  for (hls::StatementScheduleAttr one : schedule.getStatements()) {
    unsigned s = *scop.findStatement(one.getStatement());
    statements.push_back(
        PartFolder(scop.statements()[s], one).run(sharedLoops(schedule, one)));
  }
  auto folded = hls::ScheduleAttr::get(schedule.getContext(), statements);
  if (folded == schedule)
    return schedule;
  llvm::Expected<Schedule> times = timesOf(scop, folded);
  if (times && scop.checkSchedule(*times))
    return folded;
  llvm::consumeError(times.takeError());
  return schedule;
}
