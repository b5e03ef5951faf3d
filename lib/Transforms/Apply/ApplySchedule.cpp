//===- ApplySchedule.cpp - Strip-mining, order and directives -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "talos/Analysis/Accumulation.h"
#include "talos/Analysis/CoupledNest.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/NestBounds.h"
#include "talos/Analysis/VerifyDesign.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Poly/ScopAnalysis.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_APPLYSCHEDULE
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

FailureOr<hls::DesignAttr> transforms::designOf(func::FuncOp func) {
  if (auto design = func->getAttrOfType<hls::DesignAttr>(hls::designAttrName))
    return design;
  return func.emitError("function '")
         << func.getName()
         << "' has no design point (hls.design); run hls-explore or write one";
}

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

namespace {

/// What the tool is told of written arrays, since it does not see that
/// conditions or loops around the nest keep other elements of them apart.
struct Independence {
  SmallVector<StringRef> arrays; ///< empty: nothing
  int64_t distance = 0;  ///< iterations of the pipelined loop; 0: no dependence
  StringRef copies = {}; ///< the array of which copies stay apart, or empty
};

} // namespace

/// Directives and identity of one strip-mined loop.
static void annotate(affine::AffineForOp loop, const LevelLoop &level,
                     const Statement &statement, hls::TaskPointAttr task,
                     bool requestII, const Independence &independence) {
  MLIRContext *context = loop.getContext();
  Builder builder(context);
  affine::AffineForOp source = statement.innerBand[level.loop].op;
  loop->setLoc(source.getLoc());
  loop->setDiscardableAttrs(builder.getDictionaryAttr({}));
  loop->setAttr(hls::nameAttrName,
                builder.getStringAttr(level.name(statement)));
  loop->setAttr(hls::levelAttrName, builder.getI64IntegerAttr(level.level));
  if (statement.innerBand[level.loop].reduction)
    loop->setAttr(hls::reductionAttrName, builder.getUnitAttr());
  if (level.pipelined)
    loop->setAttr(
        hls::pipelineAttrName,
        hls::PipelineAttr::get(context, requestII ? task.getIi() : 0));
  if (level.pipelined && !independence.arrays.empty())
    loop->setAttr(hls::independentAttrName,
                  builder.getStrArrayAttr(independence.arrays));
  if (level.pipelined && independence.distance != 0)
    loop->setAttr(hls::distanceAttrName,
                  builder.getI64IntegerAttr(independence.distance));
  if (level.pipelined && !independence.copies.empty())
    loop->setAttr(hls::distinctCopiesAttrName,
                  builder.getStrArrayAttr(independence.copies));
  if (level.level == 2)
    loop->setAttr(hls::unrollAttrName, hls::UnrollAttr::get(context, 0));
}

/// No value passes between iterations of the nest but by the running sum, which
/// its reduction loops alone carry.
static bool onlySums(const Statement &statement, unsigned position,
                     unsigned around, const poly::Scop &scop) {
  return llvm::none_of(scop.dependences(), [&](const poly::Dependence &d) {
    if (d.source != position || d.target != position ||
        d.kind != poly::DependenceKind::RAW || !d.carrier ||
        *d.carrier < around)
      return false;
    bool moves = false;
    for (auto [l, loop] : llvm::enumerate(statement.innerBand)) {
      const poly::Distance &distance = d.distance[around + l];
      moves |=
          !loop.reduction && !(distance.isConstant() && *distance.min == 0);
    }
    return moves || !d.reduction;
  });
}

/// The written arrays that the statement reads as well; of which it reads other
/// elements, unless `same` counts.
static SmallVector<StringRef>
othersRead(const TaskGraph &graph, const Statement &statement, bool same) {
  SmallVector<StringRef> arrays;
  for (const Access &write : statement.writes())
    if (llvm::any_of(statement.accesses, [&](const Access &access) {
          return !access.isWrite && access.array == write.array &&
                 (same || access.map != write.map);
        }))
      arrays.push_back(graph.arrays[write.array].name);
  return arrays;
}

