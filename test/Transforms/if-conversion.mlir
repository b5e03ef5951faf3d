// RUN: hls-opt %s --hls-normalize --split-input-file --verify-diagnostics | FileCheck %s

// Both ways of a condition on data; the second store sees the first one's value.
// CHECK-LABEL: @ways
// CHECK-NOT: scf.if
// CHECK: %[[BIG:.*]] = arith.cmpf ogt
// CHECK: %[[OLD:.*]] = affine.load %arg1[%[[I:.*]]]
// CHECK: %[[NEW:.*]] = arith.select %[[BIG]], %{{.*}}, %[[OLD]]
// CHECK: affine.store %[[NEW]], %arg1[%[[I]]]
// CHECK: %[[OTHER:.*]] = affine.load %arg1[%[[I]] + 1]
// CHECK: arith.select %{{.*}}, %[[OTHER]], %arg2
// CHECK: affine.store
func.func @ways(%A: memref<8xf32>, %B: memref<9xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = arith.cmpf ogt, %0, %x : f32
    scf.if %1 {
      %2 = arith.mulf %0, %x : f32
      affine.store %2, %B[%i] : memref<9xf32>
    } else {
      affine.store %x, %B[%i + 1] : memref<9xf32>
    }
  }
  return
}

// -----

// CHECK-LABEL: @result
// CHECK: arith.select
// CHECK: affine.store
func.func @result(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %0 = affine.load %A[%i] : memref<8xf32>
    %1 = arith.cmpf ogt, %0, %x : f32
    %2 = scf.if %1 -> f32 {
      %3 = arith.mulf %0, %x : f32
      scf.yield %3 : f32
    } else {
      scf.yield %x : f32
    }
    affine.store %2, %A[%i] : memref<8xf32>
  }
  return
}

// -----

// The condition may be all that keeps the access inside.
func.func @outside(%A: memref<8xf32>, %x: f32) attributes {hls.top} {
  affine.for %i = 0 to 9 {
    %0 = arith.cmpf ogt, %x, %x : f32
    // expected-error @below {{'scf.if' is not affine}}
    scf.if %0 {
      affine.store %x, %A[%i] : memref<8xf32>
    }
  }
  return
}
