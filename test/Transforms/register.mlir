// RUN: hls-opt %s --split-input-file --hls-apply-schedule --hls-apply-buffers --hls-annotate-trip-counts --hls-check-applied | FileCheck %s
// Sums in a register around a pipelined reduction: under a condition that bounds it, and with a loop around.

// The condition is gone; the loop runs up to the shared loop's iterator.
// CHECK-LABEL: func.func @solve
// CHECK: hls.task "S0"
// CHECK: ^bb0(%[[X:[^ ]*]]: memref<8xf32>, %[[I:[^ ]*]]: index):
// CHECK: %[[SUM:.*]] = hls.buffer "x_sum" {hls.accumulator} : memref<f32>
// CHECK: %[[OLD:.*]] = affine.load %[[X]][%[[I]]]
// CHECK: affine.store %[[OLD]], %[[SUM]][]
// CHECK: affine.for %[[K:.*]] = 0 to min {{.*}}(%[[I]])
// CHECK-NOT: affine.if
// CHECK: affine.load %[[X]][%[[K]]]
// CHECK: affine.load %[[SUM]][]
// CHECK: affine.store %{{.*}}, %[[SUM]][] {hls.stmt = "S0"}
// CHECK: hls.name = "k1", hls.pipeline = #hls.pipeline, hls.reduction, hls.trip_count = #hls.trip_count<min = 0, max = 7, avg = 4>
// CHECK: %[[TOTAL:.*]] = affine.load %[[SUM]][]
// CHECK: affine.store %[[TOTAL]], %[[X]][%[[I]]]
func.func @solve(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "k", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["k"], pipelined = "k", accumulator = register>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      affine.if affine_set<(i, k) : (i - k - 1 >= 0)>(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i] : memref<8xf32>
        %2 = arith.subf %1, %0 : f32
        affine.store %2, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "k"}
    %3 = affine.load %x[%i] : memref<8xf32>
    %4 = arith.mulf %3, %3 : f32
    affine.store %4, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i"}
  return
}

// -----

// A parallel loop of the nest stands around, and bounds the reduction; unrolled terms follow each other in the register.
// CHECK: affine_map<(d0) -> (0, d0 + 1)>
// CHECK-LABEL: func.func @triangle
// CHECK: affine.for %[[I:.*]] = 0 to 8 {
// CHECK: hls.buffer "y_sum"
// CHECK: affine.for %{{.*}} = max {{.*}}(%[[I]]) to 8
// CHECK: affine.for %{{.*}} = 0 to 2
// CHECK: hls.stmt = "S0"
// CHECK: hls.name = "l2"
// CHECK: hls.name = "k1", hls.pipeline
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]]]
// CHECK: hls.name = "i0"
func.func @triangle(%A: memref<8x8x2xf32> {hls.name = "A"}, %y: memref<8xf32> {hls.name = "y"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [8, 1, 1]>, <name = "k", trip = 8, padded = 8, factors = [1, 8, 1]>,
               <name = "l", trip = 2, padded = 2, factors = [1, 1, 2]>], order = ["i", "k", "l"], pipelined = "k", accumulator = register>],
    arrays = [<array = "A", partition = <[<none>, <none>, <cyclic, 2>]>>, <array = "y", partition = <[<none>]>>]>} {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 8 {
      affine.for %l = 0 to 2 {
        affine.if affine_set<(i, k) : (k - i - 1 >= 0)>(%i, %k) {
          %0 = affine.load %A[%i, %k, %l] : memref<8x8x2xf32>
          %1 = affine.load %y[%i] : memref<8xf32>
          %2 = arith.addf %1, %0 : f32
          affine.store %2, %y[%i] {hls.stmt = "S0"} : memref<8xf32>
        }
      } {hls.name = "l"}
    } {hls.name = "k"}
  } {hls.name = "i"}
  return
}