/// Where values pass between iterations of the nest, but none between those of
/// the pipelined loop, all of that loop lies between. The tool has to be told
/// if its subscripts let iterations of it meet.
static Independence aroundPipelined(const Statement &statement,
                                    unsigned position, unsigned around,
                                    ArrayRef<StringRef> arrays,
                                    hls::TaskPointAttr task,
                                    const poly::Scop &scop) {
  const auto *pipelined =
      llvm::find_if(statement.innerBand, [&](const LoopInfo &loop) {
        return loop.name == task.getPipelined().getValue();
      });
  if (pipelined == statement.innerBand.end() || pipelined->reduction ||
      countsAsOne(statement, task))
    return {};
  unsigned l = pipelined - statement.innerBand.begin();
  int64_t trips = loopPointOf(task, pipelined->name).getFactors()[1];
  bool isCarried =
      llvm::any_of(scop.dependences(), [&](const poly::Dependence &d) {
        if (d.source != position || d.target != position || !d.carrier ||
            *d.carrier < around)
          return false;
        const poly::Distance &distance = d.distance[around + l];
        return !(distance.isConstant() && *distance.min == 0);
      });
  std::vector<poly::ConflictLoop> loops(statement.innerBand.size(),
                                        poly::ConflictLoop::Any);
  loops[l] = poly::ConflictLoop::Counted;
  bool meets = llvm::any_of(statement.accesses, [&](const Access &access) {
    return !access.isWrite && statement.writeTo(access.array) &&
           scop.conflictsAcross(position, cast<affine::AffineLoadOp>(access.op),
                                loops);
  });
  if (trips < 2 || isCarried || !meets)
    return {};
  return {SmallVector<StringRef>(arrays), trips};
}

/// For a nest that reads other elements of a written array as well. With true
/// bounds loops may count as one, in whose subscripts the tool sees no order.
static Independence independenceOf(const TaskGraph &graph, const Task &source,
                                   hls::TaskPointAttr task,
                                   const poly::Scop &scop) {
  const Statement &statement = source.only();
  Independence result{
      othersRead(graph, statement, countsAsOne(statement, task)), 0};
  std::optional<unsigned> position = scop.findStatement(statement.name);
  unsigned around = graph.sharedLoopsOf(source).size();
  if (result.arrays.empty() || !position)
    return {};
  if (!onlySums(statement, *position, around, scop))
    return aroundPipelined(statement, *position, around, result.arrays, task,
                           scop);
  bool isSum = statement.accumulator != nullptr;
  auto coupled = coupledLoops(statement);
  std::optional<int64_t> counted;
  if (coupled && task.getTrueBounds())
    counted = coupledDistance(statement, *coupled, task);
  for (const LoopInfo &loop : statement.innerBand) {
    ArrayRef<int64_t> factors = loopPointOf(task, loop.name).getFactors();
    // A sum passes from one iteration to the next unless all of it is unrolled.
    if (!isSum || !loop.reduction || factors[2] == loop.trip)
      continue;
    const LoopInfo *pipelined =
        llvm::find_if(statement.innerBand, [&](const LoopInfo &other) {
          return other.name == task.getPipelined().getValue();
        });
    // Flattened under the reduction, all of the pipelined loop lies between.
    if (pipelined == statement.innerBand.end() || pipelined->reduction)
      return {};
    // Where all loops count as one, those of the others as well.
    result.distance =
        counted.value_or(loopPointOf(task, pipelined->name).getFactors()[1]);
    if (result.distance < 2)
      return {};
  }
  return result;
}

