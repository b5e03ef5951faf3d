//===- Effects.cpp - What a subtree does to variables and control flow ----===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Importer.h"

using namespace mlir;

namespace talos::frontend {

const VariableSet &Importer::modifiedIn(const clang::Stmt *stmt) {
  auto found = modified.find(stmt);
  if (found != modified.end())
    return found->second;
  VariableSet set;
  auto note = [&](const clang::Expr *target) {
    const auto *reference =
        dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
    const auto *decl =
        reference ? dyn_cast<clang::VarDecl>(reference->getDecl()) : nullptr;
    if (decl)
      set.insert(decl);
  };
  if (const auto *op = dyn_cast<clang::BinaryOperator>(stmt);
      op && op->isAssignmentOp())
    note(op->getLHS());
  if (const auto *op = dyn_cast<clang::UnaryOperator>(stmt);
      op &&
      (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf))
    note(op->getSubExpr());
  if (const auto *call = dyn_cast<clang::CallExpr>(stmt))
    if (const clang::FunctionDecl *callee = call->getDirectCallee())
      for (auto [parameter, argument] :
           llvm::zip(callee->parameters(), call->arguments()))
        if (parameter->getType()->isReferenceType() &&
            !parameter->getType()->getPointeeType().isConstQualified())
          note(argument);
  for (const clang::Stmt *child : stmt->children())
    if (child) {
      const VariableSet &inner = modifiedIn(child);
      set.insert(inner.begin(), inner.end());
    }
  return modified.try_emplace(stmt, std::move(set)).first->second;
}

void Importer::forget(const clang::Stmt *stmt) {
  if (!stmt)
    return;
  for (const clang::VarDecl *decl : modifiedIn(stmt))
    if (auto found = bindings.find(decl); found != bindings.end())
      found->second.known.reset();
}

bool Importer::leavesEarly(const clang::Stmt *stmt) const {
  if (!stmt)
    return false;
  if (isa<clang::ReturnStmt>(stmt))
    return true;
  return llvm::any_of(stmt->children(), [&](const clang::Stmt *child) {
    return leavesEarly(child);
  });
}

bool Importer::alwaysReturns(const clang::Stmt *stmt) const {
  if (!stmt)
    return false;
  if (isa<clang::ReturnStmt>(stmt))
    return true;
  if (const auto *compound = dyn_cast<clang::CompoundStmt>(stmt))
    return llvm::any_of(compound->body(), [&](const clang::Stmt *child) {
      return alwaysReturns(child);
    });
  if (const auto *branch = dyn_cast<clang::IfStmt>(stmt))
    return alwaysReturns(branch->getThen()) && alwaysReturns(branch->getElse());
  return false;
}

} // namespace talos::frontend
