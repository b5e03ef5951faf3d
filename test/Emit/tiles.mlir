// A buffer and its transfers below a level-0 loop, three ranks, offsets, a
// port that a task reads element by element, a double-precision array, and an
// array whose beats cross its rows.
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp | FileCheck %s
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp | hls-lint - | count 0
// RUN: rm -rf %t && mkdir %t
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp -o %t/tiles.cpp
// RUN: hls-translate --emit-hls-header %s -o %t/tiles.h
// RUN: hls-translate --emit-hls-golden %s -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %s -o %t/tb.cpp
// RUN: g++ %csim_flags -fsanitize=address,undefined -fno-sanitize-recover %t/tiles.cpp %t/golden.cpp %t/tb.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=CSIM
// CSIM: A: 0 of 1152 elements differ
// CSIM-NEXT: M: 0 of 54 elements differ
// CSIM-NEXT: L: 0 of 42 elements differ
// CSIM: PASS

// CHECK-LABEL: static void load_A(
// CHECK-NEXT:     float buffer[2][4][8],
// CHECK-NEXT:     const hls::vector<float, 4> *A,
// CHECK-NEXT:     int offset0,
// CHECK-NEXT:     int offset1) {
// CHECK-NEXT: #pragma HLS inline off
// CHECK: const hls::vector<float, 4> beat = A[((offset0 + i0) * 12 + offset1 + i1) * 4 + 2 + i2];
// CHECK: buffer[i0][i1][i2 * 4 + lane] = beat[lane];

// CHECK-LABEL: static void store_A(
// CHECK: hls::vector<float, 4> beat;
// CHECK: beat[lane] = buffer[i0][i1][i2 * 4 + lane];
// CHECK: A[((offset0 + i0) * 12 + offset1 + i1) * 4 + 2 + i2] = beat;

// CHECK-LABEL: static void load_M(
// CHECK: const hls::vector<double, 2> beat = M[(offset0 + i0) * 3 + i1];
// CHECK-LABEL: static void load_L_beats(
// CHECK: for (int i = 0; i < 21; ++i) {
// CHECK: beats.write(L[i]);
// CHECK-LABEL: static void load_L_rows(
// CHECK: if (i1 * 2 + lane_1 <= 6) {
// CHECK-NEXT: buffer[i0][i1 * 2 + lane_1] = beat[lane_1];
// CHECK-LABEL: static void load_L(float buffer[6][7], const hls::vector<float, 2> *L) {
// CHECK: load_L_beats(L, beats);
// CHECK-NEXT: load_L_rows(buffer, beats);

