// Else regions become conditions of their own; and a store that is read in one
// is kept by the pipelines that forward stores.
// RUN: split-file %s %t
// RUN: hls-opt %t/split.mlir --hls-split-else | FileCheck %s --check-prefix=SPLIT
// RUN: hls-opt %t/read.mlir --affine-store-forward | FileCheck %s --check-prefix=READ
// RUN: hls-opt %t/read.mlir --simplify-memref-access | FileCheck %s --check-prefix=READ
// RUN: not hls-opt %t/results.mlir --hls-split-else 2>&1 | FileCheck %s --check-prefix=RESULTS
// RUN: hls-opt %t/values.mlir --hls-split-else | FileCheck %s --check-prefix=VALUES

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
