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
// with interval 1, so nothing drains between blocks.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/Builders.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/StreamOrder.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace talos {
#define GEN_PASS_DEF_DERIVEPROCESSES
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

using namespace mlir;
using namespace talos;
using affine::AffineForOp;
using poly::OrderStage;

namespace {

/// Makes the processes of one transfer, before it.
class Deriver {
public:
  Deriver(Operation *op, hls::StreamType type, llvm::StringSet<> &names)
      : op(op), builder(op), type(type), names(names) {
    stream = op->getOperand(isLoad() ? 1 : 0).getDefiningOp<hls::StreamOp>();
    array = op->getOperand(isLoad() ? 0 : 1);
  }
  LogicalResult run(hls::OrderAttr from, hls::OrderAttr to);

private:
  bool isLoad() const { return isa<hls::StreamLoadOp>(op); }
  std::string name(const Twine &wanted);
  Value newStream(StringRef what);
  hls::ProcessOp process(hls::ProcessKind kind, StringRef what,
                         ValueRange inputs);
  SmallVector<Value> loops(ArrayRef<int64_t> trips, hls::PipelineStyle style);
  Value read(Value from);
  void write(Value token, Value to);
  Value buffer(StringRef what, ArrayRef<int64_t> shape);
  void copy(Value from, AffineMap fromMap, ValueRange fromOperands, Value to,
            AffineMap toMap, ValueRange toOperands);
  void keep(Value token, Value memory, AffineMap place, ValueRange operands);
  Value recall(Value memory, AffineMap place, ValueRange operands);
  affine::AffineIfOp when(IntegerSet set, ValueRange operands, bool hasElse);
  void move(hls::OrderAttr order, Value through);
  LogicalResult stage(const OrderStage &stage, hls::OrderAttr to, Value in,
                      Value out, int64_t tokens);
  void reorder(const OrderStage &stage, Value in, Value out, int64_t tokens);
  void hold(const OrderStage &stage, ArrayRef<int64_t> trips, Value in,
            Value out);
  void wholeArray(const OrderStage &stage, ArrayRef<int64_t> trips, Value in,
                  Value out);

  Operation *op;
  OpBuilder builder;
  hls::StreamType type;
  llvm::StringSet<> &names;
  hls::StreamOp stream;
  Value array;
};

} // namespace

//===----------------------------------------------------------------------===//
// Parts of processes
//===----------------------------------------------------------------------===//

std::string Deriver::name(const Twine &wanted) {
  std::string stem = wanted.str(), name = stem;
  for (unsigned i = 1; !names.insert(name).second; ++i)
    name = stem + "_" + std::to_string(i);
  return name;
}

Value Deriver::newStream(StringRef what) {
  OpBuilder atStream(stream);
  return hls::StreamOp::create(atStream, op->getLoc(), type,
                               name(stream.getStreamName() + "_" + what),
                               stream.getDepth());
}

/// Leaves the builder in the body.
hls::ProcessOp Deriver::process(hls::ProcessKind kind, StringRef what,
                                ValueRange inputs) {
  builder.setInsertionPoint(op);
  auto result =
      hls::ProcessOp::create(builder, op->getLoc(), kind,
                             name(what + "_" + stream.getStreamName()), inputs);
  Block &body = result.getBody().emplaceBlock();
  for (Value input : inputs)
    body.addArgument(input.getType(), op->getLoc());
  hls::ProcessOp::ensureTerminator(result.getBody(), builder, op->getLoc());
  builder.setInsertionPointToStart(&body);
  return result;
}

