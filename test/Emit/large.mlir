// Local arrays that would overflow the stack are static in C simulation and
// plain in synthesis, where static would mean an initial value; names that C++
// forbids or that meet each other stay apart.
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp | FileCheck %s
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp | hls-lint - | count 0
// RUN: rm -rf %t && mkdir %t
// RUN: hls-opt %s --hls-lower-transfers --mlir-print-debuginfo | hls-translate --emit-hlscpp -o %t/large.cpp
// RUN: hls-translate --emit-hls-header %s -o %t/large.h
// RUN: hls-translate --emit-hls-golden %s -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %s -o %t/tb.cpp
// RUN: g++ %csim_flags %t/large.cpp %t/golden.cpp %t/tb.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=CSIM
// CSIM: float_: 0 of 2560000 elements differ
// CSIM: PASS

// CHECK: #ifdef __SYNTHESIS__
// CHECK-NEXT: #define TALOS_LARGE
// CHECK-NEXT: #else
// CHECK-NEXT: #define TALOS_LARGE static
// CHECK-LABEL: static void task_large(float float_[1600][1600], float std_) {
// CHECK: const float v = float_[i][i_1];
// CHECK: float_[i][i_1] = v * v + std_;
// CHECK-LABEL: extern "C" void large(float *float_, float std_) {
// CHECK: TALOS_LARGE float float_buffer[1600][1600];
func.func @large(
    %A: memref<1600x1600xf32> {hls.name = "float", hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>},
    %s: f32 {hls.name = "std", hls.interface = #hls.interface<s_axilite>})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "Vitis 2023.2", tree_reduction = false>} {
  %a = hls.buffer "float" : memref<1600x1600xf32>
  hls.tile_load %A[] to %a beat 1 : memref<1600x1600xf32> to memref<1600x1600xf32>
  hls.task "large" (%a, %s) : memref<1600x1600xf32>, f32 {
  ^bb0(%b: memref<1600x1600xf32>, %t: f32):
    affine.for %i = 0 to 1600 {
      affine.for %j = 0 to 1600 {
        %0 = affine.load %b[%i, %j] : memref<1600x1600xf32>
        %1 = arith.mulf %0, %0 : f32
        %2 = arith.addf %1, %t : f32
        affine.store %2, %b[%i, %j] : memref<1600x1600xf32>
      } {hls.name = "i"}
    } {hls.name = "i"}
  }
  hls.tile_store %a to %A[] beat 1 : memref<1600x1600xf32> to memref<1600x1600xf32>
  return
}

func.func @large_reference(%A: memref<1600x1600xf32>, %s: f32) attributes {hls.reference_of = @large} {
  affine.for %i = 0 to 1600 {
    affine.for %j = 0 to 1600 {
      %0 = affine.load %A[%i, %j] : memref<1600x1600xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.addf %1, %s : f32
      affine.store %2, %A[%i, %j] : memref<1600x1600xf32>
    }
  }
  return
}
