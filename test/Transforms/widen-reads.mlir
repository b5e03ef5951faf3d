// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-widen-reads))" --split-input-file | FileCheck %s

// The last row of t is read while a loop passes over all rows.
// CHECK-LABEL: func.func @top
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[R:.*]] = 0 to 6
// CHECK: affine.for %[[P:.*]] = 0 to 5
// CHECK-NEXT: affine.load %{{.*}}[%[[R]], %[[P]]]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[P]]] {hls.stmt = "S1"}
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x5xf32> {hls.name = "A"}, %x: memref<5xf32> {hls.name = "x"}) {
  %t = memref.alloc() {hls.name = "t"} : memref<6x5xf32>
  affine.for %r = 0 to 6 {
    affine.for %p = 0 to 5 {
      %0 = affine.load %A[%r, %p] : memref<6x5xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %t[%r, %p] : memref<6x5xf32>
    }
  }
  affine.for %p = 0 to 5 {
    %0 = affine.load %t[5, %p] : memref<6x5xf32>
    affine.store %0, %x[%p] : memref<5xf32>
  }
  memref.dealloc %t : memref<6x5xf32>
  return
}

// -----

// A loop of one iteration goes.
// CHECK-LABEL: func.func @top
// CHECK-COUNT-2: affine.for
// CHECK-NEXT: affine.load %{{.*}}[%[[R:.*]], %[[P:.*]]]
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x5xf32> {hls.name = "A"}, %x: memref<5xf32> {hls.name = "x"}) {
  affine.for %r = 0 to 1 {
    affine.for %p = 0 to 5 {
      %0 = affine.load %A[%r + 5, %p] : memref<6x5xf32>
      affine.store %0, %x[%p] : memref<5xf32>
    }
  }
  return
}

// -----

// Neither other rows, nor nests that read what they store.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[P:.*]] = 0 to 5
// CHECK-NEXT: affine.load %{{.*}}[4, %[[P]]]
// CHECK: affine.for %[[Q:.*]] = 0 to 5
// CHECK-NEXT: affine.load %{{.*}}[%[[Q]]]
// CHECK-NEXT: affine.load %{{.*}}[5, %[[Q]]]
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x5xf32> {hls.name = "A"}, %x: memref<5xf32> {hls.name = "x"}, %y: memref<5xf32> {hls.name = "y"}) {
  affine.for %p = 0 to 5 {
    %0 = affine.load %A[4, %p] : memref<6x5xf32>
    affine.store %0, %x[%p] : memref<5xf32>
  }
  affine.for %p = 0 to 5 {
    %0 = affine.load %y[%p] : memref<5xf32>
    %1 = affine.load %A[5, %p] : memref<6x5xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %y[%p] : memref<5xf32>
  }
  return
}
