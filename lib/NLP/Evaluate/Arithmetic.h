//===- Arithmetic.h - Operations on plain numbers ---------------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations without checks, for numbers of which it is known that nothing
// can fail. They are inlined into loops that the compiler can vectorise, for
// each kind of processor.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_NLP_EVALUATE_ARITHMETIC_H
#define TALOS_LIB_NLP_EVALUATE_ARITHMETIC_H

#include "talos/NLP/Model.h"
#include "llvm/ADT/bit.h"
#include <numeric>

#if defined(__x86_64__) && defined(__ELF__) && defined(__clang__)
#define TALOS_FOR_EACH_PROCESSOR                                               \
  __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define TALOS_FOR_EACH_PROCESSOR
#endif
/// Also into the code for a certain processor.
#define TALOS_INLINE __attribute__((always_inline))

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

/// Divides whole numbers; what is no quotient is 0.
struct DivideIntegers {
  TALOS_INLINE int64_t operator()(int64_t x, int64_t y) const {
    return y > 0 ? floorOf(x, y) : 0;
  }
};
/// Divides 0 <= x < ExactDouble by 1 <= y < ExactDouble, in vectors.
struct DivideDoubles {
  TALOS_INLINE int64_t operator()(int64_t x, int64_t y) const {
    return floorOfDoubles(x, y);
  }
};

/// Calls `f` with the operation of two operands (all but Select) on plain
/// numbers. It never traps: sums and products wrap, and what is not valid is
/// any number.
template <typename Floor, typename F>
TALOS_INLINE inline void withOperation(Op op, Floor floor, F f) {
  using I = int64_t;
  using U = uint64_t;
  switch (op) {
  case Op::Add:
    return f([](I x, I y) TALOS_INLINE { return I(U(x) + U(y)); });
  case Op::Sub:
    return f([](I x, I y) TALOS_INLINE { return I(U(x) - U(y)); });
  case Op::Mul:
    return f([](I x, I y) TALOS_INLINE { return I(U(x) * U(y)); });
  case Op::FloorDiv:
    return f([=](I x, I y)
                 TALOS_INLINE { return quotient<Op::FloorDiv>(floor, x, y); });
  case Op::CeilDiv:
    return f([=](I x, I y)
                 TALOS_INLINE { return quotient<Op::CeilDiv>(floor, x, y); });
  case Op::Mod:
    return f([=](I x, I y)
                 TALOS_INLINE { return quotient<Op::Mod>(floor, x, y); });
  case Op::Gcd:
    return f([](I x, I y) { return x > 0 && y > 0 ? std::gcd(x, y) : 0; });
  case Op::Min:
    return f([](I x, I y) TALOS_INLINE { return x < y ? x : y; });
  case Op::Max:
    return f([](I x, I y) TALOS_INLINE { return x < y ? y : x; });
  case Op::Le:
    return f([](I x, I y) TALOS_INLINE { return I(x <= y); });
  case Op::Eq:
    return f([](I x, I y) TALOS_INLINE { return I(x == y); });
  case Op::CeilLog2:
    return f([](I x, I) TALOS_INLINE { return log2Of(x); });
  case Op::Select:
  case Op::Constant:
  case Op::Variable:
    return;
  }
}

} // namespace talos::nlp

#endif // TALOS_LIB_NLP_EVALUATE_ARITHMETIC_H
