//===- Threads.cpp - One function on several threads ----------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/Support/Threads.h"
#include "llvm/Support/ThreadPool.h"

using namespace talos;

void talos::forEachOnThreads(unsigned threads, size_t count,
                             llvm::function_ref<void(size_t)> f) {
  if (threads == 1 || count < 2) {
    for (size_t i = 0; i < count; ++i)
      f(i);
    return;
  }
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(threads));
  for (size_t i = 0; i < count; ++i)
    pool.async([&f, i] { f(i); });
  pool.wait();
}
