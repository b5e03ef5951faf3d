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

/// A loop, which a thread may come to when it is over already.
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

class Workers::Pool : public llvm::DefaultThreadPool {
  using llvm::DefaultThreadPool::DefaultThreadPool;
};

Workers::Workers(unsigned wanted)
    : threads(std::max(
          1u, llvm::hardware_concurrency(wanted).compute_thread_count())) {
  if (threads > 1)
    pool = std::make_unique<Pool>(llvm::hardware_concurrency(threads));
}

Workers::~Workers() = default;

void Workers::forEach(size_t count, llvm::function_ref<void(size_t)> f) {
  if (!pool || count < 2) {
    for (size_t i = 0; i < count; ++i)
      f(i);
    return;
  }
  auto loop = std::make_shared<Loop>(count, f);
  // A thread of its own takes part; another one only waits, so that no more
  // than wanted work, and none of these waits for the last item.
  size_t others = std::min<size_t>(threads, count);
  bool takesPart = pool->isWorkerThread();
  for (size_t i = takesPart; i < others; ++i)
    pool->async([loop] { loop->work(); });
  if (takesPart)
    loop->work();
  loop->wait();
}
