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
  Value carryOut(Value from, Value to);
  void step(const Step &step, Value in, Value out);
  hls::ProcessOp process(hls::ProcessKind kind, StringRef what, Value in,
                         Value out);
  void move(hls::ProcessKind kind, StringRef what, Value array, Value through,
            const StreamOrder &order);
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
      hls::BeatWriteOp::create(builder, loc, token, memory, map, at,
                               DenseI64ArrayAttr(), IntegerAttr());
    return;
  }
  Value token =
      isElement
          ? affine::AffineLoadOp::create(builder, loc, memory, map, at)
                .getResult()
          : hls::BeatReadOp::create(builder, loc, type.getTokenType(), memory,
                                    map, at, DenseI64ArrayAttr(), IntegerAttr())
                .getBeat();
  builder.write(token, tokens);
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

/// Tokens that are used for the first time come from the stream.
void Deriver::hold(const OrderStage &stage, Value in, Value out) {
  hls::StreamType type = typeOf(in);
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Hold, "hold", in, out);
  Value from = process.getBody().getArgument(0),
        to = process.getBody().getArgument(1);
  Value kept = builder.buffer("kept", type, {stage.tokens});
  SmallVector<Value> at = builder.loops(trips, hls::PipelineStyle::Flushable);
  AffineMap place = stage.place;
  auto isNew = builder.when(*stage.first, at, /*hasElse=*/true);
  builder.setInsertionPointToStart(isNew.getThenBlock());
  Value token = builder.read(from);
  builder.keep(type, token, kept, place, at);
  builder.write(token, to);
  builder.setInsertionPointToStart(isNew.getElseBlock());
  builder.write(builder.recall(type, kept, place, at), to);
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
  if (stages->empty() && fromType == toType)
    return success();
  bool regroups =
      !stages->empty() && stages->front().kind == OrderStage::Regroup;
  trips = consumption.trips;
  for (int64_t trip : production.trips)
    produced *= trip;
  if (regroups) {
    llvm::append_range(trips, consumption.lanes);
    for (int64_t lanes : production.lanes)
      produced *= lanes;
  }
  static constexpr StringLiteral between[] = {"grouped", "ordered", "held",
                                              "whole"};
  if (fromType.isArray())
    steps.push_back({Step::Collect, {}, "collected"});
  if (regroups && fromType.getLanes() > 1)
    steps.push_back({Step::Unpack, {}, "elements"});
  for (const OrderStage &stage : *stages) {
    if (stage.kind == OrderStage::Regroup)
      continue;
    if (!stage.place || (stage.kind == OrderStage::Hold && !stage.first))
      return op->emitError("the order of stream '")
             << named.getStreamName()
             << "' takes more than one affine expression; write its processes "
                "by hand";
    steps.push_back({Step::Between, stage, between[stage.kind]});
  }
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

/// Elements that a port moves at once.
static int64_t beatOf(hls::OrderAttr order, hls::StreamType type) {
  return order.getLanes().empty() ? type.getLanes() : order.getLanes().back();
}

LogicalResult Deriver::load(hls::StreamLoadOp load) {
  hls::StreamType type = load.getStream().getType();
  begin(load.getStream().getDefiningOp<hls::StreamOp>());
  hls::StreamType beats = tokens(beatOf(load.getLoaded(), type));
  if (failed(plan(load.getLoaded(), beats, load.getUsed(), type)))
    return failure();
  Value first = steps.empty() ? load.getStream() : newStream(beats, "new");
  move(hls::ProcessKind::Load, "load", load.getArray(), first, production);
  carryOut(first, load.getStream());
  op->erase();
  return success();
}

LogicalResult Deriver::store(hls::StreamStoreOp store) {
  hls::StreamType type = store.getStream().getType();
  begin(store.getStream().getDefiningOp<hls::StreamOp>());
  hls::StreamType beats = tokens(beatOf(store.getStored(), type));
  if (failed(plan(store.getProduced(), type, store.getStored(), beats)))
    return failure();
  Value last = carryOut(store.getStream(), /*to=*/nullptr);
  move(hls::ProcessKind::Store, "store", store.getArray(), last, consumption);
  op->erase();
  return success();
}

LogicalResult Deriver::pass(hls::StreamPassOp pass) {
  auto from = pass.getFrom().getDefiningOp<hls::StreamOp>(),
       to = pass.getTo().getDefiningOp<hls::StreamOp>();
  begin(to);
  if (failed(plan(pass.getProduced(), from.getResult().getType(),
                  pass.getUsed(), to.getResult().getType())))
    return failure();
  carryOut(from.getResult(), to.getResult());
  bool isOne = steps.empty();
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
