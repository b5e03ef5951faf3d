//===- WidenReads.cpp - Nests that read the last elements read all of them ===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/PerfectNest.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Transforms/Passes.h"
#include "talos/Transforms/Schedule.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;

namespace talos {
#define GEN_PASS_DEF_WIDENREADS
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// Dimensions of which the load reads the last element, whatever the iteration,
/// the last one first.
static SmallVector<unsigned> lastOf(AffineLoadOp load) {
  AffineMap map = load.getAffineMap();
  Builder builder(load.getContext());
  SmallVector<AffineExpr> values;
  for (auto [d, operand] :
       llvm::enumerate(load.getMapOperands().take_front(map.getNumDims()))) {
    AffineForOp loop = getForInductionVarOwner(operand);
    values.push_back(runsOnce(loop) ? builder.getAffineConstantExpr(
                                          loop.getConstantLowerBound())
                                    : builder.getAffineDimExpr(d));
  }
  SmallVector<unsigned> dims;
  ArrayRef<int64_t> shape = load.getMemRefType().getShape();
  for (auto [d, subscript] : llvm::enumerate(map.getResults())) {
    AffineExpr value = simplifyAffineExpr(
        subscript.replaceDims(values), map.getNumDims(), map.getNumSymbols());
    auto constant = dyn_cast<AffineConstantExpr>(value);
    if (constant && shape[d] > 1 && constant.getValue() == shape[d] - 1)
      dims.insert(dims.begin(), d);
  }
  return dims;
}

/// Reading other elements first changes nothing: the nest stores the same
/// elements again, and reads none of what it stores.
static bool isRepeatable(const PerfectNest &nest) {
  llvm::SmallPtrSet<Value, 2> stored;
  for (Operation *op : nest.accesses())
    if (auto store = dyn_cast<AffineStoreOp>(op))
      stored.insert(store.getMemRef());
  return llvm::none_of(nest.accesses(), [&](Operation *op) {
    auto load = dyn_cast<AffineLoadOp>(op);
    return load && stored.contains(load.getMemRef());
  });
}

/// Makes a loop over the whole dimension around the nest, whose iterator is the
/// subscript.
static AffineForOp widen(AffineForOp root, AffineLoadOp load, unsigned dim) {
  OpBuilder builder(root);
  auto loop = AffineForOp::create(builder, root.getLoc(), 0,
                                  load.getMemRefType().getDimSize(dim));
  root->moveBefore(loop.getBody()->getTerminator());
  AffineMap map = load.getAffineMap();
  SmallVector<AffineExpr> subscripts(map.getResults());
  SmallVector<Value> operands(load.getMapOperands());
  // Behind the dims, before the symbols.
  operands.insert(operands.begin() + map.getNumDims(), loop.getInductionVar());
  subscripts[dim] = builder.getAffineDimExpr(map.getNumDims());
  map = AffineMap::get(map.getNumDims() + 1, map.getNumSymbols(), subscripts,
                       builder.getContext());
  canonicalizeMapAndOperands(&map, &operands); // leaves out what is not used
  load.setMap(map);
  load.getIndicesMutable().assign(operands);
  return loop;
}

/// The nest reads along all of each dimension of which it reads the last
/// element.
static bool widenAll(AffineForOp root) {
  PerfectNest nest(root);
  if (!nest.isSimple() || !isRepeatable(nest))
    return false;
  AffineForOp outermost = root;
  for (Operation *op : nest.accesses())
    if (auto load = dyn_cast<AffineLoadOp>(op))
      for (unsigned dim : lastOf(load))
        outermost = widen(outermost, load, dim);
  if (outermost == root)
    return false;
  dropUnusedLoops(outermost);
  return true;
}

namespace {
struct WidenReadsPass : talos::impl::WidenReadsBase<WidenReadsPass> {
  using WidenReadsBase::WidenReadsBase;

  void runOnOperation() override {
    transforms::changeNests(getOperation(), getArgument(), widenAll);
  }
};
} // namespace
