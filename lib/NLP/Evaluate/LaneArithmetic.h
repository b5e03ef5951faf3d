//===- LaneArithmetic.h - Arithmetic for each processor ---------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_LANEARITHMETIC_H
#define TALOS_LIB_NLP_EVALUATE_LANEARITHMETIC_H

#include "NLP/Evaluate/Exact.h"
#include "NLP/Evaluate/LaneOps.h"
#include "llvm/ADT/bit.h"

#if defined(__x86_64__) && defined(__ELF__) && defined(__clang__)
#define TALOS_FOR_EACH_PROCESSOR                                               \
  __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define TALOS_FOR_EACH_PROCESSOR
#endif
/// Also into the code for a certain processor.
#define TALOS_INLINE __attribute__((always_inline))

namespace talos::nlp {

/// An operand with a stride known to the compiler.
template <unsigned Stride> struct View {
  const int64_t *lo, *hi;
  TALOS_INLINE Interval operator[](unsigned lane) const {
    return {lo[lane * Stride], hi[lane * Stride]};
  }
};

/// Calls f with the operand as a View of the stride that it has.
template <typename F>
TALOS_INLINE inline void withStride(const LaneOperand &x, F f) {
  if (x.stride)
    f(View<1>{x.lo, x.hi});
  else
    f(View<0>{x.lo, x.hi});
}

/// The same of the first two operands.
template <typename F>
TALOS_INLINE inline void withStrides(const LaneOperand (&x)[3], F f) {
  withStride(x[0], [&](auto a) TALOS_INLINE {
    withStride(x[1], [&](auto b) TALOS_INLINE { f(a, b); });
  });
}

/// Doubles of whole numbers below are exact.
constexpr int64_t ExactDouble = int64_t(1) << 52;

/// A quotient of two whole doubles below 2^52 is never rounded up to a whole
/// number, as it is further away from it than half a unit in the last place.
TALOS_INLINE inline int64_t floorOfDoubles(int64_t x, int64_t y) {
  constexpr int64_t bits = 0x4330000000000000; // of 2^52
  constexpr double shift = 4503599627370496.0; // 2^52
  auto toDouble = [](int64_t i) TALOS_INLINE {
    return llvm::bit_cast<double>(i | bits) - shift;
  };
  double quotient = toDouble(x) / toDouble(y);
  double nearest = (quotient + shift) - shift;
  double floor = nearest - (nearest > quotient ? 1.0 : 0.0);
  return llvm::bit_cast<int64_t>(floor + shift) ^ bits;
}

/// `floor`: of a quotient.
template <Op op, typename Floor>
TALOS_INLINE inline int64_t quotient(Floor floor, int64_t x, int64_t y) {
  int64_t q = floor(x, y);
  return op == Op::FloorDiv  ? q
         : op == Op::CeilDiv ? q + int64_t(q * y != x)
                             : x - q * y;
}

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_LANEARITHMETIC_H
