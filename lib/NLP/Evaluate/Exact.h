//===- Exact.h - Arithmetic on many points ----------------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_EXACT_H
#define TALOS_LIB_NLP_EVALUATE_EXACT_H

#include "llvm/ADT/bit.h"
#include <cstdint>

namespace talos::nlp {

/// x / y rounded down, for y > 0. Division of few bits takes less time.
inline int64_t floorOf(int64_t x, int64_t y) {
  if (uint64_t(x | y) >> 32 == 0)
    return uint32_t(x) / uint32_t(y);
  return x / y - (x % y < 0);
}

/// x / y rounded up, for y > 0.
inline int64_t ceilOf(int64_t x, int64_t y) {
  int64_t floor = floorOf(x, y);
  return floor + (floor * y != x);
}

/// The least e with 2^e >= x.
inline int64_t log2Of(int64_t x) {
  return x <= 1 ? 0 : 64 - llvm::countl_zero(uint64_t(x) - 1);
}

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_EXACT_H
