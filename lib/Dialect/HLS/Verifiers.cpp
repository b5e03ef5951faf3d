//===- Verifiers.cpp - What Vitis would reject is rejected here -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Directives and ops. The places of the discardable attributes are checked in
// AttributePlaces.cpp, the design point in DesignVerifiers.cpp.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Dialect/HLS/Rows.h"
#include "talos/Dialect/HLS/Tiles.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace talos::hls;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// Directives
//===----------------------------------------------------------------------===//

LogicalResult PipelineAttr::verify(EmitError emitError, int64_t ii,
                                   PipelineStyle) {
  if (ii < 0)
    return emitError()
           << "pipeline ii must be at least 1 cycle (or absent: the "
              "tool chooses), got "
           << ii;
  return success();
}

LogicalResult TripCountAttr::verify(EmitError emitError, int64_t min,
                                    int64_t max, int64_t avg) {
  if (min < 0 || min > avg || avg > max)
    return emitError() << "trip counts must hold 0 <= min <= avg <= max, got "
                       << min << ", " << avg << ", " << max;
  return success();
}

LogicalResult UnrollAttr::verify(EmitError emitError, int64_t factor) {
  if (factor < 0)
    return emitError() << "unroll factor must be at least 1 (or absent: "
                          "complete), got "
                       << factor;
  return success();
}

LogicalResult PartitionDimAttr::verify(EmitError emitError, PartitionKind kind,
                                       int64_t factor) {
  switch (kind) {
  case PartitionKind::None:
    if (factor != 1)
      return emitError() << "a dimension that is not partitioned takes no "
                            "factor, got "
                         << factor;
    return success();
  case PartitionKind::Complete:
    if (factor != 0)
      return emitError() << "a complete partition takes no factor, got "
                         << factor << "; use cyclic or block";
    return success();
  case PartitionKind::Cyclic:
  case PartitionKind::Block:
    if (factor < 1)
      return emitError() << stringifyPartitionKind(kind)
                         << " partition factor must be at least 1, got "
                         << factor;
    return success();
  case PartitionKind::Reshape:
    if (factor < 2)
      return emitError() << "a reshaped dimension has at least 2 elements in a "
                            "word, got "
                         << factor << "; use none";
    return success();
  }
  return success();
}

LogicalResult PartitionAttr::verify(EmitError, ArrayRef<PartitionDimAttr>) {
  return success(); // the number of entries is a matter of the array
}

LogicalResult talos::hls::verifyLanes(EmitError emitError,
                                      ArrayRef<int64_t> lanes) {
  for (int64_t extent : lanes)
    if (extent < 1 || extent > 1024 || !llvm::isPowerOf2_64(extent))
      return emitError() << "lanes are powers of two from 1 to 1024, got "
                         << extent;
  return success();
}

LogicalResult talos::hls::verifyPortBlocks(EmitError emitError,
                                           int64_t blocks) {
  if (blocks < 1 || blocks > 1024)
    return emitError() << "port_blocks is a number from 1 to 1024, got "
                       << blocks;
  return success();
}

int64_t talos::hls::lanesIn(ArrayRef<int64_t> lanes) {
  int64_t product = 1;
  for (int64_t extent : lanes)
    product *= extent;
  return product;
}

int64_t InterfaceAttr::getPorts(int64_t elementBits) const {
  if (getPortBlocks() > 1)
    return getPortBlocks();
  int64_t beat = std::max<int64_t>(1, getWidth() / elementBits);
  return getLanes().empty() ? 1 : lanesIn(getLanes()) / beat;
}

LogicalResult InterfaceAttr::verify(EmitError emitError, InterfaceMode mode,
                                    StringAttr bundle, int64_t width,
                                    ArrayRef<int64_t> lanes, int64_t blocks,
                                    bool inTurn) {
  if (mode != InterfaceMode::MAxi) {
    if (!bundle.empty() || width != 0 || !lanes.empty() || blocks != 1 ||
        inTurn)
      return emitError() << "an " << stringifyInterfaceMode(mode)
                         << " port takes no bundle, no width, no lanes and no "
                            "blocks";
    return success();
  }
  if (bundle.empty())
    return emitError() << "an m_axi port needs a bundle";
  if (width < 8 || width > 1024 || !llvm::isPowerOf2_64(width))
    return emitError() << "m_axi width must be a power of two from 8 to 1024 "
                          "bits, got "
                       << width;
  if (failed(verifyPortBlocks(emitError, blocks)))
    return failure();
  if (inTurn && (blocks == 1 || !lanes.empty()))
    return emitError() << "in_turn is of several port_blocks, without lanes";
  return verifyLanes(emitError, lanes);
}

