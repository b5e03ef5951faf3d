// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-fold-fills))" --split-input-file | FileCheck %s

// Sums start with the constant, whatever the order of the loops that fill.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 5
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 4
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.initial = 1.500000e+00 : f32, hls.stmt = "S1"}
// CHECK-NOT: affine.store
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x4xf32> {hls.name = "A"}, %s: memref<6x5xf32> {hls.name = "s"}) {
  %c = arith.constant 1.5 : f32
  affine.for %j = 0 to 5 {
    affine.for %i = 0 to 6 {
      affine.store %c, %s[%i, %j] : memref<6x5xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 5 {
      affine.for %k = 0 to 4 {
        %0 = affine.load %s[%i, %j] : memref<6x5xf32>
        %1 = affine.load %A[%i, %k] : memref<6x4xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %s[%i, %j] : memref<6x5xf32>
      }
    }
  }
  return
}

// -----

// Not where elements are left, another nest reads them, or the nest reads
// others than it stores.
// CHECK-LABEL: func.func @top
// CHECK: hls.stmt = "S0"
// CHECK: hls.stmt = "S1"
// CHECK: hls.stmt = "S2"
// CHECK: hls.stmt = "S3"
// CHECK: hls.stmt = "S4"
// CHECK-NOT: hls.initial
// CHECK: func.func private @top_reference
func.func @top(%x: memref<8xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}, %z: memref<8xf32> {hls.name = "z"}, %w: memref<8xf32> {hls.name = "w"}) {
  %c = arith.constant 0.0 : f32
  affine.for %i = 0 to 7 {
    affine.store %c, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %c, %y[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    affine.store %c, %w[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i] : memref<8xf32>
    %1 = affine.load %y[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %x[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %w[-%i + 7] : memref<8xf32>
    %1 = affine.load %z[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %w[%i] : memref<8xf32>
  }
  return
}
