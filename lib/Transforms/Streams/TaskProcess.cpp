//===- TaskProcess.cpp - A task becomes a process -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskProcess.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
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

/// The array is moved whole, beside the loops of the task; or tile of rows by
/// tile, in a loop over these.
static bool isInOrder(hls::TaskOp task, Operation *op, ValueRange offsets,
                      MemRefType array, MemRefType buffer) {
  if (op->getParentOp() == task)
    return offsets.empty() && array.getShape() == buffer.getShape();
  auto loop = dyn_cast<AffineForOp>(op->getParentOp());
  if (!loop || loop->getParentOp() != task || !loop.hasConstantBounds() ||
      loop.getConstantLowerBound() != 0 || loop.getStepAsInt() != 1 ||
      offsets.empty() ||
      array.getShape().drop_front() != buffer.getShape().drop_front())
    return false;
  int64_t rows = buffer.getDimSize(0);
  affine::AffineValueMap first(
      AffineMap::getMultiDimIdentityMap(1, task.getContext()), offsets.front());
  first.composeSimplifyAndCanonicalize();
  AffineMap map = first.getAffineMap();
  bool isNext =
      map.getNumInputs() == 1 &&
      first.getOperand(0) == loop.getInductionVar() &&
      map.getResult(0) == getAffineDimExpr(0, task.getContext()) * rows;
  return isNext && loop.getConstantUpperBound() * rows == array.getDimSize(0) &&
         llvm::all_of(offsets.drop_front(), [](Value offset) {
           return matchPattern(offset, m_Zero());
         });
}

static LogicalResult addTransfer(StreamedNest &nest, Operation *op,
                                 Value inside, Value buffer, ValueRange offsets,
                                 bool isCopied, int64_t beat, bool isStore) {
  hls::TaskOp task = nest.task;
  auto argument = dyn_cast<BlockArgument>(inside);
  auto type = cast<MemRefType>(inside.getType()),
       tile = cast<MemRefType>(buffer.getType());
  if (!argument || argument.getOwner() != &task.getBody().front() || isCopied ||
      type.getRank() == 0 || !isInOrder(task, op, offsets, type, tile))
    return op->emitError("a task between streams moves whole arrays, before "
                         "and after all that it computes, or tiles of rows "
                         "one after the other");
  if (tile.getShape().back() % beat != 0)
    return op->emitError("a task between streams moves tokens of ")
           << beat << " elements along the rows of " << tile
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
      added = addTransfer(nest, op, load.getArray(), load.getBuffer(),
                          load.getOffsets(), !load.getCopies().empty(),
                          load.getBeat(), /*isStore=*/false);
    else if (auto store = dyn_cast<hls::TileStoreOp>(op))
      added = addTransfer(nest, op, store.getArray(), store.getBuffer(),
                          store.getOffsets(), /*isCopied=*/false,
                          store.getBeat(), /*isStore=*/true);
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
/// What moves between a buffer and a stream.
struct Move {
  Value buffer;
  const StreamedArray *array;
  Value stream; ///< in the process
  bool isFill;
};
} // namespace

/// The element of a lane, by so many loops and the lane.
static AffineMap laneOf(const StreamedArray &array, size_t loops) {
  MLIRContext *context = array.order.element.getContext();
  SmallVector<AffineExpr> place(array.order.element.getResults());
  place.back() = place.back() + getAffineDimExpr(loops, context);
  return AffineMap::get(loops + 1, 0, place, context);
}

/// A token of the stream into the buffer, in these loops.
static void keepToken(ProcessBuilder &builder, const StreamedArray &array,
                      Value stream, Value buffer, ArrayRef<Value> loops) {
  Value token = builder.read(stream);
  Location loc = buffer.getLoc();
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
  AffineStoreOp::create(builder, loc, element, buffer,
                        laneOf(array, loops.size()), at);
}

