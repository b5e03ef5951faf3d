//===- OverlapTiles.cpp - Transfers of tiles beside the nest on another ---===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops around the transfers become one loop over tiles n. Tile n is in
// buffer n mod 2. One iteration stores tile n - 1, loads tile n + 1 into the
// buffer that this leaves free, and computes tile n.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/BufferEdits.h"
#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Analysis/Footprint.h"
#include "talos/Analysis/Transfers.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Support/Int.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_OVERLAPTILES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
using analysis::Transfer;

namespace {

/// The tiles of one task that have two buffers.
class TileOverlap {
public:
  explicit TileOverlap(hls::TaskOp task)
      : task(task), builder(task.getContext()), loc(task.getLoc()) {}

  LogicalResult run();

private:
  /// What moves through one of the two buffers of each tile.
  enum class Moves { Loads, Reloads, AllLoads, Stores };
  LogicalResult findBuffers();
  LogicalResult findLoops();
  LogicalResult readBody();
  LogicalResult checkDisjoint(const Transfer &load,
                              const Transfer &store) const;
  bool isStored(const Transfer &load) const;
  void makeNest();
  void makeBuffers();
  SmallVector<Value> iteratorsOf(AffineExpr tile, Value n);
  IRMapping mappingOf(AffineExpr tile, Value n, unsigned parity);
  void move(Moves which, AffineExpr tile, Value n, unsigned parity);
  void compute(AffineExpr tile, Value n, unsigned parity);
  void makeIteration(Value n, unsigned parity);
  void makeLoop();
  void eraseUnused();
  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, builder.getContext());
  }

  hls::TaskOp task;
  OpBuilder builder;
  Location loc;
  SmallVector<hls::BufferOp> buffers;
  SmallVector<AffineForOp> loops; ///< around the transfers, outermost first
  SmallVector<int64_t> trips;     ///< of these
  int64_t tiles = 1;
  SmallVector<Operation *> places; ///< what computes where tiles are
  SmallVector<Transfer> loads, stores;
  SmallVector<Operation *> inside; ///< the nest
  hls::TaskOp nest;                ///< a model of its calls, in no block
  /// By tile, those with even and odd numbers.
  SmallVector<std::pair<hls::BufferOp, hls::BufferOp>> copies;
};

} // namespace

//===----------------------------------------------------------------------===//
// What there is
//===----------------------------------------------------------------------===//

