// atax: HLS kernel emitted by Talos for xcu200-fsgd2104-2-e at 4.000 ns, Vitis 2023.2.
#include "atax.h"

#include <cstdint>

// Labels name the loops in the tool's reports; no goto uses them.
#if defined(__GNUC__) && !defined(__SYNTHESIS__)
#pragma GCC diagnostic ignored "-Wunused-label"
#endif

static void load_A(float buffer[38][42], const hls::vector<float, 2> *A) {
#pragma HLS inline off
load_i0:
  for (int i0 = 0; i0 < 38; ++i0) {
  load_i1:
    for (int i1 = 0; i1 < 21; ++i1) {
#pragma HLS pipeline II=1
      const hls::vector<float, 2> beat = A[i0 * 21 + i1];
    load_lane:
      for (int lane = 0; lane < 2; ++lane) {
#pragma HLS unroll
        buffer[i0][i1 * 2 + lane] = beat[lane];
      }
    }
  }
}

static void load_x(float buffer[42], const hls::vector<float, 2> *x) {
#pragma HLS inline off
load_i0:
  for (int i0 = 0; i0 < 21; ++i0) {
#pragma HLS pipeline II=1
    const hls::vector<float, 2> beat = x[i0];
  load_lane:
    for (int lane = 0; lane < 2; ++lane) {
#pragma HLS unroll
      buffer[i0 * 2 + lane] = beat[lane];
    }
  }
}

static void store_y(const float buffer[42], hls::vector<float, 2> *y) {
#pragma HLS inline off
store_i0:
  for (int i0 = 0; i0 < 21; ++i0) {
#pragma HLS pipeline II=1
    hls::vector<float, 2> beat;
  store_lane:
    for (int lane = 0; lane < 2; ++lane) {
#pragma HLS unroll
      beat[lane] = buffer[i0 * 2 + lane];
    }
    y[i0] = beat;
  }
}

static void store_tmp(const float buffer[38], hls::vector<float, 2> *tmp) {
#pragma HLS inline off
store_i0:
  for (int i0 = 0; i0 < 19; ++i0) {
#pragma HLS pipeline II=1
    hls::vector<float, 2> beat;
  store_lane:
    for (int lane = 0; lane < 2; ++lane) {
#pragma HLS unroll
      beat[lane] = buffer[i0 * 2 + lane];
    }
    tmp[i0] = beat;
  }
}

static void task_S0(float y[42]) {
#pragma HLS inline off
loop_i1:
  for (int i1 = 0; i1 < 6; ++i1) {
#pragma HLS pipeline
  loop_i2:
    for (int i2 = 0; i2 < 7; ++i2) {
#pragma HLS unroll
      y[i1 * 7 + i2] = 0.0f; // S0
    }
  }
}

static void task_S1(float tmp[38]) {
#pragma HLS inline off
loop_i1:
  for (int i1 = 0; i1 < 19; ++i1) {
#pragma HLS pipeline
  loop_i2:
    for (int i2 = 0; i2 < 2; ++i2) {
#pragma HLS unroll
      tmp[i1 * 2 + i2] = 0.0f; // S1
    }
  }
}

static void task_S2(float tmp[38], const float A[38][42], const float x[42]) {
#pragma HLS inline off
loop_j0:
  for (int j0 = 0; j0 < 6; ++j0) {
  loop_i1:
    for (int i1 = 0; i1 < 19; ++i1) {
#pragma HLS pipeline
    loop_i2:
      for (int i2 = 0; i2 < 2; ++i2) {
#pragma HLS unroll
      loop_j2:
        for (int j2 = 0; j2 < 7; ++j2) {
#pragma HLS unroll
          const int i = i1 * 2 + i2;
          const int j = j0 * 7 + j2;
          tmp[i] = tmp[i] + A[i][j] * x[j]; // S2
        }
      }
    }
  }
}

static void task_S3(float y[42], const float A[38][42], const float tmp[38]) {
#pragma HLS inline off
loop_i1:
  for (int i1 = 0; i1 < 19; ++i1) {
#pragma HLS pipeline
  loop_j2:
    for (int j2 = 0; j2 < 42; ++j2) {
#pragma HLS unroll
    loop_i2:
      for (int i2 = 0; i2 < 2; ++i2) {
#pragma HLS unroll
        const int i = i1 * 2 + i2;
        y[j2] = y[j2] + A[i][j2] * tmp[i]; // S3
      }
    }
  }
}

extern "C" void atax(
    const hls::vector<float, 2> *A,
    const hls::vector<float, 2> *x,
    hls::vector<float, 2> *y,
    hls::vector<float, 2> *tmp) {
#pragma HLS interface m_axi port=A bundle=gmem_A offset=slave depth=798
#pragma HLS interface m_axi port=x bundle=gmem_x offset=slave depth=21
#pragma HLS interface m_axi port=y bundle=gmem_y offset=slave depth=21
#pragma HLS interface m_axi port=tmp bundle=gmem_tmp offset=slave depth=19
#pragma HLS interface s_axilite port=A bundle=control
#pragma HLS interface s_axilite port=x bundle=control
#pragma HLS interface s_axilite port=y bundle=control
#pragma HLS interface s_axilite port=tmp bundle=control
#pragma HLS interface s_axilite port=return bundle=control
  float A_buffer[38][42];
#pragma HLS array_partition variable=A_buffer type=cyclic factor=2 dim=1
#pragma HLS array_partition variable=A_buffer type=cyclic factor=7 dim=2
  float x_buffer[42];
#pragma HLS array_partition variable=x_buffer type=cyclic factor=7 dim=1
  float y_buffer[42];
#pragma HLS array_partition variable=y_buffer type=complete dim=1
  float tmp_buffer[38];
#pragma HLS array_partition variable=tmp_buffer type=cyclic factor=2 dim=1
  load_A(A_buffer, A);
  load_x(x_buffer, x);
  task_S0(y_buffer);
  task_S1(tmp_buffer);
  task_S2(tmp_buffer, A_buffer, x_buffer);
  task_S3(y_buffer, A_buffer, tmp_buffer);
  store_y(y_buffer, y);
  store_tmp(tmp_buffer, tmp);
}
