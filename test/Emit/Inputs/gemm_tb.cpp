// gemm: testbench; returns 0 only if the kernel agrees with the source
// program. Define TALOS_TOLERANCE to allow a relative error.
#include "gemm.h"

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

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

static float C_expected[20][25];
static float C_kernel[500];
static float C_actual[500];
static float A_expected[20][30];
static hls::vector<float, 2> A_kernel[300];
static float B_expected[30][25];
static float B_kernel[750];

int main() {
  float alpha = next_input<float>();
  float beta = next_input<float>();
  for (long i = 0; i < 500; ++i)
    reinterpret_cast<float *>(C_expected)[i] = next_input<float>();
  for (long i = 0; i < 600; ++i)
    reinterpret_cast<float *>(A_expected)[i] = next_input<float>();
  for (long i = 0; i < 750; ++i)
    reinterpret_cast<float *>(B_expected)[i] = next_input<float>();
#ifdef TALOS_OWN_INIT
  gemm_init(&alpha, &beta, C_expected, A_expected, B_expected);
#endif
  for (long i = 0; i < 500; ++i)
    C_kernel[i] = reinterpret_cast<float *>(C_expected)[i];
  for (long i = 0; i < 600; ++i)
    A_kernel[i / 2][i % 2] = reinterpret_cast<float *>(A_expected)[i];
  for (long i = 0; i < 750; ++i)
    B_kernel[i] = reinterpret_cast<float *>(B_expected)[i];

  gemm_reference(alpha, beta, C_expected, A_expected, B_expected);
  gemm(alpha, beta, C_kernel, A_kernel, B_kernel);

  bool pass = true;
  for (long i = 0; i < 500; ++i)
    C_actual[i] = C_kernel[i];
  pass &= compare("C", reinterpret_cast<const float *>(C_expected), C_actual, 500);
  std::printf("%s\n", pass ? "PASS" : "FAIL");
  return pass ? 0 : 1;
}
