//===- ComputeProcess.cpp - A nest becomes a process ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An iteration works on the box of every array in registers. That of an operand
// comes from a token and stays until the next one comes. That of a stored array
// comes from a token, or is new, in the first iteration of the loops that
// repeat it, and leaves in the last one; in between it is kept in a buffer,
// with those of the boxes that are accumulated at the same time.
//
//===----------------------------------------------------------------------===//

#include "ComputeProcess.h"
#include "FirstUses.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "talos/Dialect/HLS/Skips.h"
#include "talos/Transforms/Names.h"

using namespace mlir;
using namespace talos;

namespace {
class ComputeProcess {
public:
  ComputeProcess(ProcessBuilder &builder, StreamedNest &nest,
                 const llvm::DenseMap<ArrayUse, ArrayStreams> &streams)
      : builder(builder), nest(nest), streams(streams) {}
  void run(StringRef name);

private:
  Value inside(Value outside) { return arguments.lookup(outside); }
  Block *body() { return nest.pipelined().getBody(); }
  void moveIn(hls::ProcessOp process, ValueRange inputs);
  void operand(const StreamedArray &array);
  void stored(const StreamedArray &array);
  void rename(const StreamedArray &array, Value box, Value old = {});
  /// One FIFO of an array of streams.
  struct Lane {
    SmallVector<Value> at; ///< iterators of the unrolled loops over all of them
    AffineMap fifo;        ///< which one it is; null if there is one alone
    AffineMap place;       ///< in the box
  };
  Lane laneOf(hls::StreamType type, ArrayRef<int64_t> shape);
  void take(hls::StreamType type, Value stream, Value box,
            ArrayRef<int64_t> shape);
  void give(hls::StreamType type, Value stream, Value box,
            ArrayRef<int64_t> shape);
  void clear(Value box, ArrayRef<int64_t> shape, TypedAttr initial = {});
  void copyBox(Value from, Value to, ArrayRef<int64_t> shape,
               ArrayRef<Value> place, bool toMemory);
  AffineMap fifoOf(ArrayRef<int64_t> fifos);

  ProcessBuilder &builder;
  StreamedNest &nest;
  const llvm::DenseMap<ArrayUse, ArrayStreams> &streams;
  llvm::DenseMap<Value, Value> arguments;
  hls::ProcessOp process;
};
} // namespace

/// The number of a FIFO from its place in the box.
AffineMap ComputeProcess::fifoOf(ArrayRef<int64_t> fifos) {
  AffineExpr number = builder.getAffineConstantExpr(0);
  for (auto [dim, count] : llvm::enumerate(fifos))
    number = number * count + builder.getAffineDimExpr(dim);
  return AffineMap::get(fifos.size(), 0, number);
}

/// Unrolls over all FIFOs; the caller keeps the insertion point.
ComputeProcess::Lane ComputeProcess::laneOf(hls::StreamType type,
                                            ArrayRef<int64_t> shape) {
  Lane lane;
  for (int64_t count : type.isArray() ? shape.drop_back() : ArrayRef<int64_t>())
    lane.at.push_back(builder.unrolled(count));
  if (type.isArray())
    lane.fifo = fifoOf(shape.drop_back());
  lane.place = shape.empty()
                   ? AffineMap::getConstantMap(0, builder.getContext())
                   : builder.getMultiDimIdentityMap(lane.at.size());
  return lane;
}

/// Tokens of all FIFOs to the box.
void ComputeProcess::take(hls::StreamType type, Value stream, Value box,
                          ArrayRef<int64_t> shape) {
  OpBuilder::InsertionGuard guard(builder);
  Lane lane = laneOf(type, shape);
  Value token = builder.read(stream, lane.fifo, lane.at);
  builder.keep(type, token, box, lane.place, lane.at);
}

/// The box to tokens of all FIFOs.
void ComputeProcess::give(hls::StreamType type, Value stream, Value box,
                          ArrayRef<int64_t> shape) {
  OpBuilder::InsertionGuard guard(builder);
  Lane lane = laneOf(type, shape);
  builder.write(builder.recall(type, box, lane.place, lane.at), stream,
                lane.fifo, lane.at);
}

