//===- Threads.h - Loops on several threads ---------------------*- C++ -*-===//
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
#include <memory>

namespace talos {

/// Threads that loops share, also loops within loops: one that has nothing to
/// do helps where something is left.
class Workers {
public:
  /// 0: one a core.
  explicit Workers(unsigned threads);
  ~Workers();

  unsigned count() const { return threads; }

  /// Calls f(0) ... f(count - 1), which must not depend on each other. Returns
  /// when all are done.
  void forEach(size_t count, llvm::function_ref<void(size_t)> f);

private:
  class Pool;
  unsigned threads;
  std::unique_ptr<Pool> pool; ///< none: one thread
};

} // namespace talos

#endif // TALOS_SUPPORT_THREADS_H
