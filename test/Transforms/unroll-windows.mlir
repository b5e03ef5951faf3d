// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-unroll-windows))" --split-input-file 2>/dev/null | FileCheck %s
// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-unroll-windows{window-copies=5}))" --split-input-file 2>/dev/null | FileCheck %s --check-prefix=FEW
// RUN: not hls-opt %s --pass-pipeline="builtin.module(func.func(hls-unroll-windows{window-trip=-1}))" --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: window-trip and window-copies must not be negative

// Both loops of the window are written out, in order, and the sum passes as a
// value: one store is left. With fewer copies it is the inner loop alone.
// CHECK-LABEL: func.func @window(
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// CHECK-NOT: affine.for
// CHECK: affine.load %arg0[%[[I]], %[[J]]]
// CHECK: affine.load %arg0[%[[I]], %[[J]] + 1]
// CHECK: affine.load %arg0[%[[I]], %[[J]] + 2]
// CHECK: affine.load %arg0[%[[I]] + 1, %[[J]]]
// CHECK: affine.store
// CHECK-NOT: affine.store
// CHECK: return
// FEW-LABEL: func.func @window(
// FEW: affine.for %{{.*}} = 0 to 3 {
// FEW-NOT: affine.for
// FEW: return
func.func @window(%x: memref<10x10xf32>, %y: memref<8x8xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.for %p = 0 to 3 {
        affine.for %q = 0 to 3 {
          %0 = affine.load %x[%i + %p, %j + %q] : memref<10x10xf32>
          %1 = affine.load %y[%i, %j] : memref<8x8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%i, %j] : memref<8x8xf32>
        }
      }
    }
  }
  return
}

// -----

// No window: the loop moves what is written; the loop is too long; it stands
// outside; it has a directive.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-8: affine.for
// CHECK: return
func.func @others(%x: memref<100xf32>, %y: memref<100xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 3 {
      %0 = affine.load %x[%i + %k] : memref<100xf32>
      affine.store %0, %y[%i + %k] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 65 {
      %0 = affine.load %x[%i + %k] : memref<100xf32>
      affine.store %0, %y[%i] : memref<100xf32>
    }
  }
  affine.for %k = 0 to 3 {
    affine.for %i = 0 to 80 {
      %0 = affine.load %x[%i + %k] : memref<100xf32>
      affine.store %0, %y[%i] : memref<100xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 3 {
      %0 = affine.load %x[%i + %k] : memref<100xf32>
      affine.store %0, %y[%i] : memref<100xf32>
    } {hls.unroll = #hls.unroll}
  }
  return
}

// -----

// Elements of a table at constant places.
// CHECK-LABEL: func.func @taps(
// CHECK-NOT: memref.get_global
// CHECK-DAG: arith.constant 2.500000e+00 : f32
// CHECK-DAG: arith.constant -0.000000e+00 : f32
memref.global "private" constant @t : memref<2xf32> = dense<[2.5, -0.0]>
func.func @taps(%x: memref<9xf32>, %y: memref<8xf32>) attributes {hls.top} {
  %t = memref.get_global @t : memref<2xf32>
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 2 {
      %0 = affine.load %x[%i + %k] : memref<9xf32>
      %1 = affine.load %t[%k] : memref<2xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %y[%i] : memref<8xf32>
    }
  }
  return
}

// -----

// Conditions around taps, and around loops of them, are those of each copy, and
// so are those of else regions.
// CHECK-LABEL: func.func @conditions(
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT: affine.if #{{.*}}(%[[I]]) {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] - 2]
// CHECK: affine.if #{{.*}}(%[[I]])
// CHECK-NEXT: affine.load %{{.*}}[%[[I]]]
// CHECK: affine.if #{{.*}}(%[[I]])
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] - 1]
// CHECK-NOT: else
// CHECK: return
func.func @conditions(%x: memref<100xf32>, %y: memref<100xf32>) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      affine.for %k = 0 to 3 {
        affine.if affine_set<(d0, d1) : (d0 + d1 - 2 >= 0)>(%i, %k) {
          %0 = affine.load %x[%i + %k - 2] : memref<100xf32>
          affine.store %0, %y[%i] : memref<100xf32>
        } else {
          %1 = affine.load %x[%i] : memref<100xf32>
          affine.store %1, %y[%i] : memref<100xf32>
        }
      }
    }
  }
  return
}
