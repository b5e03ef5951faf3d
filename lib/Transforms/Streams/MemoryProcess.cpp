//===- MemoryProcess.cpp - Tokens from and to memory ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryProcess.h"

using namespace mlir;
using namespace talos;
using poly::StreamOrder;

namespace {
/// The process of a load or a store, and what it sees.
struct MemoryProcess {
  MemoryProcess(ProcessBuilder &builder, hls::ProcessKind kind,
                const Twine &name, Value array, Value stream)
      : loads(kind == hls::ProcessKind::Load) {
    hls::ProcessOp process = builder.process(
        kind, name, {loads ? array : stream, loads ? stream : array});
    memory = process.getBody().getArgument(loads ? 0 : 1);
    tokens = process.getBody().getArgument(loads ? 1 : 0);
  }
  bool loads;
  Value memory, tokens;
};
} // namespace

int64_t talos::portLanes(Value array) {
  Type element = cast<MemRefType>(array.getType()).getElementType();
  auto port = cast<BlockArgument>(hls::originOf(array));
  auto interface = cast<FunctionOpInterface>(port.getOwner()->getParentOp())
                       .getArgAttrOfType<hls::InterfaceAttr>(
                           port.getArgNumber(), hls::interfaceAttrName);
  return interface ? std::max<int64_t>(1, interface.getWidth() /
                                              element.getIntOrFloatBitWidth())
                   : 1;
}

bool talos::isFlat(Value array, hls::OrderAttr order, int64_t beat) {
  ArrayRef<int64_t> shape = cast<MemRefType>(array.getType()).getShape();
  AffineMap map = order.getElement().getValue();
  if (portLanes(array) == beat || map.getNumDims() != shape.size())
    return false;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    int64_t lanes = dim + 1 == shape.size()    ? beat
                    : order.getLanes().empty() ? 1
                                               : order.getLanes()[dim];
    if (order.getTrips()[dim] * lanes != extent ||
        map.getResult(dim) != getAffineDimExpr(dim, order.getContext()) * lanes)
      return false;
  }
  return true;
}

/// A beat of each port, which is a token of its FIFO.
static void moveBeats(ProcessBuilder &builder, bool loads, Value memory,
                      Value tokens, AffineMap map, ArrayRef<Value> at,
                      bool flat) {
  auto type = cast<hls::StreamType>(tokens.getType());
  Location loc = builder.location();
  int64_t ports = type.getFifos(), lanes = type.getLanes();
  auto all = MemRefType::get({ports * lanes}, type.getElementType());
  auto place = AffineMapAttr::get(map);
  IntegerAttr blocks = builder.getI64IntegerAttr(ports);
  UnitAttr isFlat = flat ? builder.getUnitAttr() : UnitAttr(),
           inTurn = builder.getUnitAttr();
  Value beats = loads ? hls::BeatReadOp::create(builder, loc, all, memory,
                                                place, at, DenseI64ArrayAttr(),
                                                blocks, isFlat, inTurn)
                            .getBeat()
                      : hls::BeatOp::create(builder, loc, all).getBeat();
  {
    OpBuilder::InsertionGuard guard(builder);
    Value port = builder.unrolled(ports);
    AffineMap fifo = builder.getMultiDimIdentityMap(1);
    AffineExpr first = builder.getAffineDimExpr(0) * lanes;
    if (loads)
      builder.write(builder.recallRun(type, beats, first, port), tokens, fifo,
                    port);
    else
      builder.keepRun(type, builder.read(tokens, fifo, port), beats, first,
                      port);
  }
  if (!loads)
    hls::BeatWriteOp::create(builder, loc, beats, memory, place, at,
                             DenseI64ArrayAttr(), blocks, isFlat, inTurn);
}

void talos::makeMemoryProcess(ProcessBuilder &builder, hls::ProcessKind kind,
                              const Twine &name, Value array, Value stream,
                              const StreamOrder &order, int64_t repetitions) {
  auto type = cast<hls::StreamType>(stream.getType());
  auto [loads, memory, tokens] =
      MemoryProcess(builder, kind, name, array, stream);
  SmallVector<Value> at =
      builder.loops(order.trips, hls::PipelineStyle::Stalling, repetitions);
  // The last subscript counts beats, the first one rows of a port.
  SmallVector<AffineExpr> subscripts(order.element.getResults());
  auto count = [&](AffineExpr &subscript, int64_t lanes) {
    subscript = simplifyAffineExpr(subscript.floorDiv(lanes), at.size(), 0);
  };
  if (!order.lanes.empty())
    count(subscripts.back(), type.getLanes());
  if (type.isArray())
    count(subscripts.front(), type.getFifos());
  AffineMap map =
      AffineMap::get(at.size(), 0, subscripts, builder.getContext());
  if (type.isArray()) {
    moveBeats(builder, loads, memory, tokens, map, at, /*flat=*/false);
    return;
  }
  Location loc = builder.location();
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

void talos::makeFlatMemoryProcess(ProcessBuilder &builder,
                                  hls::ProcessKind kind, const Twine &name,
                                  Value array, Value stream,
                                  int64_t repetitions) {
  auto shape = cast<MemRefType>(array.getType());
  auto type = cast<hls::StreamType>(stream.getType());
  if (type.getLanes() == 1 && !type.isArray()) { // single elements
    StreamOrder order;
    llvm::append_range(order.trips, shape.getShape());
    order.element = builder.getMultiDimIdentityMap(shape.getRank());
    makeMemoryProcess(builder, kind, name, array, stream, order, repetitions);
    return;
  }
  auto [loads, memory, tokens] =
      MemoryProcess(builder, kind, name, array, stream);
  int64_t beats = llvm::divideCeil(shape.getNumElements() / type.getFifos(),
                                   type.getLanes());
  SmallVector<Value> at =
      builder.loops({beats}, hls::PipelineStyle::Stalling, repetitions);
  SmallVector<AffineExpr> subscripts(
      shape.getRank(), getAffineConstantExpr(0, builder.getContext()));
  subscripts.back() = getAffineDimExpr(0, builder.getContext());
  auto map = AffineMapAttr::get(
      AffineMap::get(1, 0, subscripts, builder.getContext()));
  if (type.isArray()) {
    moveBeats(builder, loads, memory, tokens, map.getValue(), at,
              /*flat=*/true);
    return;
  }
  UnitAttr flat = builder.getUnitAttr();
  if (loads)
    builder.write(hls::BeatReadOp::create(
                      builder, builder.location(), type.getTokenType(), memory,
                      map, at, DenseI64ArrayAttr(), IntegerAttr(), flat)
                      .getBeat(),
                  tokens);
  else
    hls::BeatWriteOp::create(builder, builder.location(), builder.read(tokens),
                             memory, map, at, DenseI64ArrayAttr(),
                             IntegerAttr(), flat);
}
