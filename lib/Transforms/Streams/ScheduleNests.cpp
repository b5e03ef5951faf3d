//===- ScheduleNests.cpp - Nests of a streamed design ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A design point says of each loop a trip count in three levels: tiles, steps
// in a tile, lanes. The loops of the tiles run in the point's order, reductions
// among them; those of the steps stand inside, where sums of a whole tile
// accumulate side by side; lanes are unrolled.
//
// What has tasks that are no processes becomes one task with buffers first, as
// hls-apply-schedule and hls-apply-buffers make them of a function.
//
//===----------------------------------------------------------------------===//

#include "BufferedNests.h"
#include "SkippedTiles.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/LoadedAgain.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Dialect/HLS/StoresFollowLoads.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Poly/ScopAnalysis.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_SCHEDULENESTS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

namespace {
/// One nest and its levels.
struct ScheduledNest {
  const Statement *statement = nullptr;
  hls::TaskPointAttr task;
  SmallVector<LevelLoop> levels;
  SkippedTiles skipped;
};

struct ScheduleNests : talos::impl::ScheduleNestsBase<ScheduleNests> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (func->hasAttr(hls::topAttrName) && failed(apply(func)))
      signalPassFailure();
  }

  LogicalResult apply(func::FuncOp func);
  LogicalResult markStores(func::FuncOp func, hls::DesignAttr design);
  LogicalResult schedule(func::FuncOp func, hls::DesignAttr design,
                         poly::Scop &scop, const BufferedNests &buffered);
  LogicalResult check(const TaskGraph &graph, const Task &task,
                      hls::TaskPointAttr point);
  LogicalResult widenPorts(func::FuncOp func, const TaskGraph &graph,
                           hls::DesignAttr design);
};
} // namespace

LogicalResult ScheduleNests::check(const TaskGraph &graph, const Task &task,
                                   hls::TaskPointAttr point) {
  auto error = [&] {
    return emitError(task.root()->getLoc())
           << "design point: task " << task.name << ": ";
  };
  if (task.kind != TaskKind::Compute || !graph.sharedLoopsOf(task).empty())
    return error() << "only a nest of its own can be streamed";
  if (!point)
    return error() << "the design has no point for it";
  if (point.getConcurrency() != hls::Concurrency::Dataflow)
    return error() << "it is no process; use concurrency = dataflow";
  const Statement &statement = task.only();
  if (point.getOrder().size() != statement.innerBand.size())
    return error() << "its order must name each of its "
                   << statement.innerBand.size() << " loops once";
  for (const LoopInfo &loop : statement.innerBand) {
    hls::LoopPointAttr factors = loopPointOf(point, loop.name);
    if (!factors || factors.getFactors().size() != 3 ||
        factors.getFactors()[0] * factors.getFactors()[1] *
                factors.getFactors()[2] !=
            loop.trip)
      return error() << "loop '" << loop.name
                     << "' needs three factors whose product is its "
                     << loop.trip << " iterations";
    if (loop.reduction && factors.getFactors()[1] != 1)
      return error() << "loop '" << loop.name
                     << "' reduces: it has tiles and lanes, and no steps in a "
                        "tile";
    if (llvm::count_if(point.getOrder(), [&](StringAttr name) {
          return name.getValue() == loop.name;
        }) != 1)
      return error() << "its order must name loop '" << loop.name << "' once";
  }
  if (llvm::none_of(statement.innerBand, [&](const LoopInfo &loop) {
        return loop.name == point.getPipelined().getValue();
      }))
    return error() << "its pipelined loop must be one of its loops";
  return success();
}

/// Either each nest has its run, in the order of the program, or none has.
static LogicalResult checkRun(const Task &task, hls::TaskPointAttr point,
                              bool inTurn, int64_t number) {
  if (runOf(point) == (inTurn ? std::optional(number) : std::nullopt) &&
      (inTurn || !point.getSchedule() ||
       point.getSchedule().getValue().isIdentity()))
    return success();
  return emitError(task.root()->getLoc())
         << "design point: task " << task.name
         << ": the base schedule of a nest that is streamed is the identity; "
            "where nests run in turn, each has its number before its loops, as "
            "in (d0, d1) -> ("
         << number << ", d0, d1)";
}