/// The pipelined nest; leaves the builder in its body.
SmallVector<Value> Deriver::loops(ArrayRef<int64_t> trips,
                                  hls::PipelineStyle style) {
  SmallVector<Value> iterators;
  AffineForOp loop;
  for (int64_t trip : trips) {
    loop = AffineForOp::create(builder, op->getLoc(), 0, trip);
    loop->setAttr(
        hls::nameAttrName,
        builder.getStringAttr("i" + std::to_string(iterators.size())));
    iterators.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  loop->setAttr(hls::pipelineAttrName,
                hls::PipelineAttr::get(builder.getContext(), /*ii=*/1, style));
  return iterators;
}

Value Deriver::read(Value from) {
  return hls::StreamReadOp::create(builder, op->getLoc(), type.getTokenType(),
                                   from, AffineMap::get(builder.getContext()),
                                   ValueRange());
}

void Deriver::write(Value token, Value to) {
  hls::StreamWriteOp::create(builder, op->getLoc(), token, to,
                             AffineMap::get(builder.getContext()),
                             ValueRange());
}

/// A buffer of tokens, whose lanes are in banks of their own.
Value Deriver::buffer(StringRef what, ArrayRef<int64_t> shape) {
  SmallVector<int64_t> extents(shape);
  hls::PartitionAttr partition;
  if (type.getLanes() > 1) {
    MLIRContext *context = builder.getContext();
    SmallVector<hls::PartitionDimAttr> dims(
        shape.size(), hls::PartitionDimAttr::get(
                          context, hls::PartitionKind::None, /*factor=*/1));
    dims.push_back(hls::PartitionDimAttr::get(
        context, hls::PartitionKind::Complete, /*factor=*/0));
    extents.push_back(type.getLanes());
    partition = hls::PartitionAttr::get(context, dims);
  }
  return hls::BufferOp::create(
      builder, op->getLoc(), MemRefType::get(extents, type.getElementType()),
      what, /*array=*/StringAttr(), partition, /*storage=*/hls::StorageAttr(),
      /*copies=*/1, /*global=*/FlatSymbolRefAttr());
}

/// Lane by lane; the lane is the last subscript on both sides.
void Deriver::copy(Value from, AffineMap fromMap, ValueRange fromOperands,
                   Value to, AffineMap toMap, ValueRange toOperands) {
  auto loop = AffineForOp::create(builder, op->getLoc(), 0, type.getLanes());
  loop->setAttr(hls::unrollAttrName,
                hls::UnrollAttr::get(builder.getContext(), /*factor=*/0));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  auto withLane = [&](AffineMap map, ValueRange operands) {
    SmallVector<AffineExpr> results(map.getResults());
    results.push_back(builder.getAffineDimExpr(map.getNumDims()));
    SmallVector<Value> values(operands);
    values.push_back(loop.getInductionVar());
    return std::pair(
        AffineMap::get(map.getNumDims() + 1, 0, results, builder.getContext()),
        values);
  };
  auto [source, sourceOperands] = withLane(fromMap, fromOperands);
  auto [target, targetOperands] = withLane(toMap, toOperands);
  Value element = affine::AffineLoadOp::create(builder, op->getLoc(), from,
                                               source, sourceOperands);
  affine::AffineStoreOp::create(builder, op->getLoc(), element, to, target,
                                targetOperands);
}

void Deriver::keep(Value token, Value memory, AffineMap place,
                   ValueRange operands) {
  if (type.getLanes() == 1)
    affine::AffineStoreOp::create(builder, op->getLoc(), token, memory, place,
                                  operands);
  else
    copy(token, AffineMap::get(builder.getContext()), {}, memory, place,
         operands);
}

Value Deriver::recall(Value memory, AffineMap place, ValueRange operands) {
  if (type.getLanes() == 1)
    return affine::AffineLoadOp::create(builder, op->getLoc(), memory, place,
                                        operands);
  Value token = hls::BeatOp::create(builder, op->getLoc(), type.getTokenType());
  copy(memory, place, operands, token, AffineMap::get(builder.getContext()),
       {});
  return token;
}

affine::AffineIfOp Deriver::when(IntegerSet set, ValueRange operands,
                                 bool hasElse) {
  auto condition =
      affine::AffineIfOp::create(builder, op->getLoc(), set, operands, hasElse);
  return condition;
}

//===----------------------------------------------------------------------===//
// Processes
//===----------------------------------------------------------------------===//

/// The load or the store.
void Deriver::move(hls::OrderAttr order, Value through) {
  bool loads = isLoad();
  hls::ProcessOp process = this->process(
      loads ? hls::ProcessKind::Load : hls::ProcessKind::Store,
      loads ? "load" : "store",
      loads ? ValueRange{array, through} : ValueRange{through, array});
  Value memory = process.getBody().getArgument(loads ? 0 : 1),
        tokens = process.getBody().getArgument(loads ? 1 : 0);
  SmallVector<Value> at = loops(order.getTrips(), hls::PipelineStyle::Stalling);
  AffineMap map = order.getElement().getValue();
  Location loc = op->getLoc();
  bool isElement = type.getLanes() == 1;
  if (!loads) {
    Value token = read(tokens);
    if (isElement)
      affine::AffineStoreOp::create(builder, loc, token, memory, map, at);
    else
      hls::BeatWriteOp::create(builder, loc, token, memory, map, at,
                               DenseI64ArrayAttr());
    return;
  }
  Value token =
      isElement ? affine::AffineLoadOp::create(builder, loc, memory, map, at)
                      .getResult()
                : hls::BeatReadOp::create(builder, loc, type.getTokenType(),
                                          memory, map, at, DenseI64ArrayAttr())
                      .getBeat();
  write(token, tokens);
}

/// A block comes in while the one before goes out, in two halves of a buffer.
void Deriver::reorder(const OrderStage &stage, Value in, Value out,
                      int64_t tokens) {
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Reorder, "reorder", {in, out});
  Value kept = buffer("kept", {2, stage.block});
  int64_t blocks = tokens / stage.block;
  SmallVector<Value> at =
      loops({blocks + 1, stage.block}, hls::PipelineStyle::Flushable);
  MLIRContext *context = builder.getContext();
  AffineExpr block = builder.getAffineDimExpr(0),
             step = builder.getAffineDimExpr(1);
  auto comes = when(IntegerSet::get(1, 0, {blocks - 1 - block}, {false}), at[0],
                    /*hasElse=*/false);
  auto goes = when(IntegerSet::get(1, 0, {block - 1}, {false}), at[0],
                   /*hasElse=*/false);
  builder.setInsertionPointToStart(comes.getThenBlock());
  keep(read(process.getBody().getArgument(0)), kept,
       AffineMap::get(2, 0, {block % 2, step}, context), at);
  builder.setInsertionPointToStart(goes.getThenBlock());
  AffineExpr place = stage.place.getResult(0).replaceDims({step});
  write(
      recall(kept, AffineMap::get(2, 0, {(block + 1) % 2, place}, context), at),
      process.getBody().getArgument(1));
}

