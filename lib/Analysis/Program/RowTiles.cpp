//===- RowTiles.cpp - A nest on some rows of its arrays at a time ---------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Analysis/RowTiles.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;
using affine::AffineForOp;

namespace {
/// How an access uses the loop over the rows.
enum class Place { Row, Elsewhere, Other };
} // namespace

/// `Row`: the iterator is the first subscript, and in no other one.
static Place placeOf(Operation *access, Value row) {
  auto read = dyn_cast<affine::AffineReadOpInterface>(access);
  auto write = dyn_cast<affine::AffineWriteOpInterface>(access);
  if (!read && !write)
    return Place::Other;
  affine::AffineValueMap map(read ? read.getAffineMap() : write.getAffineMap(),
                             read ? read.getMapOperands()
                                  : write.getMapOperands());
  unsigned dims = map.getNumDims();
  auto uses = [&](AffineExpr expr) {
    for (auto [number, operand] : llvm::enumerate(map.getOperands()))
      if (operand == row &&
          (number < dims ? expr.isFunctionOfDim(number)
                         : expr.isFunctionOfSymbol(number - dims)))
        return true;
    return false;
  };
  ArrayRef<AffineExpr> subscripts = map.getAffineMap().getResults();
  if (llvm::none_of(subscripts, uses))
    return Place::Elsewhere;
  auto first = dyn_cast<AffineDimExpr>(subscripts.front());
  bool isRow = first && map.getOperand(first.getPosition()) == row &&
               llvm::none_of(subscripts.drop_front(), uses);
  return isRow ? Place::Row : Place::Other;
}

/// Loops of the body, from 0 on and all alike, whose iterators are subscripts
/// alone.
static bool findLoops(func::FuncOp nest, RowTiles &tiles) {
  for (auto loop : nest.getBody().front().getOps<AffineForOp>()) {
    if (!loop.hasConstantBounds() || loop.getConstantLowerBound() != 0 ||
        loop.getStepAsInt() != 1 || loop->getNumResults() > 0)
      return false;
    if (!tiles.loops.empty() && loop.getConstantUpperBound() != tiles.rows)
      return false;
    tiles.rows = loop.getConstantUpperBound();
    tiles.loops.push_back(loop);
    if (!llvm::all_of(loop.getInductionVar().getUsers(), [](Operation *user) {
          return isa<affine::AffineReadOpInterface,
                     affine::AffineWriteOpInterface>(user);
        }))
      return false;
  }
  return !tiles.loops.empty();
}

/// Either all accesses go through the rows, or none does and all read.
static bool addArray(Value array, RowTiles &tiles) {
  auto type = dyn_cast<MemRefType>(array.getType());
  if (!type)
    return true;
  bool goes = false, stays = false;
  for (Operation *user : array.getUsers()) {
    if (isa<memref::DeallocOp>(user))
      continue;
    auto *loop = llvm::find_if(tiles.loops, [&](AffineForOp own) {
      return own->isProperAncestor(user);
    });
    if (loop == tiles.loops.end())
      return false;
    switch (placeOf(user, loop->getInductionVar())) {
    case Place::Row:
      goes = true;
      break;
    case Place::Elsewhere:
      stays = true;
      if (isa<affine::AffineWriteOpInterface>(user))
        return false;
      break;
    case Place::Other:
      return false;
    }
  }
  if (goes && stays)
    return false;
  if (!goes)
    return true;
  tiles.moving.push_back(array);
  return type.getDimSize(0) == tiles.rows && type.getLayout().isIdentity();
}

std::optional<RowTiles> analysis::rowTilesOf(func::FuncOp nest) {
  RowTiles tiles;
  if (!findLoops(nest, tiles))
    return std::nullopt;
  for (BlockArgument argument : nest.getArguments())
    if (!addArray(argument, tiles))
      return std::nullopt;
  for (Operation &op : nest.getBody().front())
    if (isa<memref::AllocOp, memref::AllocaOp>(op) &&
        !addArray(op.getResult(0), tiles))
      return std::nullopt;
  return tiles;
}

void analysis::cutToTile(func::FuncOp nest, const RowTiles &tiles,
                         int64_t rows) {
  for (AffineForOp loop : tiles.loops)
    loop.setConstantUpperBound(rows);
  for (Value array : tiles.moving) {
    auto type = cast<MemRefType>(array.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.front() = rows;
    array.setType(MemRefType::get(shape, type.getElementType(),
                                  type.getLayout(), type.getMemorySpace()));
  }
  nest.setFunctionType(FunctionType::get(
      nest.getContext(), nest.getBody().front().getArgumentTypes(), {}));
}
