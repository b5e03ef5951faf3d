//===- Distribute.cpp - Maximal loop distribution -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Distribute/Expansion.h"
#include "Transforms/Normalize/Statements.h"
#include "Transforms/Normalize/Subscripts.h"
#include "Transforms/Schedule/LoopInterchange.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "talos/Analysis/TargetAnalysis.h"
#include "talos/Analysis/TaskGraph.h"
#include "talos/Dialect/HLS/Top.h"
#include "talos/Poly/Scop.h"
#include "talos/Transforms/Passes.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::affine;
using namespace talos::poly;

namespace talos {

#define GEN_PASS_DEF_DISTRIBUTE
#include "talos/Transforms/Passes.h.inc"

namespace {

/// Builds the nests of a loop tree by copying the loops and conditions around
/// each statement, so that bounds, names and locations stay what they were.
class TreeBuilder {
public:
  explicit TreeBuilder(const Scop &scop) : scop(scop) {}

  /// Copies everything below `tree`, `shared` ops of the ancestors of its
  /// statements being there already, `depth` of them loops.
  void build(const LoopTree &tree, OpBuilder builder, IRMapping mapping,
             unsigned shared, unsigned depth);

private:
  const Statement &statement(StringRef name) const {
    return scop.statements()[*scop.findStatement(name)];
  }
  SmallVector<Operation *> ancestors(const Statement &statement) const;
  void copyShell(Operation *op, Operation *inner, OpBuilder &builder,
                 IRMapping &mapping) const;

  const Scop &scop;
};

} // namespace

/// The loops and conditions around a statement, outermost first.
SmallVector<Operation *>
TreeBuilder::ancestors(const Statement &statement) const {
  SmallVector<Operation *> result;
  for (Operation *op = statement.op->getParentOp();
       op != scop.function().getOperation(); op = op->getParentOp())
    result.push_back(op);
  std::reverse(result.begin(), result.end());
  return result;
}

/// Copies `op` without its body and moves `builder` into the copy, into the
/// region that holds `inner`.
void TreeBuilder::copyShell(Operation *op, Operation *inner, OpBuilder &builder,
                            IRMapping &mapping) const {
  auto mapped = [&](ValueRange values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookupOrDefault(value); });
  };
  if (auto loop = dyn_cast<AffineForOp>(op)) {
    auto copy = AffineForOp::create(
        builder, loop.getLoc(), mapped(loop.getLowerBoundOperands()),
        loop.getLowerBoundMap(), mapped(loop.getUpperBoundOperands()),
        loop.getUpperBoundMap(), loop.getStepAsInt());
    copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    mapping.map(loop.getInductionVar(), copy.getInductionVar());
    builder.setInsertionPoint(copy.getBody()->getTerminator());
    return;
  }
  auto condition = cast<AffineIfOp>(op);
  bool inElse = condition.getElseRegion().isAncestor(inner->getParentRegion());
  auto copy =
      AffineIfOp::create(builder, op->getLoc(), condition.getIntegerSet(),
                         mapped(op->getOperands()), /*withElseRegion=*/inElse);
  copy->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Block *block = inElse ? copy.getElseBlock() : copy.getThenBlock();
  builder.setInsertionPoint(block->getTerminator());
}

void TreeBuilder::build(const LoopTree &tree, OpBuilder builder,
                        IRMapping mapping, unsigned shared, unsigned depth) {
  if (tree.isLeaf()) {
    const Statement &leaf = statement(tree.statement);
    SmallVector<Operation *> around = ancestors(leaf);
    for (Operation *op : ArrayRef(around).drop_front(shared))
      copyShell(op, leaf.op, builder, mapping);
    for (Operation *op : leaf.ops)
      builder.clone(*op, mapping);
    return;
  }
  for (const LoopTree &child : tree.children) {
    OpBuilder inner = builder;
    IRMapping innerMapping = mapping;
    unsigned innerShared = shared;
    unsigned innerDepth = depth;
    if (!child.isLeaf()) {
      const Statement &first = statement(child.statements().front());
      Operation *loop = first.loops[innerDepth++];
      SmallVector<Operation *> around = ancestors(first);
      do
        copyShell(around[innerShared], first.op, inner, innerMapping);
      while (around[innerShared++] != loop);
    }
    build(child, inner, innerMapping, innerShared, innerDepth);
  }
}