/// A token of the buffer into the stream, in these loops.
static void sendToken(ProcessBuilder &builder, const StreamedArray &array,
                      Value stream, Value buffer, ArrayRef<Value> loops) {
  Location loc = buffer.getLoc();
  SmallVector<Value> at(loops);
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
    at.push_back(lane);
    Value element = AffineLoadOp::create(builder, loc, buffer,
                                         laneOf(array, loops.size()), at);
    AffineStoreOp::create(builder, loc, element, beat,
                          builder.getMultiDimIdentityMap(1), ValueRange(lane));
  }
  builder.write(beat, stream);
}

static SmallVector<int64_t> tripsOf(const Move &move) {
  return rowByRow(cast<MemRefType>(move.buffer.getType()),
                  move.array->tokens.getLanes())
      .trips;
}

static int64_t countOf(ArrayRef<int64_t> trips) {
  int64_t count = 1;
  for (int64_t trip : trips)
    count *= trip;
  return count;
}

/// One loop nest over all of these trips, in which each moves its own tokens.
static void moveTogether(ProcessBuilder &builder, ArrayRef<Move> group,
                         ArrayRef<int64_t> trips) {
  SmallVector<Value> at = builder.loops(trips, hls::PipelineStyle::Flushable);
  for (const Move &move : group) {
    SmallVector<AffineExpr> inside;
    for (auto [dim, trip] : llvm::enumerate(tripsOf(move)))
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
    if (move.isFill)
      keepToken(builder, *move.array, move.stream, move.buffer, at);
    else
      sendToken(builder, *move.array, move.stream, move.buffer, at);
  }
}

int64_t talos::roomOfResult(const StreamedNest &nest,
                            const StreamedArray &result, int64_t depth) {
  auto isStored = [](const auto &array) { return array.second.isStored; };
  if (llvm::count_if(nest.arrays, isStored) < 2)
    return depth;
  int64_t words = countOf(result.order.trips), tiles = 1;
  for (const LaneAccess &access : result.accesses)
    if (auto loop = dyn_cast<AffineForOp>(access.op->getParentOp()))
      tiles = loop.getConstantUpperBound();
  return tiles > 1 ? llvm::divideCeil(words * 2, tiles) + 2 * depth : words;
}

