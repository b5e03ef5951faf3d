// Beats of any width: rows of 7 elements, 21 in all, in beats of 4; a row of 13;
// an array that lies box by box on two ports. Each is loaded and stored.
// RUN: rm -rf %t && mkdir %t
// RUN: hls-opt %s --hls-lower-transfers | hls-translate --emit-hlscpp -o %t/beats.cpp
// RUN: FileCheck %s --input-file=%t/beats.cpp
// RUN: hls-lint %t/beats.cpp | count 0
// RUN: hls-translate --emit-hls-header %s -o %t/beats.h
// RUN: hls-translate --emit-hls-golden %s -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %s -o %t/tb.cpp
// RUN: g++ %csim_flags -fsanitize=address,undefined -fno-sanitize-recover %t/beats.cpp %t/golden.cpp %t/tb.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=CSIM
// RUN: clang++-22 %csim_flags -c %t/beats.cpp -o %t/beats.o
// CSIM: L: 0 of 21 elements differ
// CSIM-NEXT: v: 0 of 13 elements differ
// CSIM-NEXT: W: 0 of 30 elements differ
// CSIM: PASS

// The host's side: two buffers for W.
// RUN: hls-translate --emit-hls-host %s | FileCheck %s --check-prefix=HOST
// HOST: L_buffer(device, 24 * sizeof(float), kernel.group_id(0)),
// HOST-NEXT: v_buffer(device, 16 * sizeof(float), kernel.group_id(1)),
// HOST-NEXT: W_0_buffer(device, 24 * sizeof(float), kernel.group_id(2)),
// HOST-NEXT: W_1_buffer(device, 24 * sizeof(float), kernel.group_id(3))
// RUN: hls-translate --emit-hls-connectivity --hls-memory-banks=2 %s | FileCheck %s --check-prefix=BANKS
// BANKS: m_axi_gmem_W_0:
// BANKS-NEXT: m_axi_gmem_W_1:

// CHECK: #include <hls_stream.h>
// CHECK-LABEL: static void load_L_beats(
// CHECK-NEXT:     const hls::vector<float, 4> *L,
// CHECK-NEXT:     hls::stream<hls::vector<float, 4>> &beats{{.*}}) {
// CHECK: for (int i = 0; i < 6; ++i) {
// CHECK-NEXT: #pragma HLS pipeline II=1
// CHECK-NEXT: write(L[i]);
// CHECK-LABEL: static void load_L_rows(
// CHECK: int rest = 0;
// CHECK: for (int i0 = 0; i0 < 3; ++i0) {
// CHECK: for (int i1 = 0; i1 < 2; ++i1) {
// CHECK-NEXT: #pragma HLS pipeline II=1
// CHECK-NEXT: const int count = i1 == 1 ? 3 : 4;
// CHECK-NEXT: const bool is_short = rest < count;
// CHECK-NEXT: const hls::vector<float, 4> next = is_short ? {{.*}}.read() : held;
// CHECK: const int at = 4 - rest + lane;
// CHECK-NEXT: beat[lane] = at < 4 ? held[at] : next[at - 4];
// CHECK: held = next;
// CHECK-NEXT: rest += (is_short ? 4 : 0) - count;
// CHECK: if (i1 * 4 + lane_1 <= 6) {
// CHECK-NEXT: buffer[i0][i1 * 4 + lane_1] = beat[lane_1];
// CHECK-LABEL: static void load_L(float buffer[3][7], const hls::vector<float, 4> *L) {
// CHECK: #pragma HLS dataflow
// CHECK: #pragma HLS stream variable={{.*}} depth=16
// CHECK-NEXT: load_L_beats(L,
// CHECK-NEXT: load_L_rows(buffer,

// A row needs no shift; its last beat is cut.
// CHECK-LABEL: static void load_v(float buffer[13], const hls::vector<float, 4> *v) {
// CHECK: const hls::vector<float, 4> beat = v[i0];
// CHECK: if (i0 * 4 + lane <= 12) {

// CHECK-LABEL: static void load_W(
// CHECK-NEXT:     float buffer[5][6],
// CHECK-NEXT:     const hls::vector<float, 4> *W_0,
// CHECK-NEXT:     const hls::vector<float, 4> *W_1) {
// CHECK: const hls::vector<float, 4> beat[2] = {W_0[i0 * 2 + i1], W_1[i0 * 2 + i1]};
// CHECK-NEXT: #pragma HLS array_partition variable=beat type=complete
// CHECK: if (i0 * 2 + lane0 <= 4 && i1 * 4 + lane <= 5) {
// CHECK-NEXT: buffer[i0 * 2 + lane0][i1 * 4 + lane] = beat[(lane0 * 4 + lane) / 4][(lane0 * 4 + lane) % 4];

