//===- PatternsScf.cpp - scf operations as C++ ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emit/Kernel/Loops.h"
#include "Emit/Patterns/Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace talos;
using namespace talos::emit;

static LogicalResult forLoop(FunctionEmitter &e, scf::ForOp op) {
  if (!op.getInductionVar().getType().isIndex())
    return emitError(op->getLoc(), "loop counter must have type index");
  FailureOr<Expr> lower = e.expr(op.getLowerBound());
  FailureOr<Expr> upper = e.expr(op.getUpperBound());
  FailureOr<Expr> step = e.expr(op.getStep());
  if (failed(lower) || failed(upper) || failed(step))
    return failure();
  return emitLoop(e, op, op.getInductionVar(), op.getInitArgs(),
                  op.getRegionIterArgs(), *lower, *upper, *step);
}

static LogicalResult ifElse(FunctionEmitter &e, scf::IfOp op) {
  FailureOr<Expr> condition = e.expr(op.getCondition());
  if (failed(condition))
    return failure();
  return emitIf(e, op, *condition, op.thenBlock(),
                op.elseBlock() ? op.elseBlock() : nullptr);
}

// The state before the test and the state after it are variables, because the
// test may pass on other values than it was given.
static LogicalResult whileLoop(FunctionEmitter &e, scf::WhileOp op) {
  SmallVector<std::string> before, after;
  if (failed(declareVariables(e, op, op.getBeforeArguments(), op.getInits(),
                              before)) ||
      failed(declareVariables(e, op, op.getResults(), {}, after)))
    return failure();
  for (auto [value, name] : llvm::zip_equal(op.getAfterArguments(), after))
    e.bind(value, {name});
  e.label("loop_while");
  e.open("while (true)");
  LogicalResult test = e.block(*op.getBeforeBody(), [&](Operation *terminator) {
    auto condition = cast<scf::ConditionOp>(terminator);
    FailureOr<Expr> go = e.expr(condition.getCondition());
    if (failed(go))
      return LogicalResult(failure());
    std::string keep = e.names.take("keep_on");
    e.line() << "const bool " << keep << " = " << go->text << ";\n";
    if (failed(assign(e, after, condition.getArgs())))
      return LogicalResult(failure());
    e.line() << "if (!" << keep << ")\n";
    e.line() << "  break;\n";
    return LogicalResult(success());
  });
  if (failed(test))
    return failure();
  LogicalResult body = e.block(*op.getAfterBody(), [&](Operation *terminator) {
    return assign(e, before, terminator->getOperands());
  });
  e.close();
  return body;
}

void emit::addScfPatterns(Patterns &patterns) {
  patterns.statement<scf::ForOp, forLoop>();
  patterns.statement<scf::IfOp, ifElse>();
  patterns.statement<scf::WhileOp, whileLoop>();
}