namespace {

bool sameTree(const LoopTree &a, const LoopTree &b) {
  return a.statement == b.statement &&
         std::equal(a.children.begin(), a.children.end(), b.children.begin(),
                    b.children.end(), sameTree);
}

/// Says of every group of statements that shares a loop why it does.
void explain(const Scop &scop, const LoopTree &tree, unsigned depth,
             unsigned known) {
  for (const LoopTree &child : tree.children) {
    if (child.isLeaf())
      continue;
    std::vector<std::string> names = child.statements();
    if (names.size() != known) {
      unsigned first = *scop.findStatement(names.front());
      AffineForOp loop = scop.statements()[first].loops[depth];
      SmallVector<std::string> reasons;
      for (const Violation &violation : scop.cycle(names, depth))
        reasons.push_back(violation.str());
      emitRemark(loop.getLoc())
          << "statements " << llvm::join(names, ", ")
          << " stay together in loop '" << analysis::sourceName(loop) << "': "
          << (reasons.empty() ? "they depend on each other in a cycle"
                              : llvm::join(reasons, "; "));
    }
    explain(scop, child, depth + 1, names.size());
  }
}

/// Replaces the nests of the function by those of `tree`.
void rebuild(func::FuncOp func, const Scop &scop, const LoopTree &tree) {
  Block &entry = func.getBody().front();
  SmallVector<Operation *> old;
  for (Operation &op : entry) {
    if (isa<AffineForOp, AffineIfOp, AffineStoreOp>(op) ||
        hls::isRegionCall(&op))
      old.push_back(&op);
  }
  // Listed first: what has moved to the end would be met again there.
  for (memref::DeallocOp free :
       llvm::to_vector(entry.getOps<memref::DeallocOp>()))
    free->moveBefore(entry.getTerminator());
  OpBuilder builder(entry.getTerminator());
  for (Operation &op : entry)
    if (isa<memref::DeallocOp>(op)) {
      builder.setInsertionPoint(&op);
      break;
    }
  TreeBuilder(scop).build(tree, builder, IRMapping(), /*shared=*/0,
                          /*depth=*/0);
  for (Operation *op : old)
    op->erase();
  removeDeadValues(func);
}

struct DistributePass : impl::DistributeBase<DistributePass> {
  using DistributeBase::DistributeBase;

  void runOnOperation() override {
    func::FuncOp func = getOperation();
    if (!func->hasAttr(hls::topAttrName))
      return;
    FailureOr<int64_t> mostBits = limitOfBits(func);
    if (failed(mostBits))
      return signalPassFailure();
    ExpansionOptions options;
    options.mostBits = *mostBits;
    options.interchanges = interchange;
    if ((expand && failed(expandLocalArrays(func, options))) ||
        failed(distributeAll(func)))
      signalPassFailure();
  }

private:
  /// Tiles need room as well, so that local arrays may take half of it.
  FailureOr<int64_t> limitOfBits(func::FuncOp func) {
    if (localBits < -1)
      return emitError(func.getLoc())
             << "hls-distribute: local-bits is " << localBits.getValue()
             << "; it is a number of bits, 0 for no limit, or -1 for half of "
                "what one array can take on the target";
    if (localBits >= 0 || !hls::targetOf(func))
      return std::max<int64_t>(0, localBits);
    analysis::TargetAnalysis own(func);
    auto shared = getCachedParentAnalysis<analysis::TargetAnalysis>(
        func->getParentOfType<ModuleOp>());
    FailureOr<int64_t> bits =
        (shared ? shared->get() : own).largestArrayBits(func);
    return failed(bits) ? bits : FailureOr<int64_t>(*bits / 2);
  }

  LogicalResult distributeAll(func::FuncOp func) {
    // The copies of loops take nothing along that stands between them.
    transforms::composeBounds(func);
    for (;;) {
      auto scop = distribute(func);
      if (failed(scop))
        return failure();
      if (interchange && moveLoopsInward(**scop))
        continue;
      explain(**scop, (*scop)->originalTree(), /*depth=*/0, /*known=*/0);
      return success();
    }
  }

  /// What the function is then.
  FailureOr<std::unique_ptr<Scop>> distribute(func::FuncOp func) {
    auto scop = Scop::build(func);
    if (failed(scop) || (*scop)->statements().empty())
      return scop;
    LoopTree tree = (*scop)->maximalDistribution();
    Legality legality = (*scop)->checkTree(tree);
    if (!legality)
      return emitError(func.getLoc())
             << "distribution of '" << func.getSymName()
             << "' is not legal: " << legality.str();
    rebuild(func, **scop, tree);
    auto after = Scop::build(func);
    if (succeeded(after) && !sameTree((*after)->originalTree(), tree))
      return emitError(func.getLoc())
             << "distribution of '" << func.getSymName()
             << "' did not produce the loops that were proved legal";
    return after;
  }
};

} // namespace
} // namespace talos
