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

/// The least e with 2^e >= x.
inline int64_t log2Of(int64_t x) {
  return x <= 1 ? 0 : 64 - llvm::countl_zero(uint64_t(x) - 1);
}

/// What is no quotient is 0.
template <Op op> TALOS_INLINE inline int64_t quotient(int64_t x, int64_t y) {
  int64_t q = y > 0 ? floorOf(x, y) : 0;
  int64_t rest = int64_t(uint64_t(x) - uint64_t(q) * uint64_t(y));
  return op == Op::FloorDiv ? q : op == Op::CeilDiv ? q + (rest != 0) : rest;
}

/// Calls `f` with the operation of two operands (all but Select) on plain
/// numbers. It never traps: sums and products wrap, and what is not valid is
/// any number.
template <typename F> TALOS_INLINE inline void withOperation(Op op, F f) {
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
    return f(quotient<Op::FloorDiv>);
  case Op::CeilDiv:
    return f(quotient<Op::CeilDiv>);
  case Op::Mod:
    return f(quotient<Op::Mod>);
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
