// `hls.impl` binds operators to an implementation: the operation is a variable
// of its own in C++, and the estimate counts the variant of the library.
// RUN: hls-opt %s --hls-lower-transfers | hls-translate --emit-hlscpp | FileCheck %s
// RUN: hls-opt %s --hls-lower-transfers | hls-translate --emit-hlscpp | hls-lint - | count 0
// RUN: rm -rf %t && mkdir %t
// RUN: hls-opt %s --hls-lower-transfers | hls-translate --emit-hlscpp -o %t/sum.cpp
// RUN: hls-translate --emit-hls-header %s -o %t/sum.h
// RUN: hls-translate --emit-hls-golden %s -o %t/golden.cpp
// RUN: hls-translate --emit-hls-testbench %s -o %t/tb.cpp
// RUN: g++ %csim_flags %t/sum.cpp %t/golden.cpp %t/tb.cpp -o %t/run
// RUN: %t/run | FileCheck %s --check-prefix=CSIM
// CSIM: C: 0 of 8 elements differ
// CSIM: PASS

// CHECK: const float v_1 = C[i0] + v * v;
// CHECK-NEXT: #pragma HLS bind_op variable=v_1 op=fadd impl=fabric
// CHECK-NEXT: const float v_2 = v_1 - v;
// CHECK-NEXT: #pragma HLS bind_op variable=v_2 op=fsub impl=fabric
// CHECK-NEXT: C[i0] = v_2 + v;

// Two variants of 4 cycles and a DSP adder of 5, of 2 DSP; a product of 3.
// RUN: hls-opt %s --hls-estimate-qor="report=table" -o %t/qor.mlir | FileCheck %s --check-prefix=QOR
// QOR: cycles, 5 DSP
// QOR: recurrence through 'C': {{.*}}, delay 16, distance 1
// QOR: fadd.fabric: 1 operations an iteration on 1 units
// QOR: fsub.fabric: 1 operations an iteration on 1 units
// RUN: sed 's/{hls.impl = "fabric"}//' %s | hls-opt --hls-estimate-qor="report=table" -o %t/qor.mlir | FileCheck %s --check-prefix=CHOSEN
// CHOSEN: cycles, 7 DSP
// CHOSEN: recurrence through 'C': {{.*}}, delay 18, distance 1

// A variant that the library of the target lacks.
// RUN: sed 's/device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550/device = "zynq7020", part = "p", clock_ps = 10000/' %s | not hls-opt --hls-estimate-qor 2>&1 | FileCheck %s --check-prefix=LACKS
// LACKS: error: operator 'fadd.fabric' is not in the operator library {{.*}}zynq-2023.2-10000ps.json; add it there with latency, DSP, LUT and FF

func.func @sum(%arg0: memref<8x4xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 32>, hls.name = "A"},
               %arg1: memref<8xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_C", width = 32>, hls.name = "C"})
    attributes {hls.top, hls.target = #hls.target<device = "u55c", part = "xcu55c-fsvh2892-2L-e", clock_ps = 4550, tool = "2023.2", tree_reduction = false>} {
  %0 = hls.buffer "A" : memref<8x4xf32>
  %1 = hls.buffer "C" : memref<8xf32>
  hls.tile_load %arg0[] to %0 beat 1 : memref<8x4xf32> to memref<8x4xf32>
  hls.tile_load %arg1[] to %1 beat 1 : memref<8xf32> to memref<8xf32>
  hls.task "S0"(%0, %1) : memref<8x4xf32>, memref<8xf32> {
  ^bb0(%A: memref<8x4xf32>, %C: memref<8xf32>):
    affine.for %i0 = 0 to 8 {
      affine.for %k1 = 0 to 4 {
        %2 = affine.load %A[%i0, %k1] : memref<8x4xf32>
        %3 = arith.mulf %2, %2 : f32
        %4 = affine.load %C[%i0] : memref<8xf32>
        %5 = arith.addf %4, %3 {hls.impl = "fabric"} : f32
        %6 = arith.subf %5, %2 {hls.impl = "fabric"} : f32
        %7 = arith.addf %6, %2 : f32
        affine.store %7, %C[%i0] {hls.stmt = "S0"} : memref<8xf32>
      } {hls.level = 1 : i64, hls.name = "k1", hls.reduction, hls.pipeline = #hls.pipeline}
    } {hls.level = 0 : i64, hls.name = "i0"}
  }
  hls.tile_store %1 to %arg1[] beat 1 : memref<8xf32> to memref<8xf32>
  return
}

func.func private @sum_reference(%A: memref<8x4xf32> {hls.name = "A"}, %C: memref<8xf32> {hls.name = "C"})
    attributes {hls.reference_of = @sum} {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 4 {
      %2 = affine.load %A[%i, %k] : memref<8x4xf32>
      %3 = arith.mulf %2, %2 : f32
      %4 = affine.load %C[%i] : memref<8xf32>
      %5 = arith.addf %4, %3 : f32
      %6 = arith.subf %5, %2 : f32
      %7 = arith.addf %6, %2 : f32
      affine.store %7, %C[%i] : memref<8xf32>
    }
  }
  return
}
