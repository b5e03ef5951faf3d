//===- Ast.h - Generated loops, before they are IR --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The isl AST of a schedule with affine expressions in place of isl's. In every
// expression dim k is the iterator of the enclosing loop of depth k, outer
// loops included, symbol k is the parameter k of the scop.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_AST_H
#define TALOS_LIB_POLY_AST_H

#include "ScopImpl.h"

namespace talos::poly {

/// `expr >= 0`, or `expr == 0`.
struct AstConstraint {
  mlir::AffineExpr expr;
  bool isEquality = false;
};
using AstConjunction = std::vector<AstConstraint>;

struct AstNode {
  enum Kind { Block, For, If, Call };
  Kind kind = Block;
  /// Block: the statements in order. For: the body. If: then, and maybe else.
  std::vector<AstNode> children;

  /// For: from the largest of `lower` to below the least of `upper`.
  llvm::SmallVector<mlir::AffineExpr> lower, upper;
  int64_t step = 1;
  unsigned position = 0; ///< of the loop's time in the schedule

  /// If: one of these holds.
  std::vector<AstConjunction> condition;

  /// Call: the statement and its iterators, outermost first.
  unsigned statement = 0;
  llvm::SmallVector<mlir::AffineExpr> iterators;
};

/// The loops that run all instances in the order of `times`, inside of `outer`.
/// `wholeLoops`: as in LoopHooks. None, with `why` set, if the affine dialect
/// cannot express them.
std::optional<AstNode> buildAst(const Scop::Impl &scop, const Times &times,
                                const OuterLoops &outer, bool wholeLoops,
                                std::string &why);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_AST_H
