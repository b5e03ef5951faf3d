// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-copy-operands))" -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %python %S/Inputs/run_against_reference.py %llvm_tools %t.mlir top

// Copies of arrays that are read in rows and columns hold the same bits as the
// arrays: T, whose elements are all written before they are read but for the
// diagonal, and U, whose are not.
// CHECK-LABEL: func.func @top
// CHECK-DAG: memref.alloc() {hls.name = "T_copy"}
// CHECK-DAG: memref.alloc() {hls.name = "T_copy_2"}
// CHECK-DAG: memref.alloc() {hls.name = "U_copy"}
// CHECK: return
func.func @top(%T: memref<24x24xi32> {hls.name = "T"}, %U: memref<16x16xi32> {hls.name = "U"}, %x: memref<16xi32>) {
  affine.for %e = 1 to 24 {
    affine.for %i = 0 to affine_map<(d0) -> (24 - d0)>(%e) {
      %0 = affine.load %T[%i, %i + %e] : memref<24x24xi32>
      %1 = affine.load %T[%i, %i + %e - 1] : memref<24x24xi32>
      %2 = arith.maxsi %0, %1 : i32
      affine.store %2, %T[%i, %i + %e] : memref<24x24xi32>
    } {hls.name = "i"}
    affine.for %i = 0 to affine_map<(d0) -> (24 - d0)>(%e) {
      affine.for %k = affine_map<(d0) -> (d0 + 1)>(%i) to affine_map<(d0, d1) -> (d0 + d1)>(%i, %e) {
        %0 = affine.load %T[%i, %i + %e] : memref<24x24xi32>
        %1 = affine.load %T[%i, %k] : memref<24x24xi32>
        %2 = affine.load %T[%k + 1, %i + %e] : memref<24x24xi32>
        %3 = arith.addi %1, %2 : i32
        %4 = arith.maxsi %0, %3 : i32
        affine.store %4, %T[%i, %i + %e] : memref<24x24xi32>
      } {hls.name = "k"}
    } {hls.name = "i"}
  } {hls.name = "e"}
  affine.for %r = 0 to 8 {
    affine.for %i = 0 to 16 {
      affine.for %k = 0 to 16 {
        %0 = affine.load %x[%i] : memref<16xi32>
        %1 = affine.load %U[%i, %k] : memref<16x16xi32>
        %2 = affine.load %U[%k, %i] : memref<16x16xi32>
        %3 = arith.muli %1, %2 : i32
        %4 = arith.addi %0, %3 : i32
        affine.store %4, %x[%i] : memref<16xi32>
      } {hls.name = "k"}
    } {hls.name = "i"}
    affine.for %i = 0 to 16 {
      %0 = affine.load %x[%i] : memref<16xi32>
      affine.store %0, %U[%r + 3, %i] : memref<16x16xi32>
    } {hls.name = "i"}
  } {hls.name = "r"}
  return
}