/// Tokens that are used for the first time come from the stream.
void Deriver::hold(const OrderStage &stage, ArrayRef<int64_t> trips, Value in,
                   Value out) {
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Hold, "hold", {in, out});
  Value from = process.getBody().getArgument(0),
        to = process.getBody().getArgument(1);
  Value kept = buffer("kept", {stage.tokens});
  SmallVector<Value> at = loops(trips, hls::PipelineStyle::Flushable);
  AffineMap place = stage.place;
  auto isNew = when(*stage.first, at, /*hasElse=*/true);
  builder.setInsertionPointToStart(isNew.getThenBlock());
  Value token = read(from);
  keep(token, kept, place, at);
  write(token, to);
  builder.setInsertionPointToStart(isNew.getElseBlock());
  write(recall(kept, place, at), to);
}

/// All tokens come, then all go. One nest does both: its outermost loop runs
/// once more a time for what comes.
void Deriver::wholeArray(const OrderStage &stage, ArrayRef<int64_t> trips,
                         Value in, Value out) {
  hls::ProcessOp process =
      this->process(hls::ProcessKind::Reorder, "buffer", {in, out});
  Value kept = buffer("kept", {stage.tokens});
  int64_t inner = 1;
  for (int64_t trip : trips.drop_front())
    inner *= trip;
  int64_t ahead = llvm::divideCeil(stage.tokens, inner);
  SmallVector<int64_t> all(trips);
  all.front() += ahead;
  SmallVector<Value> at = loops(all, hls::PipelineStyle::Flushable);
  unsigned dims = trips.size();
  MLIRContext *context = builder.getContext();
  AffineExpr number = builder.getAffineDimExpr(0);
  for (unsigned dim = 1; dim < dims; ++dim)
    number = number * trips[dim] + builder.getAffineDimExpr(dim);
  AffineExpr outer = builder.getAffineDimExpr(0);
  auto comes =
      when(IntegerSet::get(dims, 0, {stage.tokens - 1 - number}, {false}), at,
           /*hasElse=*/false);
  auto goes = when(IntegerSet::get(1, 0, {outer - ahead}, {false}), at[0],
                   /*hasElse=*/false);
  builder.setInsertionPointToStart(comes.getThenBlock());
  keep(read(process.getBody().getArgument(0)), kept,
       AffineMap::get(dims, 0, number, context), at);
  builder.setInsertionPointToStart(goes.getThenBlock());
  AffineExpr place = stage.place.getResult(0).replace(outer, outer - ahead);
  write(recall(kept, AffineMap::get(dims, 0, place, context), at),
        process.getBody().getArgument(1));
}

