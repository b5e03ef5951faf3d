//===- SimplifyAffineIf.cpp - Conditions that always or never hold --------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/AffineStructures.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/PatternMatch.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {
#define GEN_PASS_DEF_SIMPLIFYAFFINEIF
#include "talos/Transforms/Passes.h.inc"
} // namespace talos

/// No iteration of the loops and conditions around `op` is in the set.
static bool excludes(AffineIfOp op, IntegerSet set) {
  SmallVector<Operation *> around;
  getEnclosingAffineOps(*op, &around);
  FlatAffineValueConstraints domain;
  if (failed(getIndexSet(around, &domain)))
    return false;
  FlatAffineValueConstraints condition(set, op.getOperands());
  domain.mergeAndAlignVarsWithOther(0, &condition);
  domain.append(condition);
  return domain.isIntegerEmpty();
}

/// Where one constraint does not hold, one half at a time.
static SmallVector<IntegerSet> negations(IntegerSet set) {
  SmallVector<IntegerSet> halves;
  auto add = [&](AffineExpr expr) {
    halves.push_back(IntegerSet::get(set.getNumDims(), set.getNumSymbols(),
                                     expr, /*eqFlags=*/{false}));
  };
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    add(-expr - 1);
    if (isEquality)
      add(expr - 1);
  }
  return halves;
}

/// Brings the ops of a branch in front of the condition.
static void inlineBranch(AffineIfOp op, Block *branch, IRRewriter &rewriter) {
  if (branch) {
    rewriter.eraseOp(branch->getTerminator());
    rewriter.inlineBlockBefore(branch, op);
  }
  rewriter.eraseOp(op);
}

namespace {
struct SimplifyAffineIfPass
    : talos::impl::SimplifyAffineIfBase<SimplifyAffineIfPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Outer conditions first: inner ones then stand under fewer.
    SmallVector<AffineIfOp> conditions;
    getOperation().walk<WalkOrder::PreOrder>([&](AffineIfOp op) {
      if (op.getNumResults() == 0)
        conditions.push_back(op);
    });
    llvm::SmallPtrSet<Operation *, 8> erased;
    for (AffineIfOp op : conditions) {
      if (erased.contains(op))
        continue;
      bool never = excludes(op, op.getIntegerSet());
      bool always = !never && llvm::all_of(negations(op.getIntegerSet()),
                                           [&](IntegerSet half) {
                                             return excludes(op, half);
                                           });
      if (!never && !always)
        continue;
      Block *taken = always         ? op.getThenBlock()
                     : op.hasElse() ? op.getElseBlock()
                                    : nullptr;
      op->walk([&](AffineIfOp inner) {
        if (inner == op || !taken || !taken->findAncestorOpInBlock(*inner))
          erased.insert(inner);
      });
      inlineBranch(op, taken, rewriter);
    }
  }
};
} // namespace
