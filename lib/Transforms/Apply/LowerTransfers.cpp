//===- LowerTransfers.cpp - Transfers become tasks ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pipelined nest over the buffer moves one beat of each port an iteration.
// Constant offsets stand in the task, others are its operands: so transfers of
// the same box have the same code.
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Subscripts.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Analysis/Transfers.h"
#include "talos/Dialect/HLS/ArrayBlock.h"
#include "talos/Dialect/HLS/Rows.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "talos/Transforms/Apply.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_LOWERTRANSFERS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;

namespace {

/// The subscripts of an access, built term by term.
struct Subscripts {
  explicit Subscripts(MLIRContext *context) : context(context) {}

  AffineExpr term(Value value) {
    operands.push_back(value);
    return getAffineDimExpr(operands.size() - 1, context);
  }
  AffineMap map() const {
    return AffineMap::get(operands.size(), 0, exprs, context);
  }

  SmallVector<Value> operands;
  SmallVector<AffineExpr> exprs; ///< one a subscript
  MLIRContext *context;
};

class TransferLowering {
public:
  TransferLowering(func::FuncOp func, const analysis::Transfer &transfer,
                   OperandRange offsets)
      : func(func), transfer(transfer), offsets(offsets), builder(transfer.op),
        loc(transfer.op->getLoc()),
        bufferType(cast<MemRefType>(transfer.buffer.getType())),
        arrayType(cast<MemRefType>(transfer.array.getType())),
        tiles(hls::tilesOf(transfer.array)) {}

  LogicalResult run();

private:
  LogicalResult check() const;
  LogicalResult checkTile() const;
  bool isRun() const;
  bool endsWithArray(unsigned dim) const;
  bool isWholeBoxes() const;
  std::string arrayName() const;
  void createTask();
  Value openLoop(const Twine &name, int64_t trip, StringRef directive,
                 Attribute value);
  Value startOf(unsigned dim, Value offset);
  Subscripts inArray(ArrayRef<Value> counters);
  void moveBoxes();
  Subscripts inBuffer(ArrayRef<Value> counters, ArrayRef<Value> lanes,
                      Value block = {});
  void load(Value from, const Subscripts &at, const Subscripts &into);
  void store(const Subscripts &at, Value to, const Subscripts &into);
  void moveBeat(ArrayRef<Value> counters);

  func::FuncOp func;
  analysis::Transfer transfer;
  OperandRange offsets;
  OpBuilder builder;
  Location loc;
  MemRefType bufferType, arrayType;
  ArrayRef<int64_t> tiles;         ///< in which memory holds the array
  Value buffer, array;             ///< inside the task
  SmallVector<Value> copies;       ///< of the buffer, there
  SmallVector<Value> innerOffsets; ///< one a dimension; null: constant
};

} // namespace

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Whole rows of the array that begin on a beat, up to the end of another one
/// or of the array.
bool TransferLowering::isRun() const {
  ArrayRef<int64_t> whole = arrayType.getShape(), own = bufferType.getShape();
  if (whole.empty() || whole.drop_front() != own.drop_front())
    return false;
  if (offsets.empty())
    return whole == own;
  std::optional<int64_t> start = getConstantIntValue(offsets.front());
  return start &&
         llvm::all_of(
             offsets.drop_front(),
             [](Value offset) { return getConstantIntValue(offset) == 0; }) &&
         hls::startsOnBeats(*start, whole.front(), own, transfer.beat);
}

/// In this dimension the box of the array ends with it.
bool TransferLowering::endsWithArray(unsigned dim) const {
  std::optional<int64_t> start =
      offsets.empty() ? 0 : getConstantIntValue(offsets[dim]);
  return start &&
         *start + bufferType.getDimSize(dim) == arrayType.getDimSize(dim);
}

static bool isMultiple(Value offset, int64_t of) {
  if (std::optional<int64_t> constant = getConstantIntValue(offset))
    return *constant % of == 0;
  if (auto apply = offset.getDefiningOp<affine::AffineApplyOp>())
    return apply.getAffineMap().getResult(0).isMultipleOf(of);
  // The iterator of a shared loop is an operand of the task.
  if (auto loop = affine::getForInductionVarOwner(hls::originOf(offset)))
    return loop.hasConstantLowerBound() &&
           loop.getConstantLowerBound() % of == 0 &&
           loop.getStepAsInt() % of == 0;
  return false;
}

