//===- Depth.cpp - How deep a function is nested --------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/C/Depth.h"
#include "clang/AST/Expr.h"

using namespace talos::frontend;

/// Statements around one, and operators around an operand: the importer asks
/// questions about all of them at every level.
static constexpr unsigned MaxStatements = 256, MaxOperators = 4096;
/// Functions that call others twice are exponentially many calls.
static constexpr uint64_t MaxCalls = 4096;

static const clang::Stmt *search(const clang::Stmt *stmt, unsigned statements,
                                 unsigned operators) {
  if (!stmt)
    return nullptr;
  if (llvm::isa<clang::Expr>(stmt))
    ++operators;
  else
    ++statements;
  if (statements > MaxStatements || operators > MaxOperators)
    return stmt;
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *found = search(child, statements, operators))
      return found;
  return nullptr;
}

namespace {
class CallCounter {
public:
  /// At most a little more than MaxCalls.
  uint64_t callsOf(const clang::FunctionDecl *function) {
    const clang::FunctionDecl *definition = nullptr;
    if (!function->isDefined(definition))
      return 0;
    // Recursion, which the importer refuses, counts as no call.
    auto [it, isNew] = known.try_emplace(definition, 0);
    if (!isNew)
      return it->second;
    uint64_t calls = callsIn(definition->getBody());
    return known[definition] = calls;
  }

private:
  uint64_t callsIn(const clang::Stmt *stmt) {
    if (!stmt)
      return 0;
    uint64_t calls = 0;
    if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
      if (const clang::FunctionDecl *callee = call->getDirectCallee())
        calls = 1 + callsOf(callee);
    for (const clang::Stmt *child : stmt->children())
      calls = std::min(calls + callsIn(child), MaxCalls + 1);
    return calls;
  }

  llvm::DenseMap<const clang::FunctionDecl *, uint64_t> known;
};
} // namespace

bool talos::frontend::callsTooOften(const clang::FunctionDecl *function) {
  return CallCounter().callsOf(function) > MaxCalls;
}

const clang::Stmt *talos::frontend::findTooDeep(const clang::Stmt *body) {
  return search(body, 0, 0);
}
