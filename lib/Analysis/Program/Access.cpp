//===- Access.cpp - The subscripts of a load or store ---------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/TaskGraphParts.h"
#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/IR/AffineValueMap.h"

using namespace mlir;
using namespace talos;
using namespace talos::analysis;

/// The value as a loop of the nest (a dimension) or of the context (a symbol);
/// null if it is neither.
static AffineExpr iteratorOf(Value value, const TaskGraph &graph,
                             const Statement &statement,
                             ArrayRef<unsigned> around, MLIRContext *context) {
  for (auto [position, loop] : llvm::enumerate(statement.innerBand))
    if (affine::AffineForOp(loop.op).getInductionVar() == value)
      return getAffineDimExpr(position, context);
  for (auto [position, loop] : llvm::enumerate(around))
    if (affine::AffineForOp(graph.sharedLoops[loop].op).getInductionVar() ==
        value)
      return getAffineSymbolExpr(position, context);
  return {};
}

static Subscript subscriptOf(AffineExpr expr) {
  Subscript subscript;
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (expr.isSymbolicOrConstant()) {
    subscript.simple = true;
    if (auto constant = dyn_cast<AffineConstantExpr>(expr))
      subscript.offset = constant.getValue();
  } else if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    subscript.simple = true;
    subscript.loop = dim.getPosition();
  } else if (sum && sum.getKind() == AffineExprKind::Add) {
    auto loop = dyn_cast<AffineDimExpr>(sum.getLHS());
    auto offset = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (loop && offset) {
      subscript.simple = true;
      subscript.loop = loop.getPosition();
      subscript.offset = offset.getValue();
    }
  }
  return subscript;
}

FailureOr<Access>
analysis::accessOf(const TaskGraph &graph, const Task &task,
                   const llvm::DenseMap<Value, unsigned> &arrays,
                   Operation *op) {
  affine::MemRefAccess raw(op);
  auto array = arrays.find(raw.memref);
  if (array == arrays.end())
    return op->emitError("accesses an array that is neither an argument nor "
                         "allocated at the top of the function");
  affine::AffineValueMap valueMap;
  raw.getAccessMap(&valueMap);
  MLIRContext *context = op->getContext();
  const Statement &statement = task.only();
  SmallVector<unsigned> around = graph.sharedLoopsOf(task);
  SmallVector<AffineExpr> dims, symbols;
  for (unsigned position = 0; position < valueMap.getNumOperands();
       ++position) {
    AffineExpr expr = iteratorOf(valueMap.getOperand(position), graph,
                                 statement, around, context);
    if (!expr)
      return op->emitError("subscript uses a value that is no loop around it; "
                           "bind it to a constant first");
    (position < valueMap.getNumDims() ? dims : symbols).push_back(expr);
  }
  AffineMap map = valueMap.getAffineMap().replaceDimsAndSymbols(
      dims, symbols, statement.innerBand.size(), around.size());
  Access access;
  access.op = op;
  access.array = array->second;
  access.map = simplifyAffineMap(map);
  access.isWrite = isa<affine::AffineStoreOp>(op);
  for (AffineExpr expr : access.map.getResults())
    access.subscripts.push_back(subscriptOf(expr));
  return access;
}
