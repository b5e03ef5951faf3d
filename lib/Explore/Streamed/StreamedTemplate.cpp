//===- StreamedTemplate.cpp - Networks of processes -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/ModelBuilder.h"
#include "Explore/Shared/Templates.h"
#include "Explore/Streamed/StreamedAlternatives.h"
#include "Explore/Streamed/StreamedBound.h"
#include "Explore/Streamed/StreamedExplain.h"
#include "Explore/Streamed/StreamedInTurn.h"
#include "Explore/Streamed/StreamedOrders.h"
#include "Explore/Streamed/StreamedTasks.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Slr.h"
#include "talos/Explore/Template.h"
#include "talos/Support/Divisors.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include <map>
#include <numeric>
#include <set>

using namespace mlir;
using namespace talos;
using namespace talos::explore;
using nlp::Expr;

namespace {

using Point = StreamedPoint<Int>;

class StreamedProblem : public Problem {
public:
  StreamedProblem(func::FuncOp func, StreamedProgram program,
                  const target::Target &target, const target::Resources &usable,
                  int64_t maxPorts, const SlrBudget &slrs, bool breaksSymmetry,
                  std::optional<int64_t> within);
  FailureOr<hls::DesignAttr>
  designOf(const nlp::Solution &solution) const override;
  /// Every variable; adders by their words, too.
  std::vector<nlp::PinTarget> pinTargets();

private:
  int64_t longest(unsigned extent) const;
  std::vector<int64_t> divisorsOf(unsigned extent) const;
  int64_t mostLanes(const StreamedNestInfo &nest, unsigned loop) const;
  void addExtents();
  void addNest(unsigned nest);
  void addTasks(unsigned nest);
  void addWorkerTargets(std::vector<nlp::PinTarget> &targets) const;
  void addPorts(int64_t maxPorts);
  void alignLanes();
  void fitBoxes();
  void matchRuns(const StreamedFigures<Expr> &figures);
  void limit(const StreamedFigures<Expr> &figures,
             const target::Resources &usable, const SlrBudget &slrs);
  void limitNests(const StreamedFigures<Expr> &figures,
                  const target::Resources &usable, int64_t within);
  void assignSlrs(bool breaksSymmetry);

  func::FuncOp func;
  StreamedProgram program;
  const target::Target &target;
  StreamedPoint<Expr> point;
  std::vector<ModelVariables> tasks; ///< by nest; empty where it is no task
};

class StreamedSpace : public Space {
public:
  StreamedSpace(func::FuncOp func, const target::Target &target,
                const StreamedAnalysis &analysis,
                std::vector<StreamedVariant> variants,
                std::vector<BoundedPins> inTurn, const StreamedLimits &limits)
      : Space(func, target, limits.pins), analysis(analysis),
        variants(std::move(variants)), inTurn(std::move(inTurn)),
        limits(limits) {}
  static FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const StreamedAnalysis &analysis, const StreamedLimits &limits);
  FailureOr<std::unique_ptr<Problem>>
  lower(ArrayRef<nlp::Pin> pins) const override {
    return lowerWithin(pins, std::nullopt);
  }
  FailureOr<std::unique_ptr<Problem>>
  lowerWithin(ArrayRef<nlp::Pin> pins,
              std::optional<int64_t> within) const override;
  std::unique_ptr<Portfolio> portfolio() const override;
  FailureOr<hls::DesignAttr> evaluate(hls::DesignAttr design) const override;
  FailureOr<std::vector<NestExplanation>>
  explain(hls::DesignAttr design,
          const ExplanationOptions &options) const override;

private:
  FailureOr<StreamedDesign> read(hls::DesignAttr design) const;
  FailureOr<StreamedProgram> programOf(hls::DesignAttr design) const;
  LogicalResult checkSlrs(const StreamedProgram &own, const Point &chosen,
                          const StreamedFigures<Int> &figures) const;

  StreamedAnalysis analysis;
  std::vector<StreamedVariant> variants;
  std::vector<BoundedPins> inTurn; ///< programs of the variant in turn
  StreamedLimits limits;
};

class StreamedTemplate : public Template {
public:
  explicit StreamedTemplate(bool mayHaveTasks) : mayHaveTasks(mayHaveTasks) {}
  StringRef name() const override {
    return mayHaveTasks ? "mixed" : "streamed";
  }
  StringRef description() const override {
    return mayHaveTasks
               ? "as streamed; a nest that fits no stream is a task with "
                 "buffers between streams"
               : "every nest is a process: tiles, steps in a tile and lanes of "
                 "each loop; arrays are streams";
  }
  bool joinsNestsByStreams() const override { return true; }
  FailureOr<std::unique_ptr<Space>>
  build(func::FuncOp func, const target::Target &target,
        const SpaceOptions &options) const override;

private:
  bool mayHaveTasks;
};

} // namespace

std::unique_ptr<Template> explore::streamedTemplate() {
  return std::make_unique<StreamedTemplate>(/*mayHaveTasks=*/false);
}

std::unique_ptr<Template> explore::mixedTemplate() {
  return std::make_unique<StreamedTemplate>(/*mayHaveTasks=*/true);
}

//===----------------------------------------------------------------------===//
// The design point
//===----------------------------------------------------------------------===//

static hls::TaskPointAttr taskPoint(MLIRContext *context,
                                    const StreamedNestInfo &nest,
                                    const StreamedChoice<Int> &choice,
                                    int64_t ii, int64_t cycles,
                                    AffineMapAttr schedule) {
  SmallVector<hls::LoopPointAttr> loops;
  SmallVector<StringAttr> order;
  auto named = [&](StringRef name) { return StringAttr::get(context, name); };
  for (auto [number, loop] : llvm::enumerate(nest.loops)) {
    int64_t factors[] = {choice.tiles[number].value(),
                         choice.steps[number].value(),
                         choice.lanes[number].value()};
    loops.push_back(
        hls::LoopPointAttr::get(context, named(loop.name), loop.trip,
                                factors[0] * factors[1] * factors[2], factors));
  }
  for (unsigned loop : nest.orders[choice.order.value()])
    order.push_back(named(nest.loops[loop].name));
  for (const StreamedLoop &loop : nest.loops)
    if (loop.reduces)
      order.push_back(named(loop.name));
  return hls::TaskPointAttr::get(
      context, named(nest.name), named(nest.name), schedule, loops, order,
      named(nest.loops[nest.pipelined()].name), ii, /*coarse=*/1,
      hls::Accumulator::Direct, hls::Concurrency::Dataflow, choice.slr.value(),
      cycles,
      /*true_bounds=*/false, /*pairs=*/named(""),
      named(nest.adders[choice.adders.value()]));
}

