//===- DesignPoint.cpp - Between choices and the design attribute ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/DesignPoint.h"
#include "Explore/Shared/Adders.h"
#include "Explore/Shared/Layouts.h"
#include "Explore/Shared/Packing.h"
#include "Explore/Shared/TilePoint.h"
#include "Explore/Shared/Tiles.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace mlir;
using namespace talos;
using namespace talos::explore;

//===----------------------------------------------------------------------===//
// To the attribute
//===----------------------------------------------------------------------===//

static hls::TaskPointAttr taskAttribute(const DesignSpace &space,
                                        const DesignPoint &point, unsigned t) {
  MLIRContext *context = space.func->getContext();
  Builder builder(context);
  const TaskSpace &task = space.tasks[t];
  const TaskChoices<Int> &choices = point.choices.tasks[t];
  SmallVector<hls::LoopPointAttr> loops;
  StringAttr pipelined = builder.getStringAttr("");
  for (auto [loop, choice] : llvm::zip(task.band, choices.loops)) {
    StringAttr name = builder.getStringAttr(loop.name);
    int64_t factors[] = {choice.t0.value(), choice.t1.value(),
                         choice.t2.value()};
    loops.push_back(
        hls::LoopPointAttr::get(context, name, loop.trip, loop.trip, factors));
    if (choice.pipelined.value())
      pipelined = name;
  }
  SmallVector<StringAttr> order;
  for (unsigned l : point.orders[t])
    order.push_back(builder.getStringAttr(task.band[l].name));
  StringAttr pairs = builder.getStringAttr("");
  if (choices.pairs && choices.pairs->value() != 0)
    pairs = builder.getStringAttr(task.band[choices.pairs->value() - 1].name);
  StringAttr name = builder.getStringAttr(task.name);
  SmallVector<StringAttr> statements;
  for (const std::string &result : task.results)
    statements.push_back(builder.getStringAttr(result));
  return hls::TaskPointAttr::get(
      context, name, statements, AffineMapAttr(), loops, order, pipelined,
      point.cost.tasks[t].ii.value(), /*coarse=*/1,
      static_cast<hls::Accumulator>(choices.accumulator),
      hls::Concurrency::Sequential, /*slr=*/0,
      point.cost.tasks[t].latency.value(), hasTrueBounds(task, choices), pairs,
      builder.getStringAttr(task.adders));
}

hls::PartitionDimAttr explore::dimAttribute(MLIRContext *context,
                                            int64_t factor, int64_t extent) {
  if (factor == 1)
    return hls::PartitionDimAttr::get(context, hls::PartitionKind::None, 1);
  if (factor == extent)
    return hls::PartitionDimAttr::get(context, hls::PartitionKind::Complete, 0);
  return hls::PartitionDimAttr::get(context, hls::PartitionKind::Cyclic,
                                    factor);
}

static bool isPackedIn(const DesignChoices<Int> &choices, unsigned array) {
  return choices.packed[array] && choices.packed[array]->value() == 1;
}

/// Empty of an array that lies as in C.
static SmallVector<int64_t> lanesOf(const cost::PortChoice<Int> &port) {
  SmallVector<int64_t> lanes;
  if (!port.natural || port.natural->value() == 0)
    for (Int extent : port.lanes)
      lanes.push_back(extent.value());
  return lanes;
}

static hls::ArrayPointAttr
arrayAttribute(const DesignSpace &space, const DesignPoint &point, unsigned a) {
  MLIRContext *context = space.func->getContext();
  const cost::ArrayShape &shape = space.arrays[a].shape;
  SmallVector<hls::PartitionDimAttr> dims;
  for (auto [factor, extent] :
       llvm::zip(point.choices.factors[a], shape.extents))
    dims.push_back(dimAttribute(context, factor.value(), extent));
  bool isPacked = isPackedIn(point.choices, a);
  const std::optional<cost::PortChoice<Int>> &port = point.choices.ports[a];
  if (isPacked)
    dims.back() =
        hls::PartitionDimAttr::get(context, hls::PartitionKind::Reshape,
                                   point.choices.factors[a].back().value());
  return hls::ArrayPointAttr::get(
      context, StringAttr::get(context, shape.name),
      /*task=*/StringAttr::get(context, ""), /*define=*/0, /*transfer=*/0,
      /*copies=*/1, port ? port->beat.value() : 1,
      hls::PartitionAttr::get(context, dims),
      isPacked ? hls::StorageKind::URAM : hls::StorageKind::Auto, /*depth=*/0,
      port ? lanesOf(*port) : SmallVector<int64_t>(),
      point.choices.copies[a] && point.choices.copies[a]->value() > 1,
      port && port->block && port->block->value() ? port->ports->value() : 1);
}

