//===- TilePoint.cpp - Between tiles and the design attribute -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explore/Shared/TilePoint.h"
#include "Explore/Shared/TileLayouts.h"
#include "Explore/Shared/Tiles.h"
#include "mlir/IR/Builders.h"
#include "talos/Dialect/HLS/Placement.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace talos;
using namespace talos::explore;

/// The box of a beat, where memory holds the array tile by tile.
static SmallVector<int64_t> lanesOf(const TileChoices<Int> &tile) {
  if (!tile.packed || tile.packed->value() == 0)
    return {};
  SmallVector<int64_t> lanes(tile.tile.dims.size(), 1);
  lanes.back() = tile.beat.value();
  return lanes;
}

SmallVector<hls::ArrayPointAttr>
explore::tileAttributes(const DesignSpace &space, const DesignPoint &point,
                        unsigned t) {
  MLIRContext *context = space.func->getContext();
  Builder builder(context);
  SmallVector<hls::ArrayPointAttr> attributes;
  const TaskChoices<Int> &choices = point.choices.tasks[t];
  for (const TileChoices<Int> &tile : choices.tiles) {
    std::vector<Int> extents =
        extentsOf(space.tasks[t], choices, tile, cost::Numbers<Int>());
    SmallVector<hls::PartitionDimAttr> dims;
    for (auto [factor, extent] : llvm::zip(tile.factors, extents))
      dims.push_back(dimAttribute(context, factor.value(), extent.value()));
    // Loops that run once count where others of the slot stand inside of them.
    int64_t depth = 0;
    for (auto [position, l] : llvm::enumerate(point.orders[t]))
      if (choices.slots[l].value() <= tile.slot.value())
        depth = position + 1;
    attributes.push_back(hls::ArrayPointAttr::get(
        context,
        builder.getStringAttr(space.arrays[tile.tile.array].shape.name),
        builder.getStringAttr(space.tasks[t].name), /*define=*/depth,
        /*transfer=*/depth,
        buffersOf(choices, tile, cost::Numbers<Int>()).value_or(1).value(),
        tile.beat.value(), hls::PartitionAttr::get(context, dims),
        hls::StorageKind::Auto,
        /*depth=*/0, lanesOf(tile),
        /*copy_per_reader=*/false, /*port_blocks=*/1));
  }
  return attributes;
}

/// Takes the placement of a point of the array over into the space.
static LogicalResult place(ArraySpace &array, hls::ArrayPointAttr point) {
  auto error = [&] {
    return emitError(array.location)
           << "design point of array '" << array.shape.name << "': ";
  };
  switch (hls::placementOf(point).kind) {
  case hls::PlacementKind::Shared:
    return success();
  case hls::PlacementKind::Tile:
    if (!array.mayTile())
      return error() << "the cost rules cover tiles of arrays that are off "
                        "chip and accessed by linear subscripts, of which some "
                        "loop moves a part; give the array one buffer for all "
                        "tasks";
    array.placement = hls::PlacementKind::Tile;
    return success();
  case hls::PlacementKind::Stream:
    return error() << "the cost rules cover no stream; give the array one "
                      "buffer for all tasks, or one to each task";
  }
  llvm_unreachable("a kind of placement");
}

LogicalResult explore::markTiled(DesignSpace &space, hls::DesignAttr design) {
  for (ArraySpace &array : space.arrays)
    for (hls::ArrayPointAttr point : design.getArrays())
      if (point.getArray() == array.shape.name && failed(place(array, point)))
        return failure();
  return success();
}

/// Slots of transfers that stand below `depths` loops of the order: depths
/// between which only loops of one iteration lie are one.
static void setSlots(ArrayRef<int64_t> depths,
                     const std::vector<unsigned> &order,
                     TaskChoices<Int> &choices) {
  std::vector<int64_t> runs{0}; // loops that run more than once, by depth
  for (unsigned l : order)
    runs.push_back(runs.back() + (choices.loops[l].t0.value() > 1));
  std::vector<int64_t> distinct;
  for (int64_t depth : depths)
    distinct.push_back(runs[depth]);
  llvm::sort(distinct);
  distinct.erase(llvm::unique(distinct), distinct.end());
  auto slotOf = [&](int64_t run) {
    return llvm::lower_bound(distinct, run) - distinct.begin();
  };
  choices.slots.assign(choices.loops.size(), Int(int64_t(depths.size())));
  for (auto [position, l] : llvm::enumerate(order)) {
    bool runsOnce = choices.loops[l].t0.value() == 1;
    if (int64_t slot = slotOf(runs[position + 1]);
        !runsOnce && slot < int64_t(distinct.size()))
      choices.slots[l] = slot;
  }
  for (auto [tile, depth] : llvm::zip(choices.tiles, depths))
    tile.slot = int64_t(slotOf(runs[depth]));
}

/// No loop that moves the references apart runs around the transfers.
static LogicalResult checkHeld(const DesignSpace &space, const TaskSpace &task,
                               const TileChoices<Int> &tile,
                               const TaskChoices<Int> &choices) {
  for (unsigned l : tile.tile.held)
    if (choices.slots[l].value() <= tile.slot.value()) {
      const ArraySpace &array = space.arrays[tile.tile.array];
      return emitError(array.location)
             << "design point of array '" << array.shape.name << "' in task '"
             << task.name << "': loop '" << task.band[l].name
             << "' moves its references apart and runs around the transfer; "
                "transfer the array above that loop";
    }
  return success();
}

