//===- TaskProcess.cpp - A task becomes a process -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskProcess.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;
using affine::AffineLoadOp;
using affine::AffineStoreOp;

/// Row by row, in tokens of `lanes` elements.
static poly::StreamOrder rowByRow(MemRefType type, int64_t lanes) {
  MLIRContext *context = type.getContext();
  poly::StreamOrder order;
  SmallVector<AffineExpr> subscripts;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    bool isLast = int64_t(dim) + 1 == type.getRank();
    int64_t together = isLast ? lanes : 1;
    order.trips.push_back(extent / together);
    order.lanes.push_back(together);
    subscripts.push_back(getAffineDimExpr(dim, context) * together);
  }
  order.element = AffineMap::get(order.trips.size(), 0, subscripts, context);
  return order;
}

static LogicalResult addTransfer(StreamedNest &nest, Operation *op,
                                 Value inside, Value buffer, bool moves,
                                 int64_t beat, bool isStore) {
  hls::TaskOp task = nest.task;
  auto argument = dyn_cast<BlockArgument>(inside);
  auto type = cast<MemRefType>(inside.getType());
  if (!argument || argument.getOwner() != &task.getBody().front() || moves ||
      type.getShape() != cast<MemRefType>(buffer.getType()).getShape() ||
      op->getParentOp() != task)
    return op->emitError("a task between streams moves whole arrays, before "
                         "and after all that it computes");
  if (type.getRank() == 0 || type.getShape().back() % beat != 0)
    return op->emitError("a task between streams moves tokens of ")
           << beat << " elements along the rows of " << type
           << "; a row must be whole tokens";
  Value array = task.getInputs()[argument.getArgNumber()];
  StreamedArray &known = nest.arrays[{array, 0}];
  if (known.accesses.empty()) {
    known.array = array;
    known.order = rowByRow(type, beat);
    known.lanes.assign(known.order.lanes.begin(), known.order.lanes.end());
    known.first.assign(known.order.element.getResults().begin(),
                       known.order.element.getResults().end());
    known.tokens = hls::StreamType::getChecked(
        [&] { return op->emitError(); }, op->getContext(),
        type.getElementType(), beat, int64_t(0));
    if (!known.tokens)
      return failure();
  } else if (known.tokens.getLanes() != beat) {
    return op->emitError("moves the array in tokens of ")
           << beat << " elements, another transfer in tokens of "
           << known.tokens.getLanes() << "; choose one beat";
  }
  known.accesses.push_back({op, {}});
  known.needsOld |= !isStore;
  known.isStored |= isStore;
  return success();
}

