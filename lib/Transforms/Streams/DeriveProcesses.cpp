//===- DeriveProcesses.cpp - Processes from stream orders -----------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stands between two orders, and how much of it, is found by isl
// (Poly/StreamOrder.h). Here it becomes processes: each is one nest of loops
// with interval 1, so nothing drains between blocks. Where both sides have
// other lanes, elements go one by one between them.
//
//===----------------------------------------------------------------------===//

#include "ProcessBuilder.h"
#include "RegroupProcess.h"
#include "talos/Poly/StreamOrder.h"
#include "talos/Transforms/Passes.h"

namespace talos {
#define GEN_PASS_DEF_DERIVEPROCESSES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using poly::OrderStage;
using poly::StreamOrder;

namespace {

/// A step from one stream to the next one.
struct Step {
  enum Kind { Collect, Unpack, Between, Pack, Deal };
  Kind kind;
  OrderStage stage = {}; ///< Between
  StringRef result = {}; ///< what its tokens are
};

/// Makes the processes of one transfer, before it.
class Deriver {
public:
  Deriver(Operation *op, RegionNames &names) : builder(op, names), op(op) {}
  LogicalResult load(hls::StreamLoadOp load);
  LogicalResult store(hls::StreamStoreOp store);
  LogicalResult pass(hls::StreamPassOp pass);

private:
  hls::StreamType typeOf(Value stream) const {
    return cast<hls::StreamType>(stream.getType());
  }
  hls::StreamType tokens(int64_t lanes) const {
    return hls::StreamType::get(op->getContext(), element, lanes, /*count=*/0);
  }
  void begin(hls::StreamOp stream) {
    named = stream;
    element = stream.getResult().getType().getElementType();
  }
  Value newStream(hls::StreamType type, StringRef what);
  LogicalResult plan(hls::OrderAttr from, hls::StreamType fromType,
                     hls::OrderAttr to, hls::StreamType toType);
  LogicalResult planReplay(hls::OrderAttr first, hls::OrderAttr used);
  LogicalResult addStages(ArrayRef<OrderStage> stages);
  Value carryOut(Value from, Value to);
  FailureOr<Value> connect(hls::OrderAttr produced, Value from,
                           hls::OrderAttr used, Value to,
                           hls::StreamType toType);
  void step(const Step &step, Value in, Value out);
  hls::ProcessOp process(hls::ProcessKind kind, StringRef what, Value in,
                         Value out);
  void move(hls::ProcessKind kind, StringRef what, Value array, Value through,
            const StreamOrder &order);
  int64_t portLanes(Value array) const;
  bool isFlat(Value array, hls::OrderAttr order, int64_t beat) const;
  void moveFlat(hls::ProcessKind kind, StringRef what, Value array,
                Value through);
  void reorder(const OrderStage &stage, Value in, Value out);
  void hold(const OrderStage &stage, Value in, Value out);
  void wholeArray(const OrderStage &stage, Value in, Value out);
  void unpack(Value in, Value out);
  void pack(Value in, Value out);
  void deal(Value in, Value out);
  void collect(Value in, Value out);

