//===- FreedMemory.cpp - Memory that was freed ----------------------------===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "talos/Support/FreedMemory.h"
#include <cstdlib> // for __GLIBC__
#ifdef __GLIBC__
#include <malloc.h>
#endif

void talos::giveBackLargeBlocks() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

void talos::giveBackFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(/*pad=*/0);
#endif
}
