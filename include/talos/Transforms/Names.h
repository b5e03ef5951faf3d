//===- Names.h - Names of arguments, loops and allocations ------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The user's names on the way to C++ identifiers. A source name is `hls.name`,
// else the NameLoc of the op or argument (analysis::sourceName is the same rule
// for readers of IR).
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_TRANSFORMS_NAMES_H
#define TALOS_TRANSFORMS_NAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace talos {

/// A C identifier that resembles `name`: characters that C does not know become
/// '_', C++ keywords get a trailing '_', names that are reserved (leading or
/// double underscores) lose the underscores; `fallback` if nothing is left.
std::string toIdentifier(llvm::StringRef name, llvm::StringRef fallback);

/// `name`, or `name_2`, `name_3`, ... whichever is the first that `taken`
/// accepts as free.
std::string makeUnique(llvm::StringRef name,
                       llvm::function_ref<bool(llvm::StringRef)> taken);

/// Names every argument, allocation and loop of `func` that has no name, and
/// makes all names identifiers, unique as hls-prepare says. Names that already
/// hold are not changed.
void nameAll(mlir::func::FuncOp func);

/// The name of an argument or of a local array.
std::string nameOfArray(mlir::Value array);

/// The names that statements of the function have.
llvm::StringSet<> statementNames(mlir::func::FuncOp func);

/// The type of the array of that name; null if there is none.
mlir::MemRefType arrayType(mlir::func::FuncOp func, llvm::StringRef name);

} // namespace talos

#endif // TALOS_TRANSFORMS_NAMES_H
