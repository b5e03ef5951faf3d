// RUN: hls-opt %s --split-input-file --hls-apply-schedule | FileCheck %s
// RUN: hls-opt %s --split-input-file --hls-apply-schedule --hls-apply-buffers --hls-lower-transfers --hls-check-applied -o /dev/null

// A sum in B that reads other rows of B, which only the condition keeps apart.
// Flattened under the sum's loop, the pipelined loop lies between two iterations
// of one sum.
// CHECK-LABEL: func.func @flattened
// CHECK: } {hls.distance = 4 : i64, hls.independent = ["B"], hls.level = 1 : i64, hls.name = "j1", hls.pipeline = #hls.pipeline}
func.func @flattened(%A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 7, padded = 7, factors = [7, 1, 1]>,
                                                         <name = "j", trip = 8, padded = 8, factors = [1, 4, 2]>,
                                                         <name = "k", trip = 7, padded = 7, factors = [7, 1, 1]>], order = ["i", "j", "k"], pipelined = "j">],
    arrays = [<array = "A", partition = <[<none>, <none>]>>, <array = "B", partition = <[<none>, <cyclic, 2>]>>]>} {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 7 {
        affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %k) {
          %0 = affine.load %B[%i, %j] : memref<8x8xf32>
          %1 = affine.load %A[%k + 1, %i] : memref<8x8xf32>
          %2 = affine.load %B[%k + 1, %j] : memref<8x8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %B[%i, %j] {hls.stmt = "S0"} : memref<8x8xf32>
        }
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The pipelined loop carries the sum: the next iteration reads what this one
// stores, and nothing may be said.
// CHECK-LABEL: func.func @carried
// CHECK-NOT: hls.distance
// CHECK-NOT: hls.independent
// CHECK: } {hls.level = 1 : i64, hls.name = "k1", hls.pipeline = #hls.pipeline, hls.reduction}
func.func @carried(%A: memref<8x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 7, padded = 7, factors = [7, 1, 1]>,
                                                         <name = "j", trip = 8, padded = 8, factors = [4, 1, 2]>,
                                                         <name = "k", trip = 7, padded = 7, factors = [1, 7, 1]>], order = ["i", "j", "k"], pipelined = "k">],
    arrays = [<array = "A", partition = <[<none>, <none>]>>, <array = "B", partition = <[<none>, <cyclic, 2>]>>]>} {
  affine.for %i = 0 to 7 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 7 {
        affine.if affine_set<(d0, d1) : (d1 - d0 >= 0)>(%i, %k) {
          %0 = affine.load %B[%i, %j] : memref<8x8xf32>
          %1 = affine.load %A[%k + 1, %i] : memref<8x8xf32>
          %2 = affine.load %B[%k + 1, %j] : memref<8x8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.addf %0, %3 : f32
          affine.store %4, %B[%i, %j] {hls.stmt = "S0"} : memref<8x8xf32>
        }
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The element of a sum moves with %i as well: what %i carries is no sum of one
// nest alone, even where %k is unrolled whole.
// CHECK-LABEL: func.func @moving
// CHECK-NOT: hls.independent
func.func @moving(%A: memref<16xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 4, padded = 4, factors = [4, 1, 1]>,
                                                         <name = "j", trip = 4, padded = 4, factors = [1, 4, 1]>,
                                                         <name = "k", trip = 2, padded = 2, factors = [1, 1, 2]>], order = ["i", "j", "k"], pipelined = "j">],
    arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>} {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.for %k = 0 to 2 {
        %0 = affine.load %A[%i + %j] : memref<16xf32>
        %1 = affine.load %A[%k + 10] : memref<16xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%i + %j] {hls.stmt = "S0"} : memref<16xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