/// The tile is whole boxes of the array.
bool TransferLowering::isWholeBoxes() const {
  for (auto [dim, extent] : llvm::enumerate(transfer.box))
    if (extent > 1 &&
        ((bufferType.getDimSize(dim) % extent != 0 && !endsWithArray(dim)) ||
         (!offsets.empty() && !isMultiple(offsets[dim], extent))))
      return false;
  return !analysis::isRealigned(transfer);
}

/// The buffer is one of the tiles in which memory holds the array.
LogicalResult TransferLowering::checkTile() const {
  auto error = [&] {
    return transfer.op->emitError("memory holds '")
           << arrayName() << "' in tiles, ";
  };
  if (tiles != bufferType.getShape())
    return error() << "of other extents than those of the buffer, "
                   << bufferType
                   << "; give all tasks that access it tiles of one size, or "
                      "leave lanes out";
  if (transfer.beat == 1)
    return error() << "which are moved by beats of several elements; use a "
                      "wider beat, or leave lanes out";
  for (auto [dim, offset] : llvm::enumerate(offsets))
    if (!isMultiple(offset, tiles[dim]))
      return error() << "and in dimension " << dim
                     << " the buffer does not start at a multiple of "
                     << tiles[dim] << "; leave lanes out";
  return success();
}

LogicalResult TransferLowering::check() const {
  auto isArgument = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(hls::originOf(value));
    return argument && argument.getOwner()->getParentOp() == func;
  };
  if (!isArgument(transfer.array))
    return transfer.op->emitError(
        "the off-chip array must be an argument of the top function");
  if (isArgument(transfer.buffer))
    return transfer.op->emitError("the buffer is an off-chip array itself");
  if (!tiles.empty())
    return checkTile();
  hls::InterfaceAttr port = analysis::interfaceOf(transfer.array);
  bool isAsInC = !port || port.getLanes().empty();
  if (transfer.blocks > 1 && bufferType.getShape() != arrayType.getShape())
    return transfer.op->emitError("each port of '")
           << arrayName()
           << "' holds a block of it, which only transfers of the whole array "
              "move; use one port, or ports that take beats in turn";
  if (!isWholeBoxes() && !(isAsInC && isRun()))
    return transfer.op->emitError("rows of the tile of '")
           << arrayName() << "' do not start and end on beats of "
           << transfer.beat << " elements; use a smaller beat";
  return success();
}

std::string TransferLowering::arrayName() const {
  unsigned index =
      cast<BlockArgument>(hls::originOf(transfer.array)).getArgNumber();
  std::string name = analysis::sourceName(func, index);
  return name.empty() ? "arg" + std::to_string(index) : name;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// What the task is told of where the buffer starts: the element, or the number
/// of the tile, which the tool need not divide for.
Value TransferLowering::startOf(unsigned dim, Value offset) {
  if (tiles.empty())
    return offset;
  AffineExpr tile =
      getAffineDimExpr(0, builder.getContext()).floorDiv(tiles[dim]);
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(1, 0, tile), {offset}));
}

void TransferLowering::createTask() {
  SmallVector<Value> operands = {transfer.buffer, transfer.array};
  SmallVector<std::string> names = {"buffer", arrayName()};
  for (auto [dim, offset] : llvm::enumerate(offsets))
    if (!getConstantIntValue(offset)) {
      operands.push_back(startOf(dim, offset));
      names.push_back(
          (tiles.empty() ? analysis::offsetParameter : analysis::tileParameter)
              .str() +
          std::to_string(dim));
    }
  for (auto [number, copy] : llvm::enumerate(transfer.copies)) {
    operands.push_back(copy);
    names.push_back("copy" + std::to_string(number + 1));
  }
  auto task = hls::TaskOp::create(
      builder, loc, arrayName(), operands,
      transfer.isLoad ? hls::TaskKind::Load : hls::TaskKind::Store,
      builder.getStrArrayAttr(
          SmallVector<StringRef>(names.begin(), names.end())));
  task->setDiscardableAttrs(transfer.op->getDiscardableAttrDictionary());
  Block *body = builder.createBlock(&task.getBody());
  for (Value operand : operands)
    body->addArgument(operand.getType(), loc);
  buffer = body->getArgument(0);
  array = body->getArgument(1);
  auto *next = body->args_begin() + 2;
  for (Value offset : offsets)
    innerOffsets.push_back(getConstantIntValue(offset) ? Value() : *next++);
  copies.assign(next, body->args_end());
  hls::YieldOp::create(builder, loc);
  builder.setInsertionPointToStart(body);
}

