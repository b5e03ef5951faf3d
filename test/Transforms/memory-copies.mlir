// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=A.copies=2}))" | FileCheck %s

// The statements that read A have A, the copy, and A again; loads of one
// statement have the same one.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[A:[^:]*]]: memref<8xf32> {hls.layout = "natural", hls.name = "A"}
// CHECK-SAME: memref<8xf32> {hls.name = "A_copy1"}
// CHECK-SAME: %[[C:[^:]*]]: memref<8xf32> {hls.copy_of = "A", hls.layout = "natural", hls.name = "A_copy1_"})
// CHECK-SAME: hls.blocks = "A.copies=2"
// CHECK: affine.load %[[A]][%{{[^ ]*}}]
// CHECK-NEXT: affine.load %[[A]][-%{{[^ ]*}} + 7]
// CHECK: affine.store
// CHECK-NEXT: affine.load %[[C]]
// CHECK: affine.store
// CHECK-NEXT: affine.load %[[A]]
func.func @f(%A: memref<8xf32> {hls.name = "A", hls.layout = "natural"},
             %x: memref<8xf32> {hls.name = "A_copy1"}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = affine.load %A[7 - %i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %x[%i] : memref<8xf32>
    %3 = affine.load %A[%i] : memref<8xf32>
    affine.store %3, %x[%i] : memref<8xf32>
    %4 = affine.load %A[%i] : memref<8xf32>
    affine.store %4, %x[7 - %i] : memref<8xf32>
  }
  return
}
