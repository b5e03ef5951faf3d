//===- Nesting.h - How deep brackets are nested -----------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_NESTING_H
#define TALOS_SUPPORT_NESTING_H

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace talos {

/// Brackets of any kind that may be open at once in a file that is read by
/// recursion: no file that somebody means needs a hundredth of them.
constexpr unsigned maxNesting = 1000;

/// An error with line and column, from 1, where more brackets ( [ { are open
/// than maxNesting. What stands in double quotes does not count.
llvm::Error checkNesting(llvm::StringRef text);

/// As llvm::json::parse; an error also where checkNesting has one.
llvm::Expected<llvm::json::Value> parseJson(llvm::StringRef text);

} // namespace talos

#endif // TALOS_SUPPORT_NESTING_H