/// Of a task's point as of a program of its own: the arrays are those of the
/// task, and `beat` is the elements of a token.
static hls::ArrayPointAttr ofTask(hls::ArrayPointAttr own, StringRef task,
                                  StringRef array, int64_t beat) {
  MLIRContext *context = own.getContext();
  return hls::ArrayPointAttr::get(
      context, StringAttr::get(context, array), StringAttr::get(context, task),
      own.getDefine(), own.getTransfer(), own.getCopies(), beat,
      own.getPartition(), own.getStorage(), own.getDepth(), own.getLanes(),
      own.getCopyPerReader(), own.getPortBlocks());
}

/// The lanes of the array with this number among the task's own; 1: nobody else
/// has it.
template <typename N>
static N lanesAt(const StreamedNestInfo &nest, unsigned array,
                 const StreamedChoice<N> &choice, N one) {
  int number = nest.task->numbers[array];
  if (number >= 0 && nest.result.array == unsigned(number))
    return choice.lanes[nest.result.dims.back()];
  for (const StreamedAccess &operand : nest.operands)
    if (number >= 0 && operand.array == unsigned(number))
      return choice.lanes[operand.dims.back()];
  return one;
}

/// The points of all tasks, in program order, and those of their buffers.
static void addPoints(const StreamedNestInfo &nest,
                      const StreamedChoice<Int> &choice, hls::DesignAttr own,
                      SmallVectorImpl<hls::TaskPointAttr> &tasks,
                      SmallVectorImpl<hls::ArrayPointAttr> &arrays) {
  llvm::append_range(tasks, own.getTasks());
  for (hls::ArrayPointAttr point : own.getArrays()) {
    unsigned array = 0;
    while (nest.task->space.arrays[array].shape.name !=
           point.getArray().getValue())
      ++array;
    arrays.push_back(ofTask(point, nest.name, nest.task->arrays[array],
                            lanesAt<Int>(nest, array, choice, Int(1)).value()));
  }
}

static hls::DesignAttr designPoint(func::FuncOp func,
                                   const StreamedProgram &program,
                                   const Point &point,
                                   const StreamedFigures<Int> &figures,
                                   ArrayRef<hls::DesignAttr> ofTasks,
                                   StringRef status, int64_t bound) {
  MLIRContext *context = func.getContext();
  SmallVector<hls::TaskPointAttr> tasks;
  SmallVector<hls::ArrayPointAttr> arrays;
  for (auto [number, nest] : llvm::enumerate(program.nests))
    if (nest.task)
      addPoints(nest, point.nests[number], ofTasks[number], tasks, arrays);
    else
      tasks.push_back(taskPoint(
          context, nest, point.nests[number], figures.intervals[number].value(),
          figures.ends[number].value(),
          program.inTurn
              ? analysis::scheduleOfRun(context, number, nest.loops.size())
              : AffineMapAttr()));
  for (auto [number, array] : llvm::enumerate(program.arrays)) {
    if (!array.isOffChip)
      continue;
    SmallVector<hls::PartitionDimAttr> dims(
        array.shape.size(),
        hls::PartitionDimAttr::get(context, hls::PartitionKind::None, 1));
    arrays.push_back(hls::ArrayPointAttr::get(
        context, StringAttr::get(context, array.name),
        StringAttr::get(context, ""), /*define=*/0, /*transfer=*/0,
        /*copies=*/1, array.beat, hls::PartitionAttr::get(context, dims),
        hls::StorageKind::Auto, /*depth=*/0, ArrayRef<int64_t>(),
        /*copy_per_reader=*/false,
        /*port_blocks=*/point.ports[number].value()));
  }
  Builder builder(context);
  NamedAttrList resources;
  const std::pair<StringRef, Int> amounts[] = {{"DSP", figures.dsp},
                                               {"BRAM_18K", figures.bram},
                                               {"LUT", figures.lut},
                                               {"FF", figures.ff}};
  for (auto [name, amount] : amounts)
    resources.append(name, builder.getI64IntegerAttr(amount.value()));
  if (figures.uram.value() > 0)
    resources.append("URAM", builder.getI64IntegerAttr(figures.uram.value()));
  return hls::DesignAttr::get(
      context, tasks, arrays, builder.getStringAttr(status),
      figures.cycles.value(), bound, resources.getDictionary(context),
      hls::blocksOf(func));
}

