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

/// A loop over the FIFOs that is unrolled; inserts where its turn has come from
/// then on. Returns the number of the FIFO.
static Value inTurn(ProcessBuilder &builder, int64_t fifos, Value turn) {
  Value fifo = builder.unrolled(fifos);
  AffineExpr same = builder.getAffineDimExpr(0) - builder.getAffineDimExpr(1);
  auto isTurn = builder.when(IntegerSet::get(2, 0, {same}, {true}),
                             ValueRange{turn, fifo}, /*hasElse=*/false);
  builder.setInsertionPointToStart(isTurn.getThenBlock());
  return fifo;
}

void talos::makeDealProcess(ProcessBuilder &builder, const Twine &name,
                            Value in, Value out, int64_t tokens) {
  int64_t fifos = cast<hls::StreamType>(out.getType()).getFifos();
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Unpack, name, {in, out});
  SmallVector<Value> at =
      builder.loops({tokens / fifos, fifos}, hls::PipelineStyle::Flushable);
  Value token = builder.read(process.getBody().getArgument(0));
  Value fifo = inTurn(builder, fifos, at[1]);
  builder.write(token, process.getBody().getArgument(1),
                builder.getMultiDimIdentityMap(1), fifo);
}

void talos::makeCollectProcess(ProcessBuilder &builder, const Twine &name,
                               Value in, Value out, int64_t tokens) {
  auto type = cast<hls::StreamType>(out.getType());
  int64_t fifos = cast<hls::StreamType>(in.getType()).getFifos();
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Drain, name, {in, out});
  Value lanes = builder.registers(
      "lanes", type.getElementType(),
      type.getLanes() == 1 ? ArrayRef<int64_t>() : type.getLanes(), 1);
  SmallVector<Value> at =
      builder.loops({tokens / fifos, fifos}, hls::PipelineStyle::Flushable);
  MLIRContext *context = builder.getContext();
  AffineMap place = type.getLanes() == 1 ? AffineMap::getConstantMap(0, context)
                                         : AffineMap::get(context);
  {
    OpBuilder::InsertionGuard guard(builder);
    Value fifo = inTurn(builder, fifos, at[1]);
    Value token = builder.read(process.getBody().getArgument(0),
                               builder.getMultiDimIdentityMap(1), fifo);
    builder.keep(type, token, lanes, place, {});
  }
  builder.write(builder.recall(type, lanes, place, {}),
                process.getBody().getArgument(1));
}