LogicalResult StorageAttr::verify(EmitError emitError, StorageKind,
                                  int64_t ports) {
  if (ports != 1 && ports != 2)
    return emitError() << "a memory has 1 or 2 ports, got " << ports;
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// An off-chip array or a buffer must have a known size and be dense.
static LogicalResult verifyDense(Operation *op, Type type, StringRef what) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.hasStaticShape() || !memref.getLayout().isIdentity())
    return op->emitOpError() << what
                             << " must have a static shape and the "
                                "identity layout, got "
                             << type;
  if (!memref.getElementType().isIntOrIndexOrFloat())
    return op->emitOpError()
           << what << " must hold integers or floats, got " << type;
  return success();
}

LogicalResult BufferOp::verify() {
  if (getBufferName().empty())
    return emitOpError() << "needs a name";
  if (failed(verifyDense(*this, getType(), "the buffer")))
    return failure();
  if (getCopies() < 1 || getCopies() > 3)
    return emitOpError() << "copies must be 1, 2 (double) or 3 (triple "
                            "buffering), got "
                         << getCopies();
  if (getPort() && getPort().getType() != getType())
    return emitOpError() << "has type " << getType() << ", its port "
                         << getPort().getType();
  if (getPort() && (getGlobalAttr() || getCopies() != 1))
    return emitOpError() << "is a port, which is no global and has no copies";
  if (std::optional<PartitionAttr> partition = getPartition())
    return partition->verifyFor(*this, cast<MemRefType>(getType()));
  return success();
}

LogicalResult BufferOp::verifySymbolUses(SymbolTableCollection &tables) {
  if (!getGlobalAttr())
    return success();
  auto global =
      tables.lookupNearestSymbolFrom<memref::GlobalOp>(*this, getGlobalAttr());
  if (!global)
    return emitOpError() << "names the global " << getGlobalAttr()
                         << ", which the module does not have";
  if (global.getType() != getType())
    return emitOpError() << "has type " << getType() << ", its global "
                         << getGlobalAttr() << " " << global.getType();
  return success();
}

LogicalResult PartitionAttr::verifyFor(Operation *op, MemRefType type) const {
  if (int64_t(getDims().size()) != type.getRank())
    return op->emitOpError() << "partition has " << getDims().size()
                             << " entries, but the array has rank "
                             << type.getRank() << "; give one a dimension";
  for (auto [dim, entry] : llvm::enumerate(getDims()))
    if (!type.isDynamicDim(dim) && entry.getFactor() > type.getDimSize(dim))
      return op->emitOpError()
             << "partition factor " << entry.getFactor() << " of dimension "
             << dim << " exceeds its extent " << type.getDimSize(dim);
  return success();
}

/// A last beat that is not full is the array's own: the rows of the buffer end
/// with those of the array.
static bool endsRows(MemRefType array, OperandRange offsets,
                     MemRefType buffer) {
  int64_t row = buffer.getShape().back(), whole = array.getShape().back();
  IntegerAttr start;
  if (offsets.empty() || row == whole)
    return row == whole;
  return matchPattern(offsets.back(), m_Constant(&start)) &&
         start.getInt() + row == whole;
}

static LogicalResult verifyBeat(Operation *op, MemRefType array,
                                OperandRange offsets, MemRefType buffer,
                                int64_t beat) {
  if (beat < 1)
    return op->emitOpError() << "beat must be at least 1 element, got " << beat;
  int64_t row = buffer.getRank() ? buffer.getShape().back() : 1;
  if (row % beat == 0 || buffer.getRank() == 0 ||
      endsRows(array, offsets, buffer))
    return success();
  return op->emitOpError() << "beat of " << beat
                           << " elements does not divide the buffer's last "
                              "extent "
                           << row << ", and the array's rows of "
                           << array.getShape().back() << " do not end with it";
}

