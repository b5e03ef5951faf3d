// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize))" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/Inputs/run_against_reference.py %llvm_tools %t.mlir top

// A scalar that is stored in its block before it is read is a value, also where
// it is assigned again; a value that two stores of its block need is computed
// for each. None of these is an array.
// CHECK-LABEL: func.func @top(
// CHECK: %[[OVERWRITTEN:.*]] = memref.alloc() {{.*}}memref<1xf32>
// CHECK-NEXT: %[[MANY:.*]] = memref.alloc() {{.*}}memref<1xf32>
// CHECK-NEXT: %[[CARRIED:.*]] = memref.alloc() {{.*}}memref<f32>
// CHECK-NOT: memref.alloc()
func.func @top(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>,
               %D: memref<16xf32>, %E: memref<16xf32>, %F: memref<16xf32>) {
  %v = memref.alloc() : memref<f32>
  %carried = memref.alloc() : memref<f32>
  %zero = arith.constant 0.0 : f32
  // CHECK: affine.store %{{.*}}, %[[CARRIED]]
  affine.store %zero, %carried[] : memref<f32>
  // CHECK: affine.for
  // CHECK: arith.mulf
  // CHECK-NEXT: %[[FOURTH:.*]] = arith.mulf
  // CHECK-NEXT: affine.store %[[FOURTH]], %{{.*}} {hls.stmt = "S1"}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    affine.store %a, %v[] : memref<f32>
    %1 = affine.load %v[] : memref<f32>
    %2 = arith.mulf %1, %1 : f32
    affine.store %2, %v[] : memref<f32>
    %3 = affine.load %v[] : memref<f32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %v[] : memref<f32>
    %5 = affine.load %v[] : memref<f32>
    affine.store %5, %B[%i] : memref<16xf32>
  }
  // What an earlier iteration stored is memory.
  affine.for %i = 0 to 16 {
    %s = affine.load %carried[] : memref<f32>
    %a = affine.load %A[%i] : memref<16xf32>
    %t = arith.addf %s, %a : f32
    affine.store %t, %carried[] : memref<f32>
  }
  // CHECK: affine.for
  // CHECK: affine.for
  // CHECK: arith.mulf
  // CHECK: {hls.stmt = "S3"}
  // CHECK: arith.mulf
  // CHECK: {hls.stmt = "S4"}
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %p = arith.mulf %a, %a : f32
    affine.store %p, %C[%i] : memref<16xf32>
    %q = arith.addf %p, %a : f32
    affine.store %q, %D[%i] : memref<16xf32>
  }
  // The first store overwrites what the value is computed from.
  // CHECK: affine.store %{{.*}}, %[[OVERWRITTEN]]
  affine.for %i = 0 to 16 {
    %a = affine.load %E[%i] : memref<16xf32>
    %p = arith.mulf %a, %a : f32
    affine.store %p, %E[%i] : memref<16xf32>
    %q = arith.addf %p, %p : f32
    affine.store %q, %F[%i] : memref<16xf32>
  }
  // Five stores share an array rather than five times the operators.
  // CHECK: affine.store %{{.*}}, %[[MANY]]
  affine.for %i = 0 to 16 {
    %a = affine.load %A[%i] : memref<16xf32>
    %p = arith.mulf %a, %a : f32
    affine.store %p, %B[%i] : memref<16xf32>
    affine.store %p, %C[%i] : memref<16xf32>
    affine.store %p, %D[%i] : memref<16xf32>
    affine.store %p, %E[%i] : memref<16xf32>
    %s = affine.load %carried[] : memref<f32>
    %q = arith.addf %p, %s : f32
    affine.store %q, %F[%i] : memref<16xf32>
  }
  return
}
