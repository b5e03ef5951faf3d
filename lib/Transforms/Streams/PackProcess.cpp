//===- PackProcess.cpp - Tokens to elements and back ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackProcess.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace talos;

namespace {
/// A process that moves an element in each iteration between a stream and
/// registers for the lanes of a token.
struct LaneProcess {
  hls::ProcessOp process;
  Value lanes;           ///< the registers
  SmallVector<Value> at; ///< token, lane
};
} // namespace

/// The insertion point is in the body of its loops.
static LaneProcess beginLanes(ProcessBuilder &builder, hls::ProcessKind kind,
                              const Twine &name, ArrayRef<Value> streams,
                              hls::StreamType token, int64_t elements) {
  hls::ProcessOp process = builder.process(kind, name, streams);
  int64_t count = token.getLanes();
  Value lanes = builder.registers("lanes", token.getElementType(), {count}, 1);
  return {
      process, lanes,
      builder.loops({elements / count, count}, hls::PipelineStyle::Flushable)};
}

void talos::makeUnpackProcess(ProcessBuilder &builder, const Twine &name,
                              Value in, Value out, int64_t elements) {
  auto type = cast<hls::StreamType>(in.getType());
  auto [process, lanes, at] = beginLanes(builder, hls::ProcessKind::Unpack,
                                         name, {in, out}, type, elements);
  auto isFirst =
      builder.when(allZero(builder.getContext(), 1), at[1], /*hasElse=*/false);
  AffineMap none = AffineMap::get(builder.getContext()),
            lane = builder.getMultiDimIdentityMap(1);
  builder.setInsertionPointToStart(isFirst.getThenBlock());
  builder.keep(type, builder.read(process.getBody().getArgument(0)), lanes,
               none, {});
  builder.setInsertionPointAfter(isFirst);
  Value one = affine::AffineLoadOp::create(builder, builder.location(), lanes,
                                           lane, ValueRange(at[1]));
  builder.write(one, process.getBody().getArgument(1));
}

void talos::makePackProcess(ProcessBuilder &builder, const Twine &name,
                            Value in, Value out, int64_t elements) {
  auto type = cast<hls::StreamType>(out.getType());
  auto [process, lanes, at] = beginLanes(builder, hls::ProcessKind::Pack, name,
                                         {in, out}, type, elements);
  Value one = builder.read(process.getBody().getArgument(0));
  affine::AffineStoreOp::create(builder, builder.location(), one, lanes,
                                builder.getMultiDimIdentityMap(1),
                                ValueRange(at[1]));
  AffineExpr rest = builder.getAffineDimExpr(0) - (type.getLanes() - 1);
  auto isLast = builder.when(IntegerSet::get(1, 0, {rest}, {true}), at[1],
                             /*hasElse=*/false);
  builder.setInsertionPointToStart(isLast.getThenBlock());
  builder.write(
      builder.recall(type, lanes, AffineMap::get(builder.getContext()), {}),
      process.getBody().getArgument(1));
}
