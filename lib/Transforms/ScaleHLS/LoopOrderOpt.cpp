//===- LoopOrderOpt.cpp - Loops that carry dependences come first ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Transforms/Names.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"

using namespace mlir;
using namespace talos;
using namespace talos::poly;

namespace talos {
#define GEN_PASS_DEF_LOOPORDEROPT
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// The order that has the carrying loops of the statement's band first:
/// positions of loops, the outermost first.
static SmallVector<unsigned> carryingFirst(const Scop &scop, unsigned s) {
  unsigned shared = scop.sharedLoops(s);
  unsigned loops = scop.statements()[s].loops.size() - shared;
  auto carries = [&](unsigned loop) {
    return llvm::any_of(scop.dependences(), [&](const Dependence &d) {
      return d.source == s && d.target == s && d.carrier == loop + shared;
    });
  };
  SmallVector<unsigned> order, others;
  for (unsigned loop = 0; loop < loops; ++loop)
    (carries(loop) ? order : others).push_back(loop);
  order.append(others);
  return order;
}

/// The statement's loops in that order; its times alternate between positions
/// in bodies and loops.
static hls::StatementScheduleAttr permuted(hls::StatementScheduleAttr statement,
                                           unsigned shared,
                                           ArrayRef<unsigned> order) {
  AffineMap time = statement.getTime().getValue();
  SmallVector<AffineExpr> exprs(time.getResults());
  SmallVector<hls::ScheduledLoopAttr> loops(statement.getLoops());
  for (auto [to, from] : llvm::enumerate(order)) {
    exprs[2 * (shared + to) + 1] = time.getResult(2 * (shared + from) + 1);
    loops[shared + to] = statement.getLoops()[shared + from];
  }
  MLIRContext *context = statement.getContext();
  return hls::StatementScheduleAttr::get(
      context, statement.getStatement(),
      AffineMapAttr::get(AffineMap::get(time.getNumDims(), 0, exprs, context)),
      loops, statement.getOrdered());
}

namespace {
struct LoopOrderOptPass : talos::impl::LoopOrderOptBase<LoopOrderOptPass> {
  using LoopOrderOptBase::LoopOrderOptBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func.isExternal() || func->hasAttr(hls::referenceAttrName))
      return;
    nameAll(func);
    auto scop = Scop::build(func);
    if (failed(scop))
      return signalPassFailure();
    FailureOr<hls::ScheduleAttr> wanted = reorder(**scop);
    if (failed(wanted) || (*wanted != transforms::scheduleOf(**scop) &&
                           failed(transforms::generateSchedule(func, *wanted))))
      signalPassFailure();
  }

private:
  FailureOr<hls::ScheduleAttr> reorder(const Scop &scop);
  FailureOr<SmallVector<unsigned>> givenOrder(func::FuncOp func) const;
};
} // namespace

/// Positions of loops from `perm-map`, which has their new positions.
FailureOr<SmallVector<unsigned>>
LoopOrderOptPass::givenOrder(func::FuncOp func) const {
  SmallVector<unsigned> order(permMap.size(), UINT_MAX);
  for (auto [from, to] : llvm::enumerate(permMap)) {
    if (to >= order.size() || order[to] != UINT_MAX)
      return func.emitError("affine-loop-order-opt: perm-map must have every "
                            "position from 0 to ")
             << permMap.size() - 1 << " once";
    order[to] = from;
  }
  return order;
}

FailureOr<hls::ScheduleAttr> LoopOrderOptPass::reorder(const Scop &scop) {
  func::FuncOp func = scop.function();
  FailureOr<SmallVector<unsigned>> given = givenOrder(func);
  if (failed(given))
    return failure();
  hls::ScheduleAttr schedule = transforms::scheduleOf(scop);
  SmallVector<hls::StatementScheduleAttr> statements(schedule.getStatements());
  bool fits = false;
  for (unsigned s = 0; s < statements.size(); ++s) {
    unsigned shared = scop.sharedLoops(s);
    if (!given->empty() &&
        given->size() != statements[s].getLoops().size() - shared)
      continue;
    fits = true;
    SmallVectorImpl<hls::StatementScheduleAttr> &edited = statements;
    hls::StatementScheduleAttr before = edited[s];
    edited[s] = permuted(before, shared,
                         given->empty() ? carryingFirst(scop, s) : *given);
    llvm::Expected<Schedule> times = transforms::timesOf(
        scop, hls::ScheduleAttr::get(&getContext(), statements));
    bool legal = times && scop.checkSchedule(*times);
    llvm::consumeError(times.takeError());
    // A given order that is not legal is refused when it is carried out.
    if (!legal && given->empty())
      edited[s] = before;
  }
  if (!fits && !given->empty())
    return func.emitError("affine-loop-order-opt: no statement has ")
           << given->size() << " loops of its own, as perm-map says";
  return hls::ScheduleAttr::get(&getContext(), statements);
}
