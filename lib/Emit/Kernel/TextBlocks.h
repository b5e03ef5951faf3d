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

inline constexpr llvm::StringLiteral processStateBlock = R"(
// What a process keeps was set in an iteration before; g++ cannot see it.
#if defined(__GNUC__) && !defined(__clang__) && !defined(__SYNTHESIS__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
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

inline constexpr llvm::StringLiteral placesBlock =
    R"(// Memory holds these arrays box by box, of every box each port a beat, or
// block by block, each port one.
struct Place {
  long port, at;
};
)";

inline constexpr llvm::StringLiteral boxesBlock =
    R"(static Place place_of(long element, int rank, const long *extents,
                      const long *lanes, long beat) {
  long box = 0, boxes = 1, lane = 0, all = 1;
  for (int d = rank - 1; d >= 0; --d) {
    const long index = element % extents[d];
    element /= extents[d];
    box += index / lanes[d] * boxes;
    boxes *= (extents[d] + lanes[d] - 1) / lanes[d];
    lane += index % lanes[d] * all;
    all *= lanes[d];
  }
  return {lane / beat, box * beat + lane % beat};
}
)";

inline constexpr llvm::StringLiteral tilesBlock =
    R"(// Tile by tile, and in each of them box by box.
static Place place_of_in_tiles(long element, int rank, const long *extents,
                               const long *tiles, const long *lanes,
                               long beat) {
  long tile = 0, all_tiles = 1, box = 0, boxes = 1, lane = 0, all = 1;
  for (int d = rank - 1; d >= 0; --d) {
    const long index = element % extents[d], in_tile = index % tiles[d];
    element /= extents[d];
    tile += index / tiles[d] * all_tiles;
    all_tiles *= (extents[d] + tiles[d] - 1) / tiles[d];
    box += in_tile / lanes[d] * boxes;
    boxes *= (tiles[d] + lanes[d] - 1) / lanes[d];
    lane += in_tile % lanes[d] * all;
    all *= lanes[d];
  }
  return {lane / beat, (tile * boxes + box) * beat + lane % beat};
}
)";

inline constexpr llvm::StringLiteral testbenchBlock = R"(
// A linear congruential generator with fixed seed (constants of MMIX).
static uint64_t random_state = 2026;
static uint32_t random_bits() {
  random_state = random_state * 6364136223846793005ULL + 1442695040888963407ULL;
  return uint32_t(random_state >> 40); // 24 bits
}
static bool random_bool() { return random_bits() % 2 != 0; }

// The sets of inputs, one after the other.
enum InputSet { program_set, bounded_set, dominant_set, signed_set, full_set };