static LogicalResult verifyTransfer(Operation *op, Value arrayValue,
                                    OperandRange offsets, Value bufferValue,
                                    int64_t beat) {
  if (failed(verifyDense(op, arrayValue.getType(), "the off-chip array")) ||
      failed(verifyDense(op, bufferValue.getType(), "the buffer")))
    return failure();
  auto array = cast<MemRefType>(arrayValue.getType());
  auto buffer = cast<MemRefType>(bufferValue.getType());
  if (array.getRank() != buffer.getRank() ||
      array.getElementType() != buffer.getElementType())
    return op->emitOpError()
           << "the off-chip array and the buffer must have the same rank and "
              "element type, got "
           << array << " and " << buffer;
  if (!offsets.empty() && int64_t(offsets.size()) != array.getRank())
    return op->emitOpError()
           << "needs one offset a dimension (" << array.getRank()
           << ") or none, got " << offsets.size();
  for (int64_t dim = 0; dim < array.getRank(); ++dim)
    if (buffer.getDimSize(dim) > array.getDimSize(dim))
      return op->emitOpError()
             << "the buffer's extent " << buffer.getDimSize(dim)
             << " of dimension " << dim << " exceeds the off-chip array's "
             << array.getDimSize(dim);
  if (arrayValue.getDefiningOp<BufferOp>())
    return op->emitOpError() << "the off-chip array is an on-chip buffer";
  auto argument = dyn_cast<BlockArgument>(bufferValue);
  if (argument && argument.getOwner()->isEntryBlock() &&
      isa_and_present<FunctionOpInterface>(
          argument.getOwner()->getParentOp()) &&
      argument.getOwner()->getParentOp()->hasAttr(topAttrName))
    return op->emitOpError()
           << "the buffer is an argument of the top function, which is "
              "off-chip; declare it with hls.buffer";
  ArrayRef<int64_t> tiles = tilesOf(arrayValue);
  if (tiles.empty())
    return verifyBeat(op, array, offsets, buffer, beat);
  if (tiles != buffer.getShape())
    return op->emitOpError()
           << "memory holds the array in tiles of other extents than those of "
              "the buffer, "
           << buffer;
  if (beat < 1)
    return op->emitOpError() << "beat must be at least 1 element, got " << beat;
  return success();
}

LogicalResult TileLoadOp::verify() {
  for (Value copy : getCopies())
    if (copy.getType() != getBuffer().getType())
      return emitOpError() << "a copy has type " << copy.getType()
                           << ", the buffer " << getBuffer().getType();
  return verifyTransfer(*this, getArray(), getOffsets(), getBuffer(),
                        getBeat());
}
LogicalResult TileStoreOp::verify() {
  return verifyTransfer(*this, getArray(), getOffsets(), getBuffer(),
                        getBeat());
}

//===----------------------------------------------------------------------===//
// Beats
//===----------------------------------------------------------------------===//

static LogicalResult verifyBeatType(Operation *op, Type type) {
  if (failed(verifyDense(op, type, "the beat")))
    return failure();
  auto beat = cast<MemRefType>(type);
  if (beat.getRank() == 1 && beat.getNumElements() > 1)
    return success();
  return op->emitOpError() << "a beat has rank 1 and at least 2 elements, got "
                           << beat
                           << "; access single elements by affine.load and "
                              "affine.store";
}

LogicalResult BeatOp::verify() { return verifyBeatType(*this, getType()); }

/// One subscript a dimension, in tiles another one, and a box that is the beat.
static LogicalResult verifySubscripts(Operation *op, MemRefType array,
                                      bool inTiles, int64_t beat, AffineMap map,
                                      OperandRange operands,
                                      std::optional<ArrayRef<int64_t>> lanes,
                                      int64_t blocks) {
  if (map.getNumInputs() != operands.size())
    return op->emitOpError()
           << "has " << operands.size() << " operands for "
           << map.getNumInputs() << " dimensions and symbols of its subscripts";
  if (array.getRank() == 0 ||
      int64_t(map.getNumResults()) != array.getRank() * (inTiles ? 2 : 1))
    return op->emitOpError()
           << "needs " << (inTiles ? "two subscripts" : "one subscript")
           << " a dimension (" << array.getRank() << "), got "
           << map.getNumResults();
  auto error = [&] { return op->emitOpError(); };
  if (inTiles && blocks != 1)
    return error() << "memory holds the array in tiles, of which there are no "
                      "blocks";
  if (failed(verifyPortBlocks(error, blocks)))
    return failure();
  if (beat % blocks != 0)
    return error() << "a beat of " << beat << " elements holds no " << blocks
                   << " equal boxes";
  if (!lanes)
    return success();
  if (failed(verifyLanes(error, *lanes)))
    return failure();
  if (int64_t(lanes->size()) != array.getRank() ||
      lanesIn(*lanes) * blocks != beat)
    return error() << "lanes must have one extent a dimension ("
                   << array.getRank() << ") and hold the " << beat
                   << " elements of the beat";
  return success();
}

