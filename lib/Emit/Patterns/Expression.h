//===- Expression.h - C++ expressions with their precedence -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_PATTERNS_EXPRESSION_H
#define TALOS_LIB_EMIT_PATTERNS_EXPRESSION_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace talos::emit {

/// C++ precedence, weakest first.
enum class Precedence {
  Conditional,
  LogicalOr,
  LogicalAnd,
  BitOr,
  BitXor,
  BitAnd,
  Equality,
  Relational,
  Shift,
  Additive,
  Multiplicative,
  Unary,
  Postfix,
};

struct Expr {
  std::string text;
  Precedence precedence = Precedence::Postfix;
};

/// The text of `expr`, in parentheses if it binds weaker than `weakest`.
std::string wrap(const Expr &expr, Precedence weakest);

/// `lhs op rhs`, associating to the left as C++ does: a right operand of the
/// same precedence keeps its parentheses, so that the order of floating-point
/// operations is that of the IR.
Expr binary(const Expr &lhs, llvm::StringRef op, const Expr &rhs);

/// `name(arguments)`.
Expr call(llvm::StringRef name, llvm::ArrayRef<Expr> arguments);

/// `void name(a, b)` with one parameter a line where the whole is longer than
/// 80 columns; `prefix` (`static `) stands before it.
std::string prototype(llvm::StringRef prefix, llvm::StringRef name,
                      llvm::ArrayRef<std::string> parameters);

/// The C++ type of a scalar: float, double, bool, int8_t ... int64_t; `int` for
/// index. Empty if there is none.
std::string scalarType(mlir::Type type);

/// The unsigned C++ type of the width of `type`.
std::string unsignedType(mlir::Type type);

/// A literal that denotes exactly the attribute's value, or failure for NaN
/// and for types without a C++ name.
mlir::FailureOr<Expr> literal(mlir::TypedAttr value);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_PATTERNS_EXPRESSION_H
