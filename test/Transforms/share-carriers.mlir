// RUN: hls-opt %s --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-share-carriers,hls-rectangularize))" | FileCheck %s

// Wavefronts w = t + 2 i of a line that is smoothed in place: w carries all that
// orders t and i, which are parallel inside of it. The nest below w has the box
// of t and i.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[W:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK-NEXT: affine.if
// CHECK: } {hls.name = "i"}
// CHECK-NEXT: } {hls.name = "t"}
// CHECK-NEXT: } {hls.name = "w", hls.shared}
func.func @top(%A: memref<32x10xf32> {hls.name = "A"}) {
  affine.for %w = 0 to 20 {
    affine.for %t = 0 to 4 {
      affine.for %i = 0 to 8 {
        affine.if affine_set<(d0, d1, d2) : (d0 - d1 - 2 * d2 >= 0, 1 + d1 + 2 * d2 - d0 >= 0)>(%w, %t, %i) {
          %0 = affine.load %A[%w + 1, %i] : memref<32x10xf32>
          %1 = affine.load %A[%w + 2, %i + 1] : memref<32x10xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %A[%w + 3, %i + 1] : memref<32x10xf32>
        }
      } {hls.name = "i"}
    } {hls.name = "t"}
  } {hls.name = "w"}
  return
}

// -----

// Smoothed in place as written: the outer loop frees none of the inner ones.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.shared
// CHECK: return
func.func @top(%A: memref<10xf32> {hls.name = "A"}) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 9 {
      %0 = affine.load %A[%i - 1] : memref<10xf32>
      %1 = affine.load %A[%i + 1] : memref<10xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i] : memref<10xf32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}

// -----

// A product: its sum orders no loop but its own.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.shared
// CHECK: return
func.func @top(%A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %A[%k, %i] : memref<8x8xf32>
      %1 = affine.load %B[0, %i] : memref<8x8xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %B[0, %i] : memref<8x8xf32>
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}

// -----

// Steps from one row to the next: the columns are parallel in a step.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %{{.*}} = 0 to 7 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 8 {
// CHECK: } {hls.name = "t", hls.shared}
func.func @top(%A: memref<8x10xf32> {hls.name = "A"}) {
  affine.for %t = 0 to 7 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %A[%t, %i] : memref<8x10xf32>
      %1 = affine.load %A[%t, %i + 2] : memref<8x10xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%t + 1, %i + 1] : memref<8x10xf32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}
