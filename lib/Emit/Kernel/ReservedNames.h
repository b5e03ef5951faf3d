//===- ReservedNames.h - Names that emitted code cannot have ----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_RESERVEDNAMES_H
#define TALOS_LIB_EMIT_KERNEL_RESERVEDNAMES_H

#include "llvm/ADT/StringRef.h"

namespace talos::emit {

/// Keywords and alternative tokens of C++14 to C++20, namespaces of the tool's
/// headers, and macros of the standard headers: no identifier at all.
bool isReservedName(llvm::StringRef name);

/// What emitted text itself uses at global scope.
bool isEmittedName(llvm::StringRef name);

/// Functions of the C library and of POSIX, and types of the tool's headers at
/// global scope: no function with C linkage.
bool isLibraryFunction(llvm::StringRef name);

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_RESERVEDNAMES_H