// Values of a floating-point type; `bounded` ones lie in [0.5, 1.5].
template <typename T, bool Floating = std::is_floating_point<T>::value>
struct Inputs {
  static T bounded() { return T(0.5 + random_bits() / 16777216.0); }
  static T negated(T value) { return random_bool() ? -value : value; }
  // Both zeros, denormal numbers, and numbers in [-1.5, 1.5]; its ends are
  // frequent, so that extrema are met more than once.
  static T with_sign() {
    switch (random_bits() % 8) {
    case 0:
      return negated(T(0));
    case 1:
      return negated(std::numeric_limits<T>::denorm_min() *
                     T(1 + random_bits() % 1000));
    case 2:
      return negated(T(1.5));
    default:
      return negated(T(1.5 * (random_bits() / 16777216.0)));
    }
  }
  // Also large and small numbers, of which sums of products of four are finite,
  // and seldom the largest number, which leads to infinities and NaN.
  static T full_range() {
    const int exponent = std::numeric_limits<T>::max_exponent / 4 - 4;
    if (random_bits() % 256 == 0)
      return negated(std::numeric_limits<T>::max());
    switch (random_bits() % 4) {
    case 0:
      return negated(std::ldexp(bounded(), exponent));
    case 1:
      return negated(std::ldexp(bounded(), -exponent));
    default:
      return with_sign();
    }
  }
};
// Integers; `bounded` ones are 1 ... 9.
template <typename T> struct Inputs<T, false> {
  static T bounded() { return T(1 + random_bits() % 9); }
  static T with_sign() { return T(int64_t(random_bits() % 19) - 9); }
  static T full_range() {
    switch (random_bits() % 8) {
    case 0:
      return std::numeric_limits<T>::min();
    case 1:
      return std::numeric_limits<T>::max();
    case 2:
      return with_sign();
    default:
      return T(uint64_t(random_bits()) << 40 ^ uint64_t(random_bits()) << 20 ^
               random_bits());
    }
  }
};
template <> struct Inputs<bool, false> {
  static bool bounded() { return random_bool(); }
  static bool with_sign() { return random_bool(); }
  static bool full_range() { return random_bool(); }
};
template <typename T> static void fill(T *values, long size, InputSet set) {
  for (long i = 0; i < size; ++i)
    values[i] = set == signed_set ? Inputs<T>::with_sign()
                : set == full_set ? Inputs<T>::full_range()
                                  : Inputs<T>::bounded();
}
// A `bool` of the source program is a byte that is 0 or 1.
template <typename T> static void fill_bools(T *values, long size) {
  for (long i = 0; i < size; ++i)
    values[i] = T(random_bool());
}
// No factor that hides what it is multiplied by.
template <typename T> static void fill_scalar(T &value, InputSet set) {
  do
    fill(&value, 1, set);
  while (set == signed_set && std::fabs(double(value)) < 0.25);
}
// Makes the last two dimensions of a square array diagonally dominant, so that
// factorisations stay finite.
template <typename T>
static void dominate(T *values, long size, long extent, InputSet set) {
  for (long i = 0; i < size; ++i)
    if (set == dominant_set && i / extent % extent == i % extent)
      values[i] += T(2 * extent);
}

