//===- TextBlocks.h - Fixed parts of the emitted files ----------*- C++ -*-===//
//
// Part of the Talos Project, under the Apache License v2.0 with LLVM
// Exceptions. See the LICENSE file for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TALOS_LIB_EMIT_KERNEL_TEXTBLOCKS_H
#define TALOS_LIB_EMIT_KERNEL_TEXTBLOCKS_H

#include "llvm/ADT/StringRef.h"

namespace talos::emit {

inline constexpr llvm::StringLiteral labelsBlock = R"(
// Labels name the loops in the tool's reports; no goto uses them.
#if defined(__GNUC__) && !defined(__SYNTHESIS__)
#pragma GCC diagnostic ignored "-Wunused-label"
#endif
)";

inline constexpr llvm::StringLiteral largeBuffersBlock = R"(
// Together the local arrays would overflow a common stack in C simulation.
#ifdef __SYNTHESIS__
#define TALOS_LARGE
#else
#define TALOS_LARGE static
#endif
)";

inline constexpr llvm::StringLiteral integerDivisionBlock = R"(
// Integer division that rounds down or up, and the rest of rounding down.
template <typename T> static inline T floor_div(T a, T b) {
  return T(a / b - (a % b != 0 && (a < 0) != (b < 0)));
}
template <typename T> static inline T ceil_div(T a, T b) {
  return T(a / b + (a % b != 0 && (a < 0) == (b < 0)));
}
template <typename T> static inline T floor_mod(T a, T b) {
  return T(a - floor_div(a, b) * b);
}
)";

inline constexpr llvm::StringLiteral floatExtremaBlock = R"(
// IEEE 754-2019 maximum and minimum: NaN if an operand is, -0 below +0.
template <typename T> static inline T float_maximum(T a, T b) {
  if (std::isnan(a) || a > b)
    return a;
  return a == b && std::signbit(b) ? a : b;
}
template <typename T> static inline T float_minimum(T a, T b) {
  if (std::isnan(a) || a < b)
    return a;
  return a == b && std::signbit(a) ? a : b;
}
)";

inline constexpr llvm::StringLiteral testbenchBlock = R"(
// A linear congruential generator with fixed seed (constants of MMIX).
static uint64_t random_state = 2026;
static uint32_t random_bits() {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return uint32_t(random_state >> 40); // 24 bits
}
// Floating-point inputs lie in [0.5, 1.5], integers in 1 ... 9.
template <typename T> static T next_input() { return T(1 + random_bits() % 9); }
template <> inline bool next_input<bool>() { return random_bits() % 2 != 0; }
template <> inline float next_input<float>() {
  return float(0.5 + random_bits() / 16777216.0);
}
template <> inline double next_input<double>() {
  return 0.5 + random_bits() / 16777216.0;
}

// Bit for bit, or with TALOS_TOLERANCE the largest difference relative to the
// largest expected magnitude. NaN fails; where the program itself
// yields it, or overflows, both must, but not in all elements.
template <typename T>
static bool compare(const char *name, const T *expected, const T *actual,
                    long size) {
  double error = 0, magnitude = 0;
  long different = 0, invalid = 0, silent = 0;
  for (long i = 0; i < size; ++i) {
    if (std::memcmp(&expected[i], &actual[i], sizeof(T)) != 0)
      ++different;
    else if (!std::isfinite(double(expected[i]))) {
      ++silent;
      continue;
    }
    const double difference =
        std::fabs(double(actual[i]) - double(expected[i]));
    if (!(difference <= DBL_MAX)) {
      ++invalid;
      continue;
    }
    error = difference > error ? difference : error;
    const double size_of = std::fabs(double(expected[i]));
    magnitude = size_of > magnitude ? size_of : magnitude;
  }
  if (silent == size) // shows nothing
    invalid = size;
  const double relative = magnitude > 0 ? error / magnitude : error;
#ifdef TALOS_TOLERANCE
  const bool pass = invalid == 0 && relative <= double(TALOS_TOLERANCE);
#else
  const bool pass = invalid == 0 && different == 0;
#endif
  std::printf("%s: %ld of %ld elements differ, %ld NaN or infinite, "
              "largest relative error %.3g\n",
              name, different, size, invalid, relative);
  return pass;
}
)";

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_TEXTBLOCKS_H