  ProcessBuilder builder;
  Operation *op;
  hls::StreamOp named; ///< gives its name and depth to what is made
  Type element;
  StreamOrder production, consumption; ///< of one FIFO
  std::vector<Step> steps;
  SmallVector<int64_t> trips; ///< of the loops in which tokens are consumed
  int64_t produced = 1;       ///< tokens that come in
};

} // namespace

Value Deriver::newStream(hls::StreamType type, StringRef what) {
  OpBuilder atStream(named);
  return hls::StreamOp::create(
      atStream, op->getLoc(), type,
      builder.unique(named.getStreamName() + "_" + what), named.getDepth());
}

hls::ProcessOp Deriver::process(hls::ProcessKind kind, StringRef what, Value in,
                                Value out) {
  return builder.process(kind, what + "_" + named.getStreamName(), {in, out});
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// The load or the store.
void Deriver::move(hls::ProcessKind kind, StringRef what, Value array,
                   Value through, const StreamOrder &order) {
  bool loads = kind == hls::ProcessKind::Load;
  hls::StreamType type = typeOf(through);
  hls::ProcessOp process = this->process(kind, what, loads ? array : through,
                                         loads ? through : array);
  Value memory = process.getBody().getArgument(loads ? 0 : 1),
        tokens = process.getBody().getArgument(loads ? 1 : 0);
  SmallVector<Value> at =
      builder.loops(order.trips, hls::PipelineStyle::Stalling);
  // The last subscript counts beats.
  SmallVector<AffineExpr> subscripts(order.element.getResults());
  if (!order.lanes.empty())
    subscripts.back() = simplifyAffineExpr(
        subscripts.back().floorDiv(type.getLanes()), at.size(), 0);
  AffineMap map = AffineMap::get(at.size(), 0, subscripts, op->getContext());
  Location loc = op->getLoc();
  bool isElement = type.getLanes() == 1;
  if (!loads) {
    Value token = builder.read(tokens);
    if (isElement)
      affine::AffineStoreOp::create(builder, loc, token, memory, map, at);
    else
      hls::BeatWriteOp::create(builder, loc, token, memory,
                               AffineMapAttr::get(map), at, DenseI64ArrayAttr(),
                               IntegerAttr());
    return;
  }
  Value token =
      isElement ? affine::AffineLoadOp::create(builder, loc, memory, map, at)
                      .getResult()
                : hls::BeatReadOp::create(builder, loc, type.getTokenType(),
                                          memory, AffineMapAttr::get(map), at,
                                          DenseI64ArrayAttr(), IntegerAttr())
                      .getBeat();
  builder.write(token, tokens);
}

/// Elements that the array's port moves at once.
int64_t Deriver::portLanes(Value array) const {
  auto port = cast<BlockArgument>(hls::originOf(array));
  auto interface = cast<FunctionOpInterface>(port.getOwner()->getParentOp())
                       .getArgAttrOfType<hls::InterfaceAttr>(
                           port.getArgNumber(), hls::interfaceAttrName);
  return interface ? std::max<int64_t>(1, interface.getWidth() /
                                              element.getIntOrFloatBitWidth())
                   : 1;
}

/// Tokens of other lanes than a beat of the port that come one behind the other
/// in memory.
bool Deriver::isFlat(Value array, hls::OrderAttr order, int64_t beat) const {
  ArrayRef<int64_t> shape = cast<MemRefType>(array.getType()).getShape();
  AffineMap map = order.getElement().getValue();
  if (portLanes(array) == beat || map.getNumDims() != shape.size())
    return false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    int64_t lanes = dim + 1 == shape.size() ? beat : 1;
    if (order.getTrips()[dim] * lanes != extent ||
        map.getResult(dim) != getAffineDimExpr(dim, op->getContext()) * lanes)
      return false;
  }
  return true;
}

/// Beats as they lie in memory; the last one may reach beyond the array.
void Deriver::moveFlat(hls::ProcessKind kind, StringRef what, Value array,
                       Value through) {
  bool loads = kind == hls::ProcessKind::Load;
  auto memory = cast<MemRefType>(array.getType());
  hls::StreamType type = typeOf(through);
  hls::ProcessOp process = this->process(kind, what, loads ? array : through,
                                         loads ? through : array);
  int64_t beats = llvm::divideCeil(memory.getNumElements(), type.getLanes());
  SmallVector<Value> at = builder.loops({beats}, hls::PipelineStyle::Stalling);
  Value port = process.getBody().getArgument(loads ? 0 : 1),
        tokens = process.getBody().getArgument(loads ? 1 : 0);
  SmallVector<AffineExpr> subscripts(
      memory.getRank(), getAffineConstantExpr(0, op->getContext()));
  subscripts.back() = getAffineDimExpr(0, op->getContext());
  auto map =
      AffineMapAttr::get(AffineMap::get(1, 0, subscripts, op->getContext()));
  UnitAttr flat = builder.getUnitAttr();
  if (loads)
    builder.write(hls::BeatReadOp::create(
                      builder, op->getLoc(), type.getTokenType(), port, map, at,
                      DenseI64ArrayAttr(), IntegerAttr(), flat)
                      .getBeat(),
                  tokens);
  else
    hls::BeatWriteOp::create(builder, op->getLoc(), builder.read(tokens), port,
                             map, at, DenseI64ArrayAttr(), IntegerAttr(), flat);
}

/// A block comes in while the one before goes out, in two halves of a buffer.
void Deriver::reorder(const OrderStage &stage, Value in, Value out) {
  hls::StreamType type = typeOf(in);
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Reorder, "reorder", in, out);
  Value kept = builder.buffer("kept", type, {2, stage.block});
  int64_t blocks = produced / stage.block;
  SmallVector<Value> at =
      builder.loops({blocks + 1, stage.block}, hls::PipelineStyle::Flushable);
  MLIRContext *context = builder.getContext();
  AffineExpr block = builder.getAffineDimExpr(0),
             step = builder.getAffineDimExpr(1);
  auto comes =
      builder.when(IntegerSet::get(1, 0, {blocks - 1 - block}, {false}), at[0],
                   /*hasElse=*/false);
  auto goes = builder.when(IntegerSet::get(1, 0, {block - 1}, {false}), at[0],
                           /*hasElse=*/false);
  builder.setInsertionPointToStart(comes.getThenBlock());
  builder.keep(type, builder.read(process.getBody().getArgument(0)), kept,
               AffineMap::get(2, 0, {block % 2, step}, context), at);
  builder.setInsertionPointToStart(goes.getThenBlock());
  AffineExpr place = stage.place.getResult(0).replaceDims({step});
  builder.write(
      builder.recall(type, kept,
                     AffineMap::get(2, 0, {(block + 1) % 2, place}, context),
                     at),
      process.getBody().getArgument(1));
}

