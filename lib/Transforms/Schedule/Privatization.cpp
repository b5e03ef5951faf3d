//===- Privatization.cpp - Arrays without false dependences ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Schedule/Privatization.h"
#include "Transforms/Distribute/Expansion.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Dialect/HLS/HLS.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Names.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos;
using namespace talos::poly;

/// The loops whose iterations the array serves one after the other; none if it
/// does not, or if a region may access it.
static SmallVector<AffineForOp> servedLoops(const Scop &scop, unsigned array) {
  Value value = scop.arrays()[array].value;
  if (!scop.arrays()[array].isArgument || scop.isLiveIn(array) ||
      !scop.isFullyWritten(array) ||
      llvm::any_of(value.getUsers(), hls::isRegionCall))
    return {};
  unsigned loops = privateLoops(scop, array, LoopTrips::Constant);
  if (loops == 0 || !scop.lastIterationWritesAll(array, loops))
    return {};
  for (unsigned s = 0; s < scop.statements().size(); ++s)
    if (scop.writes(s, array)) {
      auto around = ArrayRef(scop.statements()[s].loops).take_front(loops);
      return SmallVector<AffineForOp>(around.begin(), around.end());
    }
  return {};
}

/// Copies every element in the last iteration of the loops, behind what stands
/// in the innermost one.
static void copyOut(Value from, Value to, StringRef name,
                    ArrayRef<AffineForOp> loops) {
  AffineForOp inner = loops.back();
  OpBuilder builder(inner.getBody()->getTerminator());
  SmallVector<AffineExpr> exprs;
  SmallVector<Value> operands;
  for (AffineForOp loop : loops) {
    exprs.push_back(builder.getAffineDimExpr(operands.size()) -
                    (loop.getConstantUpperBound() - 1));
    operands.push_back(loop.getInductionVar());
  }
  SmallVector<bool> equalities(exprs.size(), true);
  auto last = AffineIfOp::create(
      builder, inner.getLoc(),
      IntegerSet::get(operands.size(), 0, exprs, equalities), operands,
      /*withElseRegion=*/false);
  builder = last.getThenBodyBuilder();
  SmallVector<Value> subscripts;
  for (int64_t extent : cast<MemRefType>(to.getType()).getShape()) {
    auto loop = AffineForOp::create(builder, inner.getLoc(), 0, extent);
    subscripts.push_back(loop.getInductionVar());
    builder = OpBuilder(loop.getBody()->getTerminator());
  }
  Value value = AffineLoadOp::create(builder, inner.getLoc(), from, subscripts);
  auto store =
      AffineStoreOp::create(builder, inner.getLoc(), value, to, subscripts);
  store->setAttr(hls::statementAttrName, builder.getStringAttr(name));
}

FailureOr<bool> talos::privatizeArguments(func::FuncOp func) {
  auto scop = Scop::build(func);
  if (failed(scop))
    return failure();
  bool any = false;
  for (unsigned a = 0; a < (*scop)->arrays().size(); ++a) {
    SmallVector<AffineForOp> loops = servedLoops(**scop, a);
    if (loops.empty())
      continue;
    Value argument = (*scop)->arrays()[a].value;
    Block &entry = func.getBody().front();
    auto builder = OpBuilder::atBlockBegin(&entry);
    Location loc = loops.back().getLoc();
    auto local = memref::AllocOp::create(builder, loc,
                                         cast<MemRefType>(argument.getType()));
    local->setAttr(hls::nameAttrName,
                   builder.getStringAttr((*scop)->arrays()[a].name + "_own"));
    argument.replaceAllUsesWith(local);
    std::string name = makeUnique(
        toIdentifier((*scop)->arrays()[a].name, "array") + "_out",
        [&](StringRef taken) { return bool((*scop)->findStatement(taken)); });
    copyOut(local, argument, name, loops);
    builder.setInsertionPoint(entry.getTerminator());
    memref::DeallocOp::create(builder, loc, local);
    any = true;
  }
  if (any)
    nameAll(func);
  return any;
}
