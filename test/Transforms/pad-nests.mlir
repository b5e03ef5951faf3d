// RUN: split-file %s %t
// RUN: hls-opt --hls-prepare=top=f --hls-pad-nests %t/point.mlir | FileCheck %t/point.mlir
// RUN: hls-opt --hls-prepare=top=f --hls-pad-nests %t/wrong.mlir --verify-diagnostics --split-input-file

//--- point.mlir

// Rows and columns of the result are just more; what is beyond the last term
// stays away from the sum, under the condition that there is or one of its own.
// CHECK-DAG: #[[LAST:.*]] = affine_set<(d0) : (-d0 + 6 >= 0)>
// CHECK-DAG: #[[BOTH:.*]] = affine_set<(d0, d1, d2) : (d0 - d1 >= 0, -d2 + 6 >= 0)>
// CHECK: func.func @f(%[[A:.*]]: memref<6x8xf32> {hls.extents = array<i64: 5, 7>, hls.name = "A"}
// CHECK-SAME: memref<8x3xf32> {hls.extents = array<i64: 7, 3>, hls.name = "B"}
// CHECK-SAME: %[[C:.*]]: memref<6x3xf32> {hls.extents = array<i64: 5, 3>, hls.name = "C"}
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 3
// CHECK-NEXT: affine.if #[[LAST]](%[[K]])
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 3
// CHECK-NEXT: affine.if #[[BOTH]](%[[I]], %[[J]], %[[K]])
// CHECK: func.func private @f_reference(%{{.*}}: memref<5x7xf32>
func.func @f(%A: memref<5x7xf32> {hls.name = "A"}, %B: memref<7x3xf32> {hls.name = "B"}, %C: memref<5x3xf32> {hls.name = "C"})
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"],
       loops = [<name = "i", trip = 5, padded = 6, factors = [2, 3, 1]>,
                <name = "k", trip = 7, padded = 8, factors = [4, 1, 2]>,
                <name = "j", trip = 3, padded = 3, factors = [1, 3, 1]>],
       order = ["i", "j", "k"], pipelined = "j", concurrency = dataflow>,
      <name = "S1", statements = ["S1"],
       loops = [<name = "i", trip = 5, padded = 6, factors = [2, 3, 1]>,
                <name = "k", trip = 7, padded = 8, factors = [4, 1, 2]>,
                <name = "j", trip = 3, padded = 3, factors = [1, 3, 1]>],
       order = ["i", "j", "k"], pipelined = "j", concurrency = dataflow>],
      arrays = []>} {
  affine.for %i = 0 to 5 {
    affine.for %k = 0 to 7 {
      affine.for %j = 0 to 3 {
        %c = affine.load %C[%i, %j] : memref<5x3xf32>
        %a = affine.load %A[%i, %k] : memref<5x7xf32>
        %b = affine.load %B[%k, %j] : memref<7x3xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<5x3xf32>
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  affine.for %i = 0 to 5 {
    affine.for %k = 0 to 7 {
      affine.for %j = 0 to 3 {
        affine.if affine_set<(i, j) : (i - j >= 0)>(%i, %j) {
          %c = affine.load %C[%i, %j] : memref<5x3xf32>
          %a = affine.load %A[%i, %k] : memref<5x7xf32>
          %b = affine.load %B[%k, %j] : memref<7x3xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          affine.store %s, %C[%i, %j] : memref<5x3xf32>
        }
      } {hls.name = "j"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}

//--- wrong.mlir

func.func @f(%A: memref<8xf32> {hls.name = "A"}, %x: f32)
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 7, padded = 8, factors = [8, 1, 1]>],
       order = ["i"], pipelined = "i", concurrency = dataflow>], arrays = []>} {
  // expected-error @below {{design point: task S0: loop 'i' has 8 iterations, not 7}}
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

func.func @f(%A: memref<7xf32> {hls.name = "A"}, %x: f32)
    attributes {hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 7, padded = 8, factors = [8, 1, 1]>],
       order = ["i"], pipelined = "i", concurrency = dataflow>,
      <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 7, padded = 9, factors = [9, 1, 1]>],
       order = ["i"], pipelined = "i", concurrency = dataflow>], arrays = []>} {
  affine.for %i = 0 to 7 {
    affine.store %x, %A[%i] : memref<7xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 7 {
    // expected-error @below {{design point: dimension 0 of array 'A' is filled up to 8 by another loop, here to 9; choose one for both}}
    %a = affine.load %A[%i] : memref<7xf32>
    %b = arith.addf %a, %x : f32
    affine.store %b, %A[%i] : memref<7xf32>
  } {hls.name = "i"}
  return
}

// -----

// expected-error @below {{argument 0: 'hls.extents' are those of the source program (array<i64>), one a dimension of an array and no more than it has, got array<i64: 9> on 'memref<8xf32>'}}
func.func @f(%A: memref<8xf32> {hls.name = "A", hls.extents = array<i64: 9>}) {
  return
}