/// The written array if the tool, which looks at subscripts alone, might take
/// copies that unrolling makes for dependent, and conditions keep them apart.
/// The copies of a sum follow each other.
static StringRef distinctCopies(const TaskGraph &graph, const Task &source,
                                hls::TaskPointAttr task,
                                const poly::Scop &scop) {
  const Statement &statement = source.only();
  if (llvm::count_if(statement.accesses,
                     [](const Access &access) { return access.isWrite; }) != 1)
    return {}; // of several results one array is not all
  unsigned written = statement.write().array;
  std::optional<unsigned> position = scop.findStatement(statement.name);
  bool reads = llvm::any_of(statement.accesses, [&](const Access &access) {
    return !access.isWrite && access.array == written;
  });
  if (!statement.guard || !position || !reads)
    return {};
  SmallVector<int64_t> copies;
  bool isSum = accumulates(statement, scop);
  for (const LoopInfo &loop : statement.innerBand) {
    copies.push_back(loopPointOf(task, loop.name).getFactors()[2]);
    if (isSum && loop.reduction && copies.back() > 1)
      return {};
  }
  return scop.copiesMeet(*position, copies, /*conditions=*/false) &&
                 !scop.copiesMeet(*position, copies, /*conditions=*/true)
             ? StringRef(graph.arrays[written].name)
             : StringRef();
}

namespace {

/// One statement, strip-mined as its task says.
struct StripMined {
  const Statement *statement = nullptr; ///< null: stays as it is
  hls::TaskPointAttr task;
  SmallVector<LevelLoop> levels;
  unsigned first = 0; ///< position of the first level's time in the schedule
  Independence independence;

  /// The loop at a position of the schedule; null for a shared one.
  const LevelLoop *levelAt(unsigned position) const {
    return statement && position >= first && position < first + levels.size()
               ? &levels[position - first]
               : nullptr;
  }
};
} // namespace

static LogicalResult stripMine(const TaskGraph &graph, poly::Scop &scop,
                               hls::DesignAttr design, bool requestII) {
  std::vector<poly::StripMine> mines(scop.statements().size());
  std::vector<StripMined> mined(mines.size());
  for (const Task &source : graph.tasksOf(TaskKind::Compute)) {
    const Statement &statement = source.only();
    unsigned s = *scop.findStatement(statement.name);
    hls::TaskPointAttr task = taskPointOf(design, statement.name);
    mines[s] = stripMineOf(statement, task);
    transforms::bindAdders(statement, task);
    mined[s] = {&statement, task, levelLoopsOf(statement, task),
                2 * scop.sharedLoops(s) + 1,
                independenceOf(graph, source, task, scop)};
    mined[s].independence.copies = distinctCopies(graph, source, task, scop);
  }
  poly::LoopHooks hooks;
  hooks.annotate = [&](affine::AffineForOp loop, unsigned s,
                       unsigned position) {
    if (const LevelLoop *level = mined[s].levelAt(position))
      annotate(loop, *level, *mined[s].statement, mined[s].task, requestII,
               mined[s].independence);
  };
  hooks.keepsSingle =
      [&](unsigned s, unsigned position) -> std::optional<poly::SingleLoop> {
    const LevelLoop *level = mined[s].levelAt(position);
    if (!level || !level->isKept())
      return std::nullopt;
    return poly::SingleLoop{scop.sharedLoops(s) + level->loop, level->stride};
  };
  return scop.generate(scop.stripMinedSchedule(mines), hooks);
}

LogicalResult transforms::applySchedule(func::FuncOp func, poly::Scop &scop,
                                        hls::DesignAttr design, bool requestII,
                                        int64_t maxPartition) {
  if (failed(checkSupported(func, design)))
    return failure();
  FailureOr<TaskGraph> graph = buildTaskGraph(func);
  if (failed(graph) ||
      failed(verifyDesign(*graph, scop, design, {maxPartition})))
    return failure();
  return stripMine(*graph, scop, design, requestII);
}

namespace {
struct ApplySchedule : talos::impl::ApplyScheduleBase<ApplySchedule> {
  using ApplyScheduleBase::ApplyScheduleBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (failed(hls::checkPrepared(func, getArgument())))
      return signalPassFailure();
    if (!func->hasAttr(hls::topAttrName))
      return;
    FailureOr<hls::DesignAttr> design = transforms::designOf(func);
    if (failed(design) || failed(transforms::checkSupported(func, *design)))
      return signalPassFailure();
    poly::Scop *scop = getAnalysis<poly::ScopAnalysis>().get();
    if (!scop || failed(transforms::applySchedule(func, *scop, *design,
                                                  requestII, maxPartition)))
      signalPassFailure();
  }
};
} // namespace
