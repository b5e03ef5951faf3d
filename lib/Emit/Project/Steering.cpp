//===- Steering.cpp - Inputs that a program's safety depends on -----------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Project/Steering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace talos::emit {

namespace {
/// Which arguments a value, or what a memref holds, may come from.
class Flow {
public:
  explicit Flow(func::FuncOp function) : count(function.getNumArguments()) {
    for (BlockArgument argument : function.getArguments())
      bits(argument).set(argument.getArgNumber());
    do {
      changed = false;
      function.walk([&](Operation *op) { follow(op); });
    } while (changed);
  }

  llvm::BitVector &bits(Value value) {
    return from.try_emplace(value, count).first->second;
  }

private:
  void add(Value to, Value source) {
    llvm::BitVector more = bits(source); // `bits(to)` may move it
    llvm::BitVector &known = bits(to);
    if (!more.test(known)) // no bit is new
      return;
    known |= more;
    changed = true;
  }

  /// What a condition chooses from is safe without it.
  static OperandRange dataOf(Operation *op) {
    unsigned conditions = isa<arith::SelectOp, scf::IfOp>(op) ? 1 : 0;
    return op->getOperands().drop_front(conditions);
  }

  void follow(Operation *op) {
    for (Value operand : dataOf(op))
      for (Value result : op->getResults())
        add(result, operand);
    // A write takes all that the operation knows to the memory.
    for (Value memory : op->getOperands())
      if (isa<MemRefType>(memory.getType()) && mayWrite(op, memory))
        for (Value operand : op->getOperands())
          add(memory, operand);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        carry(dataOf(op), block, op);
        if (block.mightHaveTerminator())
          carry(block.getTerminator()->getOperands(), block, op);
      }
  }

  /// Values that enter a region or leave it reach its arguments and results.
  void carry(OperandRange values, Block &block, Operation *op) {
    if (isa<func::FuncOp>(op))
      return;
    for (Value value : values) {
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          add(argument, value);
      for (Value result : op->getResults())
        add(result, value);
    }
  }

  static bool mayWrite(Operation *op, Value memory) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    return !effects ||
           effects.getEffectOnValue<MemoryEffects::Write>(memory).has_value();
  }

  unsigned count;
  bool changed = false;
  DenseMap<Value, llvm::BitVector> from;
};
} // namespace

/// The operands of `op` for which some values have no meaning.
static SmallVector<Value> steered(Operation *op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::CeilDivSIOp,
          arith::CeilDivUIOp, arith::FloorDivSIOp, arith::RemSIOp,
          arith::RemUIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp,
          math::IPowIOp>(op))
    return {op->getOperand(1)};
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getLowerBound(), loop.getUpperBound(), loop.getStep()};
  if (auto exit = dyn_cast<scf::ConditionOp>(op))
    return {exit.getCondition()};
  if (isa<arith::FPToSIOp, arith::FPToUIOp, CallOpInterface>(op))
    return SmallVector<Value>(op->getOperands());
  // Addresses and the bounds of affine loops are computed from `index`.
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op) &&
      op->getResult(0).getType().isIndex())
    return {op->getOperand(0)};
  return {};
}

llvm::BitVector steeringArguments(func::FuncOp function) {
  Flow flow(function);
  llvm::BitVector steering(function.getNumArguments());
  for (BlockArgument argument : function.getArguments())
    if (argument.getType().isIndex())
      steering.set(argument.getArgNumber());
  function.walk([&](Operation *op) {
    for (Value value : steered(op))
      steering |= flow.bits(value);
  });
  return steering;
}

} // namespace talos::emit
