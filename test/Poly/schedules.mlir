// RUN: hls-opt %s --hls-test-schedules --split-input-file -o /dev/null 2>&1 | FileCheck %s

// What isl's schedulers find at sizes of real programs: few steps, sequential
// times outside, and iterators of the source inside of them.

// Elimination: one step for the column and one for what lies beside it, of
// either triangle, for every pivot.
// CHECK: remark: coincidence: 798 steps, 21333200 instances, 0 skewed
// CHECK-SAME: L[i, j, k] -> [0, k, 1, i, j]; D[i, j] -> [0, j, 0, i]; U[i, j, k] -> [0, k, 2, i, j]
// CHECK: remark: source:
func.func @elimination(%A: memref<400x400xf32>) {
  affine.for %i = 0 to 400 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %0 = affine.load %A[%i, %j] : memref<400x400xf32>
        %1 = affine.load %A[%i, %k] : memref<400x400xf32>
        %2 = affine.load %A[%k, %j] : memref<400x400xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] {hls.stmt = "L"} : memref<400x400xf32>
      } {hls.name = "k"}
      %5 = affine.load %A[%i, %j] : memref<400x400xf32>
      %6 = affine.load %A[%j, %j] : memref<400x400xf32>
      %7 = arith.divf %5, %6 : f32
      affine.store %7, %A[%i, %j] {hls.stmt = "D"} : memref<400x400xf32>
    } {hls.name = "j"}
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 400 {
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %A[%i, %j] : memref<400x400xf32>
        %1 = affine.load %A[%i, %k] : memref<400x400xf32>
        %2 = affine.load %A[%k, %j] : memref<400x400xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] {hls.stmt = "U"} : memref<400x400xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// A relaxation in place runs along wavefronts that hold its time loop too.
// CHECK: remark: coincidence: 1588 steps, 15840400 instances, 1 skewed
// CHECK-SAME: S[t, i, j] -> [0, 4*(t) + 2*(i) + j, 0, t, i]
func.func @relaxation(%A: memref<400x400xf32>) {
  affine.for %t = 0 to 100 {
    affine.for %i = 0 to 398 {
      affine.for %j = 0 to 398 {
        %0 = affine.load %A[%i, %j] : memref<400x400xf32>
        %1 = affine.load %A[%i, %j + 2] : memref<400x400xf32>
        %2 = affine.load %A[%i + 2, %j + 1] : memref<400x400xf32>
        %3 = affine.load %A[%i + 1, %j + 2] : memref<400x400xf32>
        %4 = affine.load %A[%i + 2, %j] : memref<400x400xf32>
        %5 = arith.addf %0, %1 : f32
        %6 = arith.addf %5, %2 : f32
        %7 = arith.addf %6, %3 : f32
        %8 = arith.addf %7, %4 : f32
        affine.store %8, %A[%i + 1, %j + 1] {hls.stmt = "S"} : memref<400x400xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}

// -----

// Nothing waits for anything: no sequential time at all.
// CHECK: remark: source: 1 steps, 4096 instances, 0 skewed, cost 33: { S[i, j] -> [0, i, j] }
// CHECK-NOT: remark: coincidence
func.func @transpose(%A: memref<64x64xf32>, %B: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %0 = affine.load %A[%i, %j] : memref<64x64xf32>
      affine.store %0, %B[%j, %i] {hls.stmt = "S"} : memref<64x64xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
