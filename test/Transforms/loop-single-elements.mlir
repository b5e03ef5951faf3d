// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate=1},hls-loop-single-elements))" --split-input-file | FileCheck %s

// A scalar is an array of one element; nests have a loop for it, innermost.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "s"} : memref<1xf32>
// CHECK: affine.for %[[U:.*]] = 0 to 1
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[U]]]
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[V:.*]] = 0 to 1
// CHECK-NEXT: affine.load %{{.*}}[%[[V]]] : memref<1xf32>
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]] : memref<8xf32>
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[V]]]
// CHECK: affine.for %[[J:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[W:.*]] = 0 to 1
// CHECK-NEXT: affine.load %{{.*}}[%[[J]]]
// CHECK-NEXT: affine.load %{{.*}}[%[[W]]]
// CHECK: func.func private @top_reference
func.func @top(%x: memref<8xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() {hls.name = "s"} : memref<f32>
  affine.store %zero, %s[] : memref<f32>
  affine.for %i = 0 to 8 {
    %0 = affine.load %s[] : memref<f32>
    %1 = affine.load %x[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %s[] : memref<f32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    %1 = affine.load %s[] : memref<f32>
    %2 = arith.divf %0, %1 : f32
    affine.store %2, %y[%i] : memref<8xf32>
  }
  memref.dealloc %s : memref<f32>
  return
}

// -----

// A value that is computed before a nest comes from an array. Of two dimensions
// of one element each has a loop; an array with less uses the first one.
// CHECK-LABEL: func.func @top
// CHECK-SAME: %[[A:.*]]: f32
// CHECK: memref.alloc() {hls.name = "scalar"} : memref<1xf32>
// CHECK: affine.for %[[U:.*]] = 0 to 1
// CHECK-NEXT: arith.mulf %[[A]], %[[A]]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[U]]] {hls.stmt = "scalar_in"}
// CHECK: affine.for %[[I:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[V:.*]] = 0 to 1
// CHECK-NEXT: affine.for %[[W:.*]] = 0 to 1
// CHECK-NEXT: affine.load %{{.*}}[%[[V]], %[[I]], %[[W]]] : memref<1x8x1xf32>
// CHECK-NEXT: affine.load %{{.*}}[%[[V]]] : memref<1xf32>
// CHECK: func.func private @top_reference
func.func @top(%a: f32 {hls.name = "a"}, %x: memref<1x8x1xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}) {
  %k = arith.mulf %a, %a : f32
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[0, %i, 0] : memref<1x8x1xf32>
    %1 = arith.mulf %0, %k : f32
    affine.store %1, %y[%i] : memref<8xf32>
  }
  return
}

// -----

// What has been stored is not computed again.
// CHECK-LABEL: func.func @top
// CHECK-SAME: %[[A:.*]]: f32
// CHECK: math.exp %[[A]]
// CHECK-NEXT: affine.store %{{.*}}, %[[S:.*]][%{{.*}}] {hls.stmt = "S1"}
// CHECK: affine.for
// CHECK-NEXT: %[[E:.*]] = affine.load %[[S]]
// CHECK-NEXT: affine.store %[[E]], %{{.*}} {hls.stmt = "S2"}
// CHECK-NOT: math.exp
// CHECK: func.func private @top_reference
func.func @top(%a: f32 {hls.name = "a"}, %p: memref<1xf32> {hls.name = "p"}, %q: memref<1xf32> {hls.name = "q"}, %y: memref<8xf32> {hls.name = "y"}) {
  %s = memref.alloc() {hls.name = "s"} : memref<1xf32>
  %old = affine.load %p[0] : memref<1xf32>
  %e = math.exp %a : f32
  affine.store %e, %s[0] : memref<1xf32>
  affine.store %e, %p[0] : memref<1xf32>
  affine.store %old, %q[0] : memref<1xf32>
  affine.for %i = 0 to 8 {
    %0 = affine.load %s[0] : memref<1xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  memref.dealloc %s : memref<1xf32>
  return
}
