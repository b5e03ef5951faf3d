// gemm: testbench; returns 0 only if the kernel agrees with the source
// program. Define TALOS_TOLERANCE to allow a relative error.
#include "gemm.h"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <type_traits>

extern "C" void gemm_reference(
    float alpha,
    float beta,
    float C[20][25],
    const float A[20][30],
    const float B[30][25]);
#ifdef TALOS_OWN_INIT // the source program sets its inputs itself
extern "C" void gemm_init(void *, void *, void *, void *, void *);
#endif

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

static float alpha_input;
static float beta_input;
static float C_expected[20][25];
static float C_actual[500];
static long C_shown = 0;
static float A_expected[20][30];
static float B_expected[30][25];
#ifdef TALOS_TOLERANCE
static float alpha_start[1];
static float beta_start[1];
static float C_start[500];
static float C_result[500];
static double C_change[500];
static float A_start[600];
static float B_start[750];
#endif

// How the kernel's ports hold the arrays, and back.
static void pack_C(const float *array, float *port) {
  for (long i = 0; i < 500; ++i)
    port[i] = array[i];
}
static void unpack_C(const float *port, float *array) {
  for (long i = 0; i < 500; ++i)
    array[i] = port[i];
}
static void pack_A(const float *array, float *port) {
  for (long i = 0; i < 600; ++i)
    port[i] = array[i];
}
static void pack_B(const float *array, float *port) {
  for (long i = 0; i < 750; ++i)
    port[i] = array[i];
}

static float C_kernel[500];
static hls::vector<float, 2> A_kernel[300];
static float B_kernel[750];

static void run_kernel() {
  pack_C(reinterpret_cast<float *>(C_expected), reinterpret_cast<float *>(C_kernel));
  pack_A(reinterpret_cast<float *>(A_expected), reinterpret_cast<float *>(A_kernel));
  pack_B(reinterpret_cast<float *>(B_expected), reinterpret_cast<float *>(B_kernel));
  gemm(alpha_input, beta_input, C_kernel, A_kernel, B_kernel);
  unpack_C(reinterpret_cast<float *>(C_kernel), C_actual);
}

#ifdef TALOS_TOLERANCE
static void keep_inputs() {
  std::memcpy(alpha_start, &alpha_input, sizeof(float) * 1);
  std::memcpy(beta_start, &beta_input, sizeof(float) * 1);
  std::memcpy(C_start, reinterpret_cast<float *>(C_expected), sizeof(float) * 500);
  std::memcpy(A_start, reinterpret_cast<float *>(A_expected), sizeof(float) * 600);
  std::memcpy(B_start, reinterpret_cast<float *>(B_expected), sizeof(float) * 750);
}

static bool explained_by_rounding() {
  std::memcpy(C_result, reinterpret_cast<float *>(C_expected), sizeof(float) * 500);
  for (double &change : C_change)
    change = 0;
  for (int run = 0; run < rounded_runs; ++run) {
    round_inputs(alpha_start, &alpha_input, 1, false);
    round_inputs(beta_start, &beta_input, 1, false);
    round_inputs(C_start, reinterpret_cast<float *>(C_expected), 500, false);
    round_inputs(A_start, reinterpret_cast<float *>(A_expected), 600, false);
    round_inputs(B_start, reinterpret_cast<float *>(B_expected), 750, false);
    gemm_reference(alpha_input, beta_input, C_expected, A_expected, B_expected);
    add_change(C_result, reinterpret_cast<float *>(C_expected), C_change, 500);
  }
  bool pass = true;
  pass &= is_rounding("C", C_result, C_actual, C_change, 500, C_shown);
  return pass;
}
#endif

static bool test_with(InputSet set, const char *description) {
  std::printf("inputs: %s\n", description);
  fill_scalar(alpha_input, bounded_set);
  fill_scalar(beta_input, bounded_set);
  fill(reinterpret_cast<float *>(C_expected), 500, bounded_set);
  fill(reinterpret_cast<float *>(A_expected), 600, bounded_set);
  fill(reinterpret_cast<float *>(B_expected), 750, bounded_set);
#ifdef TALOS_OWN_INIT
  gemm_init(&alpha_input, &beta_input, C_expected, A_expected, B_expected);
#endif
  if (set != program_set) {
    fill_scalar(alpha_input, set);
    fill_scalar(beta_input, set);
    fill(reinterpret_cast<float *>(C_expected), 500, set);
    fill(reinterpret_cast<float *>(A_expected), 600, set);
    fill(reinterpret_cast<float *>(B_expected), 750, set);
  }

#ifdef TALOS_TOLERANCE
  keep_inputs();
#endif
  run_kernel();
  gemm_reference(alpha_input, beta_input, C_expected, A_expected, B_expected);

  bool pass = true;
  pass &= compare("C", reinterpret_cast<const float *>(C_expected), C_actual, 500, C_shown);
#ifdef TALOS_TOLERANCE
  pass = pass || explained_by_rounding();
#endif
  return pass;
}

static bool test_all() {
  bool pass = true;
#ifdef TALOS_OWN_INIT
  pass &= test_with(program_set, "the source program's own");
#endif
  pass &= test_with(bounded_set, "bounded (floating point in [0.5, 1.5], integers 1 ... 9)");
#ifndef TALOS_TOLERANCE // sums in another order cancel and overflow otherwise
  pass &= test_with(signed_set, "signed (also 0, -0.0 and denormal)");
  pass &= test_with(full_set, "full range (also the largest and the smallest)");
#endif
  pass &= proves("C", C_shown, 500);
  std::printf("%s\n", pass ? "PASS" : "FAIL");
  return pass;
}

int main() { return test_all() ? 0 : 1; }
