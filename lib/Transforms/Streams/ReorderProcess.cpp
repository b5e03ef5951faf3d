//===- ReorderProcess.cpp - Tokens in another order -----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReorderProcess.h"
#include "FirstUses.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Dialect/HLS/Skips.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace talos;
using poly::OrderStage;

void talos::makeReorderProcess(ProcessBuilder &builder, const Twine &name,
                               Value in, Value out, const OrderStage &stage,
                               int64_t tokens) {
  auto type = cast<hls::StreamType>(in.getType());
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Reorder, name, {in, out});
  Value kept = builder.buffer("kept", type, {2, stage.block});
  int64_t blocks = tokens / stage.block;
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

void talos::makeHoldProcess(ProcessBuilder &builder, const Twine &name,
                            Value in, Value out, const OrderStage &stage,
                            ArrayRef<int64_t> trips, ArrayAttr skips,
                            IntegerSetAttr unused) {
  auto type = cast<hls::StreamType>(in.getType());
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Hold, name, {in, out});
  Value from = process.getBody().getArgument(0),
        to = process.getBody().getArgument(1);
  SmallVector<int64_t> places = {stage.tokens};
  if (type.isArray())
    places.push_back(type.getFifos());
  Value kept = builder.buffer("kept", type, places,
                              /*banked=*/type.isArray() ? 1 : 0);
  SmallVector<Value> at = builder.loops(trips, hls::PipelineStyle::Flushable);
  if (skips) {
    unsigned loops = cast<IntegerSetAttr>(skips[0]).getValue().getNumDims();
    affine::getForInductionVarOwner(at[loops - 1])
        ->setAttr(hls::skipsAttrName, skips);
  }
  if (unused) {
    IntegerSet used = usedTiles(unused.getValue());
    auto isUsed = builder.when(used, ArrayRef(at).take_front(used.getNumDims()),
                               /*hasElse=*/false);
    builder.setInsertionPointToStart(isUsed.getThenBlock());
  }
  AffineMap place = stage.place, fifo;
  SmallVector<Value> number;
  if (type.isArray()) {
    number.push_back(builder.unrolled(type.getFifos()));
    fifo = builder.getMultiDimIdentityMap(1);
    place = AffineMap::get(
        at.size() + 1, 0,
        {place.getResult(0), builder.getAffineDimExpr(at.size())},
        builder.getContext());
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

void talos::makeDropProcess(ProcessBuilder &builder, const Twine &name,
                            Value in, Value out, ArrayRef<int64_t> trips,
                            IntegerSet kept) {
  auto type = cast<hls::StreamType>(in.getType());
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Drain, name, {in, out});
  SmallVector<Value> at = builder.loops(trips, hls::PipelineStyle::Flushable),
                     number;
  AffineMap fifo;
  if (type.isArray()) {
    number.push_back(builder.unrolled(type.getFifos()));
    fifo = builder.getMultiDimIdentityMap(1);
  }
  Value token = builder.read(process.getBody().getArgument(0), fifo, number);
  auto isKept = builder.when(kept, at, /*hasElse=*/false);
  builder.setInsertionPointToStart(isKept.getThenBlock());
  builder.write(token, process.getBody().getArgument(1), fifo, number);
}

void talos::makeWholeArrayProcess(ProcessBuilder &builder, const Twine &name,
                                  Value in, Value out, const OrderStage &stage,
                                  ArrayRef<int64_t> trips) {
  auto type = cast<hls::StreamType>(in.getType());
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Reorder, name, {in, out});
  Value kept = builder.buffer("kept", type, {stage.tokens});
  int64_t ahead =
      llvm::divideCeil(stage.tokens, llvm::product_of(trips.drop_front()));
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
