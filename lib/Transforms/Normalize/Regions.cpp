//===- Regions.cpp - Outlining what is not affine -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transforms/Normalize/Regions.h"
#include "Transforms/Distribute/ScalarCell.h"
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

/// Allocations and frees stay where they are.
static bool mayMove(Operation *op) {
  return !isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op);
}

/// Adds an op of the same block and everything on the way to it.
void Outliner::takeAlong(Operation *user, Plan &plan) {
  for (Operation *op = plan.ops.front(); op != user; op = op->getNextNode())
    if (mayMove(op))
      plan.ops.insert(op);
  plan.ops.insert(user);
}

/// Makes the region all that stands after `before` (null: from the beginning of
/// the block) up to its last op: loads may have come between its ops.
void Outliner::takeBetween(Operation *before, Plan &plan) {
  Operation *last = plan.ops.back();
  Operation *op = before ? before->getNextNode() : &last->getBlock()->front();
  plan.ops.clear();
  for (; op != last; op = op->getNextNode())
    if (mayMove(op))
      plan.ops.insert(op);
  plan.ops.insert(last);
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

bool Outliner::canPass(Value value) {
  bool isArgument = isa<BlockArgument>(value) &&
                    value.getParentBlock() == &func.getBody().front();
  return isArgument || isa<MemRefType>(value.getType()) ||
         getForInductionVarOwner(value) != AffineForOp();
}

/// Whether the value can be computed again inside, from what can be passed.
bool Outliner::canCopy(Value value, const Plan &plan) {
  llvm::SmallSetVector<Value, 8> work; // each once: values have several users
  work.insert(value);
  for (size_t next = 0; next < work.size(); ++next) {
    Value here = work[next];
    Operation *op = here.getDefiningOp();
    if (canPass(here) || plan.copied.contains(op))
      continue;
    if (!op || op->getNumRegions() != 0)
      return false;
    auto load = dyn_cast<AffineLoadOp>(op);
    if (!isPure(op) &&
        !(load && canRepeat(op, load.getMemRef(), plan.ops.front())))
      return false;
    work.insert(op->operand_begin(), op->operand_end());
  }
  return true;
}

void Outliner::copy(Value value, Plan &plan) {
  Operation *op = value.getDefiningOp();
  if (canPass(value)) {
    if (!plan.locals.contains(op))
      plan.operands.insert(value);
    return;
  }
  if (plan.copied.contains(op))
    return;
  for (Value operand : op->getOperands())
    copy(operand, plan);
  plan.copied.insert(op);
}

/// Makes a value of outside known inside: as an operand, computed again, or
/// through memory.
LogicalResult Outliner::capture(Value value, Plan &plan) {
  if (canCopy(value, plan)) {
    copy(value, plan);
    return success();
  }
  Operation *op = value.getDefiningOp();
  auto isInside = [&](OpOperand &use) {
    return plan.ops.contains(
        plan.ops.front()->getBlock()->findAncestorOpInBlock(*use.getOwner()));
  };
  if (op && isStorable(value.getType())) {
    Operation *before = plan.ops.front()->getPrevNode();
    Operation *store = spill(value, isInside);
    takeBetween(before == op ? store : before, plan);
    return success();
  }
  if (!op || !isPure(op) || op->getNumRegions() != 0)
    return emitError(value.getLoc())
           << "a value of type " << value.getType()
           << " goes into a part of the program that is not affine; store it "
              "in an array";
  // Its operands may be stored in its place.
  Operation *clone = OpBuilder(plan.ops.front()).clone(*op);
  value.replaceUsesWithIf(
      clone->getResult(cast<OpResult>(value).getResultNumber()), isInside);
  SmallVector<Operation *> ops = plan.ops.takeVector();
  plan.ops.insert(clone);
  plan.ops.insert(ops.begin(), ops.end());
  return success();
}

LogicalResult Outliner::captureAll(Plan &plan) {
  Block *block = plan.ops.front()->getBlock();
  auto isKnown = [&](Value value) {
    Operation *def = value.getDefiningOp();
    Operation *ancestor = block->findAncestorOpInBlock(
        def ? *def : *value.getParentBlock()->getParentOp());
    return plan.operands.contains(value) || plan.copied.contains(def) ||
           plan.locals.contains(def) ||
           (ancestor && plan.ops.contains(ancestor));
  };
  // What was stored is loaded, and what was cloned computed, by new ops: until
  // all is known.
  for (;;) {
    llvm::SetVector<Value> unknown;
    for (Operation *op : plan.ops)
      op->walk([&](Operation *inner) {
        for (Value operand : inner->getOperands())
          if (!isKnown(operand))
            unknown.insert(operand);
      });
    if (unknown.empty())
      return success();
    for (Value value : unknown)
      if (failed(capture(value, plan)))
        return failure();
  }
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
  SmallVector<Attribute> access;
  for (Value operand : plan.operands) {
    bool reads = false, writes = false;
    for (Operation *op : plan.ops) {
      reads |= has<MemoryEffects::Read>(op, operand);
      writes |= has<MemoryEffects::Write>(op, operand);
    }
    for (Operation *op : plan.copied)
      reads |= has<MemoryEffects::Read>(op, operand);
    bool isArray = isa<MemRefType>(operand.getType());
    hls::AccessKind kind = !isArray          ? hls::AccessKind::Value
                           : reads && writes ? hls::AccessKind::ReadWrite
                           : writes          ? hls::AccessKind::Write
                                             : hls::AccessKind::Read;
    access.push_back(hls::AccessAttr::get(builder.getContext(), kind));
  }
  auto call = func::CallOp::create(builder, callee.getLoc(), callee,
                                   plan.operands.getArrayRef());
  call->setAttr(hls::statementAttrName, builder.getStringAttr(name));
  call->setAttr(hls::accessAttrName, builder.getArrayAttr(access));
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
