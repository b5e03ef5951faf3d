// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-rectangularize{widen store-old}))" --split-input-file | FileCheck %s

// Two fields that read a third one, both widened to the whole arrays: one nest
// with two results, which are stored at its end. The third one reads both, and
// stays apart.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[T:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 30 {
// CHECK: affine.load %[[H:.*]][%[[I]] - 1, %[[J]]] {hls.zero_outside = array<i64: 0>}
// CHECK: %[[X:.*]] = arith.select
// CHECK: affine.load %[[H]][%[[I]], %[[J]] - 1] {hls.zero_outside = array<i64: 1>}
// CHECK: %[[Y:.*]] = arith.select
// CHECK-NEXT: affine.store %[[X]], %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}
// CHECK-NEXT: affine.store %[[Y]], %{{.*}}[%[[I]], %[[J]]] {hls.joined = "S0", hls.stmt = "S1"}
// CHECK-NEXT: }
// CHECK: affine.for
// CHECK: affine.store {{.*}} {hls.stmt = "S2"}
// CHECK: func.func private @top_reference
func.func @top(%x: memref<20x30xf32>, %y: memref<20x30xf32>, %h: memref<20x30xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 20 {
      affine.for %j = 0 to 30 {
        %0 = affine.load %x[%i, %j] : memref<20x30xf32>
        %1 = affine.load %h[%i - 1, %j] : memref<20x30xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %x[%i, %j] : memref<20x30xf32>
      }
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 1 to 30 {
        %0 = affine.load %y[%i, %j] : memref<20x30xf32>
        %1 = affine.load %h[%i, %j - 1] : memref<20x30xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %y[%i, %j] : memref<20x30xf32>
      }
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 0 to 30 {
        %0 = affine.load %x[%i, %j] : memref<20x30xf32>
        %1 = affine.load %y[%i, %j] : memref<20x30xf32>
        %2 = affine.load %h[%i, %j] : memref<20x30xf32>
        %3 = arith.addf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %h[%i, %j] : memref<20x30xf32>
      }
    }
  }
  return
}

// -----

// The second nest reads what the first one writes beside it: they stay two. So
// do nests that read the third array in another order, and nests of different
// boxes.
// CHECK-LABEL: func.func @top
// CHECK-NOT: hls.joined
// CHECK: func.func private @top_reference
func.func @top(%x: memref<20x20xf32>, %y: memref<20x20xf32>, %h: memref<20x20xf32>, %z: memref<20x20xf32>) {
  affine.for %t = 0 to 4 {
    affine.for %i = 1 to 20 {
      affine.for %j = 0 to 20 {
        %0 = affine.load %h[%i - 1, %j] : memref<20x20xf32>
        affine.store %0, %x[%i, %j] : memref<20x20xf32>
      }
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 1 to 20 {
        %0 = affine.load %h[%i, %j - 1] : memref<20x20xf32>
        %1 = affine.load %x[%i, %j - 1] : memref<20x20xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %y[%i, %j] : memref<20x20xf32>
      }
    }
    affine.for %i = 0 to 20 {
      affine.for %j = 1 to 20 {
        %0 = affine.load %h[%j - 1, %i] : memref<20x20xf32>
        affine.store %0, %z[%i, %j] : memref<20x20xf32>
      }
    }
    affine.for %i = 0 to 12 {
      affine.for %j = 0 to 12 {
        %0 = affine.load %h[%i, %j] : memref<20x20xf32>
        %1 = affine.load %x[%i, %j] : memref<20x20xf32>
        %2 = arith.subf %0, %1 : f32
        affine.store %2, %h[%i, %j] : memref<20x20xf32>
      }
    }
  }
  return
}