static LogicalResult verifyBeatAccess(Operation *op, Value arrayValue,
                                      Type beatType, AffineMap map,
                                      OperandRange operands,
                                      std::optional<ArrayRef<int64_t>> lanes,
                                      int64_t blocks) {
  if (failed(verifyDense(op, arrayValue.getType(), "the off-chip array")) ||
      failed(verifyBeatType(op, beatType)))
    return failure();
  auto array = cast<MemRefType>(arrayValue.getType());
  auto beat = cast<MemRefType>(beatType);
  if (beat.getElementType() != array.getElementType())
    return op->emitOpError()
           << "the off-chip array and the beat must have the same element "
              "type, got "
           << array << " and " << beat;
  if (arrayValue.getDefiningOp<BufferOp>())
    return op->emitOpError() << "an on-chip buffer has no beats; access its "
                                "elements by affine.load and affine.store";
  return verifySubscripts(op, array, !tilesOf(arrayValue).empty(),
                          beat.getNumElements(), map, operands, lanes, blocks);
}

/// Rows in turn are those of several ports, each of which has as many.
template <typename OpTy> static LogicalResult verifyInTurn(OpTy op) {
  if (!op.getInTurn())
    return success();
  auto array = cast<MemRefType>(op.getArray().getType());
  int64_t blocks = op.getBlockCount();
  if (blocks == 1 || op.getLanes())
    return op->emitOpError() << "in_turn is of several blocks, without lanes";
  if (array.getRank() > 1 && array.getDimSize(0) % blocks == 0)
    return success();
  return op->emitOpError() << "in_turn needs an array of rows that are a "
                              "multiple of the "
                           << blocks << " blocks, got " << array;
}

/// Beats of the whole array have no place in a row.
template <typename OpTy> static LogicalResult verifyFlat(OpTy op) {
  if (!op.getFlat())
    return success();
  if (op.getLanes() || (op.getBlocks() && !op.getInTurn()) ||
      !tilesOf(op.getArray()).empty())
    return op->emitOpError() << "with flat has neither lanes nor tiles nor "
                                "blocks but those in_turn";
  for (AffineExpr subscript : op.getMap().getResults().drop_back())
    if (subscript != getAffineConstantExpr(0, op->getContext()))
      return op->emitOpError()
             << "with flat counts beats in the last subscript, and the others "
                "are 0, got "
             << AffineMapAttr::get(op.getMap());
  return success();
}

/// Dimensions of the beat's subscripts, the position in the beat behind them.
/// Of several blocks the boxes stand one behind the other, and begin so many
/// positions apart; in turn, those of one block are as many apart as there are.
static AffineMap elementMap(AffineMap map, ArrayRef<int64_t> box,
                            int64_t blocks, int64_t blockExtent, bool inTurn) {
  MLIRContext *context = map.getContext();
  unsigned lane = map.getNumDims();
  AffineExpr position = getAffineDimExpr(lane, context);
  int64_t stride = lanesIn(box);
  SmallVector<AffineExpr> subscripts;
  AffineExpr block = position.floorDiv(stride) * blockExtent;
  bool isOutermost = blocks == 1; // of the dimensions of more than one element
  for (auto [first, extent] : llvm::zip(map.getResults(), box)) {
    stride /= extent;
    subscripts.push_back(first * extent);
    if (extent == 1)
      continue;
    AffineExpr inBox = position.floorDiv(stride);
    subscripts.back() =
        subscripts.back() + (isOutermost ? inBox : inBox % extent);
    isOutermost = false;
  }
  if (inTurn)
    subscripts.front() = subscripts.front() * blocks;
  if (blocks > 1)
    subscripts.front() = subscripts.front() + block;
  return AffineMap::get(lane + 1, map.getNumSymbols(), subscripts, context);
}

