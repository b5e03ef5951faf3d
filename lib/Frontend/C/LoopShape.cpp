//===- LoopShape.cpp - What a loop counts ---------------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"

using namespace mlir;

namespace talos::frontend {

/// Reads `i++`, `i -= 2`, `i = i + 3` and the like.
bool Importer::readStep(const clang::Expr *inc, CountedLoop &loop) {
  inc = inc->IgnoreParens();
  if (const auto *op = dyn_cast<clang::UnaryOperator>(inc);
      op && op->isIncrementDecrementOp()) {
    loop.variable = variableOf(op->getSubExpr());
    loop.step = op->isIncrementOp() ? 1 : -1;
    return loop.variable != nullptr;
  }
  const auto *op = dyn_cast<clang::BinaryOperator>(inc);
  if (!op || !op->isAssignmentOp())
    return false;
  loop.variable = variableOf(op->getLHS());
  const clang::Expr *amount = op->getRHS()->IgnoreParenImpCasts();
  clang::BinaryOperatorKind kind = op->getOpcode();
  if (kind == clang::BO_Assign) {
    const auto *sum = dyn_cast<clang::BinaryOperator>(amount);
    if (!sum || !sum->isAdditiveOp())
      return false;
    bool first = variableOf(sum->getLHS()) == loop.variable;
    bool second = sum->getOpcode() == clang::BO_Add &&
                  variableOf(sum->getRHS()) == loop.variable;
    if (!first && !second)
      return false;
    kind = sum->getOpcode() == clang::BO_Add ? clang::BO_AddAssign
                                             : clang::BO_SubAssign;
    amount = first ? sum->getRHS() : sum->getLHS();
  }
  if (!loop.variable ||
      (kind != clang::BO_AddAssign && kind != clang::BO_SubAssign))
    return false;
  std::optional<int64_t> step = constantOf(amount);
  if (!step || *step == 0)
    return false;
  loop.step = kind == clang::BO_AddAssign ? *step : -*step;
  return true;
}

/// Adds the comparisons of `cond` with the variable; false if it says more.
bool Importer::addLimits(const clang::Expr *cond, CountedLoop &loop) {
  cond = cond->IgnoreParenImpCasts();
  const auto *op = dyn_cast<clang::BinaryOperator>(cond);
  if (op && op->getOpcode() == clang::BO_LAnd)
    return addLimits(op->getLHS(), loop) && addLimits(op->getRHS(), loop);
  if (!op || !op->isComparisonOp() ||
      !op->getLHS()->getType()->isIntegerType() || op->HasSideEffects(ast))
    return false;
  bool left = variableOf(op->getLHS()) == loop.variable;
  bool right = variableOf(op->getRHS()) == loop.variable;
  if (left == right)
    return false;
  clang::BinaryOperatorKind relation =
      left ? op->getOpcode()
           : clang::BinaryOperator::reverseComparisonOp(op->getOpcode());
  bool up = relation == clang::BO_LT || relation == clang::BO_LE;
  bool down = relation == clang::BO_GT || relation == clang::BO_GE;
  if (relation != clang::BO_NE && !(loop.step > 0 ? up : down))
    return false;
  loop.limits.push_back(
      {relation, left ? op->getRHS() : op->getLHS(), op->getLHS()->getType()});
  return true;
}

/// The rest of what both kinds of loop need.
bool Importer::completeShape(const clang::Expr *cond, CountedLoop &loop) {
  if (!cond || !loop.variable->getType()->isIntegerType() ||
      loop.variable->getType()->isBooleanType() ||
      loop.variable->hasGlobalStorage())
    return false;
  for (const clang::Stmt *stmt : loop.body)
    if (modifiedIn(stmt).contains(loop.variable))
      return false;
  return addLimits(cond, loop);
}

std::optional<CountedLoop> Importer::shapeOf(const clang::ForStmt *stmt) {
  CountedLoop loop;
  loop.whole = stmt;
  loop.body = {stmt->getBody()};
  loop.pragmas = stmt->getBody();
  if (!stmt->getInc() || !readStep(stmt->getInc(), loop))
    return std::nullopt;
  if (const auto *decl = dyn_cast_or_null<clang::DeclStmt>(stmt->getInit())) {
    const auto *var = decl->isSingleDecl()
                          ? dyn_cast<clang::VarDecl>(decl->getSingleDecl())
                          : nullptr;
    if (var != loop.variable || !var->getInit())
      return std::nullopt;
    loop.init = var->getInit();
    loop.declares = true;
  } else if (const auto *op =
                 dyn_cast_or_null<clang::BinaryOperator>(stmt->getInit());
             op && op->getOpcode() == clang::BO_Assign &&
             variableOf(op->getLHS()) == loop.variable) {
    loop.init = op->getRHS();
  }
  if (!completeShape(stmt->getCond(), loop))
    return std::nullopt;
  return loop;
}

/// `while (i < n) { ...; i++; }`: the last statement counts.
std::optional<CountedLoop> Importer::shapeOf(const clang::WhileStmt *stmt) {
  const auto *body = dyn_cast<clang::CompoundStmt>(stmt->getBody());
  if (!body || body->body_empty())
    return std::nullopt;
  CountedLoop loop;
  loop.whole = stmt;
  loop.pragmas = body;
  loop.body.assign(body->body_begin(), body->body_end() - 1);
  const auto *last = dyn_cast<clang::Expr>(body->body_back());
  if (!last || !readStep(last, loop) || !completeShape(stmt->getCond(), loop))
    return std::nullopt;
  return loop;
}

} // namespace talos::frontend