/// What follows stands in the loop. Returns its counter.
Value TransferLowering::openLoop(const Twine &name, int64_t trip,
                                 StringRef directive, Attribute value) {
  auto loop = affine::AffineForOp::create(builder, loc, 0, trip);
  loop->setAttr(hls::nameAttrName, builder.getStringAttr(name));
  if (value)
    loop->setAttr(directive, value);
  builder.setInsertionPointToStart(loop.getBody());
  return loop.getInductionVar();
}

static Attribute pipelined(MLIRContext *context) {
  return hls::PipelineAttr::get(context, /*ii=*/1);
}

/// The element, or the beat, at the counters of the box: the box starts at the
/// offsets, or is one of the tiles, whose numbers stand before them. Constants
/// are operands, so that a sum reads `5 + i0`.
Subscripts TransferLowering::inArray(ArrayRef<Value> counters) {
  Subscripts at(builder.getContext());
  for (unsigned dim = 0; dim < tiles.size(); ++dim) {
    Value tile = offsets.empty() ? Value() : innerOffsets[dim];
    int64_t start = tile || offsets.empty()
                        ? 0
                        : *getConstantIntValue(offsets[dim]) / tiles[dim];
    at.exprs.push_back(
        tile ? at.term(tile)
             : getAffineConstantExpr(start, builder.getContext()));
  }
  for (auto [dim, counter] : llvm::enumerate(counters)) {
    int64_t unit = transfer.box[dim];
    if (offsets.empty() || !tiles.empty()) {
      at.exprs.push_back(at.term(counter));
      continue;
    }
    AffineExpr start;
    if (Value offset = innerOffsets[dim]) {
      start = at.term(offset).floorDiv(unit);
    } else if (int64_t constant = *getConstantIntValue(offsets[dim])) {
      start = at.term(
          arith::ConstantIndexOp::create(builder, loc, constant / unit));
    }
    AffineExpr inBox = at.term(counter);
    at.exprs.push_back(start ? start + inBox : inBox);
  }
  return at;
}

/// An element to the buffer and its copies.
void TransferLowering::load(Value from, const Subscripts &at,
                            const Subscripts &into) {
  Value element =
      affine::AffineLoadOp::create(builder, loc, from, at.map(), at.operands);
  affine::AffineStoreOp::create(builder, loc, element, buffer, into.map(),
                                into.operands);
  for (Value copy : copies)
    affine::AffineStoreOp::create(builder, loc, element, copy, into.map(),
                                  into.operands);
}

/// An element of the buffer.
void TransferLowering::store(const Subscripts &at, Value to,
                             const Subscripts &into) {
  Value element =
      affine::AffineLoadOp::create(builder, loc, buffer, at.map(), at.operands);
  affine::AffineStoreOp::create(builder, loc, element, to, into.map(),
                                into.operands);
}

/// The element of the buffer at these places in the box of these counters; a
/// box of one element in a dimension has no place there. Of several blocks it
/// is one of this number.
Subscripts TransferLowering::inBuffer(ArrayRef<Value> counters,
                                      ArrayRef<Value> lanes, Value block) {
  Subscripts at(builder.getContext());
  for (auto [dim, counter] : llvm::enumerate(counters)) {
    AffineExpr expr = at.term(counter);
    if (int64_t extent = transfer.box[dim]; extent > 1)
      expr = expr * extent + at.term(lanes[dim]);
    at.exprs.push_back(expr);
  }
  if (block)
    at.exprs.front() =
        at.exprs.front() + at.term(block) * hls::blockExtent(arrayType,
                                                             transfer.box,
                                                             transfer.blocks);
  return at;
}

