// RUN: hls-opt %s --hls-test-task-graph --split-input-file -o /dev/null 2>&1 | FileCheck %s

// The trailing update of a factorisation: what is left of the box in iteration
// k is the square behind it, sum of k^2 for k < 8.
// CHECK: remark: bounds of S0 i: (d0) -> (d0) to (d0) -> (7) j: (d0) -> (d0) to (d0) -> (7), 140 iterations in 8 runs, 8 boxes
func.func @trailing(%A: memref<8x8xf32> {hls.name = "A"}) {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 7 {
      affine.for %j = 0 to 7 {
        affine.if affine_set<(d0, d1, d2) : (d0 - d2 >= 0, d1 - d2 >= 0)>(%i, %j, %k) {
          %0 = affine.load %A[%i + 1, %k] : memref<8x8xf32>
          %1 = affine.load %A[%k, %j + 1] : memref<8x8xf32>
          %2 = affine.load %A[%i + 1, %j + 1] : memref<8x8xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.subf %2, %3 : f32
          affine.store %4, %A[%i + 1, %j + 1] {hls.stmt = "S0"} : memref<8x8xf32>
        }
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 8 {
      %0 = affine.load %A[%i, %k] : memref<8x8xf32>
      affine.store %0, %A[%k, %i] {hls.stmt = "S1"} : memref<8x8xf32>
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}

// -----

// A wavefront of two loops: t + 2 i = w bounds t and i, each by the box of the
// other, and their iterations are whole or none.
// CHECK: remark: bounds of S0 t: (d0) -> (0, d0 - 6) to (d0) -> (4, d0 + 1) i: (d0) -> (d0 floordiv 2 - 1, 0) to (d0) -> (d0 floordiv 2 + 1, 4), 50 iterations in 10 runs, 9 boxes
func.func @wave(%A: memref<10x4xf32> {hls.name = "A"}) {
  affine.for %w = 0 to 10 {
    affine.for %t = 0 to 4 {
      affine.for %i = 0 to 4 {
        affine.if affine_set<(d0, d1, d2) : (d0 + d1 * 2 - d2 == 0)>(%t, %i, %w) {
          %0 = affine.load %A[%w, %i] : memref<10x4xf32>
          %1 = arith.addf %0, %0 : f32
          affine.store %1, %A[%w, %i] {hls.stmt = "S0"} : memref<10x4xf32>
        }
      } {hls.name = "i"}
    } {hls.name = "t"}
    affine.for %i = 0 to 4 {
      %0 = affine.load %A[%w, %i] : memref<10x4xf32>
      affine.store %0, %A[%w, -%i + 3] {hls.stmt = "S1"} : memref<10x4xf32>
    } {hls.name = "i"}
  } {hls.name = "w"}
  return
}

// -----

// Loops around whose bounds depend on each other: only what they leave counts.
// CHECK: remark: bounds of S0 k: (d0, d1) -> (d0) to (d0, d1) -> (d1), 20 iterations in 10 runs, 10 boxes
func.func @sums(%A: memref<5x5xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 4 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 5 {
      affine.for %k = 0 to 4 {
        affine.if affine_set<(d0, d1, d2) : (d0 - d1 >= 0, d2 - d0 - 1 >= 0)>(%k, %i, %j) {
          %0 = affine.load %A[%i, %j] : memref<5x5xf32>
          %1 = affine.load %A[%k, %j] : memref<5x5xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %A[%i, %j] {hls.stmt = "S0"} : memref<5x5xf32>
        }
      } {hls.name = "k"}
      affine.for %k = 0 to 4 {
        %0 = affine.load %A[%i, %j] : memref<5x5xf32>
        affine.store %0, %A[%k, %i] {hls.stmt = "S1"} : memref<5x5xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// No loop around bounds the nest: its own triangle stays in its box.
// CHECK-NOT: bounds of
func.func @triangle(%A: memref<8x8xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {
        %0 = affine.load %A[%i, %j] : memref<8x8xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%i, %j] {hls.stmt = "S0"} : memref<8x8xf32>
      }
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