/// Whether memory may hold the array as the point says.
static LogicalResult
checkLayout(const DesignSpace &space, const TaskSpace &task,
            const TaskChoices<Int> &choices, const TileChoices<Int> &tile,
            const std::vector<Int> &extents, ArrayRef<int64_t> lanes) {
  const ArraySpace &array = space.arrays[tile.tile.array];
  cost::Numbers<Int> number;
  auto error = [&] {
    return emitError(array.location)
           << "design point of array '" << array.shape.name << "' in task '"
           << task.name << "': ";
  };
  int64_t beat = tile.beat.value();
  if (!tile.packed) {
    if (array.isFixed && !array.layouts.natural)
      return error() << "lies in memory as in C, which its layout forbids; "
                        "give it lanes";
    int64_t widest = widestBeat(space, choices, tile, extents, number).value();
    if (beat >= 1 && widest % beat == 0)
      return success();
    return error() << "a beat of " << beat
                   << " elements; rows of the tile start and end on beats of "
                   << widest << " elements or of a power of two below";
  }
  if (array.isFixed && !array.layouts.packed)
    return error() << "has lanes, but hls.layout says that memory does not "
                      "hold it tile by tile; leave lanes out";
  int64_t widest =
      space.target.rules.transfers.maxWidth / int64_t(array.shape.elementBits);
  if (beat < 2 || beat > widest || !llvm::isPowerOf2_64(beat))
    return error() << "a beat of " << beat
                   << " elements; tiles in memory have powers of two from 2 to "
                   << widest;
  if (lanes.size() != extents.size() || lanes.back() != beat ||
      !llvm::all_of(lanes.drop_back(), [](int64_t e) { return e == 1; }))
    return error() << "the cost rules cover tiles in memory whose beats are "
                      "parts of rows: lanes of 1 but for the last one, the "
                      "beat";
  if (startsOnTiles(choices, tile, extents, number).value() == 0)
    return error() << "tiles in memory start at multiples of their extents, "
                      "and the task moves others; leave lanes out";
  return success();
}

/// How many buffers the tiles of the last slot have: all of them as many, and
/// those of other slots one.
static LogicalResult readBuffers(const DesignSpace &space,
                                 const TaskSpace &task,
                                 ArrayRef<hls::ArrayPointAttr> points,
                                 TaskChoices<Int> &choices) {
  cost::Numbers<Int> number;
  int64_t last = lastSlot(choices, number).value(), most = 1;
  for (auto [tile, point] : llvm::zip(choices.tiles, points))
    most = std::max(most, point.getCopies());
  for (auto [tile, point] : llvm::zip(choices.tiles, points)) {
    int64_t expected = tile.slot.value() == last ? most : 1;
    if (point.getCopies() != expected)
      return emitError(space.arrays[tile.tile.array].location)
             << "design point of array '" << point.getArray().getValue()
             << "' in task '" << task.name << "': " << point.getCopies()
             << (point.getCopies() == 1 ? " copy" : " copies")
             << "; the arrays that the innermost loop around transfers moves "
                "have as many each, the others one";
  }
  if (most > 1)
    choices.buffers = most;
  if (most > 1 && mayOverlap(task, choices, number).value() == 0)
    return emitError(task.location)
           << "design point of task '" << task.name
           << "': two copies of tiles take 3 tiles or more, and loops around "
              "the transfers that move nothing held outside of them, and each "
              "of which moves what is loaded and stored by whole tiles; give "
              "its arrays one copy";
  return success();
}

LogicalResult explore::readTiles(const DesignSpace &space,
                                 const TaskSpace &task, hls::DesignAttr design,
                                 const std::vector<unsigned> &order,
                                 TaskChoices<Int> &choices) {
  SmallVector<hls::ArrayPointAttr> points;
  SmallVector<int64_t> depths;
  for (const TileSpace &tile : tiledOf(space, task)) {
    const ArraySpace &array = space.arrays[tile.array];
    auto error = [&] {
      return emitError(array.location)
             << "design point of array '" << array.shape.name << "' in task '"
             << task.name << "'";
    };
    auto point = llvm::find_if(design.getArrays(), [&](auto candidate) {
      return candidate.getArray() == array.shape.name &&
             candidate.getTask() == task.name;
    });
    if (point == design.getArrays().end())
      return error() << " is missing; give each task that accesses the array "
                        "a buffer, or one to all";
    int64_t depth = point->getTransfer();
    if (point->getDefine() != depth || depth < 0 ||
        depth > int64_t(order.size()))
      return error() << ": the cost rules cover buffers that are declared and "
                        "transferred below the same number of loops";
    if (point->getCopies() > 2)
      return error() << ": the cost rules cover one copy or two; a tile is "
                        "stored before the next one is loaded into its buffer, "
                        "so that two serve all";
    if (choices.accumulator != cost::Accumulator::Direct)
      return error() << ": the cost rules do not cover local accumulators "
                        "beside transfers of the task";
    points.push_back(*point);
    depths.push_back(depth);
    choices.tiles.push_back({tile, {}, point->getBeat(), 0});
    if (!point->getLanes().empty())
      choices.tiles.back().packed = 1;
  }
  if (points.empty())
    return success();
  setSlots(depths, order, choices);
  if (failed(readBuffers(space, task, points, choices)))
    return failure();
  for (auto [tile, point] : llvm::zip(choices.tiles, points)) {
    if (failed(checkHeld(space, task, tile, choices)))
      return failure();
    cost::Numbers<Int> number;
    std::vector<Int> lengths = extentsOf(task, choices, tile, number);
    std::vector<int64_t> extents;
    for (Int length : lengths)
      extents.push_back(length.value());
    const ArraySpace &array = space.arrays[tile.tile.array];
    if (failed(readFactors(array, point, extents, space.maxPartition,
                           tile.factors)))
      return failure();
    if (failed(
            checkLayout(space, task, choices, tile, lengths, point.getLanes())))
      return failure();
  }
  return success();
}