/// Tokens that are used for the first time come from the stream. The FIFOs of
/// an array do it side by side.
void Deriver::hold(const OrderStage &stage, Value in, Value out) {
  hls::StreamType type = typeOf(in);
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Hold, "hold", in, out);
  Value from = process.getBody().getArgument(0),
        to = process.getBody().getArgument(1);
  SmallVector<int64_t> places = {stage.tokens};
  if (type.isArray())
    places.push_back(type.getFifos());
  Value kept = builder.buffer("kept", type, places,
                              /*banked=*/type.isArray() ? 1 : 0);
  SmallVector<Value> at = builder.loops(trips, hls::PipelineStyle::Flushable);
  AffineMap place = stage.place, fifo;
  SmallVector<Value> number;
  if (type.isArray()) {
    number.push_back(builder.unrolled(type.getFifos()));
    fifo = builder.getMultiDimIdentityMap(1);
    place = AffineMap::get(
        at.size() + 1, 0,
        {place.getResult(0), getAffineDimExpr(at.size(), op->getContext())},
        op->getContext());
  }
  SmallVector<Value> inside(at);
  llvm::append_range(inside, number);
  auto isNew = builder.when(*stage.first, at, /*hasElse=*/true);
  builder.setInsertionPointToStart(isNew.getThenBlock());
  Value token = builder.read(from, fifo, number);
  builder.keep(type, token, kept, place, inside);
  builder.write(token, to, fifo, number);
  builder.setInsertionPointToStart(isNew.getElseBlock());
  builder.write(builder.recall(type, kept, place, inside), to, fifo, number);
}

/// All tokens come, then all go. One nest does both: its outermost loop runs
/// once more a time for what comes.
void Deriver::wholeArray(const OrderStage &stage, Value in, Value out) {
  hls::StreamType type = typeOf(in);
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Reorder, "buffer", in, out);
  Value kept = builder.buffer("kept", type, {stage.tokens});
  int64_t inner = 1;
  for (int64_t trip : ArrayRef(trips).drop_front())
    inner *= trip;
  int64_t ahead = llvm::divideCeil(stage.tokens, inner);
  SmallVector<int64_t> all(trips);
  all.front() += ahead;
  SmallVector<Value> at = builder.loops(all, hls::PipelineStyle::Flushable);
  unsigned dims = trips.size();
  MLIRContext *context = builder.getContext();
  AffineExpr number = builder.getAffineDimExpr(0);
  for (unsigned dim = 1; dim < dims; ++dim)
    number = number * trips[dim] + builder.getAffineDimExpr(dim);
  AffineExpr outer = builder.getAffineDimExpr(0);
  auto comes = builder.when(
      IntegerSet::get(dims, 0, {stage.tokens - 1 - number}, {false}), at,
      /*hasElse=*/false);
  auto goes =
      builder.when(IntegerSet::get(1, 0, {outer - ahead}, {false}), at[0],
                   /*hasElse=*/false);
  builder.setInsertionPointToStart(comes.getThenBlock());
  builder.keep(type, builder.read(process.getBody().getArgument(0)), kept,
               AffineMap::get(dims, 0, number, context), at);
  builder.setInsertionPointToStart(goes.getThenBlock());
  AffineExpr place = stage.place.getResult(0).replace(outer, outer - ahead);
  builder.write(
      builder.recall(type, kept, AffineMap::get(dims, 0, place, context), at),
      process.getBody().getArgument(1));
}

