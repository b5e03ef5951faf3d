// RUN: hls-opt %s --split-input-file --hls-apply-schedule | FileCheck %s
// RUN: hls-opt %s --split-input-file --hls-apply-schedule --hls-apply-buffers --hls-lower-transfers --hls-check-applied -o /dev/null

// Of the copies that write A[k] one runs: that of j = k. The subscripts alone
// do not show it.
// CHECK-LABEL: func.func @apart
// CHECK: affine.if
// CHECK: } {{{.*}}hls.distinct_copies = ["A"]{{.*}}hls.name = "j1", hls.pipeline = #hls.pipeline}
func.func @apart(%A: memref<8xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "j", trip = 4, padded = 4, factors = [1, 1, 4]>,
                                                         <name = "k", trip = 4, padded = 4, factors = [1, 1, 4]>], order = ["j", "k"], pipelined = "j">],
    arrays = [<array = "A", partition = <[<cyclic, 4>]>>]>} {
  affine.for %j = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d1 - d0 == 0)>(%j, %k) {
        %0 = affine.load %A[%k] : memref<8xf32>
        %1 = affine.load %A[%k + 4] : memref<8xf32>
        %2 = arith.mulf %0, %x : f32
        %3 = arith.addf %2, %1 : f32
        affine.store %3, %A[%k] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
  } {hls.name = "j"}
  return
}

// -----

// Copies of the next iteration of i may touch what these do, but not another
// copy of theirs: two rows are unrolled, and the condition leaves every second
// one.
// CHECK-LABEL: func.func @half
// CHECK: } {{{.*}}hls.distinct_copies = ["A"]{{.*}}hls.name = "i1"
func.func @half(%A: memref<10xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 mod 2 == 0)>(%i) {
      %0 = affine.load %A[%i + 1] : memref<10xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i] {hls.stmt = "S0"} : memref<10xf32>
    }
  } {hls.name = "i"}
  return
}

// -----

// A copy reads what the one before it writes: nothing is said.
// CHECK-LABEL: func.func @chain
// CHECK-NOT: hls.distinct_copies
func.func @chain(%A: memref<10xf32> {hls.name = "A"}, %x: f32) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 4, 2]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 2>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%i) {
      %0 = affine.load %A[%i] : memref<10xf32>
      %1 = arith.mulf %0, %x : f32
      affine.store %1, %A[%i + 1] {hls.stmt = "S0"} : memref<10xf32>
    }
  } {hls.name = "i"}
  return
}

// -----

// The copies of a sum follow each other.
// CHECK-LABEL: func.func @sum
// CHECK-NOT: hls.distinct_copies
func.func @sum(%A: memref<4xf32> {hls.name = "A"}, %B: memref<4xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "j", trip = 4, padded = 4, factors = [1, 4, 1]>,
                                                         <name = "k", trip = 4, padded = 4, factors = [1, 1, 4]>], order = ["j", "k"], pipelined = "j">],
    arrays = [<array = "A", partition = <[<none>]>>, <array = "B", partition = <[<cyclic, 4>]>>]>} {
  affine.for %j = 0 to 4 {
    affine.for %k = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j, %k) {
        %0 = affine.load %A[%j] : memref<4xf32>
        %1 = affine.load %B[%k] : memref<4xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %A[%j] {hls.stmt = "S0"} : memref<4xf32>
      }
    } {hls.name = "k"}
  } {hls.name = "j"}
  return
}