template <typename OpTy> static SmallVector<int64_t> boxOf(OpTy op) {
  if (op.getLanes())
    return llvm::to_vector(*op.getLanes());
  return rowBox(cast<MemRefType>(op.getArray().getType()),
                op.getBeatElements() / op.getBlockCount());
}

/// The same where the last subscript counts beats of all rows, or of those that
/// each of several ports has, one behind the other.
static AffineMap flatElementMap(AffineMap map, int64_t beat, int64_t ports,
                                ArrayRef<int64_t> shape) {
  unsigned lane = map.getNumDims();
  AffineExpr position = getAffineDimExpr(lane, map.getContext()),
             port = position.floorDiv(beat / ports),
             inBeat = ports == 1 ? position : position % (beat / ports),
             rest = map.getResults().back() * (beat / ports) + inBeat;
  SmallVector<AffineExpr> subscripts;
  for (int64_t extent : llvm::reverse(shape.drop_front())) {
    subscripts.insert(subscripts.begin(), rest % extent);
    rest = rest.floorDiv(extent);
  }
  if (ports == 1)
    subscripts.insert(subscripts.begin(), rest);
  else
    subscripts.insert(subscripts.begin(), rest * ports + port);
  return AffineMap::get(lane + 1, map.getNumSymbols(), subscripts,
                        map.getContext());
}

/// The same of boxes in a tile: its subscripts stand before theirs.
static AffineMap tileElementMap(AffineMap map, ArrayRef<int64_t> tile,
                                ArrayRef<int64_t> box) {
  unsigned rank = tile.size();
  auto inTile =
      AffineMap::get(map.getNumDims(), map.getNumSymbols(),
                     map.getResults().drop_front(rank), map.getContext());
  AffineMap element = elementMap(inTile, box, /*blocks=*/1, /*blockExtent=*/1,
                                 /*inTurn=*/false);
  SmallVector<AffineExpr> subscripts;
  for (unsigned d = 0; d < rank; ++d)
    subscripts.push_back(map.getResult(d) * tile[d] + element.getResult(d));
  return AffineMap::get(element.getNumDims(), element.getNumSymbols(),
                        subscripts, map.getContext());
}

template <typename OpTy> static AffineMap elementMapOf(OpTy op) {
  if (ArrayRef<int64_t> tile = tilesOf(op.getArray()); !tile.empty())
    return tileElementMap(op.getMap(), tile, op.getBox());
  if (op.getFlat())
    return flatElementMap(op.getMap(), op.getBeatElements(), op.getBlockCount(),
                          cast<MemRefType>(op.getArray().getType()).getShape());
  SmallVector<int64_t> box = op.getBox();
  int64_t blocks = op.getBlockCount();
  auto array = cast<MemRefType>(op.getArray().getType());
  bool inTurn = op.getInTurn();
  return elementMap(op.getMap(), box, blocks,
                    inTurn ? 1 : blockExtent(array, box, blocks), inTurn);
}

SmallVector<int64_t> BeatReadOp::getBox() { return boxOf(*this); }

SmallVector<int64_t> BeatWriteOp::getBox() { return boxOf(*this); }

AffineMap BeatReadOp::getElementMap() { return elementMapOf(*this); }

AffineMap BeatWriteOp::getElementMap() { return elementMapOf(*this); }

LogicalResult BeatReadOp::verify() {
  if (failed(verifyFlat(*this)) || failed(verifyInTurn(*this)))
    return failure();
  return verifyBeatAccess(*this, getArray(), getType(), getMap(),
                          getMapOperands(), getLanes(), getBlockCount());
}

LogicalResult BeatWriteOp::verify() {
  if (!getBeat().getDefiningOp<BeatOp>() &&
      !getBeat().getDefiningOp<StreamReadOp>())
    return emitOpError() << "writes what an hls.beat or an hls.stream_read "
                            "holds";
  if (failed(verifyFlat(*this)) || failed(verifyInTurn(*this)))
    return failure();
  return verifyBeatAccess(*this, getArray(), getBeat().getType(), getMap(),
                          getMapOperands(), getLanes(), getBlockCount());
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

template <typename Effect>
static Operation *userWith(TaskOp task, unsigned operand) {
  for (Operation *user : task.getBody().getArgument(operand).getUsers())
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(user);
        !effects ||
        effects.getEffectOnValue<Effect>(task.getBody().getArgument(operand)))
      return user;
  return nullptr;
}

