//===- LargeStack.h - Room for deep recursion -------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_LARGESTACK_H
#define TALOS_SUPPORT_LARGESTACK_H

#include "llvm/ADT/STLFunctionalExtras.h"

namespace talos {

/// Calls `main` on a thread whose stack has 1 GiB of address space, or as much
/// as the system gives, and returns what it returns. Parsers of MLIR, C and
/// JSON recurse once a bracket, walks over expressions once an operation.
int runOnLargeStack(llvm::function_ref<int()> main);

} // namespace talos

#endif // TALOS_SUPPORT_LARGESTACK_H
