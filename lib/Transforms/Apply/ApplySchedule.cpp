//===- ApplySchedule.cpp - Strip-mining, order and directives -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/VerifyDesign.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_APPLYSCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

LogicalResult transforms::checkSupported(func::FuncOp func,
                                         hls::DesignAttr design) {
  for (hls::TaskPointAttr task : design.getTasks()) {
    auto refuse = [&](const Twine &what, StringRef instead) {
      return func.emitError("design point: task ")
             << task.getName() << " asks for " << what
             << ", which is not supported; " << instead;
    };
    if (task.getSchedule() && !task.getSchedule().getValue().isIdentity())
      return refuse("a base schedule", "use the identity or leave it out");
    if (task.getCoarse() != 1)
      return refuse(
          "coarse-grained unrolling (coarse = " + Twine(task.getCoarse()) + ")",
          "use coarse = 1");
    if (task.getConcurrency() != hls::Concurrency::Sequential)
      return refuse("the concurrency '" +
                        hls::stringifyConcurrency(task.getConcurrency()) + "'",
                    "use concurrency = sequential");
    if (task.getSlr() != 0)
      return refuse("SLR " + Twine(task.getSlr()), "use slr = 0 (any)");
    for (hls::LoopPointAttr loop : task.getLoops())
      if (loop.getPadded() != loop.getTrip())
        return refuse("padding of loop '" + loop.getName().getValue() +
                          "' from " + Twine(loop.getTrip()) + " to " +
                          Twine(loop.getPadded()),
                      "choose factors that multiply to the trip count");
  }
  for (hls::ArrayPointAttr array : design.getArrays()) {
    hls::Placement placement = hls::placementOf(array);
    if (placement.define != placement.transfer)
      return func.emitError("design point: array ")
             << array.getArray() << " is declared at level " << placement.define
             << " and filled at level " << placement.transfer
             << ", which is not supported; use the same level for both";
  }
  return success();
}

/// Directives and identity of one strip-mined loop.
static void annotate(affine::AffineForOp loop, const LevelLoop &level,
                     const Statement &statement, hls::TaskPointAttr task,
                     const transforms::ScheduleOptions &options) {
  MLIRContext *context = loop.getContext();
  Builder builder(context);
  loop->setAttr(hls::nameAttrName,
                builder.getStringAttr(level.name(statement)));
  loop->setAttr(hls::levelAttrName, builder.getI64IntegerAttr(level.level));
  if (statement.innerBand[level.loop].reduction)
    loop->setAttr(hls::reductionAttrName, builder.getUnitAttr());
  if (level.pipelined)
    loop->setAttr(
        hls::pipelineAttrName,
        hls::PipelineAttr::get(context, options.requestII ? task.getIi() : 0));
  if (level.pipelined && !options.independent.empty())
    loop->setAttr(hls::independentAttrName,
                  builder.getStrArrayAttr(options.independent));
  if (level.level == 2)
    loop->setAttr(hls::unrollAttrName, hls::UnrollAttr::get(context, 0));
}

void transforms::stripMineStatement(const Statement &statement,
                                    hls::TaskPointAttr task,
                                    const ScheduleOptions &options) {
  if (statement.innerBand.empty())
    return;
  OpBuilder builder(statement.root());
  MLIRContext *context = builder.getContext();
  SmallVector<AffineExpr> sources(statement.innerBand.size(),
                                  builder.getAffineConstantExpr(0));
  SmallVector<Value> ivs;
  for (const LevelLoop &level : levelLoopsOf(statement, task)) {
    if (!level.isKept())
      continue;
    affine::AffineForOp source = statement.innerBand[level.loop].op;
    auto loop = affine::AffineForOp::create(builder, source.getLoc(),
                                            /*lowerBound=*/0, level.trip);
    annotate(loop, level, statement, task, options);
    sources[level.loop] = sources[level.loop] +
                          getAffineDimExpr(ivs.size(), context) * level.stride;
    ivs.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  IRMapping mapping;
  for (auto [loop, expr] : llvm::zip(statement.innerBand, sources)) {
    affine::AffineForOp source = loop.op;
    OpFoldResult value = affine::makeComposedFoldedAffineApply(
        builder, source.getLoc(), AffineMap::get(ivs.size(), 0, expr),
        getAsOpFoldResult(ivs));
    mapping.map(source.getInductionVar(), getValueOrCreateConstantIndexOp(
                                              builder, source.getLoc(), value));
  }
  affine::AffineForOp innermost = statement.innerBand.back().op;
  for (Operation &op : innermost.getBody()->without_terminator())
    builder.clone(op, mapping);
  composeSubscripts(builder.getInsertionBlock());
  statement.root()->erase();
}

/// The array that the nest writes, if it reads other elements of it as well and
/// no value passes from one iteration of the nest to another: the tool does not
/// see that conditions or loops around the nest keep them apart.
static StringRef independentArray(const TaskGraph &graph, const Task &source,
                                  hls::TaskPointAttr task,
                                  const poly::Scop &scop) {
  const Statement &statement = source.only();
  const Access &write = statement.write();
  bool readsOthers =
      llvm::any_of(statement.accesses, [&](const Access &access) {
        return !access.isWrite && access.array == write.array &&
               access.map != write.map;
      });
  std::optional<unsigned> position = scop.findStatement(statement.name);
  if (!readsOthers || !position)
    return "";
  unsigned around = graph.sharedLoopsOf(source).size();
  // A sum passes from one iteration to the next unless all of it is unrolled.
  bool sumFlows = llvm::any_of(statement.innerBand, [&](const LoopInfo &loop) {
    return loop.reduction &&
           loopPointOf(task, loop.name).getFactors()[2] != loop.trip;
  });
  bool flows =
      llvm::any_of(scop.dependences(), [&](const poly::Dependence &dependence) {
        return dependence.source == *position &&
               dependence.target == *position &&
               dependence.kind == poly::DependenceKind::RAW &&
               (sumFlows || !dependence.reduction) && dependence.carrier &&
               *dependence.carrier >= around;
      });
  return flows ? "" : StringRef(graph.arrays[write.array].name);
}

namespace {
struct ApplySchedule : talos::impl::ApplyScheduleBase<ApplySchedule> {
  using ApplyScheduleBase::ApplyScheduleBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    if (failed(apply(func)))
      signalPassFailure();
  }

  LogicalResult apply(func::FuncOp func) {
    auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName);
    if (!design)
      return func.emitError("function '")
             << func.getName()
             << "' has no design point (hls.design); run hls-explore or write "
                "one";
    if (failed(transforms::checkSupported(func, design)))
      return failure();
    FailureOr<TaskGraph> graph = buildTaskGraph(func);
    if (failed(graph))
      return failure();
    FailureOr<std::unique_ptr<poly::Scop>> scop = poly::Scop::build(func);
    if (failed(scop) ||
        failed(verifyDesign(*graph, **scop, design, {maxPartition})))
      return failure();
    for (const Task &source : graph->tasksOf(TaskKind::Compute)) {
      const Statement &statement = source.only();
      hls::TaskPointAttr task = taskPointOf(design, statement.name);
      StringRef independent = independentArray(*graph, source, task, **scop);
      transforms::stripMineStatement(statement, task, {requestII, independent});
    }
    return success();
  }
};
} // namespace