bool explore::isValid(const DesignCost<Int> &cost) {
  const cost::DesignResources<Int> &r = cost.resources;
  return cost.latency.isValid() && r.dsp.isValid() && r.bram.isValid() &&
         r.uram.isValid() && r.lut.isValid() && r.ff.isValid() &&
         cost.ports.isValid();
}

target::Amounts explore::amountsOf(const DesignCost<Int> &cost) {
  const cost::DesignResources<Int> &r = cost.resources;
  return {{r.dsp.value(), r.bram.value(), r.uram.value(), r.lut.value(),
           r.ff.value()},
          cost.ports.value()};
}

hls::DesignAttr explore::toAttribute(const DesignSpace &space,
                                     const DesignPoint &point, StringRef status,
                                     int64_t bound) {
  MLIRContext *context = space.func->getContext();
  Builder builder(context);
  SmallVector<hls::TaskPointAttr> tasks;
  for (unsigned t = 0; t < space.tasks.size(); ++t)
    tasks.push_back(taskAttribute(space, point, t));
  SmallVector<hls::ArrayPointAttr> arrays;
  for (unsigned a = 0; a < space.arrays.size(); ++a)
    if (space.arrays[a].hasSharedBuffer())
      arrays.push_back(arrayAttribute(space, point, a));
  for (unsigned t = 0; t < space.tasks.size(); ++t)
    llvm::append_range(arrays, tileAttributes(space, point, t));
  target::Amounts amounts = amountsOf(point.cost);
  NamedAttrList resources;
  for (const target::AmountField &field : target::amountFields)
    resources.append(field.name,
                     builder.getI64IntegerAttr(amounts.*field.amount));
  return hls::DesignAttr::get(
      context, tasks, arrays, builder.getStringAttr(status),
      point.cost.latency.value(), bound, resources.getDictionary(context),
      hls::blocksOf(space.func));
}

//===----------------------------------------------------------------------===//
// From the attribute
//===----------------------------------------------------------------------===//

/// The task's point, with what the space does not offer refused.
static FailureOr<hls::TaskPointAttr> findTask(const TaskSpace &task,
                                              hls::DesignAttr design) {
  for (hls::TaskPointAttr point : design.getTasks()) {
    if (point.getName() != task.name)
      continue;
    if (!llvm::equal(point.getStatements(), task.results))
      return emitError(task.location)
             << "design point of task '" << task.name
             << "' must hold statement '" << llvm::join(task.results, "', '")
             << "' alone";
    if (point.getCoarse() != 1 || point.getSchedule() ||
        point.getConcurrency() != hls::Concurrency::Sequential)
      return emitError(task.location)
             << "design point of task '" << task.name
             << "' asks for coarse-grained unrolling, a base schedule or "
                "dataflow, which the cost rules do not cover";
    return point;
  }
  return emitError(task.location)
         << "design point has no entry for task '" << task.name << "'";
}

static LogicalResult readLoop(const TaskSpace &task, const LoopSpace &loop,
                              hls::TaskPointAttr point,
                              cost::LoopChoice<Int> &choice) {
  for (hls::LoopPointAttr attr : point.getLoops()) {
    if (attr.getName() != loop.name)
      continue;
    ArrayRef<int64_t> factors = attr.getFactors();
    if (attr.getTrip() != loop.trip || attr.getPadded() != loop.trip ||
        factors.size() != 3 ||
        factors[0] * factors[1] * factors[2] != loop.trip)
      return emitError(task.location)
             << "design point of task '" << task.name << "', loop '"
             << loop.name << "': three factors whose product is the trip count "
             << loop.trip << " are needed; padding is not in the space";
    bool pipelined = point.getPipelined() == loop.name;
    if (factors[1] != 1 && !pipelined)
      return emitError(task.location)
             << "design point of task '" << task.name << "', loop '"
             << loop.name
             << "': only the pipelined loop may have a level-1 factor above 1";
    if (!llvm::is_contained(loop.unrollFactors(), factors[2]))
      return emitError(task.location)
             << "design point of task '" << task.name << "', loop '"
             << loop.name << "': cannot be unrolled, "
             << (loop.sequential
                     ? "its iterations depend on each other"
                     : "a subscript that uses it is not of the form loop + "
                       "constant");
    choice = {factors[0], factors[1], factors[2], pipelined};
    return success();
  }
  return emitError(task.location) << "design point of task '" << task.name
                                  << "' has no loop '" << loop.name << "'";
}

