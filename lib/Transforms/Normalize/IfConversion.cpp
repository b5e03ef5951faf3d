//===- IfConversion.cpp - Conditions on data become selects ---------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/IterationBox.h"
#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

/// The affine loops and conditions around `op`. Conditions on data are passed
/// over: without them the domain is larger.
static SmallVector<Operation *> affineOpsAround(Operation *op) {
  SmallVector<Operation *> around;
  for (op = op->getParentOp(); isa<AffineForOp, AffineIfOp, scf::IfOp>(op);
       op = op->getParentOp())
    if (!isa<scf::IfOp>(op))
      around.push_back(op);
  std::reverse(around.begin(), around.end());
  return around;
}

/// The access stays inside its array whether or not its condition holds.
template <typename OpTy> static bool staysInside(OpTy access) {
  MemRefType type = access.getMemRefType();
  if (!type.hasStaticShape())
    return false;
  IterationBox box(affineOpsAround(access));
  AffineMap map = access.getAffineMap();
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto holds = [&](AffineExpr least) {
      return box.implies(
          AffineMap::get(map.getNumDims(), map.getNumSymbols(), least),
          access.getMapOperands());
    };
    if (!holds(expr) || !holds(type.getDimSize(dim) - 1 - expr))
      return false;
  }
  return true;
}

static bool canRunAlways(Operation &op) {
  if (auto load = dyn_cast<AffineLoadOp>(op))
    return staysInside(load);
  if (auto store = dyn_cast<AffineStoreOp>(op))
    return staysInside(store);
  return isa<scf::YieldOp>(op) || (isPure(&op) && op.getNumRegions() == 0);
}

/// Moves the ops of a region in front of `condition`. A store keeps the old
/// value where the region would not have run.
static void flatten(scf::IfOp condition, Block *block, bool runsIfTrue) {
  OpBuilder builder(condition);
  for (Operation &op :
       llvm::make_early_inc_range(block->without_terminator())) {
    op.moveBefore(condition);
    auto store = dyn_cast<AffineStoreOp>(op);
    if (!store)
      continue;
    builder.setInsertionPoint(store);
    Location loc = store.getLoc();
    Value old =
        AffineLoadOp::create(builder, loc, store.getMemRef(),
                             store.getAffineMap(), store.getMapOperands());
    Value value = store.getValueToStore();
    store.getValueMutable().assign(arith::SelectOp::create(
        builder, loc, condition.getCondition(), runsIfTrue ? value : old,
        runsIfTrue ? old : value));
  }
}

void convertConditions(func::FuncOp func) {
  SmallVector<scf::IfOp> conditions;
  func.walk([&](scf::IfOp condition) { conditions.push_back(condition); });
  for (scf::IfOp condition : conditions) { // inner ones come first
    bool movable = llvm::all_of(*condition.thenBlock(), canRunAlways) &&
                   (!condition.elseBlock() ||
                    llvm::all_of(*condition.elseBlock(), canRunAlways));
    if (!movable)
      continue;
    flatten(condition, condition.thenBlock(), true);
    OpBuilder builder(condition);
    if (condition.elseBlock())
      flatten(condition, condition.elseBlock(), false);
    for (auto [result, yes, no] : llvm::zip(
             condition.getResults(),
             condition.getNumResults() ? condition.thenYield().getOperands()
                                       : ValueRange(),
             condition.getNumResults() ? condition.elseYield().getOperands()
                                       : ValueRange()))
      result.replaceAllUsesWith(arith::SelectOp::create(
          builder, condition.getLoc(), condition.getCondition(), yes, no));
    condition.erase();
  }
}

} // namespace talos
