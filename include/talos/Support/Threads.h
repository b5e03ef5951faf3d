//===- Threads.h - One function on several threads --------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_THREADS_H
#define TALOS_SUPPORT_THREADS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>

namespace talos {

/// Calls f(0) ... f(count - 1), which must not depend on each other, on so many
/// threads; 0: one a core. Returns when all are done.
void forEachOnThreads(unsigned threads, size_t count,
                      llvm::function_ref<void(size_t)> f);

} // namespace talos

#endif // TALOS_SUPPORT_THREADS_H