/// Between registers and the accumulators, whose subscripts are those of the
/// box, then those of the place.
void ComputeProcess::copyBox(Value from, Value to, ArrayRef<int64_t> shape,
                             ArrayRef<Value> place, bool toMemory) {
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Value> lanes;
  for (int64_t count : shape)
    lanes.push_back(builder.unrolled(count));
  SmallVector<Value> all(lanes);
  llvm::append_range(all, place);
  auto mapOf = [&](size_t subscripts) {
    return subscripts == 0 ? AffineMap::getConstantMap(0, builder.getContext())
                           : builder.getMultiDimIdentityMap(subscripts);
  };
  AffineMap box = mapOf(lanes.size()), memory = mapOf(all.size());
  Location loc = builder.location();
  Value element = affine::AffineLoadOp::create(
      builder, loc, from, toMemory ? box : memory, toMemory ? lanes : all);
  affine::AffineStoreOp::create(builder, loc, element, to,
                                toMemory ? memory : box,
                                toMemory ? all : lanes);
}

/// To what the elements are at first. What the nest overwrites is set to zero,
/// so that nothing is carried from iteration to iteration in registers.
void ComputeProcess::clear(Value box, ArrayRef<int64_t> shape,
                           TypedAttr initial) {
  OpBuilder::InsertionGuard guard(builder);
  Location loc = builder.location();
  Type element = cast<MemRefType>(box.getType()).getElementType();
  Value value = arith::ConstantOp::create(
      builder, loc, initial ? initial : builder.getZeroAttr(element));
  SmallVector<Value> lanes;
  for (int64_t count : shape)
    lanes.push_back(builder.unrolled(count));
  AffineMap place = lanes.empty()
                        ? AffineMap::getConstantMap(0, builder.getContext())
                        : builder.getMultiDimIdentityMap(lanes.size());
  affine::AffineStoreOp::create(builder, loc, value, box, place, lanes);
}

/// Accesses of the array go to its box. What the nest makes of an old value in
/// the first iteration is no way from sum to sum.
void ComputeProcess::rename(const StreamedArray &array, Value box, Value old) {
  bool isOld = bool(old);
  for (const LaneAccess &access : array.accesses) {
    isOld &= isa<affine::AffineLoadOp>(access.op) &&
             nest.isAtStart(array, access.op);
    Value from = isOld ? old : box;
    SmallVector<Value> lanes;
    for (auto [lane, count] : llvm::zip(access.lanes, array.lanes))
      if (count > 1)
        lanes.push_back(lane);
    AffineMap map = lanes.empty()
                        ? AffineMap::getConstantMap(0, builder.getContext())
                        : builder.getMultiDimIdentityMap(lanes.size());
    OpBuilder at(access.op);
    if (auto load = dyn_cast<affine::AffineLoadOp>(access.op)) {
      Value element =
          affine::AffineLoadOp::create(at, load.getLoc(), from, map, lanes);
      load.replaceAllUsesWith(element);
    } else {
      auto store = cast<affine::AffineStoreOp>(access.op);
      affine::AffineStoreOp::create(at, store.getLoc(), store.getValueToStore(),
                                    box, map, lanes);
    }
    access.op->erase();
  }
}

void ComputeProcess::operand(const StreamedArray &array) {
  SmallVector<int64_t> shape = array.box();
  SmallVector<unsigned> held = nest.heldOver(array);
  if (held.empty())
    builder.setInsertionPointToStart(body());
  else
    builder.setInsertionPoint(nest.loops.front());
  Value box =
      builder.registers(nameOfArray(array.array), array.tokens.getElementType(),
                        shape, shape.size());
  if (!held.empty()) {
    builder.setInsertionPointToStart(body());
    auto isNew = builder.when(allZero(builder.getContext(), held.size()),
                              nest.iterators(held), /*hasElse=*/false);
    builder.setInsertionPointToStart(isNew.getThenBlock());
  }
  for (auto [number, loop] : llvm::enumerate(nest.loops)) {
    auto unused = loop->getAttrOfType<IntegerSetAttr>(hls::unusedAttrName);
    if (!unused)
      continue;
    SmallVector<unsigned> outer =
        llvm::to_vector(llvm::seq(0u, unsigned(number) + 1));
    auto isUsed = builder.when(usedTiles(unused.getValue()),
                               nest.iterators(outer), /*hasElse=*/false);
    builder.setInsertionPointToStart(isUsed.getThenBlock());
  }
  take(array.tokens, inside(streams.lookup(array.use()).operand), box, shape);
  rename(array, box);
}

