//===- Text.h - isl text from affine expressions ----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_POLY_TEXT_H
#define TALOS_LIB_POLY_TEXT_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace talos::poly {

using Strings = std::vector<std::string>;

/// `expr` in isl's syntax; `dims` and `symbols` are the texts of its operands.
/// Empty if the expression is semi-affine (a product or quotient of symbols).
std::string islText(mlir::AffineExpr expr, const Strings &dims,
                    const Strings &symbols);

/// True for [A-Za-z_][A-Za-z0-9_]* that is not a word of isl's syntax.
bool isIslIdentifier(llvm::StringRef name);

/// An identifier close to `name` (`fallback` where it is empty) that is not in
/// `taken`, which it joins.
std::string uniqueIdentifier(llvm::StringRef name, llvm::StringRef fallback,
                             llvm::StringSet<> &taken);

/// "a, b, c".
std::string commaList(const Strings &items);

} // namespace talos::poly

#endif // TALOS_LIB_POLY_TEXT_H
