// gemm: HLS kernel emitted by Talos for xcu200-fsgd2104-2-e at 4.000 ns, Vitis 2023.2.
#include "gemm.h"

#include <cstdint>

// Labels name the loops in the tool's reports; no goto uses them.
#if defined(__GNUC__) && !defined(__SYNTHESIS__)
#pragma GCC diagnostic ignored "-Wunused-label"
#endif

static void load_C(float buffer[20][25], const float *C) {
#pragma HLS inline off
load_i0:
  for (int i0 = 0; i0 < 20; ++i0) {
  load_i1:
    for (int i1 = 0; i1 < 25; ++i1) {
#pragma HLS pipeline II=1
      buffer[i0][i1] = C[i0 * 25 + i1];
    }
  }
}

static void load_A(float buffer[20][30], const hls::vector<float, 2> *A) {
#pragma HLS inline off
load_i0:
  for (int i0 = 0; i0 < 20; ++i0) {
  load_i1:
    for (int i1 = 0; i1 < 15; ++i1) {
#pragma HLS pipeline II=1
      const hls::vector<float, 2> beat = A[i0 * 15 + i1];
    load_lane:
      for (int lane = 0; lane < 2; ++lane) {
#pragma HLS unroll
        buffer[i0][i1 * 2 + lane] = beat[lane];
      }
    }
  }
}

static void load_B(float buffer[30][25], const float *B) {
#pragma HLS inline off
load_i0:
  for (int i0 = 0; i0 < 30; ++i0) {
  load_i1:
    for (int i1 = 0; i1 < 25; ++i1) {
#pragma HLS pipeline II=1
      buffer[i0][i1] = B[i0 * 25 + i1];
    }
  }
}

static void store_C(const float buffer[20][25], float *C) {
#pragma HLS inline off
store_i0:
  for (int i0 = 0; i0 < 20; ++i0) {
  store_i1:
    for (int i1 = 0; i1 < 25; ++i1) {
#pragma HLS pipeline II=1
      C[i0 * 25 + i1] = buffer[i0][i1];
    }
  }
}

static void task_S0(float C[20][25], float beta) {
#pragma HLS inline off
loop_i0:
  for (int i0 = 0; i0 < 2; ++i0) {
  loop_j1:
    for (int j1 = 0; j1 < 25; ++j1) {
#pragma HLS pipeline
    loop_i2:
      for (int i2 = 0; i2 < 10; ++i2) {
#pragma HLS unroll
        const int i = i0 * 10 + i2;
        C[i][j1] = C[i][j1] * beta; // S0
      }
    }
  }
}

static void task_S1(
    float C[20][25],
    const float A[20][30],
    const float B[30][25],
    float alpha) {
#pragma HLS inline off
loop_k0:
  for (int k0 = 0; k0 < 10; ++k0) {
  loop_i0:
    for (int i0 = 0; i0 < 2; ++i0) {
    loop_j1:
      for (int j1 = 0; j1 < 25; ++j1) {
#pragma HLS pipeline II=1
      loop_i2:
        for (int i2 = 0; i2 < 10; ++i2) {
#pragma HLS unroll
        loop_k2:
          for (int k2 = 0; k2 < 3; ++k2) {
#pragma HLS unroll
            const int i = i0 * 10 + i2;
            const int k = k0 * 3 + k2;
            C[i][j1] = C[i][j1] + alpha * A[i][k] * B[k][j1]; // S1
          }
        }
      }
    }
  }
}

extern "C" void gemm(
    float alpha,
    float beta,
    float *C,
    const hls::vector<float, 2> *A,
    const float *B) {
#pragma HLS interface m_axi port=C bundle=gmem_C offset=slave depth=500 max_widen_bitwidth=32
#pragma HLS interface m_axi port=A bundle=gmem_A offset=slave depth=300
#pragma HLS interface m_axi port=B bundle=gmem_B offset=slave depth=750 max_widen_bitwidth=32
#pragma HLS interface s_axilite port=alpha bundle=control
#pragma HLS interface s_axilite port=beta bundle=control
#pragma HLS interface s_axilite port=C bundle=control
#pragma HLS interface s_axilite port=A bundle=control
#pragma HLS interface s_axilite port=B bundle=control
#pragma HLS interface s_axilite port=return bundle=control
  float C_buffer[20][25];
#pragma HLS array_partition variable=C_buffer type=cyclic factor=10 dim=1
  float A_buffer[20][30];
#pragma HLS array_partition variable=A_buffer type=cyclic factor=10 dim=1
#pragma HLS array_partition variable=A_buffer type=cyclic factor=3 dim=2
  float B_buffer[30][25];
#pragma HLS array_partition variable=B_buffer type=cyclic factor=3 dim=1
#pragma HLS bind_storage variable=B_buffer type=ram_t2p impl=bram
  load_C(C_buffer, C);
  load_A(A_buffer, A);
  load_B(B_buffer, B);
  task_S0(C_buffer, beta);
  task_S1(C_buffer, A_buffer, B_buffer, alpha);
  store_C(C_buffer, C);
}
