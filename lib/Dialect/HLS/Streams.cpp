//===- Streams.cpp - Streams, processes, dataflow regions -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers hold the canonical form of the tool's dataflow regions: one
// producer and one consumer a stream, no feedback, no conditional process.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace talos::hls;

//===----------------------------------------------------------------------===//
// The type
//===----------------------------------------------------------------------===//

Type StreamType::parse(AsmParser &parser) {
  Type element;
  int64_t lanes = 1, count = 0;
  SMLoc at = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseType(element))
    return {};
  if (succeeded(parser.parseOptionalKeyword("x")) && parser.parseInteger(lanes))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("count") || parser.parseEqual() ||
       parser.parseInteger(count)))
    return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<StreamType>(at, parser.getContext(), element, lanes,
                                       count);
}

void StreamType::print(AsmPrinter &printer) const {
  printer << '<' << getElementType();
  if (getLanes() != 1)
    printer << " x " << getLanes();
  if (isArray())
    printer << ", count = " << getCount();
  printer << '>';
}

/// Bits of an element in a token: a bool takes a byte.
static int64_t elementBits(Type element) {
  return std::max(8u, element.getIntOrFloatBitWidth());
}

static bool isTokenElement(Type type) {
  if (type.isF32() || type.isF64())
    return true;
  return type.isSignlessInteger() &&
         llvm::is_contained({1u, 8u, 16u, 32u, 64u},
                            type.getIntOrFloatBitWidth());
}

int64_t StreamType::getTokenBits() {
  return getLanes() * elementBits(getElementType());
}

Type StreamType::getTokenType() {
  return getLanes() == 1 ? getElementType()
                         : MemRefType::get({getLanes()}, getElementType());
}

