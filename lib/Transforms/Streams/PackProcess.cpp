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

void talos::makeUnpackProcess(ProcessBuilder &builder, const Twine &name,
                              Value in, Value out, int64_t elements) {
  auto type = cast<hls::StreamType>(in.getType());
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Unpack, name, {in, out});
  Value lanes =
      builder.registers("lanes", type.getElementType(), {type.getLanes()}, 1);
  SmallVector<Value> at =
      builder.loops({elements / type.getLanes(), type.getLanes()},
                    hls::PipelineStyle::Flushable);
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
  hls::ProcessOp process =
      builder.process(hls::ProcessKind::Pack, name, {in, out});
  Value lanes =
      builder.registers("lanes", type.getElementType(), {type.getLanes()}, 1);
  SmallVector<Value> at =
      builder.loops({elements / type.getLanes(), type.getLanes()},
                    hls::PipelineStyle::Flushable);
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
