// RUN: rm -rf %t && mkdir %t
// RUN: split-file %s %t
// RUN: hls-opt %t/syrk.mlir --pass-pipeline="builtin.module(hls-prepare{top=syrk},func.func(hls-normalize,hls-distribute,hls-rectangularize{widen},hls-split-workers{workers=3}))" -o %t/syrk-split.mlir
// RUN: FileCheck %t/syrk.mlir --input-file=%t/syrk-split.mlir
// RUN: %python %S/Inputs/run_against_reference.py %llvm_tools %t/syrk-split.mlir syrk
// RUN: hls-opt %t/chain.mlir --pass-pipeline="builtin.module(hls-prepare{top=chain},func.func(hls-normalize,hls-distribute,hls-fold-fills,hls-split-workers{workers=S2=2}))" -o %t/chain-split.mlir
// RUN: FileCheck %t/chain.mlir --input-file=%t/chain-split.mlir
// RUN: hls-opt %t/chain.mlir --pass-pipeline="builtin.module(hls-prepare{top=chain},func.func(hls-normalize,hls-distribute,hls-split-workers{workers=S2=2}))" -o %t/chain-run.mlir
// RUN: %python %S/Inputs/run_against_reference.py %llvm_tools %t/chain-run.mlir chain
// RUN: hls-opt %t/chain.mlir --pass-pipeline="builtin.module(hls-prepare{top=chain},func.func(hls-normalize,hls-split-workers{workers=1}))" | FileCheck %t/chain.mlir --check-prefix=ONE

//--- syrk.mlir

// Rows of a triangle: each worker has its rows of C, and of A where they move
// with these; the other rows of A are read whole by all. Conditions see the
// indices of the source. 7 rows are 3, 3 and 1, which is filled up to 3.
// CHECK: func.func @syrk(%[[A:[a-z0-9]+]]: memref<7x4xf32> {hls.name = "A"}, %[[C:[a-z0-9]+]]: memref<7x7xf32> {hls.name = "C"}
// CHECK-SAME: %[[A0:[a-z0-9]+]]: memref<3x4xf32> {hls.name = "A_w0", hls.part_of = {array = "A", dim = 0 : i64, extent = 7 : i64, start = 0 : i64}}
// CHECK-SAME: %[[A2:[a-z0-9]+]]: memref<3x4xf32> {hls.extents = array<i64: 1, 4>, hls.name = "A_w2", hls.part_of = {array = "A", dim = 0 : i64, extent = 7 : i64, start = 6 : i64}}
// CHECK-SAME: %[[C1:[a-z0-9]+]]: memref<3x7xf32> {hls.name = "C_w1", hls.part_of = {array = "C", dim = 0 : i64, extent = 7 : i64, start = 3 : i64}}
// CHECK-SAME: hls.blocks = "S0.workers=3"
// CHECK: affine.for %[[I:.*]] = 0 to 3 {
// CHECK: hls.stmt = "S0_w0"
// CHECK: affine.for %[[I1:.*]] = 0 to 3 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 7 {
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 4 {
// CHECK-NEXT: affine.if #{{.*}}(%[[I1]], %[[J]])
// CHECK: affine.load %{{.*}}[%[[I1]], %[[K]]] : memref<3x4xf32>
// CHECK: affine.load %[[A]][%[[J]], %[[K]]] : memref<7x4xf32>
// CHECK: affine.store %{{.*}}, %[[C1]][%[[I1]], %[[J]]] {hls.stmt = "S0_w1", hls.worker = {nest = "S0", number = 1 : i64}}
// CHECK: hls.stmt = "S0_w2", hls.worker = {nest = "S0", number = 2 : i64}
// CHECK-NOT: affine.store
// CHECK: return
func.func @syrk(%A: memref<7x4xf32> {hls.name = "A"}, %C: memref<7x7xf32> {hls.name = "C"}) {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      affine.for %k = 0 to 4 {
        %0 = affine.load %C[%i, %j] : memref<7x7xf32>
        %1 = affine.load %A[%i, %k] : memref<7x4xf32>
        %2 = affine.load %A[%j, %k] : memref<7x4xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %C[%i, %j] : memref<7x7xf32>
      }
    }
  }
  return
}

//--- chain.mlir

// The nest that makes the rows which another one uses is split with it; of an
// operand along columns, each worker has columns. The index is a value, too.
// CHECK: func.func @chain(
// CHECK-SAME: memref<5x4xf32> {hls.name = "A_w0", hls.part_of = {array = "A", dim = 1 : i64, extent = 8 : i64, start = 0 : i64}}
// CHECK-SAME: hls.blocks = "S2.workers=2"
// CHECK-DAG: memref.alloc() {hls.name = "T_w0"} : memref<4x6xf32>
// CHECK-DAG: memref.alloc() {hls.name = "T_w1"} : memref<4x6xf32>
// CHECK-NOT: memref.alloc()
// CHECK: hls.initial = 0.000000e+00 : f32, hls.stmt = "S1_w0"
// CHECK: hls.initial = 0.000000e+00 : f32, hls.stmt = "S1_w1"
// CHECK: hls.stmt = "S2_w0"
// CHECK: affine.for %[[I:.*]] = 0 to 4
// CHECK: affine.apply #{{.*}}(%[[I]])
// CHECK: hls.stmt = "S2_w1"
// ONE: func.func @chain(
// ONE-NOT: hls.part_of
// ONE-NOT: hls.blocks
// ONE: return
func.func @chain(%A: memref<5x8xf32> {hls.name = "A"}, %B: memref<5x6xf32> {hls.name = "B"}, %D: memref<8x6xf32> {hls.name = "D"}) {
  %zero = arith.constant 0.0 : f32
  %T = memref.alloc() {hls.name = "T"} : memref<8x6xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      affine.store %zero, %T[%i, %j] : memref<8x6xf32>
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      affine.for %k = 0 to 5 {
        %0 = affine.load %T[%i, %j] : memref<8x6xf32>
        %1 = affine.load %A[%k, %i] : memref<5x8xf32>
        %2 = affine.load %B[%k, %j] : memref<5x6xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %T[%i, %j] : memref<8x6xf32>
      }
    }
  }
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %T[%i, %j] : memref<8x6xf32>
      %1 = arith.index_cast %i : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      %3 = arith.addf %0, %2 : f32
      affine.store %3, %D[%i, %j] : memref<8x6xf32>
    }
  }
  memref.dealloc %T : memref<8x6xf32>
  return
}
