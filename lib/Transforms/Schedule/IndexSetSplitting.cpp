//===- IndexSetSplitting.cpp - Statements in parts ------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/IndexSetSplitting.h"
#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace {

/// Two iterators that are equal on it.
using Plane = std::pair<Value, Value>;

/// More parts than these of two planes are more tasks than they are worth.
constexpr unsigned mostPlanes = 2;

/// The iterators that alone are the subscripts of an access; null for others.
template <typename Access> SmallVector<Value> iterators(Access access) {
  AffineMap map = access.getAffineMap();
  SmallVector<Value> operands(access.getMapOperands());
  fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<Value> result;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    Value value = dim ? operands[dim.getPosition()] : Value();
    result.push_back(value && isAffineForInductionVar(value) ? value : Value());
  }
  return result;
}

llvm::SetVector<Plane> planesOf(AffineStoreOp store) {
  llvm::SetVector<Plane> planes;
  SmallVector<Value> written = iterators(store);
  for (auto load : store->getBlock()->getOps<AffineLoadOp>()) {
    if (load.getMemRef() != store.getMemRef())
      continue;
    for (auto [read, write] : llvm::zip_equal(iterators(load), written))
      if (read && write && read != write)
        planes.insert({write, read});
  }
  return planes;
}

class Splitter {
public:
  Splitter(AffineStoreOp store, llvm::StringSet<> &names)
      : store(store), planes(planesOf(store)), names(names) {}

  /// True if there is more than one part that holds an iteration.
  bool run();

private:
  bool mayBeCut();
  AffineIfOp makePart(unsigned number, OpBuilder &builder);

  AffineStoreOp store;
  llvm::SetVector<Plane> planes;
  llvm::StringSet<> &names;
};

} // namespace

/// Nothing but the statement stands in its block.
bool Splitter::mayBeCut() {
  if (planes.empty() || planes.size() > mostPlanes ||
      store->hasAttr(hls::joinedAttrName))
    return false;
  return llvm::all_of(store->getBlock()->without_terminator(),
                      [&](Operation &op) {
                        return &op == store || (op.getNumRegions() == 0 &&
                                                !isa<AffineStoreOp>(op) &&
                                                !hls::isRegionCall(&op));
                      });
}

/// The digits of `number` to the base of 3 say of each plane whether the part
/// lies before, on or after it.
AffineIfOp Splitter::makePart(unsigned number, OpBuilder &builder) {
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  SmallVector<Value> operands;
  for (auto [write, read] : planes) {
    AffineExpr difference = builder.getAffineDimExpr(operands.size()) -
                            builder.getAffineDimExpr(operands.size() + 1);
    unsigned side = number % 3;
    number /= 3;
    exprs.push_back(side == 0   ? -difference - 1
                    : side == 1 ? difference
                                : difference - 1);
    equalities.push_back(side == 1);
    operands.append({write, read});
  }
  return AffineIfOp::create(
      builder, store.getLoc(),
      IntegerSet::get(operands.size(), 0, exprs, equalities), operands,
      /*withElseRegion=*/false);
}

bool Splitter::run() {
  if (!mayBeCut())
    return false;
  Block *block = store->getBlock();
  SmallVector<Operation *> statement;
  for (Operation &op : block->without_terminator())
    statement.push_back(&op);
  OpBuilder builder(block->getTerminator());
  SmallVector<AffineIfOp> parts;
  unsigned count = 1;
  for (unsigned i = 0; i < planes.size(); ++i)
    count *= 3;
  for (unsigned number = 0; number < count; ++number) {
    AffineIfOp part = makePart(number, builder);
    SmallVector<Operation *> around = opsAround(part);
    around.push_back(part);
    if (IterationBox(around).isEmpty())
      part.erase();
    else
      parts.push_back(part);
  }
  if (parts.size() < 2) {
    for (AffineIfOp part : parts)
      part.erase();
    return false;
  }
  for (AffineIfOp part : parts) {
    OpBuilder inside = part.getThenBodyBuilder();
    IRMapping mapping;
    for (Operation *op : statement) {
      Operation *clone = inside.clone(*op, mapping);
      auto name = clone->getAttrOfType<StringAttr>(hls::statementAttrName);
      if (!name || part == parts.front())
        continue;
      std::string own = makeUnique(name.getValue(), [&](StringRef candidate) {
        return names.contains(candidate);
      });
      names.insert(own);
      clone->setAttr(hls::statementAttrName, builder.getStringAttr(own));
    }
  }
  for (Operation *op : llvm::reverse(statement))
    op->erase();
  return true;
}

bool talos::splitIndexSets(func::FuncOp func) {
  llvm::StringSet<> names = statementNames(func);
  SmallVector<AffineStoreOp> stores;
  func.walk([&](AffineStoreOp store) { stores.push_back(store); });
  bool any = false;
  for (AffineStoreOp store : stores)
    any |= Splitter(store, names).run();
  return any;
}
