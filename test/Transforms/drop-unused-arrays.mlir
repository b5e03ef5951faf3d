// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate=1},hls-drop-unused-arrays))" --split-input-file | FileCheck %s

// A sum that nobody takes, what only that sum takes, and what a local array
// holds behind its last use.
// CHECK-LABEL: func.func @top
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}}] {hls.stmt = "S3"}
// CHECK: affine.for
// CHECK: affine.store %{{.*}}, %{{.*}}[%{{.*}}] {hls.stmt = "S4"}
// CHECK-NOT: affine.store
// CHECK: func.func private @top_reference
func.func @top(%x: memref<8xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() {hls.name = "s"} : memref<1xf32>
  %t = memref.alloc() {hls.name = "t"} : memref<8xf32>
  %u = memref.alloc() {hls.name = "u"} : memref<8xf32>
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %t[%i] : memref<8xf32>
  }
  affine.store %zero, %s[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %0 = affine.load %s[0] : memref<1xf32>
    %1 = affine.load %t[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %s[0] : memref<1xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %u[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %u[%i] : memref<8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %zero, %u[%i] : memref<8xf32>
  }
  memref.dealloc %s : memref<1xf32>
  memref.dealloc %t : memref<8xf32>
  memref.dealloc %u : memref<8xf32>
  return
}

// -----

// What is stored again before it is read; of elements that are not all of them,
// the others are used.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.stmt = "S0"
// CHECK: hls.stmt = "S1"
// CHECK: hls.stmt = "S2"
// CHECK: hls.stmt = "S3"
// CHECK: func.func private @top_reference
func.func @top(%x: memref<8xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %zero, %y[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %zero, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 7 {
    %0 = affine.load %y[%i] : memref<8xf32>
    affine.store %0, %x[%i] : memref<8xf32>
  }
  return
}