FailureOr<StreamedNest> talos::analyzeTask(hls::TaskOp task) {
  StreamedNest nest;
  nest.task = task;
  WalkResult walk = task.walk([&](Operation *op) {
    LogicalResult added = success();
    if (auto load = dyn_cast<hls::TileLoadOp>(op))
      added =
          addTransfer(nest, op, load.getArray(), load.getBuffer(),
                      !load.getOffsets().empty() || !load.getCopies().empty(),
                      load.getBeat(), /*isStore=*/false);
    else if (auto store = dyn_cast<hls::TileStoreOp>(op))
      added = addTransfer(nest, op, store.getArray(), store.getBuffer(),
                          !store.getOffsets().empty(), store.getBeat(),
                          /*isStore=*/true);
    return failed(added) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  for (auto &[use, array] : nest.arrays)
    array.needsOld &= array.isStored;
  for (auto [operand, argument] :
       llvm::zip_equal(task.getInputs(), task.getBody().getArguments()))
    for (Operation *user : argument.getUsers())
      if (isa<MemRefType>(operand.getType()) &&
          !isa<hls::TileLoadOp, hls::TileStoreOp>(user))
        return user->emitError("a task between streams computes on buffers; "
                               "move the array to one (hls.tile_load)");
  return std::move(nest);
}

namespace {
/// What comes by a stream into a buffer.
struct Filling {
  hls::TileLoadOp load;
  const StreamedArray *array;
  Value stream; ///< in the process; null: nobody has set the array
};
} // namespace

/// A token of the stream into the buffer, in these loops.
static void keepToken(ProcessBuilder &builder, Filling filling,
                      ArrayRef<Value> loops) {
  const StreamedArray &array = *filling.array;
  Value token = builder.read(filling.stream), buffer = filling.load.getBuffer();
  Location loc = filling.load.getLoc();
  SmallVector<Value> at(loops);
  if (array.tokens.getLanes() == 1) {
    AffineStoreOp::create(builder, loc, token, buffer, array.order.element, at);
    return;
  }
  OpBuilder::InsertionGuard guard(builder);
  Value lane = builder.unrolled(array.tokens.getLanes());
  Value element = AffineLoadOp::create(
      builder, loc, token, builder.getMultiDimIdentityMap(1), ValueRange(lane));
  at.push_back(lane);
  SmallVector<AffineExpr> place(array.order.element.getResults());
  place.back() = place.back() + builder.getAffineDimExpr(at.size() - 1);
  AffineStoreOp::create(
      builder, loc, element, buffer,
      AffineMap::get(at.size(), 0, place, builder.getContext()), at);
}

static int64_t countOf(ArrayRef<int64_t> trips) {
  int64_t count = 1;
  for (int64_t trip : trips)
    count *= trip;
  return count;
}

/// One loop nest over all of these trips, in which each takes its own tokens.
static void fillTogether(ProcessBuilder &builder, ArrayRef<Filling> group,
                         ArrayRef<int64_t> trips) {
  SmallVector<Value> at = builder.loops(trips, hls::PipelineStyle::Flushable);
  for (const Filling &filling : group) {
    SmallVector<AffineExpr> inside;
    for (auto [dim, trip] : llvm::enumerate(filling.array->order.trips))
      if (trip < trips[dim])
        inside.push_back(builder.getAffineConstantExpr(trip - 1) -
                         builder.getAffineDimExpr(dim));
    OpBuilder::InsertionGuard guard(builder);
    if (!inside.empty()) {
      SmallVector<bool> areEqualities(inside.size(), false);
      affine::AffineIfOp condition =
          builder.when(IntegerSet::get(at.size(), 0, inside, areEqualities), at,
                       /*hasElse=*/false);
      builder.setInsertionPointToStart(condition.getThenBlock());
    }
    keepToken(builder, filling, at);
  }
}

/// Arrays that memory holds are there from the beginning, and come first: as
/// many of them at a time as take no more iterations than one after the other.
/// StreamedCost of Explore counts the same.
static void fill(ProcessBuilder &builder, ArrayRef<Filling> fillings,
                 Operation *before) {
  SmallVector<Filling> ordered;
  for (bool isFromMemory : {true, false})
    llvm::copy_if(fillings, std::back_inserter(ordered),
                  [&](const Filling &filling) {
                    return filling.array->isFromMemory == isFromMemory;
                  });
  SmallVector<Filling> group;
  SmallVector<int64_t> trips;
  auto close = [&] {
    builder.setInsertionPoint(before);
    if (!group.empty())
      fillTogether(builder, group, trips);
    group.clear();
  };
  for (const Filling &filling : ordered) {
    ArrayRef<int64_t> own = filling.array->order.trips;
    SmallVector<int64_t> all(own);
    bool joins = !group.empty() && filling.array->isFromMemory &&
                 own.size() == trips.size();
    for (size_t dim = 0; joins && dim < own.size(); ++dim)
      all[dim] = std::max(own[dim], trips[dim]);
    if (!joins || countOf(all) > countOf(trips) + countOf(own)) {
      close();
      all.assign(own.begin(), own.end());
    }
    group.push_back(filling);
    trips = all;
  }
  close();
}

/// A token of the buffer into the stream.
static void drain(ProcessBuilder &builder, hls::TileStoreOp store,
                  const StreamedArray &array, Value stream) {
  builder.setInsertionPoint(store);
  Value buffer = store.getBuffer();
  SmallVector<Value> at =
      builder.loops(array.order.trips, hls::PipelineStyle::Flushable);
  Location loc = store.getLoc();
  if (array.tokens.getLanes() == 1) {
    builder.write(
        AffineLoadOp::create(builder, loc, buffer, array.order.element, at),
        stream);
    return;
  }
  hls::StreamType tokens = array.tokens;
  Value beat = hls::BeatOp::create(builder, loc, tokens.getTokenType());
  {
    OpBuilder::InsertionGuard guard(builder);
    Value lane = builder.unrolled(array.tokens.getLanes());
    SmallVector<Value> all(at);
    all.push_back(lane);
    SmallVector<AffineExpr> place(array.order.element.getResults());
    place.back() = place.back() + builder.getAffineDimExpr(all.size() - 1);
    Value element = AffineLoadOp::create(
        builder, loc, buffer,
        AffineMap::get(all.size(), 0, place, builder.getContext()), all);
    AffineStoreOp::create(builder, loc, element, beat,
                          builder.getMultiDimIdentityMap(1), ValueRange(lane));
  }
  builder.write(beat, stream);
}

void talos::makeTaskProcess(
    ProcessBuilder &builder, StreamedNest &nest,
    const llvm::DenseMap<ArrayUse, ArrayStreams> &streams) {
  hls::TaskOp task = nest.task;
  SmallVector<Value> inputs;
  for (Value input : task.getInputs())
    if (!isa<MemRefType>(input.getType()))
      inputs.push_back(input);
  for (auto &[use, array] : nest.arrays) {
    ArrayStreams ends = streams.lookup(use);
    for (Value stream : {ends.operand, ends.old, ends.result})
      if (stream)
        inputs.push_back(stream);
  }
  hls::ProcessOp process = builder.process(hls::ProcessKind::Task,
                                           "run_" + task.getTaskName(), inputs);
  Block &body = process.getBody().front(), &own = task.getBody().front();
  llvm::DenseMap<Value, Value> inside;
  for (auto [input, argument] : llvm::zip_equal(inputs, body.getArguments()))
    inside[input] = argument;
  for (auto [input, argument] :
       llvm::zip_equal(task.getInputs(), own.getArguments()))
    if (!isa<MemRefType>(input.getType()))
      argument.replaceAllUsesWith(inside.lookup(input));
  body.getOperations().splice(body.getTerminator()->getIterator(),
                              own.getOperations(), own.begin(),
                              own.getTerminator()->getIterator());
  SmallVector<Filling> fillings;
  Operation *last = nullptr; // of what is filled: all before what is computed
  for (auto &[use, array] : nest.arrays) {
    ArrayStreams ends = streams.lookup(use);
    for (const LaneAccess &access : array.accesses) {
      auto load = dyn_cast<hls::TileLoadOp>(access.op);
      if (!load) {
        drain(builder, cast<hls::TileStoreOp>(access.op), array,
              inside.lookup(ends.result));
        continue;
      }
      if (!last || last->isBeforeInBlock(load))
        last = load;
      Value from = array.isStored ? ends.old : ends.operand;
      if (from) // null: what nobody has set
        fillings.push_back({load, &array, inside.lookup(from)});
    }
  }
  if (last)
    fill(builder, fillings, last);
  for (auto &[use, array] : nest.arrays)
    for (const LaneAccess &access : array.accesses)
      access.op->erase();
  task.erase();
}