/// Arrays that memory holds are there from the beginning, and come first: as
/// many of them at a time as take no more iterations than one after the other.
/// StreamedCost of Explore counts the same.
static void fill(ProcessBuilder &builder, ArrayRef<Move> fillings,
                 Operation *before) {
  SmallVector<Move> ordered;
  for (bool isFromMemory : {true, false})
    llvm::copy_if(fillings, std::back_inserter(ordered),
                  [&](const Move &filling) {
                    return filling.array->isFromMemory == isFromMemory;
                  });
  SmallVector<Move> group;
  SmallVector<int64_t> trips;
  auto close = [&] {
    builder.setInsertionPoint(before);
    if (!group.empty())
      moveTogether(builder, group, trips);
    group.clear();
  };
  for (const Move &filling : ordered) {
    SmallVector<int64_t> own = tripsOf(filling), all = own;
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

/// Results of one shape leave together, the others one after the other.
/// StreamedCost of Explore counts the same.
static void drain(ProcessBuilder &builder, ArrayRef<Move> drains,
                  Operation *before) {
  SmallVector<SmallVector<Move>> groups;
  for (const Move &move : drains) {
    auto shapeOf = [](const Move &own) {
      return cast<MemRefType>(own.buffer.getType()).getShape();
    };
    auto *same = llvm::find_if(groups, [&](ArrayRef<Move> group) {
      return shapeOf(group.front()) == shapeOf(move);
    });
    if (same == groups.end())
      groups.push_back({move});
    else
      same->push_back(move);
  }
  for (ArrayRef<Move> group : groups) {
    SmallVector<int64_t> trips = tripsOf(group.front());
    for (const Move &move : group)
      trips.back() = std::max(trips.back(), tripsOf(move).back());
    builder.setInsertionPoint(before);
    moveTogether(builder, group, trips);
  }
}

namespace {
/// A process whose task computes one tile of rows after the other. In an
/// iteration of the loop over tiles the result of the tile before leaves, and
/// the next one comes, while the task is at work: each has a copy of the
/// buffers.
class TiledProcess {
public:
  TiledProcess(ProcessBuilder &builder, StringRef name, AffineForOp tiles)
      : builder(builder), name(name), tiles(tiles) {}
  void add(const Move &move) { moves.push_back(move); }
  void make();

private:
  void makeCopies();
  Value copyOf(hls::BufferOp buffer, int64_t tile) const;
  void makeMove(const Move &move, int64_t tile);
  void makeCompute(int64_t tile);
  void makeSwaps(Value tile, int64_t parity);
  /// What happens beside each other when the task is at this tile.
  void makeStep(int64_t tile, int64_t first, int64_t end);

  ProcessBuilder &builder;
  StringRef name;
  AffineForOp tiles;
  SmallVector<Move> moves;
  SmallVector<Operation *> computed; ///< all else in the loop
  llvm::MapVector<Operation *, SmallVector<Value>> copies; ///< of buffers
  int64_t most = 1;                                        ///< copies
};
} // namespace

/// Before the loop; a buffer that nothing fills or empties has one.
void TiledProcess::makeCopies() {
  builder.setInsertionPoint(tiles);
  for (auto buffer : tiles.getBody()->getOps<hls::BufferOp>()) {
    int64_t count = buffer.getCopies();
    most = std::max(most, count);
    for (int64_t copy = 0; copy < count; ++copy) {
      auto own = cast<hls::BufferOp>(builder.clone(*buffer));
      own.setCopies(1);
      if (count > 1) {
        own.setArray(buffer.getArrayName());
        own.setBufferName((buffer.getBufferName() + "_" + Twine(copy)).str());
      }
      copies[buffer].push_back(own.getResult());
    }
  }
}

Value TiledProcess::copyOf(hls::BufferOp buffer, int64_t tile) const {
  ArrayRef<Value> all = copies.find(buffer)->second;
  return all[tile % all.size()];
}

void TiledProcess::makeMove(const Move &move, int64_t tile) {
  auto all = move.buffer.getDefiningOp<hls::BufferOp>();
  Value buffer = copyOf(all, tile);
  std::string own = (name + "_" + all.getBufferName()).str();
  Location loc = all.getLoc();
  auto task = hls::TaskOp::create(
      builder, loc, own, ValueRange{buffer, move.stream},
      move.isFill ? hls::TaskKind::Fill : hls::TaskKind::Drain,
      builder.getStrArrayAttr({all.getBufferName(), "tokens"}));
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&task.getBody());
  Value inside = body->addArgument(buffer.getType(), loc),
        stream = body->addArgument(move.stream.getType(), loc);
  hls::YieldOp::create(builder, loc);
  builder.setInsertionPointToStart(body);
  Move whole{inside, move.array, stream, move.isFill};
  moveTogether(builder, whole, tripsOf(whole));
}

/// Parameters are called like the array, whichever copy of its buffer comes.
void TiledProcess::makeCompute(int64_t tile) {
  IRMapping mapping;
  for (auto &[op, all] : copies)
    mapping.map(op->getResult(0), all[tile % all.size()]);
  for (Operation *op : computed)
    builder.clone(*op, mapping)->walk([&](hls::TaskOp task) {
      SmallVector<std::string> names;
      for (auto [number, input] : llvm::enumerate(task.getInputs())) {
        auto buffer = input.getDefiningOp<hls::BufferOp>();
        names.push_back(buffer ? buffer.getArrayName().str()
                               : "scalar" + std::to_string(number));
      }
      SmallVector<StringRef> all(names.begin(), names.end());
      task.setParameterNamesAttr(builder.getStrArrayAttr(all));
    });
}

void TiledProcess::makeStep(int64_t tile, int64_t first, int64_t end) {
  auto exists = [&](int64_t own) { return first <= own && own < end; };
  for (bool isFill : {false, true})
    for (const Move &move : moves) {
      int64_t own = isFill ? tile + 1 : tile - 1;
      if (move.isFill == isFill && exists(own))
        makeMove(move, own);
    }
  if (exists(tile))
    makeCompute(tile);
}

/// The buffers of tile `tile`, a value, are told by its remainder, from
/// `parity` on.
void TiledProcess::makeSwaps(Value tile, int64_t parity) {
  if (parity + 1 == most)
    return makeStep(parity + most, 0, 2 * most + 2);
  AffineExpr remainder = builder.getAffineDimExpr(0) % most - parity;
  affine::AffineIfOp swap =
      builder.when(IntegerSet::get(1, 0, remainder, {true}), tile,
                   /*hasElse=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(swap.getThenBlock());
  makeStep(parity + most, 0, 2 * most + 2);
  builder.setInsertionPointToStart(swap.getElseBlock());
  makeSwaps(tile, parity + 1);
}

/// The first tile is filled, and the last ones are emptied, outside of the
/// loop.
void TiledProcess::make() {
  for (Operation &op : tiles.getBody()->without_terminator())
    if (!isa<hls::BufferOp, hls::TileLoadOp, hls::TileStoreOp>(op) &&
        !isPure(&op))
      computed.push_back(&op);
  makeCopies();
  int64_t count = tiles.getConstantUpperBound();
  makeStep(-1, 0, count);
  makeStep(0, 0, count);
  auto loop = AffineForOp::create(builder, tiles.getLoc(), 1, count - 1);
  loop->setAttr(hls::nameAttrName, tiles->getAttr(hls::nameAttrName));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    makeSwaps(loop.getInductionVar(), 0);
  }
  makeStep(count - 1, 0, count);
  makeStep(count, 0, count);
  tiles.erase();
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
  std::string name = task.getTaskName().str();
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Task, "run_" + name, inputs);
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
  std::optional<TiledProcess> tiled;
  SmallVector<Operation *> moved; // whole
  SmallVector<Move> fillings, drains;
  // Of what is filled, all before what is computed; of what leaves, all behind.
  Operation *lastFill = nullptr, *lastDrain = nullptr;
  auto add = [](SmallVectorImpl<Move> &moves, Operation *&last, Operation *op,
                const Move &move) {
    if (!last || last->isBeforeInBlock(op))
      last = op;
    if (move.stream) // null: what nobody has set
      moves.push_back(move);
  };
  for (auto &[use, array] : nest.arrays) {
    ArrayStreams ends = streams.lookup(use);
    for (const LaneAccess &access : array.accesses) {
      auto load = dyn_cast<hls::TileLoadOp>(access.op);
      Value outside = !load            ? ends.result
                      : array.isStored ? ends.old
                                       : ends.operand,
            buffer = load ? load.getBuffer()
                          : cast<hls::TileStoreOp>(access.op).getBuffer();
      Move move{buffer, &array, inside.lookup(outside), load != nullptr};
      if (auto tiles = dyn_cast<AffineForOp>(access.op->getParentOp())) {
        if (!tiled)
          tiled.emplace(builder, name, tiles);
        if (move.stream)
          tiled->add(move);
        continue;
      }
      moved.push_back(access.op);
      if (load)
        add(fillings, lastFill, load, move);
      else
        add(drains, lastDrain, access.op, move);
    }
  }
  if (lastFill)
    fill(builder, fillings, lastFill);
  if (lastDrain)
    drain(builder, drains, lastDrain);
  if (tiled)
    tiled->make();
  for (Operation *op : moved)
    op->erase();
  task.erase();
}
