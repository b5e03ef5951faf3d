//===- Threads.cpp - Loops on several threads -----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "talos/Support/Threads.h"
#include "llvm/Support/ThreadPool.h"
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

using namespace talos;

namespace {

/// A loop, which a helper may come to when it is over already.
class Loop {
public:
  Loop(size_t count, llvm::function_ref<void(size_t)> f)
      : count(count), left(count), f(f) {}

  /// Takes what nobody else has taken.
  void work() {
    for (size_t i = next++; i < count; i = next++) {
      f(i);
      std::lock_guard<std::mutex> guard(mutex);
      if (--left == 0)
        isOver.notify_all();
    }
  }

  void wait() {
    std::unique_lock<std::mutex> lock(mutex);
    isOver.wait(lock, [&] { return left == 0; });
  }

private:
  const size_t count;
  std::atomic<size_t> next = 0;
  size_t left; ///< that are not done
  std::mutex mutex;
  std::condition_variable isOver;
  llvm::function_ref<void(size_t)> f;
};

} // namespace

Workers::Workers(unsigned wanted)
    : threads(std::max(
          1u, llvm::hardware_concurrency(wanted).compute_thread_count())) {
  if (threads > 1)
    helpers = std::make_unique<llvm::DefaultThreadPool>(
        llvm::hardware_concurrency(threads - 1));
}

Workers::~Workers() = default;

void Workers::forEach(size_t count, llvm::function_ref<void(size_t)> f) {
  if (!helpers || count < 2) {
    for (size_t i = 0; i < count; ++i)
      f(i);
    return;
  }
  auto loop = std::make_shared<Loop>(count, f);
  for (size_t i = 1; i < std::min<size_t>(threads, count); ++i)
    helpers->async([loop] { loop->work(); });
  loop->work();
  loop->wait();
}
