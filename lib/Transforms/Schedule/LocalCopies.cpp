//===- LocalCopies.cpp - Copies of elements in arrays of their own --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/LocalCopies.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace mlir::presburger;
using namespace talos;

Value talos::makeCopy(func::FuncOp func, Value array, ArrayRef<int64_t> shape,
                      StringRef suffix) {
  auto builder = OpBuilder::atBlockBegin(&func.getBody().front());
  Type element = cast<MemRefType>(array.getType()).getElementType();
  auto copy = memref::AllocOp::create(builder, array.getLoc(),
                                      MemRefType::get(shape, element));
  copy->setAttr(hls::nameAttrName,
                builder.getStringAttr(nameOfArray(array) + suffix));
  builder.setInsertionPoint(func.getBody().front().getTerminator());
  memref::DeallocOp::create(builder, array.getLoc(), copy);
  return copy;
}

SmallVector<Value> talos::loopOver(OpBuilder &builder, Location loc,
                                   ArrayRef<int64_t> shape) {
  SmallVector<Value> iterators;
  for (int64_t extent : shape) {
    auto loop = AffineForOp::create(builder, loc, 0, extent);
    iterators.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  return iterators;
}

void talos::nameCopying(AffineStoreOp store, Value array) {
  llvm::StringSet<> taken =
      statementNames(store->getParentOfType<func::FuncOp>());
  std::string name =
      makeUnique(nameOfArray(array) + "_in", [&](StringRef candidate) {
        return taken.contains(candidate);
      });
  store->setAttr(hls::statementAttrName,
                 StringAttr::get(store.getContext(), name));
}

bool talos::isUnimodular(const IntegerRelation &domain, unsigned first) {
  auto isUnit = [&](ArrayRef<DynamicAPInt> row) {
    return llvm::all_of(
        row.slice(first, domain.getNumVars() - first),
        [](const DynamicAPInt &factor) { return factor >= -1 && factor <= 1; });
  };
  for (unsigned i = 0; i < domain.getNumInequalities(); ++i)
    if (!isUnit(domain.getInequality(i)))
      return false;
  for (unsigned i = 0; i < domain.getNumEqualities(); ++i)
    if (!isUnit(domain.getEquality(i)))
      return false;
  return true;
}