/// A token is taken apart, one element an iteration.
void Deriver::unpack(Value in, Value out) {
  hls::StreamType type = typeOf(in);
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Unpack, "unpack", in, out);
  Value lanes = builder.registers("lanes", element, {type.getLanes()}, 1);
  SmallVector<Value> at =
      builder.loops({produced / type.getLanes(), type.getLanes()},
                    hls::PipelineStyle::Flushable);
  auto isFirst =
      builder.when(allZero(op->getContext(), 1), at[1], /*hasElse=*/false);
  AffineMap none = AffineMap::get(op->getContext()),
            lane = builder.getMultiDimIdentityMap(1);
  builder.setInsertionPointToStart(isFirst.getThenBlock());
  builder.keep(type, builder.read(process.getBody().getArgument(0)), lanes,
               none, {});
  builder.setInsertionPointAfter(isFirst);
  Value one = affine::AffineLoadOp::create(builder, op->getLoc(), lanes, lane,
                                           ValueRange(at[1]));
  builder.write(one, process.getBody().getArgument(1));
}

/// Elements that follow each other become a token.
void Deriver::pack(Value in, Value out) {
  hls::StreamType type = typeOf(out);
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Pack, "pack", in, out);
  Value lanes = builder.registers("lanes", element, {type.getLanes()}, 1);
  int64_t elements = 1;
  for (int64_t trip : trips)
    elements *= trip;
  SmallVector<Value> at =
      builder.loops({elements / type.getLanes(), type.getLanes()},
                    hls::PipelineStyle::Flushable);
  Value one = builder.read(process.getBody().getArgument(0));
  affine::AffineStoreOp::create(builder, op->getLoc(), one, lanes,
                                builder.getMultiDimIdentityMap(1),
                                ValueRange(at[1]));
  AffineExpr rest = builder.getAffineDimExpr(0) - (type.getLanes() - 1);
  auto isLast = builder.when(IntegerSet::get(1, 0, {rest}, {true}), at[1],
                             /*hasElse=*/false);
  builder.setInsertionPointToStart(isLast.getThenBlock());
  builder.write(
      builder.recall(type, lanes, AffineMap::get(op->getContext()), {}),
      process.getBody().getArgument(1));
}

/// Tokens go to the FIFOs of an array in turn.
void Deriver::deal(Value in, Value out) {
  int64_t fifos = typeOf(out).getFifos(), tokens = 1;
  for (int64_t trip : consumption.trips)
    tokens *= trip;
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Unpack, "deal", in, out);
  SmallVector<Value> at =
      builder.loops({tokens / fifos, fifos}, hls::PipelineStyle::Flushable);
  Value token = builder.read(process.getBody().getArgument(0));
  Value fifo = builder.unrolled(fifos);
  AffineExpr same = builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1);
  auto isTurn = builder.when(IntegerSet::get(2, 0, {same}, {true}),
                             ValueRange{at[1], fifo}, /*hasElse=*/false);
  builder.setInsertionPointToStart(isTurn.getThenBlock());
  builder.write(token, process.getBody().getArgument(1),
                builder.getMultiDimIdentityMap(1), fifo);
}