// The last beat of L has one element that is no element of the array.
// CHECK-LABEL: static void store_L_beats(
// CHECK: L[i] = {{.*}}.read();
// CHECK-LABEL: static void store_L_rows(
// CHECK: const bool is_full = rest + count >= 4;
// CHECK: const int from = (4 - rest + lane) % 4;
// CHECK-NEXT: full[lane] = lane < rest ? held[lane] : beat[from];
// CHECK-NEXT: over[lane] = beat[from];
// CHECK: if (is_full) {
// CHECK-NEXT: write(full);
// CHECK: held = is_full ? over : full;
// CHECK-NEXT: rest += count - (is_full ? 4 : 0);
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: write(held);
// CHECK-NEXT: }
// CHECK-LABEL: static void store_W(
// CHECK: hls::vector<float, 4> beat[2];
// CHECK: W_0[i0 * 2 + i1] = beat[0];
// CHECK-NEXT: W_1[i0 * 2 + i1] = beat[1];

// CHECK-LABEL: extern "C" void beats(
// CHECK: #pragma HLS interface m_axi port=L bundle=gmem_L offset=slave depth=6
// CHECK: #pragma HLS interface m_axi port=v bundle=gmem_v offset=slave depth=4
// CHECK: #pragma HLS interface m_axi port=W_0 bundle=gmem_W_0 offset=slave depth=6
// CHECK-NEXT: #pragma HLS interface m_axi port=W_1 bundle=gmem_W_1 offset=slave depth=6
func.func @beats(
    %L: memref<3x7xf32> {hls.name = "L", hls.interface = #hls.interface<m_axi, bundle = "gmem_L", width = 128>},
    %v: memref<13xf32> {hls.name = "v", hls.interface = #hls.interface<m_axi, bundle = "gmem_v", width = 128>},
    %W: memref<5x6xf32> {hls.name = "W", hls.interface = #hls.interface<m_axi, bundle = "gmem_W", width = 128, lanes = [2, 4]>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %l = hls.buffer "L" : memref<3x7xf32>
  %w = hls.buffer "v" : memref<13xf32>
  %m = hls.buffer "W" : memref<5x6xf32>
  hls.tile_load %L[] to %l beat 4 : memref<3x7xf32> to memref<3x7xf32>
  hls.tile_load %v[] to %w beat 4 : memref<13xf32> to memref<13xf32>
  hls.tile_load %W[] to %m beat 4 : memref<5x6xf32> to memref<5x6xf32>
  hls.task "double" (%l, %w, %m) : memref<3x7xf32>, memref<13xf32>, memref<5x6xf32> {
  ^bb0(%a: memref<3x7xf32>, %b: memref<13xf32>, %c: memref<5x6xf32>):
    affine.for %i = 0 to 3 {
      affine.for %j = 0 to 7 {
        %0 = affine.load %a[%i, %j] : memref<3x7xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %a[%i, %j] : memref<3x7xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 13 {
      %0 = affine.load %b[%i] : memref<13xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %b[%i] : memref<13xf32>
    } {hls.name = "i"}
    affine.for %i = 0 to 5 {
      affine.for %j = 0 to 6 {
        %0 = affine.load %c[%i, %j] : memref<5x6xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %c[%i, %j] : memref<5x6xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  }
  hls.tile_store %l to %L[] beat 4 : memref<3x7xf32> to memref<3x7xf32>
  hls.tile_store %w to %v[] beat 4 : memref<13xf32> to memref<13xf32>
  hls.tile_store %m to %W[] beat 4 : memref<5x6xf32> to memref<5x6xf32>
  return
}

func.func @beats_reference(%L: memref<3x7xf32>, %v: memref<13xf32>, %W: memref<5x6xf32>)
    attributes {hls.reference_of = @beats} {
  affine.for %i = 0 to 3 {
    affine.for %j = 0 to 7 {
      %0 = affine.load %L[%i, %j] : memref<3x7xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %L[%i, %j] : memref<3x7xf32>
    }
  }
  affine.for %i = 0 to 13 {
    %0 = affine.load %v[%i] : memref<13xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %v[%i] : memref<13xf32>
  }
  affine.for %i = 0 to 5 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %W[%i, %j] : memref<5x6xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %W[%i, %j] : memref<5x6xf32>
    }
  }
  return
}