static bool isValid(const StreamedFigures<Int> &figures) {
  return figures.cycles.isValid() && figures.dsp.isValid() &&
         figures.bram.isValid() && figures.uram.isValid() &&
         figures.lut.isValid() && figures.ff.isValid();
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

int64_t StreamedProblem::longest(unsigned extent) const {
  return *llvm::max_element(program.extents[extent].choices);
}

/// Of all lengths that the extent may have, ascending.
std::vector<int64_t> StreamedProblem::divisorsOf(unsigned extent) const {
  std::set<int64_t> all;
  for (int64_t length : program.extents[extent].choices)
    for (int64_t divisor : divisors(length))
      all.insert(divisor);
  return {all.begin(), all.end()};
}

void StreamedProblem::addExtents() {
  for (const StreamedExtent &extent : program.extents) {
    if (extent.choices.size() == 1) {
      point.extents.push_back(model.constant(extent.choices.front()));
      continue;
    }
    const std::string &name = extent.names.front();
    point.extents.push_back(
        model.addVariable(model.addBlock(name), name, extent.choices));
  }
}

/// Rows are cut into tokens of so many elements at most.
int64_t StreamedProblem::mostLanes(const StreamedNestInfo &nest,
                                   unsigned loop) const {
  return std::min(longest(nest.loops[loop].extent),
                  program.mostInToken(nest, loop));
}

/// Rows of an array go along the loop.
static bool isRow(const StreamedNestInfo &nest, unsigned loop) {
  auto goes = [&](const StreamedAccess &access) {
    return access.dims.back() == loop;
  };
  return goes(nest.result) || llvm::any_of(nest.operands, goes);
}

/// As the shared template has them; a token goes to, or comes from, banks of
/// its own in one cycle.
void StreamedProblem::addTasks(unsigned number) {
  const StreamedNestInfo &nest = program.nests[number];
  LoweredTasks lowered = lowerTasks(nest.task->space, model);
  point.tasks[number] = {lowered.cost.latency, lowered.cost.resources};
  for (auto [array, factors] : llvm::enumerate(lowered.choices.factors)) {
    Expr lanes =
        lanesAt<Expr>(nest, array, point.nests[number], model.constant(1));
    if (!factors.empty())
      model.addConstraint("tokens of " +
                              nest.task->space.arrays[array].shape.name,
                          eq(mod(factors.back(), lanes), 0));
  }
  tasks[number] = std::move(lowered.variables);
}

void StreamedProblem::addNest(unsigned number) {
  const StreamedNestInfo &nest = program.nests[number];
  StreamedChoice<Expr> &choice = point.nests[number];
  nlp::BlockId block = model.addBlock(nest.name);
  auto slr = [&] {
    for (unsigned other = 0; nest.worker && other < number; ++other)
      if (program.nests[other].worker == nest.worker)
        return point.nests[other].slr;
    return nest.slrs.size() == 1
               ? model.constant(nest.slrs.front())
               : model.addVariable(block, slrName(nest), nest.slrs);
  };
  if (nest.firstWorker && *nest.firstWorker < number) {
    choice = point.nests[*nest.firstWorker];
    choice.slr = slr();
    return;
  }
  // Nests in turn have the operators of the first one.
  bool isShared = program.inTurn && number > 0;
  const StreamedChoice<Expr> &first = point.nests.front();
  std::vector<int64_t> orders(nest.orders.size());
  for (size_t order = 0; order < orders.size(); ++order)
    orders[order] = order;
  choice.order = isShared
                     ? first.order
                     : model.addVariable(block, nest.name + ".order", orders);
  choice.slr = slr();
  std::vector<int64_t> adders(nest.adders.size());
  std::iota(adders.begin(), adders.end(), 0);
  choice.adders = adders.size() == 1 ? model.constant(0)
                  : isShared
                      ? first.adders
                      : model.addVariable(block, addersName(nest), adders);
  for (auto [index, loop] : llvm::enumerate(nest.loops)) {
    std::string name = nest.name + "." + loop.name + ".t";
    std::vector<int64_t> all = divisorsOf(loop.extent), lanes;
    int64_t most = mostLanes(nest, index);
    llvm::copy_if(all, std::back_inserter(lanes),
                  [&](int64_t count) { return count <= most; });
    bool mayStep = nest.reduces() && !loop.reduces,
         mayUnroll = nest.task ? isRow(nest, index)
                               : nest.reduces() || nest.result.has(index);
    Expr steps =
        mayStep ? model.addVariable(block, name + "1", all) : model.constant(1);
    Expr unroll = !program.lanes.empty() ? model.constant(program.lanes[index])
                  : isShared             ? first.lanes[index]
                  : mayUnroll ? model.addVariable(block, name + "2", lanes)
                              : model.constant(1);
    Expr tiles = model.addDependent(block, name + "0", all);
    model.addConstraint(name,
                        eq(tiles * steps * unroll, point.extents[loop.extent]));
    choice.tiles.push_back(tiles);
    choice.steps.push_back(steps);
    choice.lanes.push_back(unroll);
  }
  // Copies of a loop that sums come before further tiles of the sums inside.
  for (unsigned outer = 0; outer < nest.loops.size(); ++outer)
    for (unsigned inner = outer + 1; inner < nest.loops.size(); ++inner)
      if (nest.loops[outer].reduces && nest.loops[inner].reduces)
        model.addConstraint(
            "order of " + nest.name,
            max(le(choice.lanes[outer], 1), eq(choice.tiles[inner], 1)));
}

/// All nests of a network cut the rows of an array alike. A token lies along a
/// row, so that FIFOs for other dimensions need lanes in it.
void StreamedProblem::alignLanes() {
  std::map<unsigned, Expr> known;
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    std::vector<StreamedAccess> accesses = nest.operands;
    accesses.push_back(nest.result);
    for (const StreamedAccess &access : accesses) {
      const std::string &array = program.arrays[access.array].name;
      Expr lanes = point.nests[number].lanes[access.dims.back()];
      auto [first, isNew] = known.try_emplace(access.array, lanes);
      if (!isNew && !program.inTurn)
        model.addConstraint("lanes of " + array, eq(first->second, lanes));
      Expr fifos = model.constant(1);
      for (unsigned loop : ArrayRef(access.dims).drop_back())
        fifos = fifos * point.nests[number].lanes[loop];
      model.addConstraint("tokens of " + array,
                          max(le(fifos, 1), le(2, lanes)));
    }
  }
}

/// By array, the first one that has as many ports: nests in turn use those of
/// the first nest, operand by operand, and workers those of the first worker.
static std::vector<unsigned> samePorts(const StreamedProgram &program) {
  llvm::EquivalenceClasses<unsigned> same;
  std::vector<unsigned> first(program.arrays.size());
  for (unsigned array = 0; array < first.size(); ++array)
    same.insert(array);
  for (const StreamedNestInfo &nest : program.nests) {
    if (!program.inTurn && !nest.firstWorker)
      continue;
    const StreamedNestInfo &shared =
        program.nests[program.inTurn ? 0 : *nest.firstWorker];
    same.unionSets(shared.result.array, nest.result.array);
    for (auto [own, other] : llvm::zip_equal(shared.operands, nest.operands))
      same.unionSets(own.array, other.array);
  }
  for (unsigned array = 0; array < first.size(); ++array)
    first[array] = *std::min_element(same.findLeader(array), same.member_end());
  return first;
}

/// Not so is an array whose parts nests access.
static bool isAccessed(const StreamedProgram &program, unsigned array) {
  auto accesses = [&](const StreamedAccess &access) {
    return access.array == array;
  };
  return llvm::any_of(program.nests, [&](const StreamedNestInfo &nest) {
    return accesses(nest.result) || llvm::any_of(nest.operands, accesses);
  });
}

/// Ports of an array take its rows in turn: a box has rows of all of them.
void StreamedProblem::addPorts(int64_t maxPorts) {
  std::vector<unsigned> shared = samePorts(program);
  for (auto [number, array] : llvm::enumerate(program.arrays)) {
    std::vector<int64_t> counts = {1};
    if (array.isOffChip && array.shape.size() > 1 &&
        isAccessed(program, number))
      counts = divisorsOf(array.extents.front());
    llvm::erase_if(counts, [&](int64_t count) { return count > maxPorts; });
    Expr ports = model.constant(1);
    if (counts.size() > 1) {
      std::string name = array.name + ".ports";
      ports = shared[number] < number
                  ? point.ports[shared[number]]
                  : model.addVariable(model.addBlock(array.name), name, counts);
      auto use = [&, own = number](size_t nest, const StreamedAccess &access) {
        if (access.array != own)
          return;
        Expr rows = point.nests[nest].lanes[access.dims.front()];
        model.addConstraint("rows of " + name, eq(gcd(rows, ports), ports));
      };
      for (auto [nest, info] : llvm::enumerate(program.nests)) {
        for (const StreamedAccess &operand : info.operands)
          if (operand.producer < 0)
            use(nest, operand);
        if (info.isLast || (info.needsOld && info.result.producer < 0))
          use(nest, info.result);
      }
    }
    point.ports.push_back(ports);
  }
}

/// From nest to nest, the boxes of one are whole boxes of the other.
void StreamedProblem::fitBoxes() {
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    auto fit = [&, user = number](const StreamedAccess &access) {
      if (access.producer < 0)
        return;
      const StreamedAccess &made = program.nests[access.producer].result;
      Expr isLess = model.constant(1), isMore = model.constant(1);
      for (size_t dim = 0; dim + 1 < access.dims.size(); ++dim) {
        Expr own = point.nests[user].lanes[access.dims[dim]],
             others = point.nests[access.producer].lanes[made.dims[dim]],
             common = gcd(own, others);
        isLess = isLess * eq(common, own);
        isMore = isMore * eq(common, others);
      }
      model.addConstraint("boxes of " + program.arrays[access.array].name,
                          max(isLess, isMore));
    };
    for (const StreamedAccess &operand : nest.operands)
      fit(operand);
    if (nest.needsOld)
      fit(nest.result);
  }
}