/// Tokens of the FIFOs of an array follow each other.
void Deriver::collect(Value in, Value out) {
  hls::StreamType type = typeOf(out);
  int64_t fifos = typeOf(in).getFifos(), tokens = 1;
  for (int64_t trip : production.trips)
    tokens *= trip;
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Drain, "collect", in, out);
  Value lanes = builder.registers(
      "lanes", element,
      type.getLanes() == 1 ? ArrayRef<int64_t>() : type.getLanes(), 1);
  SmallVector<Value> at =
      builder.loops({tokens / fifos, fifos}, hls::PipelineStyle::Flushable);
  MLIRContext *context = op->getContext();
  AffineMap place = type.getLanes() == 1 ? AffineMap::getConstantMap(0, context)
                                         : AffineMap::get(context);
  {
    OpBuilder::InsertionGuard guard(builder);
    Value fifo = builder.unrolled(fifos);
    AffineExpr same = builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1);
    auto isTurn = builder.when(IntegerSet::get(2, 0, {same}, {true}),
                               ValueRange{at[1], fifo}, /*hasElse=*/false);
    builder.setInsertionPointToStart(isTurn.getThenBlock());
    Value token = builder.read(process.getBody().getArgument(0),
                               builder.getMultiDimIdentityMap(1), fifo);
    builder.keep(type, token, lanes, place, {});
  }
  builder.write(builder.recall(type, lanes, place, {}),
                process.getBody().getArgument(1));
}