/// Whether the statement takes an operand from memory again: tokens that come
/// again are no replays, which may be left out.
static bool takesAgain(const TaskGraph &graph, const Statement &statement,
                       hls::DesignAttr design) {
  return llvm::any_of(statement.accesses, [&](const Access &access) {
    hls::ArrayPointAttr point =
        streamedPointOf(design, graph.arrays[access.array].name);
    return point && point.getTransfer() > 0;
  });
}

/// The ports are as wide as the point says, and move arrays as often.
LogicalResult ScheduleNests::widenPorts(func::FuncOp func,
                                        const TaskGraph &graph,
                                        hls::DesignAttr design) {
  MLIRContext *context = func.getContext();
  for (const ArrayInfo &array : graph.arrays) {
    auto argument = dyn_cast<BlockArgument>(array.value);
    hls::ArrayPointAttr point = streamedPointOf(design, array.name);
    if (!argument || !point)
      continue;
    func.setArgAttr(
        argument.getArgNumber(), hls::interfaceAttrName,
        hls::InterfaceAttr::get(context, hls::InterfaceMode::MAxi,
                                StringAttr::get(context, "gmem_" + array.name),
                                point.getBeat() *
                                    std::max<int64_t>(8, array.elementBits),
                                ArrayRef<int64_t>(), point.getPortBlocks(),
                                /*in_turn=*/point.getPortBlocks() > 1));
    if (point.getTransfer() > 1)
      return func.emitError("design point: array ")
             << array.name << " is transferred in " << point.getTransfer()
             << " loops; a nest that is streamed takes it once (transfer = 0) "
                "or again in its outermost loop (transfer = 1)";
    if (point.getTransfer() == 1)
      func.setArgAttr(argument.getArgNumber(), hls::loadedAgainAttrName,
                      UnitAttr::get(context));
  }
  return success();
}

/// What hls-stream-nests asks of the program, where nests become tasks.
LogicalResult ScheduleNests::markStores(func::FuncOp func,
                                        hls::DesignAttr design) {
  if (llvm::none_of(design.getTasks(), [](hls::TaskPointAttr task) {
        return task.getConcurrency() == hls::Concurrency::Sequential;
      }))
    return success();
  poly::Scop *scop = getAnalysis<poly::ScopAnalysis>().get();
  if (!scop)
    return failure();
  for (auto [number, array] : llvm::enumerate(scop->arrays()))
    if (auto argument = dyn_cast<BlockArgument>(array.value);
        argument && scop->storesFollowLoads(number))
      func.setArgAttr(argument.getArgNumber(), hls::storesFollowLoadsAttrName,
                      UnitAttr::get(func.getContext()));
  return success();
}

LogicalResult ScheduleNests::apply(func::FuncOp func) {
  FailureOr<hls::DesignAttr> design = transforms::designOf(func);
  if (failed(design))
    return failure();
  if (failed(markStores(func, *design)))
    return failure();
  BufferedNests buffered(func, *design);
  if (failed(buffered.outline()))
    return failure();
  if (buffered.isEmpty()) {
    poly::Scop *scop = getAnalysis<poly::ScopAnalysis>().get();
    return failure(!scop || failed(schedule(func, *design, *scop, buffered)));
  }
  FailureOr<std::unique_ptr<poly::Scop>> rest = poly::Scop::build(func);
  if (failed(rest) || failed(schedule(func, *design, **rest, buffered)))
    return failure();
  buffered.insert();
  return success();
}