/// The processes of all runs are the same ones: memory is reordered in blocks,
/// or whole, and tokens are held, in all of them or in none, by as many ports;
/// an iteration begins every cycle. A whole tile of sums that are filled up
/// would be left out.
void StreamedProblem::matchRuns(const StreamedFigures<Expr> &figures) {
  cost::Numbers<Expr> number(model);
  StreamedOrders<Expr> orders(program, point, number);
  auto match = [&](const std::string &what, Expr first, Expr other) {
    model.addConstraint(what, eq(first, other));
  };
  // 1: blocks, 2: the whole array.
  auto kind = [&](Expr size, Expr all) { return min(size, 1) + eq(size, all); };
  auto before = [&](unsigned run, const StreamedAccess &access) {
    return kind(orders.blockBefore(run, access),
                orders.tokensOf(run, access, orders.operandEdge(run, access)));
  };
  auto behind = [&](unsigned run) {
    return kind(
        orders.blockBehind(run),
        orders.tokensOf(run, program.nests[run].result, orders.storeEdge(run)));
  };
  std::vector<StreamedAccess> ofFirst = program.incoming(0);
  for (auto [run, nest] : llvm::enumerate(program.nests)) {
    model.addConstraint("interval of " + nest.name,
                        eq(figures.intervals[run], 1));
    for (auto [index, loop] : llvm::enumerate(nest.loops)) {
      if (!loop.reduces)
        continue;
      Expr more = point.extents[loop.extent] - loop.trip;
      model.addConstraint("filled up " + nest.name,
                          le(more + 1, point.nests[run].lanes[index]));
    }
    if (run == 0)
      continue;
    for (auto [a, b] : llvm::zip_equal(ofFirst, program.incoming(run))) {
      const std::string &array = program.arrays[b.array].name;
      match("order of " + array, before(0, a), before(run, b));
      match("hold of " + array, min(orders.held(0, a), 1),
            min(orders.held(run, b), 1));
    }
    match("order of " + nest.name, behind(0), behind(run));
  }
}

void StreamedProblem::limit(const StreamedFigures<Expr> &figures,
                            const target::Resources &usable,
                            const SlrBudget &slrs) {
  model.addConstraint("DSP", le(figures.dsp, usable.dsp));
  model.addConstraint("BRAM_18K", le(figures.bram, usable.bram18k));
  model.addConstraint("LUT", le(figures.lut, usable.lut));
  model.addConstraint("FF", le(figures.ff, usable.ff));
  if (target.device.total.uram > 0)
    model.addConstraint("URAM", le(figures.uram, usable.uram));
  for (int64_t slr = 0; program.isSplit() && slr < program.slrs; ++slr) {
    StreamedAmounts<Expr> sum =
        amountsIn(slr, program, point, figures, cost::Numbers<Expr>(model));
    std::string where = " of SLR" + std::to_string(slr);
    const target::Resources &own = slrs.usable[slr];
    model.addConstraint("DSP" + where, le(sum.dsp, own.dsp));
    model.addConstraint("BRAM_18K" + where, le(sum.bram, own.bram18k));
    if (target.device.total.uram > 0)
      model.addConstraint("URAM" + where, le(sum.uram, own.uram));
    model.addConstraint("LUT" + where, le(sum.lut, own.lut));
    model.addConstraint("FF" + where, le(sum.ff, own.ff));
  }
}

/// What each nest takes by itself at most: choices that take more are none of
/// the nest's table then, which is small where few cycles are allowed.
void StreamedProblem::limitNests(const StreamedFigures<Expr> &figures,
                                 const target::Resources &usable,
                                 int64_t within) {
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    if (nest.task)
      continue;
    const StreamedLeast<Expr> &least = figures.least[number];
    model.addConstraint("cycles of " + nest.name, le(least.cycles, within));
    model.addConstraint("DSP of " + nest.name, le(least.dsp, usable.dsp));
    model.addConstraint("LUT of " + nest.name, le(least.lut, usable.lut));
  }
}

/// Kernels follow each other. Of assignments that differ by the direction, or
/// by the SLR in which the row of SLRs that are used begins, one is tried.
void StreamedProblem::assignSlrs(bool breaksSymmetry) {
  if (!program.isSplit())
    return;
  std::vector<Expr> slrs;
  for (const StreamedChoice<Expr> &choice : point.nests)
    slrs.push_back(choice.slr);
  cost::Numbers<Expr> number(model);
  model.addConstraint("order of kernels",
                      eq(kernelsFollow(program, slrs, number), 1));
  if (breaksSymmetry)
    model.addConstraint("symmetry of SLRs", eq(isCanonical(slrs), 1));
}

StreamedProblem::StreamedProblem(func::FuncOp func, StreamedProgram given,
                                 const target::Target &target,
                                 const target::Resources &usable,
                                 int64_t maxPorts, const SlrBudget &slrs,
                                 bool breaksSymmetry,
                                 std::optional<int64_t> within)
    : func(func), program(std::move(given)), target(target) {
  point.nests.resize(program.nests.size());
  point.tasks.resize(program.nests.size());
  tasks.resize(program.nests.size());
  addExtents();
  for (size_t nest = 0; nest < program.nests.size(); ++nest) {
    addNest(nest);
    if (program.nests[nest].task)
      addTasks(nest);
  }
  addPorts(maxPorts);
  alignLanes();
  fitBoxes();
  assignSlrs(breaksSymmetry);
  auto figures =
      streamedFigures(program, point, target, cost::Numbers<Expr>(model));
  if (program.inTurn)
    matchRuns(figures);
  limit(figures, usable, slrs);
  if (within)
    limitNests(figures, usable, *within);
  // The tool's own choice of adders where another one is not faster.
  Expr bound = model.constant(0);
  for (const StreamedChoice<Expr> &choice : point.nests)
    bound = bound + choice.adders;
  model.setObjective(
      {figures.cycles, bound, figures.dsp, figures.bram, figures.lut});
}

/// What a worker has in common with the first one is a variable of that one.
void StreamedProblem::addWorkerTargets(
    std::vector<nlp::PinTarget> &targets) const {
  for (auto [nest, choice] : llvm::zip_equal(program.nests, point.nests)) {
    if (!nest.firstWorker || &program.nests[*nest.firstWorker] == &nest)
      continue;
    targets.push_back({nest.name + ".order", choice.order, {}});
    if (nest.adders.size() > 1)
      targets.push_back({addersName(nest), choice.adders, {}});
    for (size_t loop = 0; loop < nest.loops.size(); ++loop) {
      std::string name = nest.name + "." + nest.loops[loop].name + ".t";
      targets.push_back({name + "0", choice.tiles[loop], {}});
      targets.push_back({name + "1", choice.steps[loop], {}});
      targets.push_back({name + "2", choice.lanes[loop], {}});
    }
  }
}