// CHECK-LABEL: static void task_S0(
// CHECK-NEXT:     hls::vector<float, 4> *A,
// CHECK-NEXT:     const float *v,
// CHECK-NEXT:     float s,
// CHECK-NEXT:     int32_t n) {
// CHECK: for (int r0 = 0; r0 < 6; r0 += 2) {
// CHECK: float A_buffer[2][4][8];
// CHECK-NEXT: #pragma HLS array_partition variable=A_buffer type=complete dim=1
// CHECK-NEXT: #pragma HLS array_partition variable=A_buffer type=block factor=2 dim=3
// CHECK-NEXT: #pragma HLS bind_storage variable=A_buffer type=ram_1p impl=lutram
// CHECK-NEXT: load_A(A_buffer, A, r0, q0);
// CHECK: store_A(A_buffer, A, r0, q0);
func.func @tiles(
    %A: memref<6x12x16xf32> {hls.name = "A", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>},
    %v: memref<16xf32> {hls.name = "v", hls.interface = #hls.interface<m_axi, bundle = "gmem_v", width = 32>},
    %M: memref<9x6xf64> {hls.name = "M", hls.interface = #hls.interface<m_axi, bundle = "gmem_M", width = 128>},
    %L: memref<6x7xf32> {hls.name = "L", hls.interface = #hls.interface<m_axi, bundle = "gmem_L", width = 64>},
    %s: f32 {hls.name = "s", hls.interface = #hls.interface<s_axilite>},
    %n: i32 {hls.name = "n", hls.interface = #hls.interface<s_axilite>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = true>} {
  hls.task "S0" (%A, %v, %s, %n) : memref<6x12x16xf32>, memref<16xf32>, f32, i32 {
  ^bb0(%a: memref<6x12x16xf32>, %w: memref<16xf32>, %t: f32, %m: i32):
    %c8 = arith.constant 8 : index
    affine.for %r0 = 0 to 6 step 2 {
      affine.for %q0 = 0 to 12 step 4 {
        %b = hls.buffer "A" {partition = #hls.partition<[#hls.dim<complete>, #hls.dim<none>, #hls.dim<block, 2>]>, storage = #hls.storage<lutram, ports = 1>} : memref<2x4x8xf32>
        hls.tile_load %a[%r0, %q0, %c8] to %b beat 4 : memref<6x12x16xf32> to memref<2x4x8xf32>
        affine.for %r = 0 to 2 {
          affine.for %q = 0 to 4 {
            affine.for %p = 0 to 8 {
              %0 = affine.load %b[%r, %q, %p] : memref<2x4x8xf32>
              %1 = affine.load %w[%p + 8] : memref<16xf32>
              %2 = arith.mulf %0, %1 : f32
              %3 = arith.sitofp %m : i32 to f32
              %4 = arith.mulf %t, %3 : f32
              %5 = arith.addf %2, %4 : f32
              affine.store %5, %b[%r, %q, %p] : memref<2x4x8xf32>
            } {hls.name = "p", hls.unroll = #hls.unroll<factor = 4>}
          } {hls.name = "q", hls.pipeline = #hls.pipeline}
        } {hls.name = "r"}
        hls.tile_store %b to %a[%r0, %q0, %c8] beat 4 : memref<2x4x8xf32> to memref<6x12x16xf32>
      } {hls.name = "q0"}
    } {hls.name = "r0"}
  }
  affine.for %i0 = 0 to 3 {
    %row = affine.apply affine_map<(d0) -> (d0 * 3)>(%i0)
    %zero = arith.constant 0 : index
    %m = hls.buffer "M" : memref<3x6xf64>
    hls.tile_load %M[%row, %zero] to %m beat 2 : memref<9x6xf64> to memref<3x6xf64>
    hls.task "scale" (%m) : memref<3x6xf64> {
    ^bb0(%b: memref<3x6xf64>):
      %third = arith.constant 0.33333333333333331 : f64
      affine.for %i = 0 to 3 {
        affine.for %j = 0 to 6 {
          %0 = affine.load %b[%i, %j] : memref<3x6xf64>
          %1 = arith.mulf %0, %third : f64
          affine.store %1, %b[%i, %j] {hls.stmt = "S1"} : memref<3x6xf64>
        } {hls.name = "j"}
      } {hls.name = "i"}
    }
    hls.tile_store %m to %M[%row, %zero] beat 2 : memref<3x6xf64> to memref<9x6xf64>
  } {hls.name = "i0"}
  %l = hls.buffer "L" : memref<6x7xf32>
  hls.tile_load %L[] to %l beat 2 : memref<6x7xf32> to memref<6x7xf32>
  hls.task "double" (%l) : memref<6x7xf32> {
  ^bb0(%b: memref<6x7xf32>):
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 7 {
        %0 = affine.load %b[%i, %j] : memref<6x7xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %b[%i, %j] : memref<6x7xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  }
  hls.tile_store %l to %L[] beat 2 : memref<6x7xf32> to memref<6x7xf32>
  return
}

func.func @tiles_reference(%A: memref<6x12x16xf32>, %v: memref<16xf32>, %M: memref<9x6xf64>, %L: memref<6x7xf32>, %s: f32, %n: i32)
    attributes {hls.reference_of = @tiles} {
  %0 = arith.sitofp %n : i32 to f32
  %1 = arith.mulf %s, %0 : f32
  affine.for %r = 0 to 6 {
    affine.for %q = 0 to 12 {
      affine.for %p = 8 to 16 {
        %2 = affine.load %A[%r, %q, %p] : memref<6x12x16xf32>
        %3 = affine.load %v[%p] : memref<16xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = arith.addf %4, %1 : f32
        affine.store %5, %A[%r, %q, %p] : memref<6x12x16xf32>
      }
    }
  }
  %third = arith.constant 0.33333333333333331 : f64
  affine.for %i = 0 to 9 {
    affine.for %j = 0 to 6 {
      %2 = affine.load %M[%i, %j] : memref<9x6xf64>
      %3 = arith.mulf %2, %third : f64
      affine.store %3, %M[%i, %j] : memref<9x6xf64>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 7 {
      %2 = affine.load %L[%i, %j] : memref<6x7xf32>
      %3 = arith.addf %2, %2 : f32
      affine.store %3, %L[%i, %j] : memref<6x7xf32>
    }
  }
  return
}
