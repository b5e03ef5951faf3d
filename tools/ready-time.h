//===- ready-time.h - Numbers that know when they are ready -----*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// polybench-table.py compiles the C kernels with this type as their element:
// each number carries the cycle in which it is there at the earliest, however
// many operators there are and in whatever order the program runs. The latest
// of the results is the program's dependence chain.
//
// With TREES sums may be added in any order. Terms that are ready at t1, t2,
// ... cannot be summed before L log2(2^(t1/L) + 2^(t2/L) + ...), L the latency
// of an addition; this sum of powers is what a number carries, so that the
// bound holds across statements as well. Of a choice (`a < b ? a : b`) the
// chosen value counts alone. Memory costs nothing.
//
//===----------------------------------------------------------------------===//
#include "polybench.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>

static bool isCounting = false;

class Timed {
public:
  Timed() = default;
  Timed(double value) : value(value) {}

  friend Timed operator+(Timed a, Timed b) {
    return sum(a.value + b.value, a, b, IS_INTEGER ? ADD_INTEGER : ADD);
  }
  friend Timed operator-(Timed a, Timed b) {
    return sum(a.value - b.value, a, b, IS_INTEGER ? ADD_INTEGER : ADD);
  }
  friend Timed operator*(Timed a, Timed b) {
    return at(a.value * b.value, std::max(a.ready(), b.ready()) + MUL);
  }
  friend Timed operator/(Timed a, Timed b) {
    return at(a.value / b.value, std::max(a.ready(), b.ready()) + DIV);
  }
  Timed operator-() const {
    Timed negated = *this;
    negated.value = -value;
    return negated;
  }
  Timed &operator+=(Timed other) { return *this = *this + other; }
  Timed &operator-=(Timed other) { return *this = *this - other; }
  Timed &operator*=(Timed other) { return *this = *this * other; }
  Timed &operator/=(Timed other) { return *this = *this / other; }
  friend bool operator<(Timed a, Timed b) { return a.value < b.value; }
  friend bool operator<=(Timed a, Timed b) { return a.value <= b.value; }
  friend bool operator>(Timed a, Timed b) { return a.value > b.value; }
  friend bool operator>=(Timed a, Timed b) { return a.value >= b.value; }
  friend bool operator==(Timed a, Timed b) { return a.value == b.value; }

  static Timed function(double value, Timed a, double latency) {
    return at(value, a.ready() + latency);
  }
  double number() const { return value; }
  double ready() const {
#ifdef TREES
    return ADD * power;
#else
    return power;
#endif
  }

private:
  /// `power`: the cycle, or with TREES the logarithm of the sum of powers.
  static Timed at(double value, double cycle) {
    Timed result(value);
    if (isCounting)
#ifdef TREES
      result.power = cycle / ADD;
#else
      result.power = cycle;
#endif
    return result;
  }
  static Timed sum(double value, Timed a, Timed b, double latency) {
    Timed result(value);
    if (!isCounting)
      return result;
    double later = std::max(a.power, b.power);
#ifdef TREES
    if (!IS_INTEGER) {
      double apart = later - std::min(a.power, b.power);
      result.power = apart > 60 ? later : later + std::log2(1 + exp2(-apart));
      return result;
    }
    latency /= ADD;
#endif
    result.power = later + latency;
    return result;
  }

  double value = 0, power = 0;
};

static double chain = 0;

static void latest(const void *data, unsigned long size) {
  const Timed *numbers = static_cast<const Timed *>(data);
  for (unsigned long i = 0; i < size / sizeof(Timed); ++i)
    chain = std::max(chain, numbers[i].ready());
}

/// Prints the chain so far; the last line is that of all results.
#define print_bytes(name, data, size)                                          \
  (latest(data, size), std::printf("%.0f\n", std::floor(chain)))

#undef DATA_TYPE
#undef SQRT
#undef EXP
#undef POW
#define DATA_TYPE Timed
#define SQRT(x) Timed::function(std::sqrt((x).number()), x, FUNCTION_SQRT)
#define EXP(x) Timed::function(std::exp(Timed(x).number()), x, FUNCTION_EXP)
#define POW(x, y)                                                              \
  Timed::function(std::pow(Timed(x).number(), Timed(y).number()), y,           \
                  FUNCTION_POW)
