//===- ScfLoops.cpp - Loops that are not affine ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;

namespace talos::frontend {

/// A loop of which only the condition is known: scf.while.
LogicalResult Importer::plainLoop(const clang::Stmt *whole,
                                  const clang::Expr *cond,
                                  ArrayRef<const clang::Stmt *> body,
                                  bool bodyFirst) {
  remark(whole, "the loop stays scf.while");
  if (failed(checkBounds(cond)))
    return failure();
  forget(whole);
  auto loop =
      scf::WhileOp::create(builder, at(whole), TypeRange(), ValueRange());
  Block *before = builder.createBlock(&loop.getBefore());
  Block *after = builder.createBlock(&loop.getAfter());
  builder.setInsertionPointAfter(loop);
  OpBuilder::InsertionGuard guard(builder);
  ++loopDepth;
  llvm::scope_exit leave([&] {
    --loopDepth;
    forget(whole);
  });
  builder.setInsertionPointToEnd(bodyFirst ? before : after);
  if (failed(statements(body)))
    return failure();
  forget(whole);
  builder.setInsertionPointToEnd(before);
  MaybeValue bit = condition(cond);
  if (failed(bit))
    return failure();
  scf::ConditionOp::create(builder, at(cond), *bit, ValueRange());
  builder.setInsertionPointToEnd(after);
  scf::YieldOp::create(builder, at(whole));
  return success();
}

/// Whether scf.for can run the loop: a signed variable and one bound that the
/// body does not change.
bool Importer::isCountable(const CountedLoop &loop) {
  clang::QualType type = loop.variable->getType();
  if (loop.limits.size() != 1 || isUnsigned(type) || ast.getTypeSize(type) < 32)
    return false;
  const CountedLoop::Limit &limit = loop.limits.front();
  return limit.relation != clang::BO_NE && !isUnsigned(limit.type) &&
         isInvariant(limit.bound, loop.whole);
}

/// The arrays that a subtree may write; false if it may write any.
bool Importer::writtenArrays(const clang::Stmt *stmt,
                             llvm::DenseSet<Value> &arrays) {
  const clang::Expr *target = nullptr;
  if (const auto *op = dyn_cast<clang::BinaryOperator>(stmt);
      op && op->isAssignmentOp())
    target = op->getLHS();
  if (const auto *op = dyn_cast<clang::UnaryOperator>(stmt);
      op && op->isIncrementDecrementOp())
    target = op->getSubExpr();
  if (const auto *call = dyn_cast<clang::CallExpr>(stmt))
    for (const clang::Expr *argument : call->arguments())
      if (!argument->getType()->isArithmeticType())
        return false;
  if (target) {
    const clang::VarDecl *base = baseOf(target);
    auto found = bindings.find(base);
    if (found != bindings.end() && found->second.place)
      arrays.insert(found->second.place->memref);
    else if (!isa<clang::DeclRefExpr>(target->IgnoreParens()))
      return false;
  }
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return !child || writtenArrays(child, arrays);
  });
}

bool Importer::isInvariant(const clang::Expr *expr, const clang::Stmt *loop) {
  llvm::DenseSet<Value> written;
  return !expr->HasSideEffects(ast) && writtenArrays(loop, written) &&
         readsOnlyOthers(expr, loop, written);
}

bool Importer::readsOnlyOthers(const clang::Stmt *stmt, const clang::Stmt *loop,
                               const llvm::DenseSet<Value> &written) {
  if (isa<clang::CallExpr>(stmt))
    return false;
  if (const auto *reference = dyn_cast<clang::DeclRefExpr>(stmt))
    if (const auto *decl = dyn_cast<clang::VarDecl>(reference->getDecl())) {
      auto found = bindings.find(decl);
      if (found == bindings.end() || decl->hasGlobalStorage() ||
          modifiedIn(loop).contains(decl))
        return false;
      if (found->second.place && written.contains(found->second.place->memref))
        return false;
    }
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return !child || readsOnlyOthers(child, loop, written);
  });
}

LogicalResult Importer::scfLoop(const CountedLoop &loop) {
  Location where = at(loop.whole);
  const CountedLoop::Limit &limit = loop.limits.front();
  clang::QualType type = loop.variable->getType();
  FailureOr<Type> scalar = scalarType(type, where);
  MaybeValue start = failed(scalar) ? MaybeValue(failure())
                     : loop.init    ? rvalue(loop.init)
                                    : read(LValue{loop.variable, {}}, where);
  MaybeValue end = failed(start) ? start : rvalue(limit.bound);
  if (failed(end))
    return failure();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, where, value);
  };
  Value first = indexOf(*start, type, where);
  Value last = indexOf(*end, limit.bound->getType(), where);
  bool up = loop.step > 0;
  // `last` becomes exclusive for a positive step, inclusive for a negative one.
  if (limit.relation == clang::BO_LE || limit.relation == clang::BO_GT)
    last = arith::AddIOp::create(builder, where, last, constant(1));
  Value width = constant(std::abs(loop.step));
  Value distance =
      up ? Value(arith::SubIOp::create(builder, where, last, first))
         : Value(arith::AddIOp::create(
               builder, where,
               arith::SubIOp::create(builder, where, first, last),
               constant(1)));
  Value trips = arith::CeilDivSIOp::create(builder, where, distance, width);
  auto made =
      up ? scf::ForOp::create(builder, where, first, last, width)
         : scf::ForOp::create(builder, where, constant(0), trips, constant(1));
  {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(made.getBody());
    Value value = made.getInductionVar();
    if (!up)
      value = arith::SubIOp::create(
          builder, where, first,
          arith::MulIOp::create(builder, where, value, width));
    bindings[loop.variable].value = integerOf(value, *scalar, where);
  }
  if (failed(loopBody(loop, made, made.getBody())))
    return failure();
  bindings[loop.variable].value = Value();
  return setFinalValue(loop, first, trips);
}

} // namespace talos::frontend
