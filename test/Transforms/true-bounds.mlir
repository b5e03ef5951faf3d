// RUN: hls-opt %s --split-input-file --hls-apply-schedule --hls-apply-buffers --hls-annotate-trip-counts --hls-check-applied | FileCheck %s

// A trailing update: in iteration k of the loop around, its nest runs over the
// tiles of 4 x 2 that hold the square behind k. Two loops whose bounds vary
// count as one, and the tool is told that no value flows between iterations.
// CHECK-DAG: [[TI:#map[0-9]*]] = affine_map<(d0) -> ((d0 + 1) floordiv 4)>
// CHECK-DAG: [[TJ:#map[0-9]*]] = affine_map<(d0) -> ((d0 + 1) floordiv 2)>
// CHECK-LABEL: func.func @trailing
// CHECK: affine.for %[[K:.*]] = 0 to 8 {
// CHECK: hls.task "S0"
// CHECK-NEXT: ^bb0(%{{.*}}: memref<8x8xf32>, %[[L:.*]]: index):
// CHECK-NEXT: affine.for %{{.*}} = [[TJ]](%[[L]]) to 4 {
// CHECK-NEXT: affine.for %{{.*}} = [[TI]](%[[L]]) to 2 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 2 {
// CHECK-NEXT: affine.if
// CHECK: } {hls.collapsed = 2 : i64, hls.distinct_copies = ["A"], hls.independent = ["A"], hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline, hls.trip_count = #hls.trip_count<min = 0, max = 8, avg = 3>}
func.func @trailing(%A: memref<8x8xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 2, 4]>,
                                                         <name = "j", trip = 8, padded = 8, factors = [4, 1, 2]>], order = ["i", "j"], pipelined = "i", true_bounds = true>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "A", partition = <[<cyclic, 4>, <cyclic, 2>]>>]>} {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.if affine_set<(d0, d1, d2) : (d0 - d2 - 1 >= 0, d1 - d2 - 1 >= 0)>(%i, %j, %k) {
          %0 = affine.load %A[%i, %j] : memref<8x8xf32>
          %1 = affine.load %A[%i, %k] : memref<8x8xf32>
          %2 = affine.load %A[%k, %j] : memref<8x8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.subf %0, %3 : f32
          affine.store %4, %A[%i, %j] {hls.stmt = "S0"} : memref<8x8xf32>
        }
      } {hls.name = "j"}
    } {hls.name = "i"}
    %d = affine.load %A[%k, %k] : memref<8x8xf32>
    %m = arith.mulf %d, %d : f32
    affine.store %m, %A[%k, %k] {hls.stmt = "S1"} : memref<8x8xf32>
  } {hls.name = "k"}
  return
}

// -----

// A sum: the pipelined loop runs within the bounds, and no loop is around it.
// CHECK-LABEL: func.func @sums
// CHECK: hls.task "S0"
// CHECK-NEXT: ^bb0(%{{.*}}: memref<8xf32>, %[[L:.*]]: index):
// CHECK-NEXT: affine.for %{{.*}} = 0 to #map(%[[L]]) {
// CHECK-NEXT: affine.if
// CHECK-NOT: hls.collapsed
// CHECK: return
func.func @sums(%x: memref<8xf32> {hls.name = "x"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i", true_bounds = true>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "x", partition = <[<none>]>>]>} {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>(%i, %k) {
        %0 = affine.load %x[%k] : memref<8xf32>
        %1 = affine.load %x[%i] : memref<8xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %x[%k] {hls.stmt = "S0"} : memref<8xf32>
      }
    } {hls.name = "i"}
    %d = affine.load %x[%k] : memref<8xf32>
    %m = arith.mulf %d, %d : f32
    affine.store %m, %x[%k] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "k"}
  return
}

// -----

// A condition that holds in some runs alone, not behind k = 2 and not before
// k = 1: in the others the nest has no iterations.
// CHECK-DAG: [[END:#map[0-9]*]] = affine_map<(d0) -> (8, d0 * {{-?}}8{{.*}}, d0 * {{-?}}8{{.*}})>
// CHECK-LABEL: func.func @seldom
// CHECK: hls.task "S0"
// CHECK-NEXT: ^bb0(%{{.*}}: memref<8x8xf32>, %[[L:.*]]: index):
// CHECK-NEXT: affine.for %{{.*}} = 0 to min [[END]](%[[L]]) {
// CHECK-NEXT: affine.if
// CHECK: hls.trip_count = #hls.trip_count<min = 0, max = 8, avg = 2>
func.func @seldom(%A: memref<8x8xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i", true_bounds = true>,
             <name = "S1", statements = ["S1"], loops = []>],
    arrays = [<array = "A", partition = <[<none>, <none>]>>]>} {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (d0 - 1 >= 0, 2 - d0 >= 0)>(%k) {
        %0 = affine.load %A[%i, %k] : memref<8x8xf32>
        %1 = arith.addf %0, %0 : f32
        affine.store %1, %A[%i, %k] {hls.stmt = "S0"} : memref<8x8xf32>
      }
    } {hls.name = "i"}
    %d = affine.load %A[%k, %k] : memref<8x8xf32>
    %m = arith.mulf %d, %d : f32
    affine.store %m, %A[%k, %k] {hls.stmt = "S1"} : memref<8x8xf32>
  } {hls.name = "k"}
  return
}