std::vector<nlp::PinTarget> StreamedProblem::pinTargets() {
  std::vector<nlp::PinTarget> targets = nlp::variableTargets(model);
  // What nests in turn have in common is a variable of the first one.
  const StreamedNestInfo &first = program.nests.front();
  for (size_t nest = 1; program.inTurn && nest < program.nests.size(); ++nest) {
    const std::string &name = program.nests[nest].name;
    targets.push_back({name + ".order", point.nests[nest].order, {}});
    if (first.adders.size() > 1)
      targets.push_back({name + ".adders", point.nests[nest].adders, {}});
    for (auto [loop, lanes] :
         llvm::zip_equal(program.nests[nest].loops, point.nests[nest].lanes))
      targets.push_back({name + "." + loop.name + ".t2", lanes, {}});
  }
  addWorkerTargets(targets);
  for (nlp::PinTarget &target : targets)
    for (const StreamedNestInfo &nest : program.nests)
      if (target.name == addersName(nest))
        for (auto [number, impl] : llvm::enumerate(nest.adders))
          target.words.emplace_back(impl.empty() ? "auto" : impl, number);
  return targets;
}

FailureOr<hls::DesignAttr>
StreamedProblem::designOf(const nlp::Solution &solution) const {
  Point found;
  auto at = [&](Expr expr) {
    return model.evaluate(expr.node(), solution.point);
  };
  for (const StreamedChoice<Expr> &choice : point.nests) {
    StreamedChoice<Int> own;
    for (size_t loop = 0; loop < choice.tiles.size(); ++loop) {
      own.tiles.push_back(at(choice.tiles[loop]));
      own.steps.push_back(at(choice.steps[loop]));
      own.lanes.push_back(at(choice.lanes[loop]));
    }
    own.order = at(choice.order);
    own.slr = at(choice.slr);
    own.adders = at(choice.adders);
    found.nests.push_back(std::move(own));
  }
  std::vector<hls::DesignAttr> ofTasks(program.nests.size());
  found.tasks.resize(program.nests.size());
  for (auto [number, nest] : llvm::enumerate(program.nests)) {
    if (!nest.task)
      continue;
    const DesignSpace &space = nest.task->space;
    DesignPoint own;
    own.choices = choicesOf(space, tasks[number], solution.point);
    for (auto [t, ids] : llvm::enumerate(tasks[number].tasks))
      own.orders.push_back(space.tasks[t].orders[solution.point[ids.order]]);
    own.cost = costOfDesign(space, own.choices, cost::Numbers<Int>());
    found.tasks[number] = {own.cost.latency, own.cost.resources};
    if (isValid(own.cost))
      ofTasks[number] = toAttribute(space, own, "feasible", /*bound=*/0);
  }
  for (Expr ports : point.ports)
    found.ports.push_back(at(ports));
  for (Expr extent : point.extents)
    found.extents.push_back(at(extent));
  auto figures = streamedFigures(program, found, target, cost::Numbers<Int>());
  func::FuncOp top = func;
  if (!isValid(figures) || figures.cycles.value() != solution.objective.front())
    return top.emitError("internal error: the model says ")
           << solution.objective.front() << " cycles, the rules "
           << (figures.cycles.isValid() ? figures.cycles.value() : -1);
  return designPoint(top, program, found, figures, ofTasks, "feasible",
                     solution.bound);
}

//===----------------------------------------------------------------------===//
// The space
//===----------------------------------------------------------------------===//

/// Takes common lanes from the pins, where these say all of them.
static void takeLanes(StreamedProgram &program, std::vector<nlp::Pin> &pins) {
  std::vector<int64_t> lanes;
  std::vector<nlp::Pin> others = pins;
  for (unsigned loop = 0; loop < program.nests.front().loops.size(); ++loop) {
    std::vector<std::string> names = lanesNames(program, loop);
    auto isLanes = [&](const nlp::Pin &pin) {
      return pin.relation == nlp::Pin::Equal &&
             llvm::is_contained(names, pin.name);
    };
    auto pin = llvm::find_if(others, isLanes);
    int64_t count = 0;
    bool isKnown =
        pin != others.end() && !StringRef(pin->value).getAsInteger(10, count) &&
        llvm::all_of(program.nests, [&](const StreamedNestInfo &nest) {
          const StreamedExtent &extent =
              program.extents[nest.loops[loop].extent];
          return count > 0 && extent.choices.size() == 1 &&
                 extent.choices.front() % count == 0;
        });
    if (!isKnown)
      return;
    lanes.push_back(count);
    // One that contradicts it is left.
    llvm::erase_if(others, [&, value = pin->value](const nlp::Pin &other) {
      return isLanes(other) && other.value == value;
    });
  }
  program.lanes = std::move(lanes);
  pins = std::move(others);
}

/// What is pinned of an extent is no variable, which makes much of the model
/// known; the other pins are left.
static FailureOr<StreamedProgram> narrowed(func::FuncOp func,
                                           StreamedProgram program,
                                           std::vector<nlp::Pin> &pins) {
  for (StreamedExtent &extent : program.extents)
    for (auto pin = pins.begin(); pin != pins.end();) {
      int64_t trip = 0;
      if (!llvm::is_contained(extent.names, pin->name)) {
        ++pin;
        continue;
      }
      if (pin->relation != nlp::Pin::Equal ||
          StringRef(pin->value).getAsInteger(10, trip) || trip < extent.trip ||
          trip > extent.most)
        return func.emitError("pin '")
               << pin->text() << "': the loop has " << extent.trip
               << " iterations; pin a number from there to " << extent.most;
      extent.choices = {trip};
      pin = pins.erase(pin);
    }
  if (failed(narrowSlrs(func, program, pins)))
    return failure();
  if (program.inTurn)
    takeLanes(program, pins);
  return program;
}