/// Whether the cost rules know the sum; that it is legal is verified with the
/// rest of the point.
static LogicalResult checkSum(const TaskSpace &task,
                              const TaskChoices<Int> &choices) {
  if (choices.accumulator != cost::Accumulator::Register)
    return success();
  for (auto [shape, loop] : llvm::zip(task.only().shape().loops, choices.loops))
    if (loop.pipelined.value() && shape.registerTrips != 0)
      return success();
  return emitError(task.location)
         << "design point of task '" << task.name
         << "': the accumulator 'register' needs a pipelined reduction loop "
            "while which nothing else reads the summed element, and conditions "
            "that bound this loop alone";
}

/// Whether the cost rules know the iterations of each run.
static LogicalResult checkBounds(const TaskSpace &task,
                                 const TaskChoices<Int> &choices) {
  if (!choices.trueBounds || hasTrueBounds(task, choices))
    return success();
  return emitError(task.location)
         << "design point of task '" << task.name
         << "': true_bounds needs loops around the nest that bound its loops, "
            "or a condition that couples two of them and leaves fewer tiles, "
            "no tiles, accumulator = direct, no level 0 of the pipelined loop "
            "and, in a nest of several loops, that these are parallel or the "
            "pipelined one is a reduction";
}

/// The loop of which two copies compute products together.
static LogicalResult readPairs(const TaskSpace &task, hls::TaskPointAttr point,
                               TaskChoices<Int> &choices) {
  if (!task.paired.empty())
    choices.pairs = Int(0);
  if (point.getPairs().empty())
    return success();
  for (const TaskSpace::Paired &paired : task.paired)
    if (point.getPairs() == task.band[paired.loop].name) {
      choices.pairs = Int(int64_t(paired.loop) + 1);
      return success();
    }
  return emitError(task.location)
         << "design point of task '" << task.name << "': copies of loop '"
         << point.getPairs().getValue()
         << "' compute no products together: it takes products of 8 bits that "
            "share a factor, a loop without a sum, and a device whose DSPs "
            "hold two of them; leave pairs out";
}

static LogicalResult readOrder(const TaskSpace &task, hls::TaskPointAttr point,
                               std::vector<unsigned> &order) {
  for (StringAttr name : point.getOrder())
    for (unsigned l = 0; l < task.band.size(); ++l)
      if (name == task.band[l].name)
        order.push_back(l);
  if (point.getOrder().empty())
    order = task.orders.front();
  if (llvm::is_contained(task.orders, order))
    return success();
  return emitError(task.location)
         << "design point of task '" << task.name
         << "': the order of the level-0 loops is not a legal permutation";
}

LogicalResult explore::readFactors(const ArraySpace &array,
                                   hls::ArrayPointAttr point,
                                   ArrayRef<int64_t> extents,
                                   int64_t maxPartition,
                                   std::vector<Int> &factors, bool mayPack) {
  ArrayRef<hls::PartitionDimAttr> dims = point.getPartition().getDims();
  if (dims.size() != extents.size())
    return emitError(array.location)
           << "design point of array '" << array.shape.name
           << "': partition has " << dims.size() << " entries, the array "
           << extents.size() << " dimensions";
  for (auto [dim, extent] : llvm::zip(dims, extents)) {
    if (dim.getKind() == hls::PartitionKind::Block)
      return emitError(array.location)
             << "design point of array '" << array.shape.name
             << "': the cost rules cover cyclic and complete partition only";
    if (dim.getKind() == hls::PartitionKind::Reshape &&
        (!mayPack || factors.size() + 1 != dims.size()))
      return emitError(array.location)
             << "design point of array '" << array.shape.name
             << "': the cost rules cover packed words in the last dimension of "
                "a buffer that serves all tasks";
    factors.push_back(dim.getKind() == hls::PartitionKind::Complete
                          ? extent
                          : dim.getFactor());
  }
  Int banks = 1;
  for (Int factor : factors)
    banks = banks * factor;
  if (!banks.isValid() || banks.value() > maxPartition)
    return emitError(array.location)
           << "design point of array '" << array.shape.name << "' asks for "
           << banks.value() << " banks; the limit is " << maxPartition;
  return success();
}

