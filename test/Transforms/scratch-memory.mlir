// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-split-arrays{blocks=E.scratch,A.copies=2}))" | FileCheck %s

// The local array is the last argument, behind the copies of others; nothing
// frees it.
// CHECK-LABEL: func.func @f(
// CHECK-SAME: %[[A:[^:]*]]: memref<8xf32> {hls.name = "A"}
// CHECK-SAME: %[[C:[^:]*]]: memref<8xf32> {hls.copy_of = "A", hls.name = "A_copy1"}
// CHECK-SAME: %[[E:[^:]*]]: memref<8xf32> {hls.name = "E", hls.scratch})
// CHECK-SAME: hls.blocks = "E.scratch,A.copies=2"
// CHECK-NOT: memref.
// CHECK: affine.load %[[A]]
// CHECK-NEXT: affine.store %{{.*}}, %[[E]]
// CHECK: affine.load %[[E]]
// CHECK: affine.load %[[C]]
// CHECK-NOT: memref.
// CHECK: return
func.func @f(%A: memref<8xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top} {
  %E = memref.alloc() {hls.name = "E"} : memref<8xf32>
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    affine.store %0, %E[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %E[-%i + 7] : memref<8xf32>
    %1 = affine.load %A[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %x[%i] : memref<8xf32>
  }
  memref.dealloc %E : memref<8xf32>
  return
}