LogicalResult ScheduleNests::schedule(func::FuncOp func, hls::DesignAttr design,
                                      poly::Scop &scop,
                                      const BufferedNests &buffered) {
  FailureOr<TaskGraph> graph = buildTaskGraph(func);
  if (failed(graph))
    return failure();
  std::vector<poly::StripMine> mines(scop.statements().size());
  std::vector<ScheduledNest> nests(mines.size());
  int64_t run = 0;
  for (const Task &task : graph->tasks) {
    if (task.kind == TaskKind::Opaque && buffered.has(task.call))
      continue;
    hls::TaskPointAttr point = taskPointOf(design, task.name);
    if (failed(check(*graph, task, point)) ||
        failed(checkRun(task, point, runsInTurn(design), run++)))
      return failure();
    const Statement &statement = task.only();
    std::optional<unsigned> number = scop.findStatement(statement.name);
    if (!number)
      return emitError(task.root()->getLoc(), "is no affine statement");
    mines[*number] = stripMineOf(statement, point);
    transforms::bindAdders(statement, point);
    SmallVector<LevelLoop> levels = levelLoopsOf(statement, point);
    nests[*number] = {&statement, point, levels,
                      takesAgain(*graph, statement, design)
                          ? SkippedTiles()
                          : skippedTiles(statement, levels)};
  }
  if (failed(widenPorts(func, *graph, design)))
    return failure();
  bool keepsLoops = keepLoops || runsInTurn(design);
  hls::TargetAttr target = hls::targetOf(func);
  bool isReassociated = target && target.getTreeReduction();
  Builder builder(func.getContext());
  // Nests that become tasks have no point.
  bool isSplit = llvm::any_of(nests, [](const ScheduledNest &nest) {
    return nest.task && nest.task.getSlr() > 0;
  });
  poly::LoopHooks hooks;
  auto levelAt = [&](unsigned s, unsigned position) -> const LevelLoop * {
    return position >= 1 && position <= nests[s].levels.size()
               ? &nests[s].levels[position - 1]
               : nullptr;
  };
  hooks.annotate = [&](affine::AffineForOp loop, unsigned s,
                       unsigned position) {
    const LevelLoop *level = levelAt(s, position);
    if (!level)
      return;
    MLIRContext *context = func.getContext();
    loop->setDiscardableAttrs(DictionaryAttr::get(context));
    loop->setAttr(hls::nameAttrName,
                  StringAttr::get(context, level->name(*nests[s].statement)));
    if (level->pipelined)
      loop->setAttr(hls::pipelineAttrName,
                    hls::PipelineAttr::get(context, nests[s].task.getIi(),
                                           hls::PipelineStyle::Flushable));
    if (level->pipelined && isSplit)
      loop->setAttr(hls::slrAttrName,
                    builder.getI64IntegerAttr(nests[s].task.getSlr()));
    const SkippedTiles &skipped = nests[s].skipped;
    if (position == skipped.level + 1 && !skipped.sets.empty())
      loop->setAttr(hls::skipsAttrName, ArrayAttr::get(context, skipped.sets));
    if (position == skipped.level + 1 && skipped.unused)
      loop->setAttr(hls::unusedAttrName, skipped.unused);
    if (level->level != 2)
      return;
    loop->setAttr(hls::unrollAttrName, hls::UnrollAttr::get(context, 0));
    if (!isReassociated ||
        !nests[s].statement->innerBand[level->loop].reduction)
      return;
    loop->setAttr(hls::levelAttrName, builder.getI64IntegerAttr(2));
    loop->setAttr(hls::reductionAttrName, builder.getUnitAttr());
  };
  hooks.keepsSingle =
      [&](unsigned s, unsigned position) -> std::optional<poly::SingleLoop> {
    const LevelLoop *level = levelAt(s, position);
    if (!level || !(level->isKept() || (keepsLoops && level->level < 2)))
      return std::nullopt;
    return poly::SingleLoop{level->loop, level->stride};
  };
  return scop.generate(scop.stripMinedSchedule(mines), hooks);
}