/// Of the first program whose tasks are as the pins say.
FailureOr<std::unique_ptr<Problem>>
StreamedSpace::lowerWithin(ArrayRef<nlp::Pin> pins,
                           std::optional<int64_t> within) const {
  func::FuncOp func = getFunc();
  FailureOr<TaskPins> split = readTaskPins(func, pins);
  if (failed(split))
    return failure();
  auto variant = llvm::find_if(variants, [&](const StreamedVariant &known) {
    auto isTask = [&](const std::string &nest) {
      return known.tasks.count(nest) > 0;
    };
    return split->inTurn.value_or(known.program.inTurn) ==
               known.program.inTurn &&
           llvm::all_of(split->tasks, isTask) &&
           llvm::none_of(split->streams, isTask);
  });
  if (variant == variants.end())
    return func.emitError("pins leave no choice of the nests that are tasks");
  std::vector<nlp::Pin> others = std::move(split->others);
  FailureOr<StreamedProgram> narrow = narrowed(func, variant->program, others);
  if (failed(narrow))
    return failure();
  auto problem = std::make_unique<StreamedProblem>(
      func, std::move(*narrow), getTarget(), limits.usable, limits.maxPorts,
      limits.slrs,
      limits.slrs.areAlike && !pinsSlrs(variant->program, getPins()), within);
  if (llvm::Error error =
          nlp::applyPins(problem->model, others, problem->pinTargets()))
    return func.emitError(llvm::toString(std::move(error)));
  return std::unique_ptr<Problem>(std::move(problem));
}

/// The program with no other adders than those that are pinned.
static StreamedProgram withPinnedAdders(StreamedProgram program,
                                        const std::vector<nlp::Pin> &pins) {
  for (StreamedNestInfo &nest : program.nests)
    for (const nlp::Pin &pin : pins)
      if (pin.name == addersName(nest))
        for (StreamedOperation &operation : nest.operations)
          operation.ops = {operation.ops[std::stoul(pin.value)]};
  return program;
}

/// Those first that promise most.
std::unique_ptr<Portfolio> StreamedSpace::portfolio() const {
  std::set<std::string> open; // tasks in some of the programs
  for (const StreamedVariant &variant : variants)
    open.insert(variant.tasks.begin(), variant.tasks.end());
  std::map<int64_t, Alternatives> byBound;
  bool mayBeInTurn = variants.back().program.inTurn,
       isInTurn = llvm::any_of(getPins(), [](const nlp::Pin &pin) {
         return pin.text() == inTurnPin(true).text();
       });
  for (const auto &[tasks, program] : variants) {
    if (program.inTurn || isInTurn)
      continue;
    Alternatives own = alternativesOf(program, getPins(), limits.slrs.areAlike);
    for (std::vector<nlp::Pin> &pins : own) {
      for (const std::string &nest : open)
        if (!isPinned(getPins(), taskPin(nest, true).name))
          pins.push_back(taskPin(nest, tasks.count(nest) > 0));
      if (mayBeInTurn && !isPinned(getPins(), inTurnName.str()))
        pins.push_back(inTurnPin(false));
      int64_t bound = leastStreamedCycles(withPinnedAdders(program, pins),
                                          limits.usable, limits.maxPorts);
      byBound[bound].push_back(std::move(pins));
    }
  }
  Alternatives programs, ofRuns;
  std::vector<int64_t> bounds, boundsOfRuns;
  for (const auto &[bound, known] : inTurn) {
    ofRuns.push_back(known);
    if (!isPinned(getPins(), inTurnName.str()))
      ofRuns.back().push_back(inTurnPin(true));
    boundsOfRuns.push_back(bound);
  }
  for (auto &[bound, alike] : byBound) {
    llvm::append_range(programs, alike);
    bounds.resize(programs.size(), bound);
  }
  // Those in turn are soon solved: where they may be near to what the others
  // need at least, they say what these must beat.
  bool areFirst = bounds.empty() ||
                  (!boundsOfRuns.empty() &&
                   boundsOfRuns.front() <= bounds.front() + bounds.front() / 2);
  size_t together = areFirst ? ofRuns.size() : programs.size();
  programs.insert(areFirst ? programs.begin() : programs.end(), ofRuns.begin(),
                  ofRuns.end());
  bounds.insert(areFirst ? bounds.begin() : bounds.end(), boundsOfRuns.begin(),
                boundsOfRuns.end());
  return choicePortfolio(*this, std::move(programs), std::move(bounds),
                         together);
}

/// What a design says of the tasks of a nest, as of a program of its own.
static hls::DesignAttr partOf(hls::DesignAttr design,
                              const StreamedNestInfo &nest) {
  MLIRContext *context = design.getContext();
  SmallVector<hls::TaskPointAttr> tasks;
  for (const TaskSpace &task : nest.task->space.tasks)
    if (hls::TaskPointAttr own = analysis::taskPointOf(design, task.name))
      tasks.push_back(own);
  SmallVector<hls::ArrayPointAttr> arrays;
  for (hls::ArrayPointAttr own : design.getArrays())
    if (own.getTask().getValue() == nest.name)
      arrays.push_back(ofTask(own, "",
                              nest.name + "." + own.getArray().getValue().str(),
                              /*beat=*/1));
  return hls::DesignAttr::get(context, tasks, arrays, design.getStatus(),
                              design.getCycles(), design.getBound(),
                              design.getResources(), design.getBlocks());
}

/// Reads the point of a nest's tasks, with its cost.
static FailureOr<DesignPoint> pointOfTasks(const StreamedNestInfo &nest,
                                           hls::DesignAttr design) {
  const DesignSpace &space = nest.task->space;
  FailureOr<DesignPoint> point = fromAttribute(space, partOf(design, nest));
  if (failed(point))
    return failure();
  point->cost = costOfDesign(space, point->choices, cost::Numbers<Int>());
  func::FuncOp func = space.func;
  if (!isValid(point->cost))
    return func.emitError("the figures of the design point exceed 64 bits");
  return point;
}

/// Tokens of the arrays of a task: the beats of its array points.
static StreamedChoice<Int> choiceOfTask(const StreamedNestInfo &nest,
                                        const StreamedProgram &program,
                                        hls::DesignAttr design) {
  StreamedChoice<Int> choice;
  for (const StreamedLoop &loop : nest.loops) {
    choice.tiles.push_back(loop.trip);
    choice.steps.push_back(1);
    choice.lanes.push_back(1);
  }
  choice.order = choice.adders = Int(0);
  auto read = [&](const StreamedAccess &access) {
    unsigned row = access.dims.back();
    hls::ArrayPointAttr point = analysis::arrayPointOf(
        design, program.arrays[access.array].name, nest.name);
    if (!point)
      return;
    choice.lanes[row] = point.getBeat();
    choice.tiles[row] = nest.loops[row].trip / point.getBeat();
  };
  for (const StreamedAccess &operand : nest.operands)
    read(operand);
  read(nest.result);
  return choice;
}

static hls::TaskPointAttr pointOf(hls::DesignAttr design, StringRef name) {
  for (hls::TaskPointAttr task : design.getTasks())
    if (task.getName().getValue() == name)
      return task;
  return {};
}

