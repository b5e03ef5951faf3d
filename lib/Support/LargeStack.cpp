//===- LargeStack.cpp - Room for deep recursion ---------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/LargeStack.h"
#include "talos/Support/Process.h"
#include <pthread.h>

using namespace talos;

/// Address space alone: pages that are not touched take no memory.
static constexpr size_t Largest = size_t(1) << 30;
/// Less than this the main thread has as well.
static constexpr size_t Smallest = size_t(1) << 24;

namespace {
struct Call {
  llvm::function_ref<int()> main;
  int result = 0;
};
} // namespace

static void *run(void *argument) {
  auto *call = static_cast<Call *>(argument);
  call->result = call->main();
  return nullptr;
}

int talos::runOnLargeStack(llvm::function_ref<int()> main) {
  Call call{main};
  for (size_t size = Largest; size >= Smallest; size /= 2) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
      break;
    pthread_t thread;
    bool started = pthread_attr_setstacksize(&attributes, size) == 0 &&
                   pthread_create(&thread, &attributes, run, &call) == 0;
    pthread_attr_destroy(&attributes);
    if (!started)
      continue;
    leaveAlarmsToOthers();
    pthread_join(thread, nullptr);
    return call.result;
  }
  return main();
}