// Bit for bit, or with TALOS_TOLERANCE the largest difference relative to the
// largest expected magnitude. NaN or infinity on one side fails. Where both
// sides have it, the element shows nothing; `shown` is the largest number of
// others in any set.
template <typename T>
static bool compare(const char *name, const T *expected, const T *actual,
                    long size, long &shown) {
  double error = 0, magnitude = 0;
  long different = 0, invalid = 0, silent = 0;
  for (long i = 0; i < size; ++i) {
    const double left = double(expected[i]), right = double(actual[i]);
    const bool same = std::memcmp(&expected[i], &actual[i], sizeof(T)) == 0;
    if ((std::isnan(left) && std::isnan(right)) || // of any sign and payload
        (same && !std::isfinite(left))) {
      ++silent;
      continue;
    }
    if (!same)
      ++different;
    const double difference = std::fabs(right - left);
    if (!(difference <= DBL_MAX)) {
      ++invalid;
      continue;
    }
    error = difference > error ? difference : error;
    magnitude = std::fabs(left) > magnitude ? std::fabs(left) : magnitude;
  }
  const double relative = magnitude > 0 ? error / magnitude : error;
#ifdef TALOS_TOLERANCE
  const bool pass = invalid == 0 && relative <= double(TALOS_TOLERANCE);
#else
  const bool pass = invalid == 0 && different == 0;
#endif
  if (pass && size - silent > shown)
    shown = size - silent;
  std::printf("%s: %ld of %ld elements differ, NaN or infinite %ld on one side "
              "and %ld on both, largest relative error %.3g\n",
              name, different, size, invalid, silent, relative);
  return pass;
}
#ifdef TALOS_TOLERANCE
// Where a sum in another order is further off than that, the inputs may be such
// that rounding alone moves the result: the source program then runs with each
// input rounded up, down, or not at all, and an element may differ by so many
// times what that changes in it. Of values that are rounding alone, a run moves
// about one in 32 by less than 1/32 of their size: all runs, one in 32^8.
static const int rounded_runs = 8, rounded_times = 32;
template <typename T, bool Floating = std::is_floating_point<T>::value>
struct Rounded {
  static T of(T value) {
    const T limit = std::numeric_limits<T>::infinity();
    const uint32_t way = random_bits() % 3;
    return value == T(0) || way == 2 ? value
                                     : std::nextafter(value, way ? limit : -limit);
  }
};
template <typename T> struct Rounded<T, false> {
  static T of(T value) { return value; }
};
template <typename T>
static void round_inputs(const T *from, T *to, long size, bool steers) {
  for (long i = 0; i < size; ++i)
    to[i] = steers ? from[i] : Rounded<T>::of(from[i]);
}
template <typename T>
static void add_change(const T *result, const T *rounded, double *change,
                       long size) {
  for (long i = 0; i < size; ++i) {
    const double moved = std::fabs(double(rounded[i]) - double(result[i]));
    change[i] = moved > change[i] ? moved : change[i];
  }
}
// Elements that rounding moves further than the limit show nothing.
template <typename T>
static bool is_rounding(const char *name, const T *expected, const T *actual,
                        const double *change, long size, long &shown) {
  double magnitude = 0;
  long moved = 0, wrong = 0;
  for (long i = 0; i < size; ++i)
    if (std::fabs(double(expected[i])) > magnitude)
      magnitude = std::fabs(double(expected[i]));
  const double limit =
      magnitude > 0 ? magnitude * double(TALOS_TOLERANCE) : double(TALOS_TOLERANCE);
  for (long i = 0; i < size; ++i) {
    const double most = rounded_times * change[i];
    const double difference = std::fabs(double(actual[i]) - double(expected[i]));
    moved += most > limit;
    wrong += !(difference <= (most > limit ? most : limit)) &&
             !(std::isnan(double(actual[i])) && std::isnan(double(expected[i])));
  }
  if (wrong == 0 && size - moved > shown)
    shown = size - moved;
  if (moved + wrong > 0)
    std::printf("%s: %d times what rounding the inputs changes is more than the "
                "limit for %ld of %ld elements; %ld differ by more than both\n",
                name, rounded_times, moved, size, wrong);
  return wrong == 0;
}
#endif
// An array that is NaN or infinite, or moved by rounding, with every set of
// inputs shows nothing.
static inline bool proves(const char *name, long shown, long size) {
  if (shown < size)
#ifdef TALOS_TOLERANCE
    std::printf("%s: %ld of %ld elements were wrong, moved by rounding, or NaN "
                "or infinite on both sides with every set of inputs\n",
                name, size - shown, size);
#else
    std::printf("%s: %ld of %ld elements were NaN or infinite on both sides "
                "with every set of inputs\n",
                name, size - shown, size);
#endif
  return shown > 0;
}
)";

inline constexpr llvm::StringLiteral reportRunBlock = R"(
// `bytes`: every array once in each direction in which the kernel moves it.
static void report_run(double seconds, double bytes) {
  std::printf("kernel: %.3f ms, %.3f GB/s\n", 1e3 * seconds,
              bytes / seconds / 1e9);
}
)";

inline constexpr llvm::StringLiteral hostMainBlock = R"(
int main(int count, char **arguments) {
  char *end = nullptr;
  const unsigned long index =
      count == 3 ? std::strtoul(arguments[2], &end, 10) : 0;
  if (count < 2 || count > 3 || (end && (end == arguments[2] || *end))) {
    std::fprintf(stderr, "usage: %s XCLBIN [DEVICE]\n"
                         "DEVICE is the number of the card, 0 by default\n",
                 arguments[0]);
    return 2;
  }
  try {
    Card first(arguments[1], unsigned(index));
    card = &first;
    return test_all() ? 0 : 1;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s: %s\n", arguments[0], error.what());
    return 3;
  }
}
)";

} // namespace talos::emit

#endif // TALOS_LIB_EMIT_KERNEL_TEXTBLOCKS_H