/// Moves the box at these counters, element by element.
void TransferLowering::moveBeat(ArrayRef<Value> counters) {
  MLIRContext *context = builder.getContext();
  Subscripts at = inArray(counters);
  auto type = MemRefType::get({transfer.beat}, arrayType.getElementType());
  AffineMapAttr map = AffineMapAttr::get(at.map());
  DenseI64ArrayAttr lanes;
  IntegerAttr blocks;
  if (transfer.blocks > 1)
    blocks = builder.getI64IntegerAttr(transfer.blocks);
  if (transfer.box.back() * transfer.blocks != transfer.beat)
    lanes = builder.getDenseI64ArrayAttr(transfer.box);
  Value beat = transfer.isLoad
                   ? hls::BeatReadOp::create(builder, loc, type, array, map,
                                             at.operands, lanes, blocks)
                         .getBeat()
                   : hls::BeatOp::create(builder, loc, type).getBeat();
  OpBuilder::InsertPoint end = builder.saveInsertionPoint();
  Subscripts inBeat(context);
  SmallVector<Value> places(counters.size());
  AffineExpr place = getAffineConstantExpr(0, context);
  Value block;
  if (transfer.blocks > 1) {
    block = openLoop("block", transfer.blocks, hls::unrollAttrName,
                     hls::UnrollAttr::get(context, 0));
    place = inBeat.term(block);
  }
  for (auto [dim, extent] : llvm::enumerate(transfer.box)) {
    if (extent == 1)
      continue;
    bool isLast = dim + 1 == counters.size();
    places[dim] =
        openLoop(isLast ? Twine("lane") : "lane" + Twine(dim), extent,
                 hls::unrollAttrName, hls::UnrollAttr::get(context, 0));
    place = place * extent + inBeat.term(places[dim]);
  }
  inBeat.exprs.push_back(place);
  Subscripts element = inBuffer(counters, places, block);
  transforms::keepInside(
      builder, loc, bufferType.getShape(),
      hls::stepsOf(bufferType, transfer.box, transfer.blocks), element.map(),
      element.operands);
  if (transfer.isLoad)
    load(beat, inBeat, element);
  else
    store(element, beat, inBeat);
  builder.restoreInsertionPoint(end);
  if (!transfer.isLoad)
    hls::BeatWriteOp::create(builder, loc, beat, array, map, at.operands, lanes,
                             blocks);
}

/// The loops count boxes of the buffer, or of a block of it.
void TransferLowering::moveBoxes() {
  SmallVector<int64_t> extents(bufferType.getShape());
  if (transfer.blocks > 1)
    extents.front() =
        hls::blockExtent(arrayType, transfer.box, transfer.blocks);
  SmallVector<Value> counters;
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    bool isLast = dim + 1 == extents.size();
    counters.push_back(
        openLoop("i" + Twine(dim), llvm::divideCeil(extent, transfer.box[dim]),
                 hls::pipelineAttrName,
                 isLast ? pipelined(builder.getContext()) : Attribute()));
  }
  if (transfer.beat > 1)
    return moveBeat(counters);
  Subscripts at = inArray(counters), element = inBuffer(counters, {});
  if (transfer.isLoad)
    load(array, at, element);
  else
    store(element, array, at);
}

LogicalResult TransferLowering::run() {
  if (failed(check()))
    return failure();
  createTask();
  moveBoxes();
  SmallVector<Value> starts(offsets);
  transfer.op->erase();
  for (Value start : starts) // that the task does not need
    if (start.use_empty() && start.getDefiningOp<affine::AffineApplyOp>())
      start.getDefiningOp()->erase();
  return success();
}

LogicalResult transforms::lowerTransfers(func::FuncOp func) {
  SmallVector<Operation *> ops;
  func->walk([&](Operation *op) {
    if (isa<hls::TileLoadOp, hls::TileStoreOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto load = dyn_cast<hls::TileLoadOp>(op);
    OperandRange offsets =
        load ? load.getOffsets() : cast<hls::TileStoreOp>(op).getOffsets();
    if (failed(
            TransferLowering(func, *analysis::transferOf(op), offsets).run()))
      return failure();
  }
  return success();
}

namespace {
struct LowerTransfers : talos::impl::LowerTransfersBase<LowerTransfers> {
  void runOnOperation() override {
    if (failed(transforms::lowerTransfers(getOperation())))
      signalPassFailure();
  }
};
} // namespace
