//===- RegroupProcess.cpp - Tokens of other lanes -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A period is the least number of elements that are whole tokens on both sides.
// One comes into a half of the registers while the one before leaves the other
// half. What leaves does so in the last iterations of a period, so that some
// lie between the last element that comes and the first one that leaves.
//
//===----------------------------------------------------------------------===//

#include "RegroupProcess.h"
#include "mlir/IR/IntegerSet.h"
#include <numeric>

using namespace mlir;
using namespace talos;

namespace {
/// Tokens of one side.
struct Side {
  Side(Value stream, int64_t period, int64_t elements)
      : type(cast<hls::StreamType>(stream.getType())),
        each(period / type.getLanes()),
        all(llvm::divideCeil(elements, type.getLanes())) {}
  hls::StreamType type;
  int64_t each, all; ///< of a period; of the whole stream
};
} // namespace

/// The iterations in which a token moves, of periods and steps up to `last`:
/// both count from 0.
static IntegerSet movesIn(const Side &side, int64_t periods, AffineExpr period,
                          AffineExpr step, ArrayRef<int64_t> last) {
  SmallVector<std::optional<int64_t>> lowest(2, 0), highest(last);
  SmallVector<AffineExpr> bounds;
  for (AffineExpr bound :
       {period, periods - 1 - period, step, side.each - 1 - step,
        side.all - 1 - (period * side.each + step)}) {
    auto least = getBoundForAffineExpr(bound, 2, 0, lowest, highest,
                                       /*isUpper=*/false);
    if (!least || *least < 0)
      bounds.push_back(bound);
  }
  if (bounds.empty())
    bounds.push_back(getAffineConstantExpr(0, period.getContext()));
  return IntegerSet::get(2, 0, bounds, SmallVector<bool>(bounds.size(), false));
}

void talos::makeRegroupProcess(ProcessBuilder &builder, const Twine &name,
                               Value in, Value out, int64_t elements,
                               int64_t repetitions) {
  int64_t inLanes = cast<hls::StreamType>(in.getType()).getLanes(),
          outLanes = cast<hls::StreamType>(out.getType()).getLanes(),
          period = std::lcm(inLanes, outLanes),
          periods = llvm::divideCeil(elements, period);
  Side from(in, period, elements), to(out, period, elements);
  hls::ProcessOp process = builder.process(
      inLanes > outLanes ? hls::ProcessKind::Unpack : hls::ProcessKind::Pack,
      name, {in, out});
  int64_t fifos = from.type.getFifos();
  SmallVector<int64_t> shape = {2, from.each};
  if (from.type.isArray())
    shape.push_back(fifos);
  if (inLanes > 1)
    shape.push_back(inLanes);
  Value kept = builder.registers("kept", from.type.getElementType(), shape,
                                 /*memory=*/shape.size());
  int64_t steps = std::max(from.each, to.each);
  SmallVector<Value> at = builder.loops(
      {periods + 1, steps}, hls::PipelineStyle::Flushable, repetitions);
  MLIRContext *context = builder.getContext();
  AffineExpr p = getAffineDimExpr(0, context), s = getAffineDimExpr(1, context),
             leaving = s - (steps - to.each);
  auto comes =
      builder.when(movesIn(from, periods, p, s, {periods, steps - 1}), at,
                   /*hasElse=*/false);
  auto goes = builder.when(
      movesIn(to, periods, p - 1, leaving, {periods, steps - 1}), at,
      /*hasElse=*/false);
  SmallVector<Value> inside(at), number;
  AffineMap which;
  auto openFifos = [&] { // all FIFOs of an array move alike
    if (!from.type.isArray())
      return;
    number = {builder.unrolled(fifos)};
    which = builder.getMultiDimIdentityMap(1);
    inside = at;
    inside.push_back(number.front());
  };
  builder.setInsertionPointToStart(comes.getThenBlock());
  openFifos();
  SmallVector<AffineExpr> filled = {p % 2, s};
  if (from.type.isArray())
    filled.push_back(getAffineDimExpr(2, context));
  builder.keep(from.type,
               builder.read(process.getBody().getArgument(0), which, number),
               kept, AffineMap::get(inside.size(), 0, filled, context), inside);
  builder.setInsertionPointToStart(goes.getThenBlock());
  openFifos();
  Location loc = builder.location();
  auto place = [&](AffineExpr element, unsigned dims) {
    SmallVector<AffineExpr> subscripts = {(p + 1) % 2,
                                          element.floorDiv(inLanes)};
    if (from.type.isArray())
      subscripts.push_back(getAffineDimExpr(2, context));
    if (inLanes > 1)
      subscripts.push_back(element % inLanes);
    return AffineMap::get(dims, 0, subscripts, context);
  };
  Value stream = process.getBody().getArgument(1);
  if (outLanes == 1) {
    builder.write(affine::AffineLoadOp::create(builder, loc, kept,
                                               place(leaving, inside.size()),
                                               inside),
                  stream, which, number);
    return;
  }
  Value token = hls::BeatOp::create(builder, loc, to.type.getTokenType());
  {
    OpBuilder::InsertionGuard guard(builder);
    AffineExpr element =
        leaving * outLanes + getAffineDimExpr(inside.size(), context);
    inside.push_back(builder.unrolled(outLanes));
    if (elements % outLanes != 0) { // the last token is not full
      auto isThere = builder.when(
          IntegerSet::get(inside.size(), 0,
                          {elements - 1 - ((p - 1) * period + element)},
                          {false}),
          inside, /*hasElse=*/false);
      builder.setInsertionPointToStart(isThere.getThenBlock());
    }
    Value value = affine::AffineLoadOp::create(
        builder, loc, kept, place(element, inside.size()), inside);
    affine::AffineStoreOp::create(builder, loc, value, token,
                                  builder.getMultiDimIdentityMap(1),
                                  ValueRange(inside.back()));
  }
  builder.write(token, stream, which, number);
}