void ComputeProcess::stored(const StreamedArray &array) {
  const ArrayStreams &ends = streams.find(array.use())->second;
  SmallVector<int64_t> shape = array.box();
  SmallVector<unsigned> inner = nest.accumulated(array);
  SmallVector<Value> place = nest.iterators(inner),
                     repeating = nest.iterators(array.repeating);
  Type element = array.tokens.getElementType();
  std::string name = nameOfArray(array.array);
  Value sums;
  if (!repeating.empty()) {
    builder.setInsertionPoint(nest.loops.front());
    SmallVector<int64_t> all(shape);
    for (unsigned loop : inner)
      all.push_back(nest.trips[loop]);
    sums = builder.registers(name + "_sums", element, all, shape.size());
  }
  builder.setInsertionPointToStart(body());
  Value box = builder.registers(name, element, shape, shape.size()), old;
  if (repeating.empty() && ends.old)
    take(array.tokens, inside(ends.old), box, shape);
  else if (repeating.empty() && array.initial)
    clear(box, shape, array.initial);
  if (!repeating.empty()) {
    if (ends.old)
      old = builder.registers(name + "_old", element, shape, shape.size());
    AffineExpr moved = builder.getAffineConstantExpr(-1);
    for (unsigned dim = 0; dim < repeating.size(); ++dim)
      moved = moved + builder.getAffineDimExpr(dim);
    auto goesOn =
        builder.when(IntegerSet::get(repeating.size(), 0, moved, false),
                     repeating, /*hasElse=*/true);
    builder.setInsertionPointToStart(goesOn.getThenBlock());
    copyBox(sums, box, shape, place, /*toMemory=*/false);
    if (old)
      clear(old, shape);
    builder.setInsertionPointToStart(goesOn.getElseBlock());
    if (old) {
      take(array.tokens, inside(ends.old), old, shape);
      copyBox(old, box, shape, {}, /*toMemory=*/false);
    } else {
      clear(box, shape, array.initial);
    }
  }
  builder.setInsertionPoint(body()->getTerminator());
  if (!repeating.empty())
    copyBox(box, sums, shape, place, /*toMemory=*/true);
  if (ends.result) {
    if (!repeating.empty()) {
      SmallVector<AffineExpr> rest;
      for (auto [dim, loop] : llvm::enumerate(array.repeating))
        rest.push_back(builder.getAffineDimExpr(dim) - (nest.trips[loop] - 1));
      auto isLast =
          builder.when(IntegerSet::get(rest.size(), 0, rest,
                                       SmallVector<bool>(rest.size(), true)),
                       repeating, /*hasElse=*/false);
      builder.setInsertionPointToStart(isLast.getThenBlock());
    }
    give(array.tokens, inside(ends.result), box, shape);
  }
  rename(array, box, old);
}

/// What the nest takes from outside comes with it, or is an operand.
void ComputeProcess::moveIn(hls::ProcessOp made, ValueRange inputs) {
  process = made;
  for (auto [input, argument] :
       llvm::zip_equal(inputs, process.getBody().getArguments()))
    arguments[input] = argument;
  nest.loops.front()->moveBefore(process.getBody().front().getTerminator());
  builder.setInsertionPointToStart(&process.getBody().front());
  for (Value scalar : nest.scalars) {
    Value own = inside(scalar);
    if (!own)
      own = builder.clone(*scalar.getDefiningOp())->getResult(0);
    scalar.replaceUsesWithIf(own, [&](OpOperand &use) {
      return process->isProperAncestor(use.getOwner());
    });
  }
}

void ComputeProcess::run(StringRef name) {
  SmallVector<Value> inputs;
  for (Value scalar : nest.scalars)
    if (isa<BlockArgument>(scalar))
      inputs.push_back(scalar);
  for (auto &[use, streamed] : nest.arrays) {
    ArrayStreams ends = streams.lookup(use);
    for (Value stream : {ends.operand, ends.old, ends.result})
      if (stream)
        inputs.push_back(stream);
  }
  moveIn(builder.process(hls::ProcessKind::Compute, name, inputs), inputs);
  auto pipeline =
      nest.pipelined()->getAttrOfType<hls::PipelineAttr>(hls::pipelineAttrName);
  if (pipeline.getStyle() == hls::PipelineStyle::Auto)
    nest.pipelined()->setAttr(
        hls::pipelineAttrName,
        hls::PipelineAttr::get(builder.getContext(),
                               std::max<int64_t>(1, pipeline.getIi()),
                               hls::PipelineStyle::Flushable));
  for (auto &[use, streamed] : nest.arrays)
    if (streamed.isStored)
      stored(streamed);
    else
      operand(streamed);
  for (affine::AffineForOp loop : nest.loops)
    loop->removeAttr(hls::unusedAttrName);
}

void talos::makeComputeProcess(
    ProcessBuilder &builder, StringRef name, StreamedNest &nest,
    const llvm::DenseMap<ArrayUse, ArrayStreams> &streams) {
  ComputeProcess(builder, nest, streams).run(name);
}
