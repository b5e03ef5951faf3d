//===- OutlineRegions.cpp - What is not affine becomes a call -------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Regions.h"
#include "Transforms/Normalize/Statements.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Pass/PassManager.h"
#include "talos/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

#define GEN_PASS_DEF_OUTLINEREGIONS
#include "talos/Transforms/Passes.h.inc"

namespace {

/// The value is computed from memory, or by control flow that is not affine.
bool isData(Value value) {
  llvm::SmallSetVector<Value, 8> work; // each once: values have several users
  work.insert(value);
  for (size_t next = 0; next < work.size(); ++next) {
    Value here = work[next];
    if (!here.getType().isIntOrIndexOrFloat())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(here)) {
      if (!isa<AffineForOp, func::FuncOp>(argument.getOwner()->getParentOp()))
        return true;
      continue;
    }
    Operation *op = here.getDefiningOp();
    if (!isPure(op) || op->getNumRegions() != 0)
      return true;
    work.insert(op->operand_begin(), op->operand_end());
  }
  return false;
}

/// Why the op is not affine; empty if it is.
StringRef reasonOf(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "scf")
    return "its control flow is not affine";
  if (isa<memref::LoadOp, memref::StoreOp>(op))
    return "a subscript is not affine";
  if (isa<memref::CopyOp>(op))
    return "it copies memory";
  if (dialect != "affine" || isa<AffineYieldOp>(op))
    return "";
  bool usesData = llvm::any_of(op->getOperands(), [&](Value operand) {
    return operand.getType().isIndex() && isData(operand);
  });
  return usesData ? "a bound, condition or subscript is read from memory" : "";
}

/// The first op in `op` that is not affine.
Operation *findOpaque(Operation *op) {
  Operation *found = nullptr;
  op->walk<WalkOrder::PreOrder>([&](Operation *inner) {
    if (reasonOf(inner).empty())
      return WalkResult::advance();
    found = inner;
    return WalkResult::interrupt();
  });
  return found;
}

/// What can be printed as it is; the rest is left for hls-normalize to refuse.
bool canCarry(Operation *op) {
  return isAffineProgramOp(op) ||
         isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp,
             scf::ConditionOp, memref::LoadOp, memref::StoreOp, memref::CopyOp>(
             op);
}

bool canCarryAll(Operation *op) {
  return !op->walk([](Operation *inner) {
              return canCarry(inner) ? WalkResult::advance()
                                     : WalkResult::interrupt();
            }).wasInterrupted();
}

/// A loop that is affine itself and holds whole affine loops beside what is
/// not: those are worth a design of their own.
bool isWorthEntering(AffineForOp loop) {
  if (loop.getNumIterOperands() != 0 || !reasonOf(loop).empty())
    return false;
  return llvm::any_of(loop.getBody()->getOps<AffineForOp>(),
                      [](AffineForOp inner) {
                        return !findOpaque(inner) || isWorthEntering(inner);
                      });
}

/// Finds the regions of one block and outlines them.
class BlockVisitor {
public:
  BlockVisitor(Outliner &outliner, Block &block)
      : outliner(outliner), block(block) {}
  LogicalResult run();

private:
  bool usesOpaque(Operation &op) const;
  void classify();
  void spillForLoops(Operation *op);
  bool isSolid(Operation *op) const {
    return isa<AffineForOp, AffineIfOp>(op) && !opaque.contains(op);
  }
  LogicalResult visitSegment(ArrayRef<Operation *> segment);
  bool feedsRegion(Operation *op, ArrayRef<Operation *> region) const;

  Outliner &outliner;
  Block &block;
  llvm::DenseSet<Operation *> opaque;
  SmallVector<AffineForOp> entered;
};

} // namespace

