// Equal transfers share a function, others of one array do not; names of ports
// and of the transfer's own variables stay apart; a task prints its own code.
// RUN: hls-opt %s --hls-lower-transfers | hls-translate --emit-hlscpp -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: hls-lint %t.cpp | count 0

// CHECK-LABEL: static void load_buffer(
// CHECK-NEXT:     float buffer[2][4],
// CHECK-NEXT:     const hls::vector<float, 2> *buffer_1,
// CHECK-NEXT:     int offset0) {
// CHECK: load_i0:
// CHECK-NEXT: for (int i0 = 0; i0 < 2; ++i0) {
// CHECK-NEXT: load_i1:
// CHECK-NEXT: for (int i1 = 0; i1 < 2; ++i1) {
// CHECK-NEXT: #pragma HLS pipeline II=1
// CHECK-NEXT: const hls::vector<float, 2> beat = buffer_1[(offset0 + i0) * 2 + i1];
// CHECK-NEXT: load_lane:
// CHECK-NEXT: for (int lane = 0; lane < 2; ++lane) {
// CHECK-NEXT: #pragma HLS unroll
// CHECK-NEXT: buffer[i0][i1 * 2 + lane] = beat[lane];
// CHECK-LABEL: static void load_buffer_1(
// CHECK-NEXT:     float buffer[2][4],
// CHECK-NEXT:     const hls::vector<float, 2> *buffer_1) {
// CHECK: beat = buffer_1[(4 + i0) * 2 + i1];
// CHECK-LABEL: static void store_lane(const float buffer[2][4], float *lane) {
// CHECK: store_i1:
// CHECK: lane[i0 * 4 + i1] = buffer[i0][i1];
// CHECK-NOT: static void load_
// By hand: beats in reverse.
// CHECK-LABEL: static void store_lane_1(const float from[2][4], float *lane) {
// CHECK-NEXT: #pragma HLS inline off
// CHECK-NEXT: store_r:
// CHECK: lane[(-r + 1) * 4 + c] = from[r][c];
// CHECK-LABEL: static void task_S0(
// CHECK: load_buffer(t_S0, buffer, o);
// CHECK-LABEL: static void task_S1(
// CHECK: load_buffer(t_S1, buffer, o);
// CHECK-LABEL: static void task_S2(
// CHECK: load_buffer_1(t_S2, buffer);
// CHECK: store_lane(t_S2, lane);
// CHECK: store_lane_1(t_S2, lane);
func.func @transfers(
    %A: memref<8x4xf32> {hls.name = "buffer", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 64>},
    %B: memref<2x4xf32> {hls.name = "lane", hls.interface = #hls.interface<m_axi, bundle = "gmem_B", width = 32>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  hls.task "S0" (%A) : memref<8x4xf32> {
  ^bb0(%a: memref<8x4xf32>):
    %c0 = arith.constant 0 : index
    affine.for %o = 0 to 8 step 2 {
      %t = hls.buffer "t_S0" : memref<2x4xf32>
      hls.tile_load %a[%o, %c0] to %t beat 2 : memref<8x4xf32> to memref<2x4xf32>
    } {hls.name = "o"}
  }
  hls.task "S1" (%A) : memref<8x4xf32> {
  ^bb0(%a: memref<8x4xf32>):
    %c0 = arith.constant 0 : index
    affine.for %o = 0 to 6 step 2 {
      %t = hls.buffer "t_S1" : memref<2x4xf32>
      hls.tile_load %a[%o, %c0] to %t beat 2 : memref<8x4xf32> to memref<2x4xf32>
    } {hls.name = "o"}
  }
  hls.task "S2" (%A, %B) : memref<8x4xf32>, memref<2x4xf32> {
  ^bb0(%a: memref<8x4xf32>, %b: memref<2x4xf32>):
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %t = hls.buffer "t_S2" : memref<2x4xf32>
    hls.tile_load %a[%c4, %c0] to %t beat 2 : memref<8x4xf32> to memref<2x4xf32>
    hls.tile_store %t to %b[] beat 1 : memref<2x4xf32> to memref<2x4xf32>
    hls.task store "lane" (%t, %b) : memref<2x4xf32>, memref<2x4xf32> names ["from", "to"] {
    ^bb0(%from: memref<2x4xf32>, %to: memref<2x4xf32>):
      affine.for %r = 0 to 2 {
        affine.for %c = 0 to 4 {
          %0 = affine.load %from[%r, %c] : memref<2x4xf32>
          affine.store %0, %to[1 - %r, %c] : memref<2x4xf32>
        } {hls.name = "c", hls.pipeline = #hls.pipeline<ii = 1>}
      } {hls.name = "r"}
    }
  }
  return
}
