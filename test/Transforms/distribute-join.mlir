// RUN: hls-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-rectangularize))" | FileCheck %s

// What both compute is there once, the stores stand at the end.
// CHECK-LABEL: func.func @top
// CHECK: affine.for
// CHECK-COUNT-2: affine.load
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.subf
// CHECK-NEXT: affine.store {{.*}} {hls.stmt = "S0"}
// CHECK-NEXT: affine.store {{.*}} {hls.joined = "S0", hls.stmt = "S1"}
// CHECK-NEXT: }
func.func @top(%a: memref<16xf32>, %b: memref<16xf32>, %p: memref<16xf32>, %q: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = affine.load %b[%i] : memref<16xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %2, %0 : f32
    affine.store %3, %p[%i] : memref<16xf32>
    %4 = arith.subf %2, %1 : f32
    affine.store %4, %q[%i] : memref<16xf32>
  }
  return
}

// -----

// The value that the first one stores takes the place of the load; the local
// array is left out.
// CHECK-LABEL: func.func @top
// CHECK-NOT: memref.alloc
// CHECK: %[[A:.*]] = affine.load
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[A]], %[[A]]
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[T]], %[[T]]
// CHECK-NEXT: %[[Q:.*]] = arith.subf %[[P]], %[[T]]
// CHECK-NEXT: affine.store %[[P]], {{.*}} {hls.stmt = "S1"}
// CHECK-NEXT: affine.store %[[Q]], {{.*}} {hls.joined = "S1", hls.stmt = "S2"}
func.func @top(%a: memref<16xf32>, %p: memref<16xf32>, %q: memref<16xf32>) {
  %t = memref.alloc() : memref<16xf32>
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %t[%i] : memref<16xf32>
    %2 = affine.load %t[%i] : memref<16xf32>
    %3 = arith.mulf %2, %2 : f32
    affine.store %3, %p[%i] : memref<16xf32>
    %4 = affine.load %p[%i] : memref<16xf32>
    %5 = affine.load %t[%i] : memref<16xf32>
    %6 = arith.subf %4, %5 : f32
    affine.store %6, %q[%i] : memref<16xf32>
  }
  memref.dealloc %t : memref<16xf32>
  return
}

// -----

// A triangle: the condition stands around all results.
// CHECK-LABEL: func.func @top
// CHECK: affine.if
// CHECK: hls.stmt = "S0"
// CHECK-NEXT: {hls.joined = "S0", hls.stmt = "S1"}
func.func @top(%a: memref<16x16xf32>, %p: memref<16x16xf32>, %q: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.store %0, %p[%i, %j] : memref<16x16xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %q[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// -----

// One reads what another one stores in an earlier iteration: unrolling would
// stop for both.
// CHECK-LABEL: func.func @top
// CHECK: hls.stmt = "S0"
// CHECK: affine.for
// CHECK: hls.stmt = "S1"
// CHECK-NOT: hls.joined
func.func @top(%a: memref<16xf32>, %p: memref<17xf32>, %q: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %p[%i + 1] : memref<17xf32>
    %1 = affine.load %p[%i] : memref<17xf32>
    %2 = arith.mulf %1, %0 : f32
    affine.store %2, %q[%i] : memref<16xf32>
  }
  return
}

// -----

// A recurrence of one would be that of both, which the other one has not.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: return
func.func @top(%a: memref<16xf32>, %p: memref<17xf32>, %q: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = affine.load %p[%i] : memref<17xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %p[%i + 1] : memref<17xf32>
    %3 = arith.mulf %0, %0 : f32
    affine.store %3, %q[%i] : memref<16xf32>
  }
  return
}

// -----

// They have nothing in common, or the transposed array: apart, each may be
// unrolled along another loop.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: return
func.func @top(%a: memref<16x16xf32>, %b: memref<16x16xf32>, %p: memref<16x16xf32>,
               %q: memref<16x16xf32>, %r: memref<16x16xf32>) {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %a[%i, %j] : memref<16x16xf32>
      affine.store %0, %p[%i, %j] : memref<16x16xf32>
      %1 = affine.load %a[%j, %i] : memref<16x16xf32>
      affine.store %1, %q[%i, %j] : memref<16x16xf32>
      %2 = affine.load %b[%i, %j] : memref<16x16xf32>
      affine.store %2, %r[%i, %j] : memref<16x16xf32>
    }
  }
  return
}