void Deriver::step(const Step &step, Value in, Value out) {
  switch (step.kind) {
  case Step::Collect:
    return collect(in, out);
  case Step::Unpack:
    return unpack(in, out);
  case Step::Pack:
    return pack(in, out);
  case Step::Deal:
    return deal(in, out);
  case Step::Between:
    break;
  }
  switch (step.stage.kind) {
  case OrderStage::Reorder:
    return reorder(step.stage, in, out);
  case OrderStage::Hold:
    return hold(step.stage, in, out);
  default:
    return wholeArray(step.stage, in, out);
  }
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

/// The order in which the tokens of all FIFOs of an array follow each other if
/// they go through one: along the first dimensions that have lanes.
static StreamOrder orderOf(hls::OrderAttr order, hls::StreamType type) {
  StreamOrder result{llvm::to_vector(order.getTrips()),
                     order.getElement().getValue(),
                     llvm::to_vector(order.getLanes())};
  MLIRContext *context = order.getContext();
  SmallVector<AffineExpr> subscripts(result.element.getResults());
  int64_t rest = type.getFifos();
  for (auto [lanes, subscript] : llvm::zip(result.lanes, subscripts)) {
    if (rest == 1 || lanes == 1)
      continue;
    subscript =
        subscript + mlir::getAffineDimExpr(result.trips.size(), context);
    result.trips.push_back(lanes);
    rest /= lanes;
    lanes = 1;
  }
  result.element = AffineMap::get(result.trips.size(), 0, subscripts, context);
  return result;
}

LogicalResult Deriver::addStages(ArrayRef<OrderStage> stages) {
  static constexpr StringLiteral between[] = {"grouped", "ordered", "held",
                                              "whole"};
  for (const OrderStage &stage : stages) {
    if (stage.kind == OrderStage::Regroup)
      continue;
    if (!stage.place || (stage.kind == OrderStage::Hold && !stage.first))
      return op->emitError("the order of stream '")
             << named.getStreamName()
             << "' takes more than one affine expression; write its processes "
                "by hand";
    steps.push_back({Step::Between, stage, between[stage.kind]});
  }
  return success();
}

/// The loops that move the token, each of which is in the order once: tokens in
/// the order of their first uses, as all else follows from them.
static hls::OrderAttr firstUses(hls::OrderAttr order) {
  AffineMap element = order.getElement().getValue();
  MLIRContext *context = order.getContext();
  SmallVector<int64_t> trips;
  SmallVector<AffineExpr> dims;
  for (auto [loop, trip] : llvm::enumerate(order.getTrips())) {
    bool moves = element.isFunctionOfDim(loop);
    dims.push_back(moves ? getAffineDimExpr(trips.size(), context)
                         : getAffineConstantExpr(0, context));
    if (moves)
      trips.push_back(trip);
  }
  if (trips.empty())
    trips.push_back(1);
  AffineMap moved = element.replaceDimsAndSymbols(
      dims, /*symReplacements=*/{}, trips.size(), /*numResultSyms=*/0);
  return hls::OrderAttr::get(context, trips, AffineMapAttr::get(moved),
                             order.getLanes());
}

static StreamOrder asOrder(hls::OrderAttr order) {
  return {llvm::to_vector(order.getTrips()), order.getElement().getValue(),
          llvm::to_vector(order.getLanes())};
}

/// From the order of first uses to all uses, whole boxes at a time.
LogicalResult Deriver::planReplay(hls::OrderAttr first, hls::OrderAttr used) {
  production = asOrder(first);
  consumption = asOrder(used);
  llvm::Expected<std::vector<OrderStage>> stages =
      poly::stagesBetween(production, consumption);
  if (!stages)
    return op->emitError("stream '")
           << named.getStreamName()
           << "': " << llvm::toString(stages.takeError());
  trips = consumption.trips;
  steps.clear();
  return addStages(*stages);
}

LogicalResult Deriver::plan(hls::OrderAttr from, hls::StreamType fromType,
                            hls::OrderAttr to, hls::StreamType toType) {
  production = orderOf(from, fromType);
  consumption = orderOf(to, toType);
  llvm::Expected<std::vector<OrderStage>> stages =
      poly::stagesBetween(production, consumption);
  if (!stages)
    return op->emitError("stream '")
           << named.getStreamName()
           << "': " << llvm::toString(stages.takeError());
  steps.clear();
  if (stages->empty() && fromType == toType)
    return success();
  bool regroups =
      !stages->empty() && stages->front().kind == OrderStage::Regroup;
  trips = consumption.trips;
  produced = 1;
  for (int64_t trip : production.trips)
    produced *= trip;
  if (regroups) {
    llvm::append_range(trips, consumption.lanes);
    for (int64_t lanes : production.lanes)
      produced *= lanes;
  }
  if (fromType.isArray())
    steps.push_back({Step::Collect, {}, "collected"});
  if (regroups && fromType.getLanes() > 1)
    steps.push_back({Step::Unpack, {}, "elements"});
  if (failed(addStages(*stages)))
    return failure();
  if (regroups && toType.getLanes() > 1)
    steps.push_back({Step::Pack, {}, "packed"});
  if (toType.isArray())
    steps.push_back({Step::Deal, {}, "dealt"});
  return success();
}

/// From stream to stream; `to` is null for one that is made. Returns the last.
Value Deriver::carryOut(Value from, Value to) {
  for (auto [index, next] : llvm::enumerate(steps)) {
    Value out = to;
    if (!to || index + 1 < steps.size()) {
      int64_t lanes = typeOf(from).getLanes();
      if (next.kind == Step::Unpack)
        lanes = 1;
      else if (next.kind == Step::Pack)
        for (int64_t count : consumption.lanes)
          lanes *= count;
      out = newStream(tokens(lanes), next.result);
    }
    step(next, from, out);
    from = out;
  }
  return from;
}

/// From stream to stream, or to one that is made: that of the result. What is
/// used again by several FIFOs, or comes in other lanes, goes to its first use
/// first, so that each replay is a box a time.
FailureOr<Value> Deriver::connect(hls::OrderAttr produced, Value from,
                                  hls::OrderAttr used, Value to,
                                  hls::StreamType toType) {
  hls::OrderAttr first = firstUses(used);
  bool isOne = typeOf(from).getLanes() == toType.getLanes() &&
               !typeOf(from).isArray() && !toType.isArray();
  bool isOnce = false;
  if (!isOne && first != used) {
    llvm::Error twice = poly::checkOnce(asOrder(first));
    isOnce = !twice;
    llvm::consumeError(std::move(twice));
  }
  if (isOnce && failed(planReplay(first, used)))
    return failure();
  if (!isOnce || steps.empty()) {
    if (failed(plan(produced, typeOf(from), used, toType)))
      return failure();
    return carryOut(from, to);
  }
  if (failed(plan(produced, typeOf(from), first, toType)))
    return failure();
  Value once = from;
  if (!steps.empty()) {
    once = newStream(toType, "once");
    carryOut(from, once);
  }
  if (failed(planReplay(first, used)))
    return failure();
  return carryOut(once, to);
}

/// Elements of a token in memory.
static int64_t beatOf(hls::OrderAttr order, hls::StreamType type) {
  return order.getLanes().empty() ? type.getLanes() : order.getLanes().back();
}

LogicalResult Deriver::load(hls::StreamLoadOp load) {
  hls::StreamType type = load.getStream().getType();
  begin(load.getStream().getDefiningOp<hls::StreamOp>());
  Value array = load.getArray();
  hls::StreamType beats = tokens(beatOf(load.getLoaded(), type));
  bool flat = isFlat(array, load.getLoaded(), beats.getLanes());
  if (beats == type &&
      failed(plan(load.getLoaded(), beats, load.getUsed(), type)))
    return failure();
  bool isDirect = beats == type && steps.empty();
  production = orderOf(load.getLoaded(), beats);
  Value first = isDirect ? load.getStream() : newStream(beats, "new");
  if (flat) {
    Value wide = newStream(tokens(portLanes(array)), "beats");
    moveFlat(hls::ProcessKind::Load, "load", array, wide);
    makeRegroupProcess(builder, "regroup_" + named.getStreamName(), wide, first,
                       cast<MemRefType>(array.getType()).getNumElements());
  } else {
    move(hls::ProcessKind::Load, "load", array, first, production);
  }
  if (!isDirect && failed(connect(load.getLoaded(), first, load.getUsed(),
                                  load.getStream(), type)))
    return failure();
  op->erase();
  return success();
}

LogicalResult Deriver::store(hls::StreamStoreOp store) {
  hls::StreamType type = store.getStream().getType();
  begin(store.getStream().getDefiningOp<hls::StreamOp>());
  hls::StreamType beats = tokens(beatOf(store.getStored(), type));
  if (failed(plan(store.getProduced(), type, store.getStored(), beats)))
    return failure();
  Value last = carryOut(store.getStream(), /*to=*/nullptr),
        array = store.getArray();
  if (isFlat(array, store.getStored(), beats.getLanes())) {
    Value wide = newStream(tokens(portLanes(array)), "beats");
    makeRegroupProcess(builder, "regroup_" + named.getStreamName(), last, wide,
                       cast<MemRefType>(array.getType()).getNumElements());
    moveFlat(hls::ProcessKind::Store, "store", array, wide);
  } else {
    move(hls::ProcessKind::Store, "store", array, last, consumption);
  }
  op->erase();
  return success();
}

LogicalResult Deriver::pass(hls::StreamPassOp pass) {
  auto from = pass.getFrom().getDefiningOp<hls::StreamOp>(),
       to = pass.getTo().getDefiningOp<hls::StreamOp>();
  begin(to);
  hls::StreamType fromType = from.getResult().getType(),
                  toType = to.getResult().getType();
  if (fromType == toType &&
      failed(plan(pass.getProduced(), fromType, pass.getUsed(), toType)))
    return failure();
  bool isOne = fromType == toType && steps.empty();
  if (!isOne && failed(connect(pass.getProduced(), from.getResult(),
                               pass.getUsed(), to.getResult(), toType)))
    return failure();
  op->erase();
  if (!isOne)
    return success();
  from.setDepth(std::max(from.getDepth(), to.getDepth()));
  to.getResult().replaceAllUsesWith(from.getResult());
  to.erase();
  return success();
}

namespace {
struct DeriveProcesses : talos::impl::DeriveProcessesBase<DeriveProcesses> {
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([](hls::DataflowOp dataflow) {
      RegionNames names(dataflow);
      for (Operation &op :
           llvm::make_early_inc_range(dataflow.getBody().front())) {
        LogicalResult result = success();
        if (auto load = dyn_cast<hls::StreamLoadOp>(op))
          result = Deriver(load, names).load(load);
        else if (auto store = dyn_cast<hls::StreamStoreOp>(op))
          result = Deriver(store, names).store(store);
        else if (auto pass = dyn_cast<hls::StreamPassOp>(op))
          result = Deriver(pass, names).pass(pass);
        if (failed(result))
          return WalkResult::interrupt();
      }
      return WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
