//===- Regions.cpp - Outlining what is not affine -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Regions.h"
#include "Cells.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "talos/Dialect/HLS/HLS.h"

using namespace mlir;
using namespace mlir::affine;

namespace talos {

Operation *spill(Value value, function_ref<bool(OpOperand &)> isFar) {
  SmallVector<OpOperand *> far;
  for (OpOperand &use : value.getUses())
    if (isFar(use))
      far.push_back(&use);
  Operation *def = value.getDefiningOp();
  Value cell = makeCell(def, value.getType(), value.getLoc());
  OpBuilder builder(def->getContext());
  for (OpOperand *use : far) {
    builder.setInsertionPoint(use->getOwner());
    use->set(loadCell(builder, value.getLoc(), cell));
  }
  builder.setInsertionPointAfter(def);
  return storeCell(builder, value.getLoc(), value, cell);
}

Outliner::Outliner(func::FuncOp func) : func(func) {
  func.walk([&](Operation *op) {
    if (auto name = op->getAttrOfType<StringAttr>(hls::statementAttrName))
      taken.insert(name.getValue());
  });
}

/// Whether `op`, or an op inside of it, may have the effect on `memory`.
template <typename Effect> static bool has(Operation *op, Value memory) {
  return op
      ->walk([&](Operation *inner) {
        auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
        bool found =
            llvm::is_contained(inner->getOperands(), memory) &&
            (!effects || effects.getEffectOnValue<Effect>(memory).has_value());
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Adds an op of the same block and everything on the way to it.
void Outliner::takeAlong(Operation *user, Plan &plan) {
  for (Operation *op = plan.ops.front(); op != user; op = op->getNextNode())
    if (!isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
      plan.ops.insert(op);
  plan.ops.insert(user);
}

/// Values that later ops use go through memory; constants stay outside. An op
/// whose result cannot be stored takes its users along.
void Outliner::keepResultsInside(Plan &plan) {
  Block *block = plan.ops.front()->getBlock();
  auto isOutside = [&](OpOperand &use) {
    return !plan.ops.contains(block->findAncestorOpInBlock(*use.getOwner()));
  };
  for (unsigned i = 0; i < plan.ops.size(); ++i) {
    Operation *op = plan.ops[i];
    if (op->hasTrait<OpTrait::ConstantLike>() &&
        llvm::any_of(op->getUses(), isOutside)) {
      op->moveBefore(plan.ops.front());
      plan.ops.remove(op);
      --i;
      continue;
    }
    for (Value result : op->getResults()) {
      if (!llvm::any_of(result.getUses(), isOutside))
        continue;
      if (isStorable(result.getType())) {
        plan.ops.insert(spill(result, isOutside));
        continue;
      }
      for (OpOperand &use : result.getUses())
        if (isOutside(use))
          takeAlong(block->findAncestorOpInBlock(*use.getOwner()), plan);
    }
  }
  SmallVector<Operation *> ops = plan.ops.takeVector();
  llvm::sort(ops, [](Operation *a, Operation *b) { //
    return a->isBeforeInBlock(b);
  });
  plan.ops.insert(ops.begin(), ops.end());
}

/// Allocations that nothing else uses belong to a region at the top of the
/// function. In a loop their contents live on.
void Outliner::findLocals(Plan &plan) {
  Block *block = plan.ops.front()->getBlock();
  if (block != &func.getBody().front())
    return;
  for (Operation &op : *block) {
    if (!isa<memref::AllocOp, memref::AllocaOp>(op))
      continue;
    bool isLocal = llvm::all_of(op.getUsers(), [&](Operation *user) {
      return isa<memref::DeallocOp>(user) ||
             plan.ops.contains(block->findAncestorOpInBlock(*user));
    });
    if (isLocal && !op.use_empty())
      plan.locals.insert(&op);
  }
}

/// Whether a copy of the load directly before the region reads the same.
static bool canRepeat(Operation *load, Value memory, Operation *region) {
  if (load->getBlock() != region->getBlock())
    return false;
  for (Operation *op = load->getNextNode(); op != region;
       op = op->getNextNode())
    if (has<MemoryEffects::Write>(op, memory))
      return false;
  return true;
}

/// Makes a value of outside known inside: as an operand, or computed again.
LogicalResult Outliner::capture(Value value, Plan &plan) {
  Operation *op = value.getDefiningOp();
  bool isIterator = getForInductionVarOwner(value) != AffineForOp();
  bool isArgument = isa<BlockArgument>(value) &&
                    value.getParentBlock() == &func.getBody().front();
  if (isArgument || isIterator) {
    plan.operands.insert(value);
    return success();
  }
  if (isa<MemRefType>(value.getType())) {
    if (!plan.locals.contains(op))
      plan.operands.insert(value);
    return success();
  }
  if (op && plan.copied.contains(op))
    return success();
  Value memory;
  if (auto load = dyn_cast_or_null<AffineLoadOp>(op))
    memory = load.getMemRef();
  bool isCopied =
      op && op->getNumRegions() == 0 &&
      (isPure(op) || (memory && canRepeat(op, memory, plan.ops.front())));
  if (isCopied) {
    for (Value operand : op->getOperands())
      if (failed(capture(operand, plan)))
        return failure();
    plan.copied.insert(op);
    return success();
  }
  if (!op || !isStorable(value.getType()))
    return emitError(value.getLoc())
           << "a value of type " << value.getType()
           << " goes into a part of the program that is not affine; store it "
              "in an array";
  spill(value, [&](OpOperand &use) {
    return plan.ops.contains(
        plan.ops.front()->getBlock()->findAncestorOpInBlock(*use.getOwner()));
  });
  // Its loads stand in the region now.
  return success();
}

LogicalResult Outliner::captureAll(Plan &plan) {
  Block *block = plan.ops.front()->getBlock();
  auto isInside = [&](Value value) {
    Operation *op = value.getParentBlock()->getParentOp();
    if (Operation *def = value.getDefiningOp())
      op = def;
    Operation *ancestor = block->findAncestorOpInBlock(*op);
    return ancestor && plan.ops.contains(ancestor);
  };
  // A value that was stored is loaded by new ops: until nothing changes.
  for (bool changed = true; changed;) {
    size_t before = plan.copied.size() + plan.operands.size();
    SmallVector<Value> outside;
    for (Operation *op : plan.ops)
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!isInside(operand))
            outside.push_back(operand);
      });
    for (Value value : outside)
      if (failed(capture(value, plan)))
        return failure();
    changed = plan.copied.size() + plan.operands.size() != before;
  }
  return success();
}

func::FuncOp Outliner::createFunction(const Plan &plan, Location loc) {
  MLIRContext *context = func.getContext();
  ArrayRef<Value> operands = plan.operands.getArrayRef();
  auto types = llvm::to_vector(ValueRange(operands).getTypes());
  auto callee = func::FuncOp::create(
      loc, (func.getSymName() + "_region" + Twine(count)).str(),
      FunctionType::get(context, types, {}));
  callee.setPrivate();
  Block *body = callee.addEntryBlock();
  IRMapping mapping;
  mapping.map(ValueRange(operands), body->getArguments());
  auto builder = OpBuilder::atBlockEnd(body);
  for (Operation *op : plan.locals)
    builder.clone(*op, mapping);
  for (Operation *op : plan.copied)
    builder.clone(*op, mapping);
  for (Operation *op : plan.ops)
    builder.clone(*op, mapping);
  func::ReturnOp::create(builder, loc);
  SymbolTable(func->getParentOp())
      .insert(callee, std::next(Block::iterator(func)));
  return callee;
}

void Outliner::replaceByCall(const Plan &plan, func::FuncOp callee,
                             StringRef name) {
  OpBuilder builder(plan.ops.back()->getNextNode());
  SmallVector<StringRef> access;
  for (Value operand : plan.operands) {
    bool reads = false, writes = false;
    for (Operation *op : plan.ops) {
      reads |= has<MemoryEffects::Read>(op, operand);
      writes |= has<MemoryEffects::Write>(op, operand);
    }
    for (Operation *op : plan.copied)
      reads |= has<MemoryEffects::Read>(op, operand);
    bool isArray = isa<MemRefType>(operand.getType());
    access.push_back(!isArray ? "value" : writes ? "write" : "read");
    if (isArray && reads && writes)
      access.back() = "readwrite";
  }
  auto call = func::CallOp::create(builder, callee.getLoc(), callee,
                                   plan.operands.getArrayRef());
  call->setAttr(hls::statementAttrName, builder.getStringAttr(name));
  call->setAttr(hls::accessAttrName, builder.getStrArrayAttr(access));
  for (Operation *op : llvm::reverse(plan.ops))
    op->erase();
  for (Operation *op : plan.locals) {
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      user->erase(); // frees
    op->erase();
  }
}

LogicalResult Outliner::outline(ArrayRef<Operation *> region, Operation *cause,
                                StringRef reason) {
  Plan plan;
  plan.ops.insert(region.begin(), region.end());
  keepResultsInside(plan);
  findLocals(plan);
  if (failed(captureAll(plan)))
    return failure();
  std::string name;
  for (unsigned i = count; name.empty() || !taken.insert(name).second; ++i)
    name = "R" + std::to_string(i);
  emitRemark(cause->getLoc())
      << "carried through as written, in task '" << name << "': " << reason;
  func::FuncOp callee = createFunction(plan, cause->getLoc());
  ++count;
  replaceByCall(plan, callee, name);
  return success();
}

} // namespace talos