LogicalResult Deriver::stage(const OrderStage &stage, hls::OrderAttr to,
                             Value in, Value out, int64_t tokens) {
  if (stage.kind == OrderStage::Regroup || !stage.place ||
      (stage.kind == OrderStage::Hold && !stage.first))
    return op->emitError("the order of stream '")
           << stream.getStreamName()
           << "' takes more than one affine expression; write its processes by "
              "hand";
  if (stage.kind == OrderStage::Reorder)
    reorder(stage, in, out, tokens);
  else if (stage.kind == OrderStage::Hold)
    hold(stage, to.getTrips(), in, out);
  else
    wholeArray(stage, to.getTrips(), in, out);
  return success();
}

static poly::StreamOrder orderOf(hls::OrderAttr order) {
  return {llvm::to_vector(order.getTrips()), order.getElement().getValue()};
}

LogicalResult Deriver::run(hls::OrderAttr from, hls::OrderAttr to) {
  llvm::Expected<std::vector<OrderStage>> stages =
      poly::stagesBetween(orderOf(from), orderOf(to));
  if (!stages)
    return op->emitError("stream '")
           << stream.getStreamName()
           << "': " << llvm::toString(stages.takeError());
  int64_t tokens = 1;
  for (int64_t trip : from.getTrips())
    tokens *= trip;
  static constexpr StringLiteral between[] = {"grouped", "ordered", "held",
                                              "whole"};
  // The streams before each stage and behind the last one.
  SmallVector<Value> streams;
  for (size_t i = 0; i < stages->size(); ++i)
    streams.push_back(newStream(
        i == 0 ? StringRef("new") : StringRef(between[(*stages)[i - 1].kind])));
  if (isLoad())
    streams.push_back(stream.getResult());
  else
    streams.insert(streams.begin(), stream.getResult());
  if (isLoad())
    move(from, streams.front());
  for (auto [index, one] : llvm::enumerate(*stages))
    if (failed(stage(one, to, streams[index], streams[index + 1], tokens)))
      return failure();
  if (!isLoad())
    move(to, streams.back());
  op->erase();
  return success();
}

namespace {
struct DeriveProcesses : talos::impl::DeriveProcessesBase<DeriveProcesses> {
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([](hls::DataflowOp dataflow) {
      llvm::StringSet<> names;
      for (auto stream : dataflow.getBody().getOps<hls::StreamOp>())
        names.insert(stream.getStreamName());
      for (auto process : dataflow.getBody().getOps<hls::ProcessOp>())
        names.insert(process.getProcessName());
      for (Operation &op :
           llvm::make_early_inc_range(dataflow.getBody().front())) {
        LogicalResult result = success();
        if (auto load = dyn_cast<hls::StreamLoadOp>(op))
          result = Deriver(load, load.getStream().getType(), names)
                       .run(load.getLoaded(), load.getUsed());
        else if (auto store = dyn_cast<hls::StreamStoreOp>(op))
          result = Deriver(store, store.getStream().getType(), names)
                       .run(store.getProduced(), store.getStored());
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
