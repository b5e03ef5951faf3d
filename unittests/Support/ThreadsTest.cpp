//===- ThreadsTest.cpp - Loops on several threads -------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/Threads.h"
#include "gtest/gtest.h"
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace talos;

namespace {

/// Where two threads meet.
class Meeting {
public:
  /// False: the other one did not come.
  bool wait() {
    std::unique_lock<std::mutex> lock(guard);
    ++arrived;
    changed.notify_all();
    return changed.wait_for(lock, std::chrono::seconds(60),
                            [&] { return arrived == 2; });
  }

private:
  std::mutex guard;
  std::condition_variable changed;
  int arrived = 0;
};

} // namespace

TEST(Threads, EachNumberIsTakenOnceAlsoInLoopsWithinLoops) {
  for (unsigned threads : {0, 1, 2, 5}) {
    Workers workers(threads);
    std::atomic<int> calls[7][11] = {};
    std::atomic<unsigned> working = 0, most = 0;
    workers.forEach(7, [&](size_t i) {
      workers.forEach(11, [&](size_t k) {
        unsigned now = ++working, seen = most;
        while (seen < now && !most.compare_exchange_weak(seen, now))
          ;
        ++calls[i][k];
        std::this_thread::sleep_for(std::chrono::microseconds(200));
        --working;
      });
    });
    for (auto &row : calls)
      for (std::atomic<int> &count : row)
        EXPECT_EQ(count, 1);
    EXPECT_LE(most, workers.count());
  }
}

TEST(Threads, OneThreadIsTheCallers) {
  Workers workers(1);
  EXPECT_EQ(workers.count(), 1u);
  std::thread::id own = std::this_thread::get_id();
  workers.forEach(3,
                  [&](size_t) { EXPECT_EQ(std::this_thread::get_id(), own); });
}

/// Either of the two items may end first; the other one is not left alone.
TEST(Threads, WhoeverIsDoneHelpsWithALoopInside) {
  for (size_t longer : {0, 1}) {
    Workers workers(2);
    Meeting begun, inside;
    workers.forEach(2, [&](size_t i) {
      EXPECT_TRUE(begun.wait());
      if (i == longer)
        workers.forEach(2, [&](size_t) { EXPECT_TRUE(inside.wait()); });
    });
  }
}