/// An error where a nest stands in no SLR of these, or an SLR has not what its
/// nests need.
LogicalResult
StreamedSpace::checkSlrs(const StreamedProgram &own, const Point &chosen,
                         const StreamedFigures<Int> &figures) const {
  func::FuncOp func = getFunc();
  for (auto [nest, choice] : llvm::zip_equal(own.nests, chosen.nests))
    if (choice.slr.value() >= own.slrs)
      return func.emitError("design point: task ")
             << nest.name << " stands in SLR" << choice.slr.value() << "; "
             << getTarget().device.name << " has "
             << hls::slrRange(getTarget().device.slrs);
  for (int64_t slr = 0; own.isSplit() && slr < own.slrs; ++slr) {
    StreamedAmounts<Int> sum =
        amountsIn(slr, own, chosen, figures, cost::Numbers<Int>());
    target::Resources used;
    used.dsp = sum.dsp.value();
    used.bram18k = sum.bram.value();
    used.uram = sum.uram.value();
    used.lut = sum.lut.value();
    used.ff = sum.ff.value();
    std::string over = target::overuse(used, limits.slrs.usable[slr]);
    if (!over.empty())
      return func.emitError("the design point needs more than there is of SLR")
             << slr << ": " << over;
  }
  return success();
}

/// None if the point has not all loops, or an order that is not offered.
static std::optional<StreamedChoice<Int>> choiceOf(const StreamedNestInfo &nest,
                                                   hls::TaskPointAttr point) {
  StreamedChoice<Int> choice;
  choice.slr = Int(point.getSlr());
  auto adders = llvm::find(nest.adders, point.getAdders().getValue());
  if (adders == nest.adders.end())
    return std::nullopt;
  choice.adders = Int(adders - nest.adders.begin());
  for (const StreamedLoop &loop : nest.loops) {
    const auto *own =
        llvm::find_if(point.getLoops(), [&](hls::LoopPointAttr other) {
          return other.getName().getValue() == loop.name;
        });
    if (own == point.getLoops().end() || (*own).getFactors().size() != 3)
      return std::nullopt;
    ArrayRef<int64_t> factors = (*own).getFactors();
    choice.tiles.push_back(factors[0]);
    choice.steps.push_back(factors[1]);
    choice.lanes.push_back(factors[2]);
  }
  for (auto [number, order] : llvm::enumerate(nest.orders)) {
    size_t matched = 0;
    for (StringAttr name : point.getOrder())
      if (matched < order.size() &&
          nest.loops[order[matched]].name == name.getValue())
        ++matched;
    if (matched == order.size()) {
      choice.order = Int(number);
      return choice;
    }
  }
  return std::nullopt;
}

/// The program with extents as long as the loops of the design point, whose
/// other choices are gone.
static FailureOr<StreamedProgram> filledUp(func::FuncOp func,
                                           const StreamedProgram &program,
                                           hls::DesignAttr design) {
  StreamedProgram filled = program;
  std::vector<std::string> known(program.extents.size());
  for (const StreamedNestInfo &nest : program.nests) {
    hls::TaskPointAttr task = pointOf(design, nest.name);
    if (nest.task)
      continue;
    for (const StreamedLoop &loop : nest.loops) {
      hls::LoopPointAttr own =
          task ? analysis::loopPointOf(task, loop.name) : hls::LoopPointAttr();
      if (!own)
        continue; // said where its factors are missed
      std::vector<int64_t> &choices = filled.extents[loop.extent].choices;
      std::string &first = known[loop.extent],
                  name = nest.name + "." + loop.name;
      if (!first.empty() && choices.back() != own.getPadded())
        return func.emitError("design point: loops ")
               << first << " and " << name
               << " are subscripts of one dimension; fill both up to "
               << choices.back() << " iterations";
      first = name;
      choices = {own.getPadded()};
    }
  }
  for (StreamedExtent &extent : filled.extents) {
    extent.choices.resize(1);
    extent.trip = extent.choices.front();
  }
  return filled;
}

/// Of every nest, in program order: its choice, and the cost of its tasks.
static LogicalResult readNests(func::FuncOp func, hls::DesignAttr design,
                               StreamedDesign &read) {
  StreamedPoint<Int> &point = read.point;
  read.ofTasks.resize(read.program.nests.size());
  point.tasks.resize(read.program.nests.size());
  for (auto [number, nest] : llvm::enumerate(read.program.nests)) {
    if (nest.task) {
      FailureOr<DesignPoint> own = pointOfTasks(nest, design);
      if (failed(own))
        return failure();
      point.tasks[number] = {own->cost.latency, own->cost.resources};
      read.ofTasks[number] = toAttribute(nest.task->space, *own, "manual", 0);
      point.nests.push_back(choiceOfTask(nest, read.program, design));
      continue;
    }
    hls::TaskPointAttr task = pointOf(design, nest.name);
    std::optional<StreamedChoice<Int>> choice =
        task ? choiceOf(nest, task) : std::nullopt;
    if (!choice)
      return func.emitError("design point: task ")
             << nest.name
             << " has no point that the space streamed covers: three factors "
                "of each loop, an order with the reductions last, and adders "
                "that the operator library has";
    point.nests.push_back(std::move(*choice));
  }
  return success();
}

static LogicalResult refuseInTurn(func::FuncOp func, const Twine &what,
                                  const std::string &why) {
  return func.emitError()
         << what
         << ": the nests cannot run in turn on the same operators: " << why;
}

/// With the tasks that the design has, among them others than the space tries.
FailureOr<StreamedProgram>
StreamedSpace::programOf(hls::DesignAttr design) const {
  std::set<std::string> tasks;
  size_t inTurn = 0;
  const StreamedProgram &first = variants.front().program;
  for (const StreamedNestInfo &nest : first.nests) {
    hls::TaskPointAttr point = pointOf(design, nest.name);
    if (point && point.getConcurrency() == hls::Concurrency::Sequential)
      tasks.insert(nest.name);
    inTurn += point && analysis::runOf(point);
  }
  func::FuncOp func = getFunc();
  if (inTurn > 0 && inTurn < first.nests.size())
    return func.emitError("design point: all nests run in turn, or none does");
  if (inTurn > 0) {
    std::string why;
    std::optional<StreamedProgram> program = programInTurn(func, first, why);
    if (!program)
      return refuseInTurn(func, "design point", why);
    return std::move(*program);
  }
  auto hasThem = [&](const StreamedVariant &variant) {
    return !variant.program.inTurn &&
           llvm::all_of(
               variant.program.nests, [&](const StreamedNestInfo &nest) {
                 return (nest.task != nullptr) == (tasks.count(nest.name) > 0);
               });
  };
  auto known = llvm::find_if(variants, hasThem);
  if (known != variants.end())
    return known->program;
  StreamedAnalysis own = analysis;
  own.tasks = std::move(tasks);
  return analyzeStreamed(func, getTarget(), own);
}