/// Whether the buffer's words hold several elements.
static LogicalResult readPacking(const DesignSpace &space,
                                 const ArraySpace &array,
                                 hls::ArrayPointAttr point,
                                 std::optional<Int> &packed) {
  ArrayRef<hls::PartitionDimAttr> dims = point.getPartition().getDims();
  if (dims.empty() || dims.back().getKind() != hls::PartitionKind::Reshape)
    return success();
  if (point.getStorage() != hls::StorageKind::URAM)
    return emitError(array.location)
           << "design point of array '" << array.shape.name
           << "': words of several elements need storage = uram";
  std::vector<int64_t> offered =
      cost::packedElements(array.shape, space.target);
  if (llvm::is_contained(offered, dims.back().getFactor())) {
    packed = 1;
    return success();
  }
  InFlightDiagnostic diag = emitError(array.location);
  diag << "design point of array '" << array.shape.name << "': words of "
       << dims.back().getFactor() << " elements of "
       << int64_t(array.shape.elementBits) << " bits; ";
  if (offered.empty())
    return diag << "such elements cannot share a word of a URAM";
  diag << "the cost rules cover words of";
  for (int64_t elements : offered)
    diag << " " << elements;
  return diag << " elements";
}

/// The elements of a beat and the box that all ports hold together.
static LogicalResult readPort(const DesignSpace &space, const ArraySpace &array,
                              hls::ArrayPointAttr point,
                              std::optional<cost::PortChoice<Int>> &port) {
  if (!array.movesWhole())
    return success();
  auto error = [&] {
    return emitError(array.location)
           << "design point of array '" << array.shape.name << "': ";
  };
  int64_t beat = point.getBeat();
  ArrayRef<int64_t> lanes = point.getLanes();
  int64_t widest =
      space.target.rules.transfers.maxWidth / int64_t(array.shape.elementBits);
  if (lanes.empty())
    widest = array.shape.widestBeat;
  if (!llvm::isPowerOf2_64(beat) || beat > std::max<int64_t>(1, widest))
    return error() << "a beat of " << beat
                   << " elements; the ports of the device take powers of two "
                      "up to "
                   << widest;
  int64_t blocks = point.getPortBlocks();
  if (lanes.empty() && !array.layouts.natural)
    return error() << "lies in memory as in C, which its layout forbids; give "
                      "it lanes";
  port = cost::PortChoice<Int>{beat};
  if (lanes.empty() && blocks == 1)
    return success();
  bool isFixedInC =
      array.isFixed && !array.layouts.padded && !array.layouts.packed;
  if (!lanes.empty() && isFixedInC)
    return error() << "has lanes, but hls.layout says that it lies in memory "
                      "as in C; leave lanes out";
  if (array.shape.extents.empty())
    return error() << "is a single element, which " << blocks
                   << " ports cannot share";
  if (!lanes.empty() && lanes.size() != array.shape.extents.size())
    return error() << "lanes has " << lanes.size() << " entries, the array "
                   << array.shape.extents.size() << " dimensions";
  for (int64_t extent : lanes)
    port->lanes.push_back(extent);
  if (lanes.empty()) {
    port->lanes.assign(array.shape.extents.size(), 1);
    port->lanes.back() = beat;
    port->natural = 1;
  }
  port->ports = blocks > 1 ? blocks : hls::lanesIn(lanes) / beat;
  if (blocks > 1) {
    port->block = 1;
    port->portCounts = {1, blocks};
    if (array.block)
      return error() << "is one of several blocks, which are moved one after "
                        "the other; its ports cannot hold blocks of it";
    if (fillsBlocks(array, *port, cost::Numbers<Int>()).value() == 0)
      return error() << blocks << " ports hold a block of it each, and some "
                     << "would be empty; use fewer";
  }
  int64_t banks = space.target.device.memory.banks;
  if (port->ports->value() > banks)
    return error() << port->ports->value() << " ports; the device has " << banks
                   << " memory banks; use fewer";
  return success();
}

static LogicalResult readArray(const DesignSpace &space,
                               const ArraySpace &array, hls::DesignAttr design,
                               DesignChoices<Int> &choices) {
  for (hls::ArrayPointAttr point : design.getArrays()) {
    if (point.getArray() != array.shape.name)
      continue;
    if (point.getDefine() != 0 || point.getTransfer() != 0 ||
        point.getCopies() != 1)
      return emitError(array.location)
             << "design point of array '" << array.shape.name
             << "': the cost rules cover one buffer for the whole array, "
                "filled at the top";
    if (point.getCopyPerReader() && array.readers > 1)
      choices.copies.back() = array.readers;
    if (failed(readPort(space, array, point, choices.ports.back())) ||
        failed(readFactors(array, point, array.shape.extents,
                           space.maxPartition, choices.factors.back(),
                           /*mayPack=*/true)))
      return failure();
    return readPacking(space, array, point, choices.packed.back());
  }
  return emitError(array.location)
         << "design point has no entry for array '" << array.shape.name << "'";
}