// -----

// Both to one array.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: return
func.func @top(%a: memref<16xf32>, %p: memref<32xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    affine.store %0, %p[%i] : memref<32xf32>
    affine.store %0, %p[%i + 16] : memref<32xf32>
  }
  return
}

// -----

// A third one, which cannot be joined, needs the first and feeds the last.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: return
func.func @top(%a: memref<16xf32>, %p: memref<16xf32>, %s: memref<17xf32>, %q: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.load %a[%i] : memref<16xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %p[%i] : memref<16xf32>
    %2 = affine.load %p[%i] : memref<16xf32>
    %3 = affine.load %s[%i] : memref<17xf32>
    %4 = arith.addf %2, %3 : f32
    affine.store %4, %s[%i + 1] : memref<17xf32>
    %5 = affine.load %s[%i + 1] : memref<17xf32>
    %6 = arith.mulf %5, %0 : f32
    affine.store %6, %q[%i] : memref<16xf32>
  }
  return
}

// -----

// The same loop carries a recurrence of each.
// CHECK-LABEL: func.func @top
// CHECK: hls.stmt = "S0"
// CHECK-NEXT: {hls.joined = "S0", hls.stmt = "S1"}
func.func @top(%p: memref<8x17xf32>, %q: memref<8x17xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 16 {
      %0 = affine.load %p[%i, %j] : memref<8x17xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %p[%i, %j + 1] : memref<8x17xf32>
      %2 = affine.load %p[%i, %j] : memref<8x17xf32>
      %3 = affine.load %q[%i, %j] : memref<8x17xf32>
      %4 = arith.divf %3, %2 : f32
      affine.store %4, %q[%i, %j + 1] : memref<8x17xf32>
    }
  }
  return
}

// -----

// A loop that they share in a cycle is theirs, since nothing else is in it.
// CHECK-LABEL: func.func @top
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK-NEXT: {hls.joined = "S0", hls.stmt = "S1"}
func.func @top(%p: memref<17xf32>, %q: memref<17xf32>) {
  affine.for %t = 0 to 16 {
    %0 = affine.load %q[%t] : memref<17xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %p[%t + 1] : memref<17xf32>
    %2 = affine.load %p[%t] : memref<17xf32>
    %3 = arith.mulf %2, %0 : f32
    affine.store %3, %q[%t + 1] : memref<17xf32>
  }
  return
}

// -----

// Here a third one is in it.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: return
func.func @top(%p: memref<17xf32>, %q: memref<17xf32>, %s: memref<1xf32>) {
  affine.for %t = 0 to 16 {
    %0 = affine.load %q[%t] : memref<17xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %p[%t + 1] : memref<17xf32>
    %2 = affine.load %p[%t] : memref<17xf32>
    %3 = affine.load %s[0] : memref<1xf32>
    %4 = arith.addf %2, %3 : f32
    affine.store %4, %q[%t + 1] : memref<17xf32>
    %5 = affine.load %s[0] : memref<1xf32>
    %6 = arith.addf %5, %4 : f32
    affine.store %6, %s[0] : memref<1xf32>
  }
  return
}

// -----

// With the value in the place of the load, s is a running sum.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: return
func.func @top(%x: memref<16xf32>, %y: memref<16xf32>, %s: memref<1xf32>) {
  affine.for %t = 0 to 16 {
    %0 = affine.load %x[%t] : memref<16xf32>
    %1 = affine.load %s[0] : memref<1xf32>
    %2 = arith.addf %1, %0 : f32
    affine.store %2, %y[%t] : memref<16xf32>
    %3 = affine.load %y[%t] : memref<16xf32>
    affine.store %3, %s[0] : memref<1xf32>
  }
  return
}