LogicalResult
StreamType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                   Type element, int64_t lanes, int64_t count) {
  if (!isTokenElement(element))
    return emitError() << "a token holds elements of f32, f64, i1, i8, i16, "
                          "i32 or i64, got "
                       << element;
  if (lanes < 1)
    return emitError() << "a token has at least 1 lane, got " << lanes;
  if (count < 0)
    return emitError() << "an array of FIFOs has at least 1 of them, got "
                       << count;
  if (lanes > maxTokenBits / elementBits(element))
    return emitError() << "a token has at most " << maxTokenBits
                       << " bits, got " << lanes << " lanes of "
                       << elementBits(element)
                       << "; use an array of FIFOs (count)";
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

LogicalResult StreamOp::verify() {
  if (getStreamName().empty())
    return emitOpError() << "needs a name";
  if (getDepth() < 1)
    return emitOpError() << "'" << getStreamName()
                         << "' must hold at least 1 token, got a depth of "
                         << getDepth();
  if (StorageAttr storage = getStorageAttr();
      storage && storage.getKind() == StorageKind::Registers)
    return emitOpError() << "'" << getStreamName()
                         << "' is no FIFO of registers; use auto, lutram, bram "
                            "or uram";
  return success();
}

/// Whether the subscript is one of `count` in each iteration, of which unrolled
/// loops have as many as there are copies. Bounds of an expression with
/// remainders and quotients may be wider than what it takes.
static bool staysInside(AffineMap map, ArrayRef<std::optional<int64_t>> lower,
                        ArrayRef<std::optional<int64_t>> upper, int64_t count) {
  Builder builder(map.getContext());
  SmallVector<int64_t> at;
  for (std::optional<int64_t> first : lower)
    at.push_back(*first);
  while (true) {
    SmallVector<Attribute> values, place;
    for (int64_t value : at)
      values.push_back(builder.getIndexAttr(value));
    if (failed(map.constantFold(values, place)))
      return false;
    int64_t fifo = cast<IntegerAttr>(place.front()).getInt();
    if (fifo < 0 || fifo >= count)
      return false;
    size_t loop = at.size();
    while (loop > 0 && at[loop - 1] == *upper[loop - 1]) {
      --loop;
      at[loop] = *lower[loop];
    }
    if (loop == 0)
      return true;
    ++at[loop - 1];
  }
}

/// A subscript names one FIFO at the time of synthesis: it depends on unrolled
/// loops alone.
static LogicalResult verifyFifo(Operation *op, StreamType type, AffineMap map,
                                OperandRange operands) {
  unsigned wanted = type.isArray() ? 1 : 0;
  if (map.getNumInputs() != operands.size() || map.getNumResults() != wanted)
    return op->emitOpError() << "takes " << wanted << " subscripts of " << type
                             << ", got " << map.getNumResults();
  if (!type.isArray())
    return success();
  SmallVector<std::optional<int64_t>> lower, upper; // inclusive
  for (Value operand : operands) {
    auto loop = affine::getForInductionVarOwner(operand);
    if (!loop || !loop->hasAttr(unrollAttrName) || !loop.hasConstantBounds())
      return op->emitOpError()
             << "the subscript of an array of FIFOs must be made of constants "
                "and of iterators of unrolled loops with constant bounds";
    lower.push_back(loop.getConstantLowerBound());
    upper.push_back(loop.getConstantUpperBound() - 1);
  }
  AffineExpr place = map.getResult(0);
  auto bound = [&](bool isUpper) {
    return getBoundForAffineExpr(place, map.getNumDims(), map.getNumSymbols(),
                                 lower, upper, isUpper);
  };
  std::optional<int64_t> first = bound(false), last = bound(true);
  bool isInside = first && last && *first >= 0 && *last < type.getCount();
  if (!isInside && !staysInside(map, lower, upper, type.getCount()))
    return op->emitOpError() << "the subscript may leave the array of "
                             << type.getCount() << " FIFOs";
  return success();
}

static LogicalResult verifyTokenAccess(Operation *op, Value stream, Type token,
                                       AffineMap map, OperandRange operands) {
  auto type = cast<StreamType>(stream.getType());
  auto argument = dyn_cast<BlockArgument>(stream);
  Operation *around = argument ? argument.getOwner()->getParentOp() : nullptr;
  auto task = dyn_cast_or_null<TaskOp>(around);
  if (!isa_and_nonnull<ProcessOp>(around) && !(task && task.movesTokens()))
    return op->emitOpError() << "moves tokens in an hls.process, or in a fill "
                                "or drain of one, of a stream that is an "
                                "operand of it";
  if (token != type.getTokenType())
    return op->emitOpError() << "a token of " << type << " is "
                             << type.getTokenType() << ", got " << token;
  return verifyFifo(op, type, map, operands);
}

LogicalResult StreamReadOp::verify() {
  return verifyTokenAccess(*this, getStream(), getType(), getMap(),
                           getMapOperands());
}

LogicalResult StreamWriteOp::verify() {
  Operation *source = getToken().getDefiningOp();
  if (isa<MemRefType>(getToken().getType()) &&
      !isa_and_nonnull<BeatOp, BeatReadOp, StreamReadOp>(source))
    return emitOpError() << "writes what an hls.beat, an hls.beat_read or an "
                            "hls.stream_read holds";
  return verifyTokenAccess(*this, getStream(), getToken().getType(), getMap(),
                           getMapOperands());
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// An argument of the function around the dataflow region.
static bool isOffChip(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

LogicalResult ProcessOp::verify() {
  if (getProcessName().empty())
    return emitOpError() << "needs a name";
  Block &body = getBody().front();
  if (body.getArgumentTypes() != getInputs().getTypes())
    return emitOpError() << "'" << getProcessName()
                         << "' needs one block argument for each of its "
                         << getInputs().size() << " operands, of the same type";
  for (auto [index, operand] : llvm::enumerate(getInputs())) {
    Type type = operand.getType();
    if (isa<StreamType>(type) || type.isIntOrIndexOrFloat())
      continue;
    if (!isa<MemRefType>(type) || !isOffChip(operand))
      return emitOpError()
             << "operand " << index
             << " must be a stream, a scalar or an array that is an argument "
                "of the top function; a process declares its local state "
                "itself";
  }
  return success();
}

Operation *ProcessOp::getPipelinedLoop() {
  Operation *found = nullptr;
  if (isTask())
    return found;
  walk<WalkOrder::PreOrder>([&](affine::AffineForOp loop) {
    if (!loop->hasAttr(pipelineAttrName))
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}

/// Down to the pipelined loop nothing stands beside the next loop. Returns that
/// loop, or null after a diagnostic.
static affine::AffineForOp verifyNest(ProcessOp process,
                                      affine::AffineForOp loop) {
  while (true) {
    if (loop->getNumResults() > 0) {
      loop->emitOpError() << "of a process carries no values from iteration to "
                             "iteration; keep them in an hls.buffer";
      return {};
    }
    if (loop->hasAttr(pipelineAttrName))
      return loop;
    Block &body = *loop.getBody();
    auto next = dyn_cast<affine::AffineForOp>(body.front());
    if (!next || next->getNextNode() != body.getTerminator()) {
      InFlightDiagnostic diag =
          process.emitOpError()
          << "'" << process.getProcessName()
          << "' must be one perfect nest of loops down to one with "
             "hls.pipeline, so that it can be flattened";
      diag.attachNote(loop.getLoc())
          << "this loop is not pipelined and holds more, or less, than one "
             "loop";
      return {};
    }
    loop = next;
  }
}

static LogicalResult verifyInPipeline(Operation *op) {
  if (isa<TaskOp, ProcessOp, DataflowOp>(op))
    return op->emitOpError() << "may not stand in a process";
  auto loop = dyn_cast<affine::AffineForOp>(op);
  if (!loop && !isa<LoopLikeOpInterface>(op))
    return success();
  auto unroll = op->getAttrOfType<UnrollAttr>(unrollAttrName);
  if (loop && unroll && unroll.getFactor() == 0 && loop.hasConstantBounds())
    return success();
  return op->emitOpError()
         << "inside of the pipelined loop of a process must be an affine.for "
            "with constant bounds and a complete hls.unroll";
}

/// The tool refuses to flush a loop that waits for an AXI port.
static LogicalResult verifyStyle(ProcessOp process, affine::AffineForOp loop) {
  auto style = loop->getAttrOfType<PipelineAttr>(pipelineAttrName).getStyle();
  if (style == PipelineStyle::Auto || style == PipelineStyle::Stalling)
    return success();
  for (Value operand : process.getInputs())
    if (isa<MemRefType>(operand.getType()))
      return loop.emitOpError()
             << "of the style " << stringifyPipelineStyle(style)
             << " accesses an off-chip array; the tool accepts stp or auto "
                "there";
  return success();
}

/// A perfect nest down to a pipelined loop, with what may stand in it.
static LogicalResult verifyPipeline(ProcessOp process,
                                    affine::AffineForOp outermost) {
  affine::AffineForOp pipelined = verifyNest(process, outermost);
  if (!pipelined || failed(verifyStyle(process, pipelined)))
    return failure();
  WalkResult inside = pipelined.getBody()->walk([](Operation *op) {
    return failed(verifyInPipeline(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  });
  return failure(inside.wasInterrupted());
}

static bool holdsTask(Operation &op) {
  return op.walk([](TaskOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

template <typename Effect> static bool has(BlockArgument argument);

/// A nest moves tokens between the buffer and the stream.
static LogicalResult verifyTokens(ProcessOp process, TaskOp task) {
  bool isFill = task.getKind() == TaskKind::Fill;
  auto inputs = task.getInputs();
  if (inputs.size() != 2 || !isa<MemRefType>(inputs[0].getType()) ||
      !isa<StreamType>(inputs[1].getType()))
    return task.emitOpError() << "of kind " << stringifyTaskKind(task.getKind())
                              << " takes the buffer and the stream";
  Block &body = task.getBody().front();
  auto nest = dyn_cast<affine::AffineForOp>(body.front());
  if (!nest || nest->getNextNode() != body.getTerminator())
    return task.emitOpError() << "of kind " << stringifyTaskKind(task.getKind())
                              << " holds one nest of affine.for loops";
  if (failed(verifyPipeline(process, nest)))
    return failure();
  auto misused = [&](unsigned number, bool isRead) {
    BlockArgument argument = body.getArgument(number);
    return isRead ? has<MemoryEffects::Write>(argument)
                  : has<MemoryEffects::Read>(argument);
  };
  if (misused(0, !isFill) || misused(1, isFill))
    return task.emitOpError()
           << "of kind " << stringifyTaskKind(task.getKind())
           << (isFill ? " may only read the stream and write the buffer"
                      : " may only read the buffer and write the stream");
  return success();
}

/// Around tasks stand loops that they share, conditions that swap buffers, and
/// scalars.
static LogicalResult verifyAroundTasks(ProcessOp process, Block &block) {
  for (Operation &op : block.without_terminator()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    auto swap = dyn_cast<affine::AffineIfOp>(op);
    auto task = dyn_cast<TaskOp>(op);
    bool isAround = (loop || (swap && swap.hasElse())) && holdsTask(op);
    if (isAround) {
      for (Region &region : op.getRegions())
        if (failed(verifyAroundTasks(process, region.front())))
          return failure();
    } else if (task) {
      if (task.movesTokens() && failed(verifyTokens(process, task)))
        return failure();
    } else if (!isPure(&op)) {
      return op.emitOpError() << "in a loop around tasks, a process of kind "
                                 "task holds tasks and such loops alone";
    }
  }
  return success();
}

/// Buffers, tasks and loops that they share, nests that fill and empty buffers.
static LogicalResult verifyTasks(ProcessOp process) {
  bool any = false;
  for (Operation &op : process.getBody().front().without_terminator()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    auto task = dyn_cast<TaskOp>(op);
    any |= holdsTask(op);
    if (loop &&
        failed(holdsTask(op) ? verifyAroundTasks(process, *loop.getBody())
                             : verifyPipeline(process, loop)))
      return failure();
    if (task && task.movesTokens() && failed(verifyTokens(process, task)))
      return failure();
    if (!loop && !isa<BufferOp, TaskOp>(op) &&
        (op.getNumRegions() > 0 || !isPure(&op)))
      return op.emitOpError() << "a process of kind task holds buffers, tasks, "
                                 "and nests of affine.for loops";
  }
  if (any)
    return success();
  return process.emitOpError() << "'" << process.getProcessName()
                               << "' is of kind task and has no hls.task";
}

LogicalResult ProcessOp::verifyRegions() {
  if (isTask())
    return verifyTasks(*this);
  bool mayHaveMore = (*this)->getParentOfType<SequenceOp>() != nullptr;
  SmallVector<affine::AffineForOp> nests;
  for (Operation &op : getBody().front().without_terminator()) {
    auto loop = dyn_cast<affine::AffineForOp>(op);
    if (loop && (nests.empty() || mayHaveMore))
      nests.push_back(loop);
    else if (loop || op.getNumRegions() > 0 ||
             !(isPure(&op) || isa<BufferOp, BeatOp>(op)))
      return op.emitOpError()
             << "a process holds local state and one nest of affine.for loops, "
                "in which all else stands";
  }
  if (nests.empty())
    return emitOpError() << "'" << getProcessName() << "' has no loop";
  return success(llvm::all_of(nests, [&](affine::AffineForOp nest) {
    return succeeded(verifyPipeline(*this, nest));
  }));
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

LogicalResult
OrderAttr::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                  ArrayRef<int64_t> trips, AffineMapAttr element,
                  ArrayRef<int64_t> lanes) {
  if (element.getValue().getNumSymbols() != 0 ||
      element.getValue().getNumDims() != trips.size())
    return emitError() << "an order of " << trips.size()
                       << " loops needs a map of as many dimensions, got "
                       << element;
  for (int64_t trip : trips)
    if (trip < 1)
      return emitError() << "a loop of an order runs at least once, got "
                         << trip;
  if (!lanes.empty() && lanes.size() != element.getValue().getNumResults())
    return emitError() << "an order has the lanes of each of its "
                       << element.getValue().getNumResults()
                       << " subscripts, or none, got " << lanes.size();
  for (int64_t count : lanes)
    if (count < 1)
      return emitError()
             << "a token has at least 1 lane along a dimension, got " << count;
  return success();
}

/// The order says where all lanes of a token are, of all FIFOs of an array.
static LogicalResult verifyOrder(Operation *op, OrderAttr order,
                                 StreamType type) {
  if (order.getLanes().empty() && !type.isArray())
    return success();
  int64_t lanes = 1;
  for (int64_t count : order.getLanes())
    lanes *= count;
  if (lanes == type.getLanes() * type.getFifos())
    return success();
  return op->emitOpError() << "needs an order with "
                           << type.getLanes() * type.getFifos() << " lanes for "
                           << type << ", got " << lanes;
}

/// Ports of the array that take its rows in turn.
static int64_t portsInTurn(Value array) {
  auto argument = cast<BlockArgument>(array);
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  auto interface = function.getArgAttrOfType<InterfaceAttr>(
      argument.getArgNumber(), interfaceAttrName);
  return interface && interface.getInTurn() ? interface.getPortBlocks() : 1;
}

/// Tokens of a port lie along the rows of the array; there is one of each port.
static LogicalResult verifyBeats(Operation *op, Value arrayValue,
                                 StreamType type, OrderAttr order) {
  auto array = cast<MemRefType>(arrayValue.getType());
  ArrayRef<int64_t> lanes = order.getLanes();
  if (lanes.size() > size_t(array.getRank()))
    lanes = lanes.drop_front(); // of the repetitions
  int64_t beat = lanes.empty() ? type.getLanes() : lanes.back();
  SmallVector<int64_t> ports(lanes.size(), 1);
  if (lanes.size() > 1)
    ports.front() = portsInTurn(arrayValue);
  if (!lanes.empty() && lanes.drop_back() != ArrayRef(ports).drop_back())
    return op->emitOpError()
           << "a beat of the array lies along its last dimension alone";
  if (array.getRank() == 0 || array.getShape().back() % beat != 0)
    return op->emitOpError() << "needs an array whose rows are whole tokens of "
                             << beat << " elements, got " << array;
  return success();
}

/// `dims`: subscripts of each order.
static LogicalResult verifyStreamTransfer(Operation *op, Value arrayValue,
                                          Value stream, OrderAttr ofMemory,
                                          OrderAttr ofStream, int64_t dims) {
  auto array = cast<MemRefType>(arrayValue.getType());
  auto type = cast<StreamType>(stream.getType());
  if (!isOffChip(arrayValue))
    return op->emitOpError() << "moves an array that is an argument of the top "
                                "function";
  if (array.getElementType() != type.getElementType())
    return op->emitOpError() << "moves " << array
                             << " through FIFOs of its elements, got " << type;
  if (ofMemory.getLanes().empty() != ofStream.getLanes().empty())
    return op->emitOpError() << "needs lanes in both orders, or in none";
  for (OrderAttr order : {ofMemory, ofStream})
    if (order.getElement().getValue().getNumResults() != dims)
      return op->emitOpError() << "needs one subscript a dimension ("
                               << array.getRank() << ") in each order, got "
                               << order.getElement().getValue().getNumResults();
  if (failed(verifyBeats(op, arrayValue, type, ofMemory)))
    return failure();
  return verifyOrder(op, ofStream, type);
}

bool StreamLoadOp::isRepeated() {
  return getLoaded().getElement().getValue().getNumResults() >
         cast<MemRefType>(getArray().getType()).getRank();
}

int64_t StreamLoadOp::getRepetitions() {
  return isRepeated() ? getLoaded().getTrips().front() : 1;
}

/// The first subscript counts iterations of the outermost loop, and nothing
/// else does.
static bool countsRepetitions(OrderAttr order) {
  AffineMap element = order.getElement().getValue();
  ArrayRef<int64_t> lanes = order.getLanes();
  return element.getNumResults() > 1 &&
         element.getResult(0) == getAffineDimExpr(0, order.getContext()) &&
         llvm::none_of(element.getResults().drop_front(),
                       [](AffineExpr subscript) {
                         return subscript.isFunctionOfDim(0);
                       }) &&
         (lanes.empty() || lanes.front() == 1);
}

LogicalResult StreamLoadOp::verify() {
  int64_t dims = cast<MemRefType>(getArray().getType()).getRank();
  if (isRepeated() &&
      getLoaded().getElement().getValue().getNumResults() == dims + 1) {
    ++dims;
    OrderAttr loaded = getLoaded(), used = getUsed();
    if (!countsRepetitions(loaded) || !countsRepetitions(used) ||
        loaded.getTrips().front() != used.getTrips().front())
      return emitOpError()
             << "loads the array in each iteration of the outermost loop: both "
                "orders have its iterator as their first subscript, in no "
                "other one, and as many iterations of it";
  }
  return verifyStreamTransfer(*this, getArray(), getStream(), getLoaded(),
                              getUsed(), dims);
}

LogicalResult StreamStoreOp::verify() {
  return verifyStreamTransfer(*this, getArray(), getStream(), getStored(),
                              getProduced(),
                              cast<MemRefType>(getArray().getType()).getRank());
}

LogicalResult StreamPassOp::verify() {
  auto from = cast<StreamType>(getFrom().getType()),
       to = cast<StreamType>(getTo().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "passes tokens of " << from
                         << " to a stream of other elements, " << to;
  if (getProduced().getElement().getValue().getNumResults() !=
      getUsed().getElement().getValue().getNumResults())
    return emitOpError() << "needs orders with as many subscripts";
  if (getProduced().getLanes().empty() != getUsed().getLanes().empty())
    return emitOpError() << "needs lanes in both orders, or in none";
  if (failed(verifyOrder(*this, getProduced(), from)))
    return failure();
  return verifyOrder(*this, getUsed(), to);
}

//===----------------------------------------------------------------------===//
// Dataflow regions
//===----------------------------------------------------------------------===//

namespace {
/// Who accesses a stream or an array: processes and transfers.
struct Ends {
  SmallVector<Operation *> producers, consumers;
};
} // namespace

static std::string nameOf(Operation *op) {
  if (auto process = dyn_cast<ProcessOp>(op))
    return ("'" + process.getProcessName() + "'").str();
  return "this transfer";
}

template <typename Effect> static bool has(BlockArgument argument) {
  return llvm::any_of(argument.getUsers(), [&](Operation *user) {
    if (isa<StreamReadOp>(user)) // takes tokens, puts none
      return std::is_same_v<Effect, MemoryEffects::Read>;
    if (auto task = dyn_cast<TaskOp>(user))
      return llvm::any_of(
          llvm::enumerate(task.getInputs()), [&](const auto &input) {
            return input.value() == argument &&
                   has<Effect>(task.getBody().getArgument(input.index()));
          });
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    return !effects || effects.getEffectOnValue<Effect>(argument).has_value();
  });
}

/// Those in the region; another one does not run at the same time.
static Ends endsOf(Value value, Block &region) {
  Ends ends;
  for (OpOperand &use : value.getUses()) {
    Operation *op = use.getOwner();
    if (op->getBlock() != &region)
      continue;
    bool writes = false, reads = false;
    if (isa<ProcessOp>(op)) {
      auto argument = cast<BlockArgument>(argumentFor(use));
      writes = has<MemoryEffects::Write>(argument);
      reads = has<MemoryEffects::Read>(argument);
    } else if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
      writes =
          effects.getEffectOnValue<MemoryEffects::Write>(value).has_value();
      reads = effects.getEffectOnValue<MemoryEffects::Read>(value).has_value();
    }
    if (writes)
      ends.producers.push_back(op);
    if (reads)
      ends.consumers.push_back(op);
  }
  return ends;
}

static LogicalResult verifyEnds(StreamOp stream) {
  Ends ends = endsOf(stream.getResult(), *stream->getBlock());
  auto check = [&](ArrayRef<Operation *> ops, StringRef what) -> LogicalResult {
    if (ops.size() == 1)
      return success();
    InFlightDiagnostic diag = stream.emitOpError()
                              << "'" << stream.getStreamName() << "' has "
                              << ops.size() << " " << what
                              << "; a stream has exactly one";
    for (Operation *op : ops)
      diag.attachNote(op->getLoc()) << nameOf(op) << " is one of them";
    return diag;
  };
  if (failed(check(ends.producers, "producers")) ||
      failed(check(ends.consumers, "consumers")))
    return failure();
  Operation *producer = ends.producers.front(),
            *consumer = ends.consumers.front();
  if (producer == consumer)
    return producer->emitOpError()
           << nameOf(producer) << " reads and writes stream '"
           << stream.getStreamName()
           << "': feedback; keep local state in an hls.buffer";
  if (producer->isBeforeInBlock(consumer))
    return success();
  InFlightDiagnostic diag =
      consumer->emitOpError()
      << nameOf(consumer) << " reads stream '" << stream.getStreamName()
      << "' before " << nameOf(producer)
      << " writes it; a producer stands before its consumer, so there may be "
         "no feedback";
  diag.attachNote(producer->getLoc()) << "this is the producer";
  return diag;
}

static StringAttr bundleOf(BlockArgument array) {
  auto function = cast<FunctionOpInterface>(array.getOwner()->getParentOp());
  auto interface = function.getArgAttrOfType<InterfaceAttr>(
      array.getArgNumber(), interfaceAttrName);
  return interface ? interface.getBundle() : StringAttr();
}

/// A bundle is an AXI master: it has one channel in each direction.
static LogicalResult verifyBundles(DataflowOp dataflow) {
  llvm::MapVector<Attribute, Ends> bundles;
  llvm::SetVector<Value> arrays;
  for (Operation &op : dataflow.getBody().front())
    for (Value operand : op.getOperands())
      if (isa<MemRefType>(operand.getType()))
        arrays.insert(operand);
  for (Value array : arrays) {
    auto argument = cast<BlockArgument>(array);
    Attribute key = bundleOf(argument);
    if (!key) // no interface yet: each array has a bundle of its own
      key = IntegerAttr::get(IndexType::get(dataflow.getContext()),
                             argument.getArgNumber());
    Ends ends = endsOf(array, dataflow.getBody().front());
    llvm::append_range(bundles[key].producers, ends.producers);
    llvm::append_range(bundles[key].consumers, ends.consumers);
  }
  for (auto &[key, ends] : bundles)
    for (auto [processes, does] :
         {std::pair(&ends.producers, "writes"), {&ends.consumers, "reads"}}) {
      llvm::sort(*processes, [](Operation *a, Operation *b) {
        return a != b && a->isBeforeInBlock(b);
      });
      if (processes->size() < 2)
        continue;
      Operation *second = (*processes)[1];
      InFlightDiagnostic diag =
          second->emitOpError()
          << nameOf(second) << " " << does
          << " through a bundle that another process " << does
          << " through; two processes may share a bundle as one reader and one "
             "writer";
      diag.attachNote(processes->front()->getLoc()) << "the other process";
      return diag;
    }
  return success();
}

static LogicalResult verifyNames(DataflowOp dataflow) {
  llvm::StringMap<Operation *> names;
  for (Operation &op : dataflow.getBody().front().without_terminator()) {
    if (!isa<ProcessOp, StreamOp>(op))
      continue; // its processes get names of their own
    StringRef name = isa<ProcessOp>(op) ? cast<ProcessOp>(op).getProcessName()
                                        : cast<StreamOp>(op).getStreamName();
    auto [place, isNew] = names.try_emplace(name, &op);
    if (isNew)
      continue;
    InFlightDiagnostic diag = op.emitOpError()
                              << "the name '" << name
                              << "' is taken in this dataflow region";
    diag.attachNote(place->second->getLoc()) << "by this one";
    return diag;
  }
  return success();
}

LogicalResult DataflowOp::verify() {
  if (!isa_and_nonnull<FunctionOpInterface, SequenceOp>((*this)->getParentOp()))
    return emitOpError() << "must stand in the body of the top function, in no "
                            "loop and under no condition";
  for (Operation &op : getBody().front().without_terminator())
    if (!isa<StreamOp, ProcessOp, StreamLoadOp, StreamStoreOp, StreamPassOp>(
            op))
      return op.emitOpError()
             << "may not stand in a dataflow region, which holds hls.stream "
                "and hls.process; a process runs always, and conditions stand "
                "in its pipelined loop";
  return success();
}

LogicalResult DataflowOp::verifyRegions() {
  if (failed(verifyNames(*this)))
    return failure();
  for (auto stream : getBody().getOps<StreamOp>())
    if (failed(verifyEnds(stream)))
      return failure();
  return verifyBundles(*this);
}
