//===- FifoArrayProcess.cpp - Tokens of several FIFOs ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FifoArrayProcess.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;

namespace {
/// Boxes of several parts on one side, and the FIFOs of a part.
struct Turns {
  Turns(ProcessBuilder &builder, const BoxSplit &split)
      : builder(builder), split(split) {}

  /// A loop over the parts that is unrolled; inserts where the turn of a part
  /// has come from then on.
  void openPart(Value turn) {
    part = builder.unrolled(split.together());
    AffineExpr same = builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1);
    auto isTurn = builder.when(IntegerSet::get(2, 0, {same}, {true}),
                               ValueRange{turn, part}, /*hasElse=*/false);
    builder.setInsertionPointToStart(isTurn.getThenBlock());
  }
  void openFifos() {
    number = split.fifos() > 1 ? builder.unrolled(split.fifos()) : Value();
  }
  /// Iterators and the number of a FIFO on the side of the boxes, ...
  std::pair<AffineMap, SmallVector<Value>> ofBox() const {
    AffineExpr zero = builder.getAffineConstantExpr(0);
    AffineMap map = split.fifo;
    if (number)
      return {map, {part, number}};
    return {AffineMap::get(1, 0,
                           map.getResult(0).replaceDims(
                               {builder.getAffineDimExpr(0), zero})),
            {part}};
  }
  /// ... on that of the parts, and in registers for one of them.
  std::pair<AffineMap, SmallVector<Value>> ofPart() const {
    if (!number)
      return {};
    return {builder.getMultiDimIdentityMap(1), {number}};
  }

  ProcessBuilder &builder;
  const BoxSplit &split;
  Value part, number;
};
} // namespace

BoxSplit talos::oneByOne(hls::StreamType box, bool deals) {
  MLIRContext *context = box.getContext();
  BoxSplit split;
  split.lanes = {1, box.getLanes()};
  split.dims = {0};
  split.parts = {box.getFifos()};
  split.deals = deals;
  split.fifo = AffineMap::get(2, 0, getAffineDimExpr(0, context));
  return split;
}

void talos::makeDealProcess(ProcessBuilder &builder, const Twine &name,
                            Value in, Value out, const BoxSplit &split,
                            int64_t tokens) {
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Unpack, name, {in, out});
  int64_t parts = split.together();
  SmallVector<Value> at =
      builder.loops({tokens / parts, parts}, hls::PipelineStyle::Flushable);
  Turns turns(builder, split);
  turns.openFifos();
  auto [from, fromAt] = turns.ofPart();
  Value token = builder.read(process.getBody().getArgument(0), from, fromAt);
  turns.openPart(at[1]);
  auto [to, toAt] = turns.ofBox();
  builder.write(token, process.getBody().getArgument(1), to, toAt);
}

void talos::makeCollectProcess(ProcessBuilder &builder, const Twine &name,
                               Value in, Value out, const BoxSplit &split,
                               int64_t tokens) {
  auto type = cast<hls::StreamType>(out.getType());
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Drain, name, {in, out});
  SmallVector<int64_t> shape;
  if (split.fifos() > 1)
    shape.push_back(split.fifos());
  if (type.getLanes() > 1)
    shape.push_back(type.getLanes());
  Value lanes =
      builder.registers("lanes", type.getElementType(), shape, shape.size());
  int64_t parts = split.together();
  SmallVector<Value> at =
      builder.loops({tokens / parts, parts}, hls::PipelineStyle::Flushable);
  MLIRContext *context = builder.getContext();
  auto placeOf = [&](AffineMap map) {
    if (map)
      return map;
    return type.getLanes() == 1 ? AffineMap::getConstantMap(0, context)
                                : AffineMap::get(context);
  };
  Turns turns(builder, split);
  {
    OpBuilder::InsertionGuard guard(builder);
    turns.openPart(at[1]);
    turns.openFifos();
    auto [from, fromAt] = turns.ofBox();
    auto [place, placeAt] = turns.ofPart();
    Value token = builder.read(process.getBody().getArgument(0), from, fromAt);
    builder.keep(type, token, lanes, placeOf(place), placeAt);
  }
  turns.openFifos();
  auto [place, placeAt] = turns.ofPart();
  builder.write(builder.recall(type, lanes, placeOf(place), placeAt),
                process.getBody().getArgument(1), place, placeAt);
}
