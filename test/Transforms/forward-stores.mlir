// Else regions become conditions of their own, and a store that is read in one
// is kept. A load in scf.if takes no value of a load that is replaced itself.
// RUN: split-file %s %t
// RUN: hls-opt %t/split.mlir --hls-forward-stores | FileCheck %s --check-prefix=SPLIT
// RUN: hls-opt %t/read.mlir --affine-store-forward | FileCheck %s --check-prefix=READ
// RUN: hls-opt %t/read.mlir --simplify-memref-access | FileCheck %s --check-prefix=READ
// RUN: hls-opt %t/other.mlir --hls-forward-stores | FileCheck %s --check-prefix=OTHER
// RUN: not hls-opt %t/results.mlir --hls-forward-stores 2>&1 | FileCheck %s --check-prefix=RESULTS
// RUN: hls-opt %t/values.mlir --hls-forward-stores | FileCheck %s --check-prefix=VALUES

// SPLIT-DAG: #[[AGAINST:.*]] = affine_set<(d0) : (-(d0 - 3) - 1 >= 0)>
// SPLIT-DAG: #[[FOR:.*]] = affine_set<(d0) : (d0 - 3 >= 0)>
// SPLIT: affine.if #[[FOR]](%[[I:.*]]) {
// SPLIT: affine.store %{{.*}}, %{{.*}}[%[[I]]]
// SPLIT: }
// SPLIT-NEXT: affine.if #[[AGAINST]](%[[I]]) {
// SPLIT: affine.store %{{.*}}, %{{.*}}[%[[I]] + 8]
// SPLIT-NOT: else

// Both stores to %t: the first one is read before the second one is there.
// READ: affine.for
// READ: affine.store %{{.*}}, %{{.*}}[0]
// READ: affine.if
// READ: affine.load %{{.*}}[0]
// READ: affine.store %{{.*}}, %{{.*}}[0]

// RESULTS: results.mlir:3:10: error: 'affine.if' op has results, and loads or stores in its else region; run hls-normalize, or choose a value by arith.select

// VALUES: affine.if
// VALUES: } else {

// OTHER: affine.load %[[A:.*]][%[[I:.*]]] : memref
// OTHER-NEXT: %[[X:.*]] = affine.load %[[A]][%[[J:.*]]] : memref
// OTHER: affine.store %{{.*}}, %[[A]][%[[I]]]
// OTHER-NEXT: arith.cmpi ule, %[[X]]
// OTHER-NEXT: scf.if
// OTHER-NEXT: affine.load %[[A]][%[[J]] + 1]
// OTHER-NEXT: affine.load %[[A]][%[[J]]]
// OTHER-NOT: affine.apply

//--- split.mlir
func.func @split(%x: memref<8xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      affine.store %a, %y[%i] : memref<16xf32>
    } else {
      affine.store %a, %y[%i + 8] : memref<16xf32>
    }
  }
  return
}

//--- read.mlir
func.func @read(%x: memref<8xf32>, %t: memref<1xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %t[0] : memref<1xf32>
    affine.if affine_set<(d0) : (d0 - 8 >= 0)>(%i) {
    } else {
      affine.for %j = 0 to 8 {
        %b = affine.load %t[0] : memref<1xf32>
        affine.store %b, %y[%j] : memref<8xf32>
      }
    }
    %c = arith.addf %a, %a : f32
    affine.store %c, %t[0] : memref<1xf32>
  }
  return
}

//--- results.mlir
func.func @results(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %v = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> f32 {
      %a = affine.load %x[%i] : memref<8xf32>
      affine.yield %a : f32
    } else {
      %b = affine.load %x[%i - 1] : memref<8xf32>
      affine.yield %b : f32
    }
    affine.store %v, %y[%i] : memref<8xf32>
  }
  return
}

//--- values.mlir
func.func @values(%y: memref<8xf32>, %a: f32, %b: f32) {
  affine.for %i = 0 to 8 {
    %v = affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) -> f32 {
      affine.yield %a : f32
    } else {
      affine.yield %b : f32
    }
    affine.store %v, %y[%i] : memref<8xf32>
  }
  return
}

//--- other.mlir
func.func @other(%A: memref<23xi32>) {
  %c3 = arith.constant 3 : i32
  affine.for %i = 2 to 9 {
    affine.for %j = affine_map<(d0) -> (d0 + 2)>(%i) to 11 {
      %0 = affine.load %A[%i] : memref<23xi32>
      %1 = affine.load %A[%j] : memref<23xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %A[%i] : memref<23xi32>
      %3 = affine.load %A[%j] : memref<23xi32>
      %4 = arith.cmpi ule, %3, %c3 : i32
      scf.if %4 {
        %5 = affine.load %A[%j + 1] : memref<23xi32>
        %6 = affine.load %A[%j] : memref<23xi32>
        %7 = arith.addi %5, %6 : i32
        affine.store %7, %A[%j] : memref<23xi32>
      }
    }
  }
  return
}
