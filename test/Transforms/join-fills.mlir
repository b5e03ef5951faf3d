// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate=1},hls-join-fills))" --split-input-file | FileCheck %s

// The last value of each column is the nest's alone, with what it is at first;
// what others use is not.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %{{.*}} = 0 to 5
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%{{.*}}] {hls.stmt = "S1"} : memref<5xf32>
// CHECK: affine.for %{{.*}} = 0 to 1 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 5
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%{{.*}}] {hls.stmt = "S0"} : memref<5xf32>
// CHECK: affine.for %{{.*}} = 0 to 6
// CHECK: hls.stmt = "S2"
// CHECK: hls.stmt = "S3"
// CHECK: }
// CHECK: }
// CHECK: hls.stmt = "S4"
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x5xf32> {hls.name = "A"}, %x: memref<5xf32> {hls.name = "x"}) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %last = memref.alloc() {hls.name = "last"} : memref<5xf32>
  %other = memref.alloc() {hls.name = "other"} : memref<5xf32>
  affine.for %j = 0 to 5 {
    affine.store %zero, %last[%j] : memref<5xf32>
  }
  affine.for %j = 0 to 5 {
    affine.store %half, %other[%j] : memref<5xf32>
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 5 {
      %0 = affine.load %A[%i, %j] : memref<6x5xf32>
      %1 = affine.load %last[%j] : memref<5xf32>
      %2 = arith.mulf %1, %half : f32
      %3 = arith.addf %0, %2 : f32
      %4 = affine.load %other[%j] : memref<5xf32>
      %5 = arith.addf %3, %4 : f32
      affine.store %5, %A[%i, %j] : memref<6x5xf32>
    }
    affine.for %j = 0 to 5 {
      %0 = affine.load %A[%i, %j] : memref<6x5xf32>
      affine.store %0, %last[%j] : memref<5xf32>
    }
  }
  affine.for %j = 0 to 5 {
    %0 = affine.load %other[%j] : memref<5xf32>
    affine.store %0, %x[%j] : memref<5xf32>
  }
  memref.dealloc %last : memref<5xf32>
  memref.dealloc %other : memref<5xf32>
  return
}
