//===- StreamedDesignPoint.cpp - Design points of networks ----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Streamed/StreamedDesignPoint.h"
#include "Explore/Shared/DesignPoint.h"
#include "Explore/Streamed/StreamedBeats.h"
#include "Explore/Streamed/StreamedOrders.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Analysis/RunsInTurn.h"
#include "talos/Dialect/HLS/ArrayBlock.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

//===----------------------------------------------------------------------===//
// To an attribute
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
                                  StringRef array, int64_t beat,
                                  int64_t copies = 1, int64_t depth = 0) {
  MLIRContext *context = own.getContext();
  int64_t level = depth > 0 ? 1 : 0;
  return hls::ArrayPointAttr::get(
      context, StringAttr::get(context, array), StringAttr::get(context, task),
      level, level, copies, beat, own.getPartition(), own.getStorage(), depth,
      own.getLanes(), own.getCopyPerReader(), own.getPortBlocks());
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
    const StreamedTask &task = *nest.task;
    bool moves = task.isTiled() && task.moves[array];
    int64_t tile = moves ? 1 : 0;
    for (int64_t extent : task.space.arrays[array].shape.extents)
      tile *= extent;
    arrays.push_back(ofTask(point, nest.name, task.arrays[array],
                            lanesAt<Int>(nest, array, choice, Int(1)).value(),
                            moves ? task.copies : 1, tile));
  }
}

/// The nest that takes the array again from memory; empty: none does.
static StringRef takerOf(const StreamedProgram &program,
                         const StreamedPoint<Int> &point, unsigned array) {
  for (const StreamedNestInfo &nest : program.nests)
    for (const StreamedAccess &operand : nest.operands)
      if (operand.array == array && point.again[array].value() > 0)
        return nest.name;
  return "";
}

hls::DesignAttr explore::designPoint(func::FuncOp func,
                                     const StreamedProgram &program,
                                     const StreamedPoint<Int> &point,
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
        StringAttr::get(context, takerOf(program, point, number)),
        /*define=*/0,
        /*transfer=*/point.again[number].value(), /*copies=*/1,
        point.beats[number].value(), hls::PartitionAttr::get(context, dims),
        hls::StorageKind::Auto,
        /*depth=*/0, ArrayRef<int64_t>(),
        /*copy_per_reader=*/false,
        /*port_blocks=*/point.ports[number].value()));
  }
  Builder builder(context);
  NamedAttrList resources;
  target::Amounts amounts = amountsOf(figures);
  for (const target::AmountField &field : target::amountFields)
    if (field.amount != &target::Amounts::uram || amounts.uram > 0)
      resources.append(field.name,
                       builder.getI64IntegerAttr(amounts.*field.amount));
  return hls::DesignAttr::get(
      context, tasks, arrays, builder.getStringAttr(status),
      figures.cycles.value(), bound, resources.getDictionary(context),
      hls::blocksOf(func));
}

bool explore::isValid(const StreamedFigures<Int> &figures) {
  return figures.cycles.isValid() && figures.dsp.isValid() &&
         figures.bram.isValid() && figures.uram.isValid() &&
         figures.lut.isValid() && figures.ff.isValid() &&
         figures.ports.isValid();
}

target::Amounts explore::amountsOf(const StreamedFigures<Int> &figures) {
  return {{figures.dsp.value(), figures.bram.value(), figures.uram.value(),
           figures.lut.value(), figures.ff.value()},
          figures.ports.value()};
}

//===----------------------------------------------------------------------===//
// From an attribute
//===----------------------------------------------------------------------===//

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

/// Of the buffers of a tile.
static LogicalResult checkCopies(const StreamedNestInfo &nest,
                                 hls::DesignAttr design) {
  const StreamedTask &task = *nest.task;
  for (hls::ArrayPointAttr own : design.getArrays())
    if (own.getTask().getValue() == nest.name && own.getDepth() > 0 &&
        own.getCopies() != task.copies)
      return emitError(nest.place)
             << "design point: task " << nest.name << " has " << own.getCopies()
             << " copies of the buffer of '" << own.getArray().getValue()
             << "'; it needs " << task.copies
             << (task.copies > 2
                     ? ", since a tile comes, is changed and leaves"
                     : ", one to compute on and one to fill or empty");
  return success();
}

/// Reads the point of a nest's tasks, with its cost.
static FailureOr<DesignPoint> pointOfTasks(const StreamedNestInfo &nest,
                                           hls::DesignAttr design) {
  const DesignSpace &space = nest.task->space;
  FailureOr<DesignPoint> point = fromAttribute(space, partOf(design, nest));
  if (failed(point) || failed(checkCopies(nest, design)))
    return failure();
  point->cost = costOfDesign(space, point->choices, cost::Numbers<Int>());
  func::FuncOp func = space.func;
  if (!isValid(point->cost))
    return func.emitError("the figures of the design point exceed 64 bits");
  return point;
}

/// Tokens of the arrays of a task: the beats of its array points.
static StreamedChoice<Int> choiceOfBuffers(const StreamedNestInfo &nest,
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
  for (const StreamedAccess &access : nest.accesses())
    read(access);
  return choice;
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

FailureOr<StreamedProgram> explore::filledUp(func::FuncOp func,
                                             const StreamedProgram &program,
                                             hls::DesignAttr design) {
  StreamedProgram filled = program;
  std::vector<std::string> known(program.extents.size());
  for (const StreamedNestInfo &nest : program.nests) {
    hls::TaskPointAttr task = analysis::taskPointOf(design, nest.name);
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

LogicalResult explore::readArrays(func::FuncOp func, hls::DesignAttr design,
                                  StreamedDesign &read) {
  StreamedPoint<Int> &point = read.point;
  for (StreamedArrayInfo &array : read.program.arrays) {
    hls::ArrayPointAttr own = analysis::streamedPointOf(design, array.name);
    bool isAgain = own && own.getTransfer() > 0;
    point.ports.push_back(own ? own.getPortBlocks() : 1);
    point.beats.push_back(own ? own.getBeat() : array.widestBeat);
    array.hasOwnBeat = true;
    if (own && failed(checkBeat(func, own.getBeat(), array)))
      return failure();
    point.again.push_back(isAgain);
    array.again = {isAgain};
    if (isAgain && (own.getTransfer() > 1 || !array.mayComeAgain))
      return func.emitError("design point: array ")
             << array.name << " cannot have transfer = " << own.getTransfer()
             << ": an array in memory may be loaded again in the outermost "
                "loop (transfer = 1) of the one nest that reads it, if that "
                "sums, has no condition and is no worker; use transfer = 0";
  }
  cost::Numbers<Int> number;
  StreamedOrders<Int> orders(read.program, point, number);
  for (auto [number, nest] : llvm::enumerate(read.program.nests))
    for (const StreamedAccess &operand : nest.operands)
      if (const StreamedArrayInfo &array = read.program.arrays[operand.array];
          array.isEverAgain() &&
          orders.mayComeAgain(number, operand).value() == 0)
        return func.emitError("design point: array ")
               << array.name << " has transfer = 1, but the outermost loop of "
               << nest.name
               << " moves it or has one iteration, or all of it is one box; "
                  "use transfer = 0";
  return success();
}

LogicalResult explore::readNests(func::FuncOp func, hls::DesignAttr design,
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
      point.nests.push_back(choiceOfBuffers(nest, read.program, design));
      continue;
    }
    hls::TaskPointAttr task = analysis::taskPointOf(design, nest.name);
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