/// A load reads the array and writes the buffer; a store the reverse.
static LogicalResult verifyTransferTask(TaskOp task) {
  auto isMemory = [&](unsigned index) {
    return index < task.getInputs().size() &&
           isa<MemRefType>(task.getInputs()[index].getType());
  };
  auto rest =
      task.getInputs().drop_front(std::min<size_t>(2, task.getInputs().size()));
  while (!rest.empty() && rest.front().getType().isIndex())
    rest = rest.drop_front();
  bool areCopies =
      rest.empty() || (task.getKind() == TaskKind::Load &&
                       llvm::all_of(rest.getTypes(), [&](Type type) {
                         return type == task.getInputs()[0].getType();
                       }));
  if (!isMemory(0) || !isMemory(1) || !areCopies)
    return task.emitOpError()
           << "of kind " << stringifyTaskKind(task.getKind())
           << " takes the buffer, the off-chip array and then offsets of type "
              "index";
  if (failed(verifyDense(task, task.getInputs()[0].getType(), "the buffer")) ||
      failed(verifyDense(task, task.getInputs()[1].getType(),
                         "the off-chip array")))
    return failure();
  bool isLoad = task.getKind() == TaskKind::Load;
  Operation *wrong = userWith<MemoryEffects::Read>(task, isLoad ? 0 : 1);
  if (!wrong)
    wrong = userWith<MemoryEffects::Write>(task, isLoad ? 1 : 0);
  if (!wrong)
    return success();
  InFlightDiagnostic diag =
      task.emitOpError()
      << "of kind " << stringifyTaskKind(task.getKind())
      << (isLoad ? " may only read the array and write the buffer"
                 : " may only read the buffer and write the array");
  diag.attachNote(wrong->getLoc()) << "this op does otherwise";
  return diag;
}

/// Every other task becomes a function of its own name; equal transfers share
/// one, and so do calls of one nest inside of a task or a process.
static LogicalResult verifyNameIsUnique(TaskOp task) {
  if (task.isTransfer() || task->getParentOfType<TaskOp>() ||
      task->getParentOfType<ProcessOp>())
    return success();
  for (Operation *op = task->getPrevNode(); op; op = op->getPrevNode())
    if (auto other = dyn_cast<TaskOp>(op);
        other && !other.isTransfer() &&
        other.getTaskName() == task.getTaskName()) {
      InFlightDiagnostic diag = task.emitOpError()
                                << "a task of this name stands above; every "
                                   "task becomes a function of its own name";
      diag.attachNote(other.getLoc()) << "the other task";
      return diag;
    }
  return success();
}

LogicalResult TaskOp::verify() {
  if (getTaskName().empty())
    return emitOpError() << "needs a name";
  Block &body = getBody().front();
  if (body.getNumArguments() != getInputs().size())
    return emitOpError() << "has " << getInputs().size() << " operands, but "
                         << body.getNumArguments()
                         << " block arguments; they stand for each other";
  for (auto [index, operand] : llvm::enumerate(getInputs()))
    if (operand.getType() != body.getArgument(index).getType())
      return emitOpError() << "operand " << index << " has type "
                           << operand.getType()
                           << ", but its block argument has type "
                           << body.getArgument(index).getType();
  auto process = (*this)->getParentOfType<ProcessOp>();
  if (movesTokens() && !(process && process.isTask()))
    return emitOpError() << "of kind " << stringifyTaskKind(getKind())
                         << " stands in a process of kind task alone";
  if (std::optional<ArrayAttr> names = getParameterNames();
      names && names->size() != getInputs().size())
    return emitOpError() << "has " << getInputs().size() << " operands, but "
                         << names->size() << " names of them";
  return verifyNameIsUnique(*this);
}

/// The ops of the body are verified first, so that the effects are known.
LogicalResult TaskOp::verifyRegions() {
  return isTransfer() ? verifyTransferTask(*this) : success();
}
