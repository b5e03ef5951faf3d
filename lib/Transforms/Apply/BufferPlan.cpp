//===- BufferPlan.cpp - The buffers that a design point means -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/BufferPlan.h"
#include "talos/Analysis/DesignQueries.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using transforms::BufferPlan;
using transforms::Tile;

namespace {

class Planner {
public:
  Planner(const TaskGraph &graph, hls::DesignAttr design)
      : graph(graph), design(design) {}

  FailureOr<BufferPlan> run();

private:
  LogicalResult planStatement(const Statement &statement);
  LogicalResult planOpaque(const Task &task);
  LogicalResult planTask(const Task &task);
  FailureOr<Tile> planTile(const Statement &statement, hls::TaskPointAttr task,
                           hls::ArrayPointAttr point, unsigned array);
  FailureOr<hls::InterfaceAttr> planInterface(BlockArgument argument);
  LogicalResult planLayout(const Tile &tile);

  const TaskGraph &graph;
  hls::DesignAttr design;
  BufferPlan plan;
};

} // namespace

/// The loops of the nest that are the first `transfer` level-0 loops. Loops of
/// trip count 1 are not there.
static FailureOr<unsigned> depthOf(const Statement &statement,
                                   hls::TaskPointAttr task, int64_t transfer) {
  unsigned depth = 0;
  for (StringAttr name : task.getOrder().take_front(transfer)) {
    hls::LoopPointAttr loop = loopPointOf(task, name.getValue());
    if (loop.getFactors()[0] == 1)
      continue;
    std::string expected = hls::levelLoopName(name.getValue(), 0);
    if (depth >= statement.innerBand.size() ||
        hls::levelOf(statement.innerBand[depth].op) != 0u ||
        statement.innerBand[depth].name != expected)
      return emitError(statement.root()->getLoc())
             << "statement " << statement.name << ": expected loop '"
             << expected << "' at depth " << depth
             << "; run hls-apply-schedule first";
    ++depth;
  }
  return depth;
}

FailureOr<Tile> Planner::planTile(const Statement &statement,
                                  hls::TaskPointAttr task,
                                  hls::ArrayPointAttr point, unsigned array) {
  const ArrayInfo &info = graph.arrays[array];
  if (info.home != Home::OffChip)
    return emitError(info.value.getLoc())
           << "array '" << info.name << "' is "
           << (info.home == Home::Port     ? "a memory at a port"
               : info.home == Home::OnChip ? "allocated on chip"
                                           : "a table of constants")
           << ", so task " << task.getName()
           << " cannot have a buffer of its own";
  FailureOr<unsigned> depth = depthOf(statement, task, point.getTransfer());
  if (failed(depth))
    return failure();
  llvm::SmallBitVector fixed(statement.innerBand.size());
  fixed.set(0, *depth);
  std::optional<Footprint> box = footprintOf(statement, array, fixed);
  if (!box)
    return emitError(statement.root()->getLoc())
           << "statement " << statement.name << ": the tile of array '"
           << info.name << "' below " << point.getTransfer()
           << " level-0 loops is no box of constant extent; give the array one "
              "buffer for all tasks";
  Tile tile{array, point, std::move(*box), *depth};
  for (const Access &access : statement.accesses)
    if (access.array == array)
      (access.isWrite ? tile.isWritten : tile.isRead) = true;
  return tile;
}

LogicalResult Planner::planStatement(const Statement &statement) {
  hls::TaskPointAttr task = taskPointOf(design, statement.name);
  if (!task)
    return emitError(statement.root()->getLoc())
           << "no task of the design point holds statement " << statement.name;
  SmallVector<Tile> &own = plan.tiles.emplace_back();
  llvm::SmallBitVector seen(graph.arrays.size());
  for (const Access &access : statement.accesses) {
    if (seen.test(access.array))
      continue;
    seen.set(access.array);
    const ArrayInfo &info = graph.arrays[access.array];
    hls::ArrayPointAttr point =
        arrayPointOf(design, info.name, task.getName().getValue());
    if (!point)
      return emitError(info.value.getLoc())
             << "array '" << info.name << "' is accessed by task "
             << task.getName() << " but the design point says nothing of it";
    if (int64_t(point.getPartition().getDims().size()) !=
        int64_t(info.shape.size()))
      return emitError(info.value.getLoc())
             << "array '" << info.name << "' has rank " << info.shape.size()
             << ", its partition has " << point.getPartition().getDims().size()
             << " entries";
    switch (hls::placementOf(point).kind) {
    case hls::PlacementKind::Shared:
      plan.shared[access.array] = point;
      break;
    case hls::PlacementKind::Tile: {
      FailureOr<Tile> tile = planTile(statement, task, point, access.array);
      if (failed(tile))
        return failure();
      own.push_back(std::move(*tile));
      break;
    }
    case hls::PlacementKind::Stream:
      return emitError(info.value.getLoc())
             << "array '" << info.name << "' goes through a stream to task "
             << task.getName() << ", which is not supported; give it a buffer";
    }
  }
  return success();
}