bool BlockVisitor::usesOpaque(Operation &op) const {
  return op
      .walk([&](Operation *inner) {
        bool uses = llvm::any_of(inner->getOperands(), [&](Value operand) {
          return opaque.contains(operand.getDefiningOp());
        });
        return uses ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Affine loops read the results of `op` from memory.
void BlockVisitor::spillForLoops(Operation *op) {
  for (Value result : op->getResults()) {
    auto isInLoop = [&](OpOperand &use) {
      Operation *user = block.findAncestorOpInBlock(*use.getOwner());
      return isa<AffineForOp>(user) && user != op;
    };
    if (isStorable(result.getType()) &&
        llvm::any_of(result.getUses(), isInLoop))
      opaque.insert(spill(result, isInLoop));
  }
}

/// Marks the ops of the block that are not affine, and what computes with their
/// results.
void BlockVisitor::classify() {
  for (Operation &op : block.without_terminator()) {
    if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
      continue;
    bool uses = usesOpaque(op);
    if (!uses && !findOpaque(&op))
      continue;
    auto loop = dyn_cast<AffineForOp>(op);
    if (!uses && loop && isWorthEntering(loop)) {
      entered.push_back(loop);
      continue;
    }
    opaque.insert(&op);
    spillForLoops(&op);
  }
}

/// A store to memory that the region touches.
bool BlockVisitor::feedsRegion(Operation *op,
                               ArrayRef<Operation *> region) const {
  auto store = dyn_cast<AffineStoreOp>(op);
  if (!store)
    return false;
  return llvm::any_of(store.getMemRef().getUsers(), [&](Operation *user) {
    return llvm::is_contained(region, block.findAncestorOpInBlock(*user));
  });
}

LogicalResult BlockVisitor::visitSegment(ArrayRef<Operation *> segment) {
  auto isOpaque = [&](Operation *op) { return opaque.contains(op); };
  const auto *first = llvm::find_if(segment, isOpaque);
  if (first == segment.end())
    return success();
  const auto *last = segment.end() - 1;
  while (!isOpaque(*last))
    --last;
  ArrayRef<Operation *> region(first, last + 1);
  for (const auto *op = first; op != segment.begin();)
    if (feedsRegion(*--op, region))
      region = ArrayRef(op, last + 1);
  Operation *cause = findOpaque(*first);
  for (Operation *op : region)
    if (!canCarryAll(op))
      return success(); // hls-normalize refuses it by name
  return outliner.outline(region, cause ? cause : *first,
                          cause ? reasonOf(cause) : "it uses data");
}

LogicalResult BlockVisitor::run() {
  classify();
  if (opaque.empty() && entered.empty())
    return success();
  SmallVector<SmallVector<Operation *>> segments(1); // solid ops alone
  for (Operation &op : block.without_terminator()) {
    if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
      continue;
    if (isSolid(&op))
      segments.append({{&op}, {}});
    else
      segments.back().push_back(&op);
  }
  for (ArrayRef<Operation *> segment : segments) {
    if (segment.empty())
      continue;
    auto loop = dyn_cast<AffineForOp>(segment.front());
    bool isEntered = loop && llvm::is_contained(entered, loop);
    if (failed(isEntered ? BlockVisitor(outliner, *loop.getBody()).run()
                         : visitSegment(segment)))
      return failure();
  }
  return success();
}

namespace {

struct OutlineRegionsPass : impl::OutlineRegionsBase<OutlineRegionsPass> {
  void runOnOperation() override {
    for (auto func : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (func->hasAttr(hls::topAttrName) && failed(outline(func)))
        return signalPassFailure();
  }

private:
  LogicalResult outline(func::FuncOp func) {
    bool any = llvm::any_of(func.getOps(),
                            [](Operation &op) { return findOpaque(&op); });
    if (!any)
      return success();
    // What upstream can raise, or a select can replace, is affine after all.
    OpPassManager raise(func::FuncOp::getOperationName());
    raise.addPass(createRaiseMemrefToAffine());
    if (failed(runPipeline(raise, func)))
      return failure();
    convertConditions(func);
    Outliner outliner(func);
    return BlockVisitor(outliner, func.getBody().front()).run();
  }
};

} // namespace
} // namespace talos
