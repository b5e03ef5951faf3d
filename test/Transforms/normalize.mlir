// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize))" -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: %python %S/Inputs/run_against_reference.py %llvm_tools %t.mlir top

// iter_args become arrays of one element, a value with two uses as well.
// CHECK-LABEL: func.func @top(
// CHECK-COUNT-3: memref.alloc
// CHECK: affine.for %{{.*}} = 0 to 16
// CHECK-NOT: iter_args
// CHECK: affine.store {{.*}}hls.stmt = "S0"
// CHECK: affine.store {{.*}}hls.stmt = "S1"
// CHECK: affine.for %{{.*}} = 0 to 24
// CHECK: memref.dealloc
// CHECK: func.func private @top_reference
func.func @top(%A: memref<16x24xf32>, %x: memref<24xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  %zero = arith.constant 0.0 : f32
  affine.for %i = 0 to 16 {
    %s, %m = affine.for %j = 0 to 24 iter_args(%acc = %zero, %acc2 = %zero) -> (f32, f32) {
      %a = affine.load %A[%i, %j] : memref<16x24xf32>
      %b = affine.load %x[%j] : memref<24xf32>
      %p = arith.mulf %a, %b : f32
      %t = arith.addf %acc, %p : f32
      %q = arith.addf %acc2, %acc : f32
      affine.yield %q, %t : f32, f32
    }
    %w = arith.mulf %s, %m : f32
    affine.store %w, %y[%i] : memref<16xf32>
    affine.store %w, %z[%i] : memref<16xf32>
  } {hls.name = "i"}
  return
}
