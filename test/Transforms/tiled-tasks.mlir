// A task that computes its rows in tiles: the design point says how many
// elements its buffers hold (depth).
// RUN: hls-opt %s --hls-schedule-nests --hls-stream-nests | FileCheck %s
// RUN: hls-opt %s --hls-schedule-nests --hls-stream-nests --hls-derive-processes --hls-annotate-distances --hls-size-streams --hls-check-deadlock -o %t.mlir
// RUN: hls-sim %t.mlir | FileCheck %s --check-prefix=SIM
// RUN: hls-translate --emit-hlscpp %t.mlir -o %t.cpp
// RUN: hls-lint %t.cpp | count 0

// CHECK: hls.process task "run_S1"
// CHECK: %[[S0:.*]] = hls.buffer "S_0" {array = "S", {{.*}}} : memref<6x40xf32>
// CHECK-NEXT: %[[S1:.*]] = hls.buffer "S_1"
// CHECK-NEXT: %[[S2:.*]] = hls.buffer "S_2"
// CHECK-NEXT: hls.task fill "S1_S"(%[[S0]], %[[IN:.*]]) : memref<6x40xf32>, !hls.stream<f32 x 8> names ["S", "tokens"] {
// CHECK: hls.task fill "S1_S"(%[[S1]], %[[IN]])
// CHECK: hls.task "S1"(%[[S0]]) : memref<6x40xf32> names ["S"] {
// CHECK: affine.for %[[T:.*]] = 1 to 3 {
// CHECK-NEXT: affine.if #{{.*}}(%[[T]]) {
// CHECK-NEXT: hls.task drain "S1_S"(%[[S2]], %[[OUT:.*]]) :
// CHECK: hls.task fill "S1_S"(%[[S1]], %[[IN]])
// CHECK: hls.task "S1"(%[[S0]])
// CHECK: } else {
// CHECK-NEXT: affine.if
// CHECK: hls.task drain "S1_S"(%[[S0]], %[[OUT]])
// CHECK: hls.task fill "S1_S"(%[[S2]], %[[IN]])
// CHECK: hls.task "S1"(%[[S1]])
// CHECK: } else {
// CHECK-NEXT: hls.task drain "S1_S"(%[[S1]], %[[OUT]])
// CHECK: hls.task fill "S1_S"(%[[S0]], %[[IN]])
// CHECK: hls.task "S1"(%[[S2]])
// CHECK: } {hls.name = "tile"}
// CHECK: hls.task drain "S1_S"(%[[S2]], %[[OUT]])
// CHECK: hls.task "S1"(%[[S0]])
// CHECK: hls.task drain "S1_S"(%[[S0]], %[[OUT]])

// SIM: proved free of deadlock
// SIM: run_S1

// Loops that were written by hand: another task on one of the copies; two steps
// that follow each other.
// RUN: sed '0,/drain "S1_S"/s//drain "S1_T"/' %t.mlir > %t.other.mlir
// RUN: not hls-sim %t.other.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: error: a loop over tiles runs the same tasks on each copy of the buffers; the branches here differ
// RUN: sed '0,/drain "S1_S"(%6/s//drain "S1_S"(%4/' %t.mlir > %t.steps.mlir
// RUN: not hls-sim %t.steps.mlir 2>&1 | FileCheck %s --check-prefix=STEPS
// STEPS: error: in a loop over tiles, what fills and empties buffers runs beside the tasks that compute; 2 steps follow each other here

// RUN: sed 's/depth = 240/depth = 250/' %s > %t.odd.mlir
// RUN: not hls-opt %t.odd.mlir --hls-schedule-nests 2>&1 | FileCheck %s --check-prefix=ODD
// ODD: error: the design point holds 250 elements of 'S' in task 'S1'; a tile holds whole rows, of 40 elements, that divide the 24 rows into 3 tiles or more, and has 2 or 3 copies
// RUN: sed 's/copies = 3/copies = 2/' %s > %t.two.mlir
// RUN: not hls-opt %t.two.mlir --hls-schedule-nests 2>&1 | FileCheck %s --check-prefix=TWO
// TWO: error: the design point holds 240 elements of 'S' in task 'S1'; what comes, is changed and leaves has 3 copies
// RUN: sed 's/\[%i, %j - 1\]/[0, %j - 1]/' %s > %t.row.mlir
// RUN: not hls-opt %t.row.mlir --hls-schedule-nests 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: error: the design point holds 240 elements of 'S' in task 'S1'; a task holds tiles of rows where its outermost loop goes through all rows of an array, in the first subscript alone, and moves nothing else

func.func @sums(%A: memref<24x40xf32> {hls.name = "A"}, %D: memref<24x40xf32> {hls.name = "D"})
    attributes {hls.top, hls.target = #hls.target<device = "u200", part = "xcu200-fsgd2104-2-e", clock_ps = 4000, tool = "2023.2", tree_reduction = false>,
    hls.design = #hls.design<tasks = [
      <name = "S0", statements = ["S0"], loops = [<name = "i", trip = 24, padded = 24, factors = [24, 1, 1]>, <name = "j", trip = 40, padded = 40, factors = [5, 1, 8]>], order = ["i", "j"], pipelined = "j", concurrency = dataflow>,
      <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>, <name = "j", trip = 40, padded = 40, factors = [40, 1, 1]>], order = ["i", "j"], pipelined = "i", ii = 1>,
      <name = "S2", statements = ["S2"], loops = [<name = "i", trip = 24, padded = 24, factors = [24, 1, 1]>, <name = "j", trip = 40, padded = 40, factors = [5, 1, 8]>], order = ["i", "j"], pipelined = "j", concurrency = dataflow>],
      arrays = [<array = "S", task = "S1", define = 1, transfer = 1, copies = 3, beat = 8, partition = <[<none>, <cyclic, 8>]>, depth = 240>,
       <array = "A", beat = 8, partition = <[<none>, <none>]>>, <array = "D", beat = 8, partition = <[<none>, <none>]>>]>} {
  %c = arith.constant 5.000000e-01 : f32
  %S = memref.alloc() {hls.name = "S"} : memref<24x40xf32>
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %A[%i, %j] : memref<24x40xf32>
      %1 = arith.mulf %0, %c : f32
      affine.store %1, %S[%i, %j] {hls.stmt = "S0"} : memref<24x40xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 40 {
      affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%j) {
      %0 = affine.load %S[%i, %j] : memref<24x40xf32>
      %1 = affine.load %S[%i, %j - 1] : memref<24x40xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %S[%i, %j] {hls.stmt = "S1"} : memref<24x40xf32>
      }
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to 40 {
      %0 = affine.load %S[%i, %j] : memref<24x40xf32>
      %1 = arith.mulf %0, %c : f32
      affine.store %1, %D[%i, %j] {hls.stmt = "S2"} : memref<24x40xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
