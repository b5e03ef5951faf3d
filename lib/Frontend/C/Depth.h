//===- Depth.h - How deep a function is nested ------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_FRONTEND_C_DEPTH_H
#define TALOS_LIB_FRONTEND_C_DEPTH_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

namespace talos::frontend {

/// The first statement or expression with more around it than the importer
/// takes; null if there is none.
const clang::Stmt *findTooDeep(const clang::Stmt *body);

/// Whether more calls would be inlined in the function than the importer takes,
/// those in callees counted as often as these are called.
bool callsTooOften(const clang::FunctionDecl *function);

} // namespace talos::frontend

#endif // TALOS_LIB_FRONTEND_C_DEPTH_H