/// It works on whole arrays in buffers.
LogicalResult Planner::planOpaque(const Task &task) {
  plan.tiles.emplace_back();
  for (const ArrayUse &use : task.uses) {
    const ArrayInfo &info = graph.arrays[use.array];
    hls::ArrayPointAttr point = arrayPointOf(design, info.name, task.name);
    if (!point || hls::placementOf(point).kind != hls::PlacementKind::Shared)
      return task.call->emitError()
             << "array '" << info.name << "' is accessed by region "
             << task.name << ", which is not affine: the design point must "
             << "give it one buffer for all tasks";
    plan.shared[use.array] = point;
  }
  return success();
}

LogicalResult Planner::planTask(const Task &task) {
  switch (task.kind) {
  case TaskKind::Compute:
    return planStatement(task.only());
  case TaskKind::Opaque:
    return planOpaque(task);
  case TaskKind::Load:
  case TaskKind::Store:
    return task.root()->emitError("task '")
           << task.name << "' is a transfer (" << stringify(task.kind)
           << "); buffers get their transfers from the design point";
  }
  llvm_unreachable("a kind of task");
}

FailureOr<hls::InterfaceAttr> Planner::planInterface(BlockArgument argument) {
  MLIRContext *context = design.getContext();
  auto error = [&] { return emitError(argument.getLoc()); };
  auto array = llvm::find_if(
      graph.arrays, [&](const ArrayInfo &a) { return a.value == argument; });
  if (array == graph.arrays.end()) {
    if (!argument.getType().isIntOrIndexOrFloat())
      return error() << "argument " << argument.getArgNumber() << " has type "
                     << argument.getType()
                     << "; arguments are arrays or scalars";
    return hls::InterfaceAttr::get(context, hls::InterfaceMode::SAxiLite,
                                   StringAttr::get(context), 0,
                                   ArrayRef<int64_t>(), 1);
  }
  if (array->home == Home::Port)
    return hls::InterfaceAttr::get(context, hls::InterfaceMode::ApMemory,
                                   StringAttr::get(context), 0,
                                   ArrayRef<int64_t>(), /*portBlocks=*/1);
  // An array that no task accesses has a port all the same.
  int64_t beat = 1, blocks = 1;
  ArrayRef<int64_t> lanes;
  for (hls::ArrayPointAttr point : design.getArrays())
    if (point.getArray().getValue() == array->name) {
      beat = point.getBeat();
      lanes = point.getLanes();
      blocks = point.getPortBlocks();
    }
  int64_t width = std::max<int64_t>(8, beat * array->elementBits);
  func::FuncOp func = graph.func;
  auto other = func.getArgAttrOfType<StringAttr>(argument.getArgNumber(),
                                                 hls::portOfAttrName);
  auto interface = hls::InterfaceAttr::getChecked(
      error, context, hls::InterfaceMode::MAxi,
      StringAttr::get(context, "gmem_" + (other ? other.str() : array->name)),
      width, lanes, blocks);
  if (!interface)
    return failure();
  return interface;
}

/// Memory holds the array in such tiles, if the point has lanes.
LogicalResult Planner::planLayout(const Tile &tile) {
  if (tile.point.getLanes().empty())
    return success();
  const ArrayInfo &info = graph.arrays[tile.array];
  SmallVector<int64_t> extents = llvm::map_to_vector(
      tile.box.dims, [](const FootprintDim &dim) { return dim.extent; });
  auto tiles = DenseI64ArrayAttr::get(design.getContext(), extents);
  DenseI64ArrayAttr &layout =
      plan.layouts[cast<BlockArgument>(info.value).getArgNumber()];
  if (layout && layout != tiles)
    return emitError(info.value.getLoc())
           << "array '" << info.name << "': tasks hold tiles of extents "
           << layout.asArrayRef() << " and " << extents
           << ", and memory cannot hold both; leave lanes out";
  layout = tiles;
  return success();
}

FailureOr<BufferPlan> Planner::run() {
  plan.shared.resize(graph.arrays.size());
  func::FuncOp func = graph.func;
  for (BlockArgument argument : func.getArguments()) {
    FailureOr<hls::InterfaceAttr> interface = planInterface(argument);
    if (failed(interface))
      return failure();
    plan.interfaces.push_back(*interface);
  }
  for (const Task &task : graph.tasks)
    if (failed(planTask(task)))
      return failure();
  plan.layouts.resize(func.getNumArguments());
  for (ArrayRef<Tile> own : plan.tiles)
    for (const Tile &tile : own)
      if (failed(planLayout(tile)))
        return failure();
  return std::move(plan);
}

FailureOr<BufferPlan> transforms::planBuffers(const TaskGraph &graph,
                                              hls::DesignAttr design) {
  return Planner(graph, design).run();
}
