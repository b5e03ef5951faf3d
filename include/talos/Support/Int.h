//===- Int.h - Exact integers with overflow detection -----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM Exceptions.
// See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycles, words, bits and resources are exact. `Int` is a 64-bit integer that
// remembers an overflow or a division by zero instead of wrapping: the result
// of every operation on an invalid Int is invalid, and the caller checks once,
// at the end. The free functions are the vocabulary of the cost rules; NLP
// expressions have the same ones, so that a rule is written once for both.
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_SUPPORT_INT_H
#define TALOS_SUPPORT_INT_H

#include <cstdint>
#include <numeric>

namespace talos {

class Int {
public:
  constexpr Int(int64_t v = 0) : number(v) {}

  static constexpr Int invalid() {
    Int result;
    result.ok = false;
    return result;
  }

  constexpr bool isValid() const { return ok; }
  /// The number; meaningless unless isValid().
  constexpr int64_t value() const { return number; }

  friend Int operator+(Int a, Int b) {
    Int r;
    r.ok =
        a.ok && b.ok && !__builtin_add_overflow(a.number, b.number, &r.number);
    return r;
  }
  friend Int operator-(Int a, Int b) {
    Int r;
    r.ok =
        a.ok && b.ok && !__builtin_sub_overflow(a.number, b.number, &r.number);
    return r;
  }
  friend Int operator*(Int a, Int b) {
    Int r;
    r.ok =
        a.ok && b.ok && !__builtin_mul_overflow(a.number, b.number, &r.number);
    return r;
  }
  friend bool operator==(Int a, Int b) {
    return a.ok == b.ok && (!a.ok || a.number == b.number);
  }
  friend bool operator!=(Int a, Int b) { return !(a == b); }

private:
  int64_t number;
  bool ok = true;
};

/// Quotient rounded down; b > 0.
inline Int floorDiv(Int a, Int b) {
  if (!a.isValid() || !b.isValid() || b.value() <= 0)
    return Int::invalid();
  int64_t q = a.value() / b.value();
  return Int(q - (a.value() % b.value() < 0));
}
/// Quotient rounded up; b > 0.
inline Int ceilDiv(Int a, Int b) {
  if (!a.isValid() || !b.isValid() || b.value() <= 0)
    return Int::invalid();
  int64_t q = a.value() / b.value();
  return Int(q + (a.value() % b.value() > 0));
}
/// Non-negative remainder; b > 0.
inline Int mod(Int a, Int b) { return a - floorDiv(a, b) * b; }
/// Greatest common divisor; a, b > 0.
inline Int gcd(Int a, Int b) {
  if (!a.isValid() || !b.isValid() || a.value() <= 0 || b.value() <= 0)
    return Int::invalid();
  return Int(std::gcd(a.value(), b.value()));
}
inline Int min(Int a, Int b) {
  if (!a.isValid() || !b.isValid())
    return Int::invalid();
  return a.value() < b.value() ? a : b;
}
inline Int max(Int a, Int b) {
  if (!a.isValid() || !b.isValid())
    return Int::invalid();
  return a.value() < b.value() ? b : a;
}
/// 1 if a <= b, else 0.
inline Int le(Int a, Int b) {
  if (!a.isValid() || !b.isValid())
    return Int::invalid();
  return Int(a.value() <= b.value());
}
/// 1 if a == b, else 0.
inline Int eq(Int a, Int b) {
  if (!a.isValid() || !b.isValid())
    return Int::invalid();
  return Int(a.value() == b.value());
}
/// a if condition is not 0, else b.
inline Int select(Int condition, Int a, Int b) {
  if (!condition.isValid())
    return Int::invalid();
  return condition.value() != 0 ? a : b;
}
/// The least e with 2^e >= a; a > 0. For a >= 1 it is also the number of bits
/// that hold 0..a-1.
inline Int ceilLog2(Int a) {
  if (!a.isValid() || a.value() <= 0)
    return Int::invalid();
  int64_t e = 0;
  while (uint64_t(1) << e < uint64_t(a.value())) // at most 2^63
    ++e;
  return Int(e);
}

} // namespace talos

#endif // TALOS_SUPPORT_INT_H
