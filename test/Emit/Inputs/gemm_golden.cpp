// gemm: the source program as plain C++.
#include <cstdint>

// Labels name the loops in the tool's reports; no goto uses them.
#if defined(__GNUC__) && !defined(__SYNTHESIS__)
#pragma GCC diagnostic ignored "-Wunused-label"
#endif

extern "C" void gemm_reference(
    float alpha,
    float beta,
    float C[20][25],
    const float A[20][30],
    const float B[30][25]) {
loop_i:
  for (int i = 0; i < 20; ++i) {
  loop_j:
    for (int j = 0; j < 25; ++j) {
      C[i][j] = C[i][j] * beta;
    }
  loop_k:
    for (int k = 0; k < 30; ++k) {
    loop_j_1:
      for (int j = 0; j < 25; ++j) {
        C[i][j] = C[i][j] + alpha * A[i][k] * B[k][j];
      }
    }
  }
}