LogicalResult TileOverlap::findBuffers() {
  WalkResult result = task->walk([&](hls::BufferOp buffer) {
    if (buffer.getCopies() == 1)
      return WalkResult::advance();
    if (buffer.getCopies() > 2) {
      buffer.emitOpError("has ")
          << buffer.getCopies()
          << " copies; a tile is stored before the next one is loaded into its "
             "buffer, so that 2 serve all";
      return WalkResult::interrupt();
    }
    if (!buffers.empty() && buffers.front()->getBlock() != buffer->getBlock()) {
      buffer.emitOpError("has copies, as buffer '")
          << buffers.front().getBufferName()
          << "' at another depth has; the transfers of one loop overlap";
      return WalkResult::interrupt();
    }
    buffers.push_back(buffer);
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Whether the block has the loop and what costs nothing.
static bool holdsOnly(Block &block, AffineForOp loop) {
  return llvm::all_of(block.without_terminator(), [&](Operation &op) {
    return &op == loop || isMemoryEffectFree(&op);
  });
}

/// The loops around the buffers, outward as long as nothing else is in them.
LogicalResult TileOverlap::findLoops() {
  auto loop = dyn_cast<AffineForOp>(buffers.front()->getParentOp());
  if (!loop)
    return buffers.front().emitOpError(
        "has copies, but no loop of its task fills it again; give it one");
  while (loop) {
    if (!loop.hasConstantBounds() || loop.getNumIterOperands() != 0)
      return loop.emitError("runs around transfers that overlap; it needs "
                            "constant bounds and no values that it carries");
    loops.insert(loops.begin(), loop);
    trips.insert(trips.begin(), *affine::getConstantTripCount(loop));
    auto around = dyn_cast<AffineForOp>(loop->getParentOp());
    loop =
        around && holdsOnly(*around.getBody(), loop) ? around : AffineForOp();
  }
  Int product = 1;
  for (int64_t trip : trips)
    product = product * trip;
  if (!product.isValid() || product.value() < 3)
    return loops.front().emitError(
        "has too few iterations for transfers that overlap: a tile each for "
        "the load, the nest and the store; give the buffers one copy");
  tiles = product.value();
  return success();
}

LogicalResult TileOverlap::readBody() {
  for (AffineForOp loop : ArrayRef(loops).drop_back())
    for (Operation &op : loop.getBody()->without_terminator())
      if (!isa<AffineForOp>(op))
        places.push_back(&op);
  for (Operation &op : loops.back().getBody()->without_terminator()) {
    std::optional<Transfer> transfer = analysis::transferOf(&op);
    if (transfer) {
      if (!llvm::is_contained(buffers, transfer->buffer.getDefiningOp()))
        return op.emitError("moves a buffer of one copy beside others of two; "
                            "the transfers of one loop overlap: give all of "
                            "its buffers copies");
      (transfer->isLoad ? loads : stores).push_back(*transfer);
    } else if (isa<hls::BufferOp>(op)) {
      if (!llvm::is_contained(buffers, &op))
        inside.push_back(&op);
    } else if (isMemoryEffectFree(&op) && op.getNumRegions() == 0) {
      places.push_back(&op);
    } else {
      inside.push_back(&op);
    }
  }
  for (const Transfer &load : loads)
    for (const Transfer &store : stores)
      if (hls::originOf(load.array) == hls::originOf(store.array) &&
          failed(checkDisjoint(load, store)))
        return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Dependences through memory
//===----------------------------------------------------------------------===//

namespace {
/// Where a tile starts in a dimension, and how far it reaches.
struct Start {
  unsigned dim;
  Value value;
  int64_t extent;
};
} // namespace

/// Of those dimensions whose start is no constant. A transfer that is lowered
/// has them as operands, called after their dimension: elements, or numbers of
/// tiles.
static SmallVector<Start> startsOf(const Transfer &transfer) {
  auto type = cast<MemRefType>(transfer.buffer.getType());
  SmallVector<Start> starts;
  OperandRange offsets = transfer.op->getOperands().take_front(0);
  if (auto load = dyn_cast<hls::TileLoadOp>(transfer.op))
    offsets = load.getOffsets();
  if (auto store = dyn_cast<hls::TileStoreOp>(transfer.op))
    offsets = store.getOffsets();
  for (auto [dim, offset] : llvm::enumerate(offsets))
    starts.push_back({unsigned(dim), offset, type.getDimSize(dim)});
  auto lowered = dyn_cast<hls::TaskOp>(transfer.op);
  if (!lowered || !lowered.getParameterNames())
    return starts;
  for (auto [operand, attribute] :
       llvm::zip(lowered.getInputs(), *lowered.getParameterNames())) {
    StringRef name = cast<StringAttr>(attribute).getValue();
    bool isNumber = name.consume_front(analysis::tileParameter);
    unsigned dim = 0;
    if (!operand.getType().isIndex() ||
        (!isNumber && !name.consume_front(analysis::offsetParameter)) ||
        name.getAsInteger(10, dim) || dim >= type.getRank())
      continue;
    starts.push_back({dim, operand, isNumber ? 1 : type.getDimSize(dim)});
  }
  return starts;
}

/// A start in terms of iterators.
static affine::AffineValueMap placeOf(Value start) {
  affine::AffineValueMap place(
      AffineMap::getMultiDimIdentityMap(1, start.getContext()),
      ValueRange(start));
  place.composeSimplifyAndCanonicalize();
  return place;
}

static bool areEqual(const affine::AffineValueMap &x,
                     const affine::AffineValueMap &y) {
  return x.getAffineMap() == y.getAffineMap() &&
         x.getOperands() == y.getOperands();
}

/// How far the place moves in a step of each loop; none where that is not known
/// to be the same in each.
static std::optional<SmallVector<int64_t>>
stepsOf(const affine::AffineValueMap &place, ArrayRef<AffineForOp> loops) {
  std::optional<analysis::LinearForm> form =
      analysis::linearForm(place.getAffineMap().getResult(0),
                           place.getNumDims(), place.getNumSymbols());
  if (!form)
    return std::nullopt;
  SmallVector<int64_t> steps;
  for (AffineForOp loop : loops) {
    int64_t step = 0;
    for (auto [coefficient, operand] :
         llvm::zip(form->coefficients, place.getOperands()))
      if (loop.getInductionVar() == operand)
        step += coefficient * loop.getStepAsInt();
    steps.push_back(step);
  }
  return steps;
}

/// The next tile that is loaded has nothing of the one that is stored: when
/// loop l counts up, and those in it start again, some dimension moves by a
/// whole tile.
LogicalResult TileOverlap::checkDisjoint(const Transfer &load,
                                         const Transfer &store) const {
  SmallVector<bool> isDisjoint(loops.size(), false);
  for (const Start &at : startsOf(load))
    for (const Start &other : startsOf(store)) {
      affine::AffineValueMap place = placeOf(at.value);
      std::optional<SmallVector<int64_t>> steps = stepsOf(place, loops);
      if (at.dim != other.dim || !areEqual(place, placeOf(other.value)) ||
          !steps)
        continue;
      int64_t back = 0; // what the loops further in have moved
      for (unsigned l = loops.size(); l-- > 0;) {
        int64_t moved = (*steps)[l] - back;
        isDisjoint[l] = isDisjoint[l] || std::abs(moved) >= at.extent;
        back += (*steps)[l] * (trips[l] - 1);
      }
    }
  for (auto [l, loop] : llvm::enumerate(loops))
    if (trips[l] > 1 && !isDisjoint[l])
      return load.op->emitError("loads what the iteration before of the loops "
                                "around it may store: the transfers of '")
             << cast<hls::BufferOp>(load.buffer.getDefiningOp()).getArrayName()
             << "' cannot overlap; give the buffers of this loop one copy";
  return success();
}

bool TileOverlap::isStored(const Transfer &load) const {
  return llvm::any_of(stores, [&](const Transfer &store) {
    return store.buffer == load.buffer ||
           hls::originOf(store.array) == hls::originOf(load.array);
  });
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// What the parameter for the value is called.
static std::string parameterName(Value value) {
  Value origin = hls::originOf(value);
  if (auto buffer = origin.getDefiningOp<hls::BufferOp>())
    return buffer.getBufferName().str();
  if (auto loop = affine::getForInductionVarOwner(origin))
    if (auto name = loop->getAttrOfType<StringAttr>(hls::nameAttrName))
      return name.str();
  return "v";
}

/// The nest becomes a task; constants are copied into it.
void TileOverlap::makeNest() {
  // Where all that it uses is defined above.
  builder.setInsertionPoint(loops.back().getBody()->getTerminator());
  nest = hls::TaskOp::create(builder, loc, (task.getTaskName() + "_tile").str(),
                             ValueRange(), hls::TaskKind::Compute, ArrayAttr());
  Block *body = builder.createBlock(&nest.getBody());
  for (Operation *op : inside)
    op->moveBefore(body, body->end());
  hls::YieldOp::create(builder, loc);
  transforms::isolate(builder, nest);
  auto names = llvm::map_to_vector(nest.getInputs(), parameterName);
  nest.setParameterNamesAttr(builder.getStrArrayAttr(
      SmallVector<StringRef>(names.begin(), names.end())));
  nest->remove();
}

void TileOverlap::makeBuffers() {
  builder.setInsertionPoint(loops.front());
  auto make = [&](hls::BufferOp buffer, StringRef which) {
    auto copy = cast<hls::BufferOp>(builder.clone(*buffer));
    copy.setArrayAttr(builder.getStringAttr(buffer.getArrayName()));
    copy.setBufferName((buffer.getBufferName() + which).str());
    copy.setCopies(1);
    return copy;
  };
  for (hls::BufferOp buffer : buffers) {
    hls::BufferOp even = make(buffer, "_0");
    copies.push_back({even, make(buffer, "_1")});
  }
}

/// The iterators of the loops, outermost first, of the tile with this number in
/// terms of n.
SmallVector<Value> TileOverlap::iteratorsOf(AffineExpr tile, Value n) {
  SmallVector<Value> iterators(loops.size());
  for (unsigned l = loops.size(); l-- > 0;) {
    AffineExpr place = l > 0 ? tile % trips[l] : tile;
    AffineForOp loop = loops[l];
    AffineExpr value =
        place * loop.getStepAsInt() + loop.getConstantLowerBound();
    tile = tile.floorDiv(trips[l]);
    SmallVector<OpFoldResult> arguments;
    if (n)
      arguments.push_back(n);
    iterators[l] = getValueOrCreateConstantIndexOp(
        builder, loc,
        affine::makeComposedFoldedAffineApply(
            builder, loc, AffineMap::get(n ? 1 : 0, 0, value), arguments));
  }
  return iterators;
}

/// From the code as it was to that of one tile, whose number is even or odd.
IRMapping TileOverlap::mappingOf(AffineExpr tile, Value n, unsigned parity) {
  IRMapping mapping;
  for (auto [loop, iterator] : llvm::zip(loops, iteratorsOf(tile, n)))
    mapping.map(loop.getInductionVar(), iterator);
  for (auto [buffer, both] : llvm::zip(buffers, copies))
    mapping.map(buffer.getResult(),
                (parity == 0 ? both.first : both.second).getResult());
  for (Operation *op : places) {
    auto apply = dyn_cast<affine::AffineApplyOp>(op);
    if (!apply) {
      builder.clone(*op, mapping);
      continue;
    }
    SmallVector<OpFoldResult> arguments;
    for (Value operand : apply.getOperands())
      arguments.push_back(getAsOpFoldResult(mapping.lookupOrDefault(operand)));
    mapping.map(apply.getResult(),
                getValueOrCreateConstantIndexOp(
                    builder, loc,
                    affine::makeComposedFoldedAffineApply(
                        builder, loc, apply.getAffineMap(), arguments)));
  }
  return mapping;
}

void TileOverlap::move(Moves which, AffineExpr tile, Value n, unsigned parity) {
  IRMapping mapping = mappingOf(tile, n, parity);
  for (const Transfer &transfer : which == Moves::Stores ? stores : loads)
    if (which == Moves::Stores || which == Moves::AllLoads ||
        isStored(transfer) == (which == Moves::Reloads))
      builder.clone(*transfer.op, mapping);
}

void TileOverlap::compute(AffineExpr tile, Value n, unsigned parity) {
  IRMapping mapping = mappingOf(tile, n, parity);
  builder.clone(*nest, mapping);
}

/// A tile that is loaded and stored waits for the port and the buffer: it comes
/// last.
void TileOverlap::makeIteration(Value n, unsigned parity) {
  AffineExpr tile = builder.getAffineDimExpr(0);
  move(Moves::Stores, tile - 1, n, 1 - parity);
  move(Moves::Loads, tile + 1, n, 1 - parity);
  compute(tile, n, parity);
  move(Moves::Reloads, tile + 1, n, 1 - parity);
}

void TileOverlap::makeLoop() {
  auto loop = AffineForOp::create(builder, loc, 1, tiles - 1);
  std::string name;
  for (AffineForOp around : loops)
    if (auto own = around->getAttrOfType<StringAttr>(hls::nameAttrName))
      name += (name.empty() ? "" : "_") + own.str();
  loop->setAttr(hls::nameAttrName,
                builder.getStringAttr(name.empty() ? "tile" : name));
  builder.setInsertionPointToStart(loop.getBody());
  Value n = loop.getInductionVar();
  IntegerSet even =
      IntegerSet::get(1, 0, builder.getAffineDimExpr(0) % 2, /*eqFlags=*/true);
  auto swap = affine::AffineIfOp::create(builder, loc, even, n,
                                         /*withElseRegion=*/true);
  builder.setInsertionPointToStart(swap.getThenBlock());
  makeIteration(n, 0);
  builder.setInsertionPointToStart(swap.getElseBlock());
  makeIteration(n, 1);
  builder.setInsertionPointAfter(loop);
}

/// Places of tiles that a part of the code does not ask for.
void TileOverlap::eraseUnused() {
  SmallVector<Operation *> ops;
  task->walk([&](Operation *op) {
    if (isa<affine::AffineApplyOp>(op) || op->hasTrait<OpTrait::ConstantLike>())
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (op->use_empty())
      op->erase();
}

LogicalResult TileOverlap::run() {
  if (failed(findBuffers()))
    return failure();
  if (buffers.empty())
    return success();
  if (failed(findLoops()) || failed(readBody()))
    return failure();
  makeNest();
  makeBuffers();
  move(Moves::AllLoads, constant(0), {}, 0);
  move(Moves::AllLoads, constant(1), {}, 1);
  compute(constant(0), {}, 0);
  makeLoop();
  unsigned last = (tiles - 1) % 2;
  move(Moves::Stores, constant(tiles - 2), {}, 1 - last);
  compute(constant(tiles - 1), {}, last);
  move(Moves::Stores, constant(tiles - 1), {}, last);
  nest->erase();
  loops.front()->erase();
  eraseUnused();
  return success();
}

namespace {
struct OverlapTiles : talos::impl::OverlapTilesBase<OverlapTiles> {
  void runOnOperation() override {
    SmallVector<hls::TaskOp> tasks;
    getOperation()->walk([&](hls::TaskOp task) {
      if (!task.isTransfer() && !task.isOpaque())
        tasks.push_back(task);
    });
    for (hls::TaskOp task : tasks)
      if (failed(TileOverlap(task).run()))
        return signalPassFailure();
  }
};
} // namespace