/// The partition factor at a link, of the task's tile or of the array.
static Int factorOf(const DesignChoices<Int> &choices, unsigned task,
                    const Link &link) {
  for (const TileChoices<Int> &tile : choices.tasks[task].tiles)
    if (tile.tile.array == link.array)
      return tile.factors[link.dimension];
  return choices.factors[link.array][link.dimension];
}

static LogicalResult checkLinks(const DesignSpace &space,
                                const DesignChoices<Int> &choices) {
  for (auto [t, task] : llvm::enumerate(space.tasks))
    for (const Link &link : task.links) {
      int64_t unroll = choices.tasks[t].loops[link.loop].t2.value();
      int64_t factor = factorOf(choices, t, link).value();
      if (factor % unroll != 0)
        return emitError(task.location)
               << "design point: array '" << space.arrays[link.array].shape.name
               << "', dimension " << link.dimension << ": partition factor "
               << factor << " is not a multiple of the unroll factor " << unroll
               << " of loop '" << task.band[link.loop].name << "' of task '"
               << task.name << "'";
      if (isPackedIn(choices, link.array) && isLast(space, link) &&
          !isAligned(link, unroll))
        return emitError(task.location)
               << "design point: array '" << space.arrays[link.array].shape.name
               << "' has packed words, but the " << unroll
               << " unrolled copies of loop '" << task.band[link.loop].name
               << "' of task '" << task.name
               << "' do not start at a multiple of " << unroll
               << "; unroll it less";
    }
  return success();
}

FailureOr<DesignPoint> explore::fromAttribute(const DesignSpace &space,
                                              hls::DesignAttr design) {
  DesignPoint point;
  for (const TaskSpace &task : space.tasks) {
    FailureOr<hls::TaskPointAttr> attr = findTask(task, design);
    if (failed(attr))
      return failure();
    TaskChoices<Int> choices;
    choices.accumulator =
        static_cast<cost::Accumulator>(attr->getAccumulator());
    choices.trueBounds = attr->getTrueBounds();
    for (const LoopSpace &loop : task.band) {
      choices.loops.emplace_back();
      if (failed(readLoop(task, loop, *attr, choices.loops.back())))
        return failure();
    }
    if (failed(checkSum(task, choices)) ||
        failed(readPairs(task, *attr, choices)))
      return failure();
    point.orders.emplace_back();
    if (failed(readOrder(task, *attr, point.orders.back())))
      return failure();
    if (failed(readTiles(space, task, design, point.orders.back(), choices)) ||
        failed(checkBounds(task, choices)))
      return failure();
    point.choices.tasks.push_back(std::move(choices));
  }
  for (const ArraySpace &array : space.arrays) {
    point.choices.factors.emplace_back();
    point.choices.packed.emplace_back();
    point.choices.ports.emplace_back();
    point.choices.copies.emplace_back();
    if (array.hasSharedBuffer() &&
        failed(readArray(space, array, design, point.choices)))
      return failure();
  }
  if (failed(checkLinks(space, point.choices)))
    return failure();
  return point;
}

FailureOr<DesignPoint> explore::evaluatedPoint(DesignSpace &space,
                                               hls::DesignAttr design,
                                               StringRef advice) {
  if (failed(markTiled(space, design)) || failed(setAdders(space, design)))
    return failure();
  FailureOr<DesignPoint> point = fromAttribute(space, design);
  if (failed(point))
    return failure();
  offerPacking(space, point->choices);
  offerLayouts(space, point->choices);
  point->cost = costOfDesign(space, point->choices, cost::Numbers<Int>());
  func::FuncOp func = space.func;
  if (!isValid(point->cost))
    return func.emitError("the figures of the design point overflow 64 bits; "
                          "shorten the loops or unroll less");
  std::string over = target::overuse(amountsOf(point->cost), space.usable);
  if (!over.empty())
    return func.emitError("the design point exceeds what it may use: ")
           << over << "; " << advice;
  return point;
}

FailureOr<hls::DesignAttr> explore::evaluateDesign(const DesignSpace &whole,
                                                   hls::DesignAttr design) {
  DesignSpace space = whole;
  FailureOr<DesignPoint> point = evaluatedPoint(
      space, design, "choose a smaller point or allow more of the device");
  if (failed(point))
    return failure();
  return toAttribute(space, *point, "manual", /*bound=*/0);
}
