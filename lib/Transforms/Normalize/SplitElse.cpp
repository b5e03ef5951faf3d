//===- SplitElse.cpp - Conditions without an else region ------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

/// Disjoint sets that are together everything outside of `set`: the first
/// constraints hold and the next one fails, below or, of an equality, above.
static SmallVector<IntegerSet> complement(IntegerSet set) {
  SmallVector<IntegerSet> pieces;
  SmallVector<AffineExpr> exprs;
  SmallVector<bool> equalities;
  auto add = [&](AffineExpr broken) {
    exprs.push_back(broken);
    equalities.push_back(false);
    pieces.push_back(IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                                     exprs, equalities));
    exprs.pop_back();
    equalities.pop_back();
  };
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    AffineExpr expr = set.getConstraint(i);
    add(-expr - 1);
    if (set.isEq(i))
      add(expr - 1);
    exprs.push_back(expr);
    equalities.push_back(set.isEq(i));
  }
  return pieces;
}

void splitElse(func::FuncOp func) {
  SmallVector<AffineIfOp> conditions;
  func.walk([&](AffineIfOp condition) {
    if (condition.hasElse() && condition.getNumResults() == 0)
      conditions.push_back(condition);
  });
  // Inner ones come first, so that copies hold no else region any more. The
  // condition is over loops alone: the first region cannot change it.
  for (AffineIfOp condition : conditions) {
    OpBuilder builder(condition.getContext());
    builder.setInsertionPointAfter(condition);
    for (IntegerSet piece : complement(condition.getIntegerSet())) {
      auto copy = AffineIfOp::create(builder, condition.getLoc(), piece,
                                     condition.getOperands(), false);
      OpBuilder inside = copy.getThenBodyBuilder();
      IRMapping mapping;
      for (Operation &op : condition.getElseBlock()->without_terminator())
        inside.clone(op, mapping);
    }
    condition.getElseRegion().getBlocks().clear();
  }
}

} // namespace talos
