//===- BufferEdits.cpp - Makes buffers, moves accesses to them ------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Apply/BufferEdits.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

hls::BufferOp transforms::createBuffer(OpBuilder &builder, Location loc,
                                       const Twine &name, Type element,
                                       ArrayRef<int64_t> extents,
                                       hls::ArrayPointAttr point) {
  MLIRContext *context = builder.getContext();
  hls::PartitionAttr partition = point.getPartition();
  if (llvm::all_of(partition.getDims(), [](hls::PartitionDimAttr dim) {
        return dim.getKind() == hls::PartitionKind::None;
      }))
    partition = {};
  hls::StorageAttr storage;
  if (point.getStorage() != hls::StorageKind::Auto)
    storage = hls::StorageAttr::get(context, point.getStorage(), /*ports=*/2);
  StringAttr bufferName = builder.getStringAttr(name);
  StringAttr array = point.getArray();
  return hls::BufferOp::create(
      builder, loc, MemRefType::get(extents, element), bufferName,
      array == bufferName ? StringAttr() : array, partition, storage,
      builder.getI64IntegerAttr(point.getCopies()), FlatSymbolRefAttr(),
      /*port=*/Value());
}

/// The affine expression of a linear form; shared loops are dimensions as
/// well.
static AffineExpr toExpr(const LinearForm &form, MLIRContext *context) {
  AffineExpr expr = getAffineConstantExpr(form.constant, context);
  for (auto [loop, coefficient] : llvm::enumerate(form.coefficients))
    expr = expr + getAffineDimExpr(loop, context) * coefficient;
  return expr;
}

/// Redirects one access to the tile: the subscript is counted from its origin.
/// The symbols of `map` are the last of `ivs`.
template <typename OpTy>
static void redirect(OpTy op, AffineMap map, ValueRange ivs,
                     ArrayRef<AffineExpr> origins, Value buffer) {
  SmallVector<AffineExpr> exprs, sharedLoops;
  for (unsigned s = 0; s < map.getNumSymbols(); ++s)
    sharedLoops.push_back(
        getAffineDimExpr(map.getNumDims() + s, op->getContext()));
  for (auto [expr, origin] : llvm::zip(map.getResults(), origins))
    exprs.push_back(expr.replaceSymbols(sharedLoops) - origin);
  AffineMap shifted =
      simplifyAffineMap(AffineMap::get(ivs.size(), 0, exprs, op->getContext()));
  SmallVector<Value> operands(ivs);
  affine::canonicalizeMapAndOperands(&shifted, &operands);
  op.getMemrefMutable().assign(buffer);
  op.setMap(shifted);
  op.getIndicesMutable().assign(operands);
}

void transforms::applyTile(OpBuilder &builder, hls::TaskOp task,
                           const Statement &statement,
                           ArrayRef<Value> sharedLoops, const ArrayInfo &info,
                           const Tile &tile) {
  MLIRContext *context = builder.getContext();
  Location loc = info.value.getLoc();
  affine::AffineForOp outer = tile.depth
                                  ? statement.innerBand[tile.depth - 1].op
                                  : affine::AffineForOp();
  Block *body = outer ? outer.getBody() : &task.getBody().front();
  auto ivs = llvm::map_to_vector(
      statement.innerBand, [](const LoopInfo &loop) -> Value {
        return affine::AffineForOp(loop.op).getInductionVar();
      });
  llvm::append_range(ivs, sharedLoops);
  auto extents = llvm::map_to_vector(
      tile.box.dims, [](const FootprintDim &dim) { return dim.extent; });
  auto origins = llvm::map_to_vector(tile.box.dims, [&](const FootprintDim &d) {
    return toExpr(d.origin, context);
  });
  builder.setInsertionPointToStart(body);
  Value buffer =
      createBuffer(builder, loc, info.name + "_" + task.getTaskName(),
                   cast<MemRefType>(info.value.getType()).getElementType(),
                   extents, tile.point);
  SmallVector<Value> offsets;
  if (llvm::any_of(origins, [](AffineExpr e) {
        return e != getAffineConstantExpr(0, e.getContext());
      }))
    for (AffineExpr origin : origins)
      offsets.push_back(getValueOrCreateConstantIndexOp(
          builder, loc,
          affine::makeComposedFoldedAffineApply(
              builder, loc, AffineMap::get(ivs.size(), 0, origin),
              getAsOpFoldResult(ivs))));
  if (tile.isRead || !tile.box.fullyWritten)
    hls::TileLoadOp::create(builder, loc, info.value, offsets, buffer,
                            ValueRange(), tile.point.getBeat());
  for (const Access &access : statement.accesses) {
    if (access.array != tile.array)
      continue;
    if (auto load = dyn_cast<affine::AffineLoadOp>(access.op))
      redirect(load, access.map, ivs, origins, buffer);
    else
      redirect(cast<affine::AffineStoreOp>(access.op), access.map, ivs, origins,
               buffer);
  }
  builder.setInsertionPoint(body->getTerminator());
  if (tile.isWritten)
    hls::TileStoreOp::create(builder, loc, buffer, info.value, offsets,
                             tile.point.getBeat());
}

void transforms::isolate(OpBuilder &builder, hls::TaskOp task) {
  mlir::Region &body = task.getBody();
  llvm::SetVector<Value> outside;
  getUsedValuesDefinedAbove(body, outside);
  builder.setInsertionPointToStart(&body.front());
  for (Value value : outside) {
    Operation *op = value.getDefiningOp();
    Value inside;
    if (op && op->hasTrait<OpTrait::ConstantLike>()) {
      inside = builder.clone(*op)->getResult(0);
    } else {
      inside = body.addArgument(value.getType(), value.getLoc());
      task.getInputsMutable().append(value);
    }
    replaceAllUsesInRegionWith(value, inside, body);
  }
}
