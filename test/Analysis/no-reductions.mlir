// RUN: hls-opt %s --hls-test-dependences -o /dev/null 2>&1 | FileCheck %s

// CHECK: remark: RAW S0 -> S0
// No reductions: the accumulator is subtracted, or scaled, or read again.
// CHECK-NOT: , reduction
func.func @none(%A: memref<8xf32>, %x: memref<f32>, %c: f32) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %x[] : memref<f32>
    %2 = arith.subf %0, %1 : f32
    affine.store %2, %x[] : memref<f32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %x[] : memref<f32>
    %2 = arith.mulf %1, %c : f32
    %3 = arith.addf %2, %0 : f32
    affine.store %3, %x[] : memref<f32>
  }
  affine.for %i = 0 to 8 {
    %1 = affine.load %x[] : memref<f32>
    %2 = arith.addf %1, %1 : f32
    affine.store %2, %x[] : memref<f32>
  }
  return
}
