/*===- polybench.c - What programs of PolyBench call beside their kernel ----===
 *
 * Part of the Talos Project, under the Apache License v2.0 with LLVM
 * Exceptions. See the LICENSE file for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===
 *
 * An initialisation that C simulation calls may allocate and measure. The
 * definitions are weak: a program that brings its own keeps it.
 */
#include <stdlib.h>

#define WEAK __attribute__((weak))

WEAK void *polybench_alloc_data(unsigned long long count, int size) {
  void *data = calloc(count, (size_t)size);
  if (!data)
    abort();
  return data;
}
WEAK void polybench_free_data(void *data) { free(data); }
WEAK void polybench_flush_cache(void) {}
WEAK void polybench_prepare_instruments(void) {}
WEAK void polybench_timer_start(void) {}
WEAK void polybench_timer_stop(void) {}
WEAK void polybench_timer_print(void) {}