/// With its figures, which are within the limits.
FailureOr<StreamedDesign> StreamedSpace::read(hls::DesignAttr design) const {
  func::FuncOp func = getFunc();
  FailureOr<StreamedProgram> program = programOf(design);
  if (failed(program))
    return failure();
  FailureOr<StreamedProgram> filled = filledUp(func, *program, design);
  if (failed(filled))
    return failure();
  StreamedDesign result{std::move(*filled), {}, {}, {}};
  Point &point = result.point;
  for (const StreamedExtent &extent : result.program.extents)
    point.extents.push_back(extent.choices.back());
  if (failed(readNests(func, design, result)))
    return failure();
  for (const StreamedArrayInfo &array : program->arrays) {
    point.ports.push_back(1);
    for (hls::ArrayPointAttr own : design.getArrays())
      if (own.getArray().getValue() == array.name)
        point.ports.back() = own.getPortBlocks();
  }
  if (llvm::any_of(point.nests, [](const StreamedChoice<Int> &choice) {
        return choice.slr.value() > 0;
      }))
    result.program.slrs = getTarget().device.slrs;
  // The point says where each nest stands, whatever the options allow.
  for (auto [nest, choice] : llvm::zip_equal(result.program.nests, point.nests))
    nest.slrs = {choice.slr.value()};
  result.figures =
      streamedFigures(result.program, point, getTarget(), cost::Numbers<Int>());
  const StreamedFigures<Int> &figures = result.figures;
  if (!isValid(figures))
    return func.emitError("the figures of the design point exceed 64 bits");
  target::Resources used;
  used.dsp = figures.dsp.value();
  used.bram18k = figures.bram.value();
  used.uram = figures.uram.value();
  used.lut = figures.lut.value();
  used.ff = figures.ff.value();
  std::string over = target::overuse(used, limits.usable);
  if (!over.empty())
    return func.emitError("the design point needs more than there is: ")
           << over;
  if (failed(checkSlrs(result.program, point, figures)))
    return failure();
  return std::move(result);
}

FailureOr<hls::DesignAttr>
StreamedSpace::evaluate(hls::DesignAttr design) const {
  FailureOr<StreamedDesign> known = read(design);
  if (failed(known))
    return failure();
  return designPoint(getFunc(), known->program, known->point, known->figures,
                     known->ofTasks, "manual", /*bound=*/0);
}

FailureOr<std::vector<NestExplanation>>
StreamedSpace::explain(hls::DesignAttr design,
                       const ExplanationOptions &options) const {
  FailureOr<StreamedDesign> known = read(design);
  if (failed(known))
    return failure();
  func::FuncOp func = getFunc();
  auto search = func->getAttrOfType<hls::SearchAttr>(hls::searchAttrName);
  bool isOptimal = search && search.getStatus() == hls::SearchStatus::Optimal &&
                   llvm::equal(search.getPins(), getPins(),
                               [](StringAttr known, const nlp::Pin &pin) {
                                 return known.getValue() == pin.text();
                               });
  auto spaceUnder = [&](const StreamedLimits &others) {
    return build(func, getTarget(), analysis, others);
  };
  return explainNetwork(*this, *known, limits, isOptimal, spaceUnder, options);
}

FailureOr<std::unique_ptr<Space>>
StreamedTemplate::build(func::FuncOp func, const target::Target &target,
                        const SpaceOptions &options) const {
  if (options.fineGrained)
    return func.emitError("fine-grained needs space=pragmas");
  llvm::Expected<target::Resources> usable =
      target.usable(options.usablePercent, options.limits);
  if (!usable)
    return func.emitError(llvm::toString(usable.takeError()));
  int64_t banks = std::max<int64_t>(1, target.device.memory.banks);
  if (options.layouts.maxPorts > banks)
    return func.emitError("max-ports ")
           << options.layouts.maxPorts << ": " << target.device.name << " has "
           << banks << " memory banks, one a port; allow fewer ports";
  // Memory holds the arrays as in C where it may hold no others.
  int64_t padding = options.layouts.padded ? options.layouts.paddingPercent : 0;
  StreamedAnalysis analysis{
      options.treeReduction, padding, mayHaveTasks, {}, {}};
  FailureOr<SlrBudget> slrs = slrBudget(func, target, options);
  if (failed(slrs))
    return failure();
  return StreamedSpace::build(
      func, target, analysis,
      {*usable, std::move(*slrs), options.layouts.maxPorts, options.pins});
}

/// Adds the program of nests in turn where they may run so; the programs that
/// are made of it.
static FailureOr<std::vector<BoundedPins>>
addInTurn(func::FuncOp func, const target::Target &target,
          const StreamedLimits &limits, const TaskPins &pins,
          std::vector<StreamedVariant> &variants) {
  std::vector<BoundedPins> none;
  bool isAsked = pins.inTurn.value_or(false);
  if (!pins.inTurn.value_or(true) || (!isAsked && limits.slrs.count > 1))
    return none;
  if (limits.slrs.count > 1)
    return func.emitError("pin '")
           << inTurnPin(true).text()
           << "': nests on the same operators are one kernel; leave out --slrs";
  const StreamedProgram &first = variants.front().program;
  std::string why;
  std::optional<StreamedProgram> program = programInTurn(func, first, why);
  if (!program && isAsked)
    return refuseInTurn(func, "pin '" + inTurnPin(true).text() + "'", why);
  if (!program)
    return none;
  std::vector<BoundedPins> all = alternativesInTurn(
      *program, target, limits.usable, limits.maxPorts, limits.pins);
  if (all.empty() && isAsked)
    return func.emitError("pin '")
           << inTurnPin(true).text()
           << "': no lanes fit all nests within the resources, what arrays may "
              "be filled up to, and other pins";
  if (all.empty())
    return none;
  variants.push_back({{}, std::move(*program)});
  return all;
}

FailureOr<std::unique_ptr<Space>>
StreamedSpace::build(func::FuncOp func, const target::Target &target,
                     const StreamedAnalysis &analysis,
                     const StreamedLimits &limits) {
  FailureOr<TaskPins> pins = readTaskPins(func, limits.pins);
  if (failed(pins))
    return failure();
  FailureOr<std::vector<StreamedVariant>> variants =
      streamedVariants(func, target, limits.usable, analysis, *pins);
  if (failed(variants))
    return failure();
  int64_t count = limits.slrs.count;
  if (count > 1 && variants->front().program.hasTasks())
    return func.emitError(
        "kernels of SLRs are made of nests that stream alone; "
        "leave out --slrs, or change the nests that fit no "
        "stream (--space streamed names them)");
  if (count > 1)
    variants->resize(1);
  for (StreamedVariant &variant : *variants) {
    variant.program.slrs = count;
    for (StreamedNestInfo &nest : variant.program.nests) {
      nest.slrs.resize(count);
      std::iota(nest.slrs.begin(), nest.slrs.end(), 0);
    }
  }
  FailureOr<std::vector<BoundedPins>> inTurn =
      addInTurn(func, target, limits, *pins, *variants);
  if (failed(inTurn))
    return failure();
  return std::unique_ptr<Space>(std::make_unique<StreamedSpace>(
      func, target, analysis, std::move(*variants), std::move(*inTurn),
      limits));
}
