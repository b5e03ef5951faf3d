// RUN: hls-opt %s --split-input-file --hls-apply-schedule --hls-apply-buffers --hls-check-applied | FileCheck %s
// RUN: hls-opt %s --split-input-file --hls-apply-schedule --hls-apply-buffers --hls-csim-tree | FileCheck %s --check-prefix=TREE

// LU decomposition with a last statement: a loop stays around three nests. The
// conditions move along with the strip-mined loops, and the loop's iterator
// becomes an operand of the tasks. Subscripts without the condition would leave
// the array in S3. No iteration of S0 or S1 reads what another one of the nest
// has stored, which only the conditions show.
// CHECK-DAG: [[S0:#set[0-9]*]] = affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>
// CHECK-DAG: [[S1:#set[0-9]*]] = affine_set<(d0, d1, d2, d3, d4) : (-d0 + d1 * 4 + d2 - 1 >= 0, -d0 + d3 * 2 + d4 - 1 >= 0)>
// CHECK-DAG: [[S3:#set[0-9]*]] = affine_set<(d0) : (-d0 + 6 >= 0)>
// CHECK-LABEL: func.func @lu
// CHECK: %[[A:.*]] = hls.buffer "A"
// CHECK-NEXT: hls.tile_load
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 8 {
// CHECK-NEXT: hls.task "S0"(%[[A]], %[[K]]) : memref<8x8xf32>, index {
// CHECK-NEXT: ^bb0(%[[B:.*]]: memref<8x8xf32>, %[[L:.*]]: index):
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// CHECK-NEXT: affine.if [[S0]](%[[I]], %[[L]]) {
// CHECK-NEXT: affine.load %[[B]][%[[I]], %[[L]]]
// CHECK: } {hls.independent = ["A"], hls.level = 1 : i64, hls.name = "i1", hls.pipeline = #hls.pipeline}
// CHECK: hls.task "S1"(%[[A]], %[[K]])
// CHECK: affine.for %[[I0:.*]] = 0 to 2
// CHECK: affine.for %[[J0:.*]] = 0 to 4
// CHECK: affine.for %[[I1:.*]] = 0 to 4
// CHECK: affine.for %[[J2:.*]] = 0 to 2
// CHECK-NEXT: affine.if [[S1]](%{{.*}}, %[[I0]], %[[I1]], %[[J0]], %[[J2]]) {
// CHECK: } {hls.level = 2 : i64, hls.name = "j2", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.distinct_copies = ["A"], hls.independent = ["A"], {{.*}}hls.name = "i1"
// CHECK: hls.task "S2"(%[[A]], %[[K]])
// CHECK-NEXT: ^bb0(%[[B2:.*]]: memref<8x8xf32>, %[[L2:.*]]: index):
// CHECK-NEXT: affine.load %[[B2]][%[[L2]], %[[L2]]]
// CHECK: affine.store {{.*}} {hls.stmt = "S2"}
// CHECK-NEXT: }
// CHECK-NEXT: hls.task "S3"(%[[A]], %[[K]])
// CHECK-NEXT: ^bb0(%[[B3:.*]]: memref<8x8xf32>, %[[L3:.*]]: index):
// CHECK-NEXT: affine.if [[S3]](%[[L3]]) {
// CHECK: affine.store {{.*}}[%[[L3]] + 1, %[[L3]]] {hls.stmt = "S3"}
// CHECK: } {hls.name = "k"}
// CHECK-NEXT: hls.tile_store
func.func @lu(%A: memref<8x8xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [1, 8, 1]>], order = ["i"], pipelined = "i">,
             <name = "S1", statements = ["S1"], loops = [<name = "i", trip = 8, padded = 8, factors = [2, 4, 1]>,
                                                         <name = "j", trip = 8, padded = 8, factors = [4, 1, 2]>], order = ["i", "j"], pipelined = "i">,
             <name = "S2", statements = ["S2"], loops = []>, <name = "S3", statements = ["S3"], loops = []>],
    arrays = [<array = "A", partition = <[<none>, <cyclic, 2>]>>]>} {
  affine.for %k = 0 to 8 {
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0, d1) : (d0 - d1 - 1 >= 0)>(%i, %k) {
        %0 = affine.load %A[%i, %k] : memref<8x8xf32>
        %1 = affine.load %A[%k, %k] : memref<8x8xf32>
        %2 = arith.divf %0, %1 : f32
        affine.store %2, %A[%i, %k] {hls.stmt = "S0"} : memref<8x8xf32>
      }
    } {hls.name = "i"}
    affine.for %i = 0 to 8 {
      affine.for %j = 0 to 8 {
        affine.if affine_set<(d0, d1, d2) : (d0 - d2 - 1 >= 0, d1 - d2 - 1 >= 0)>(%i, %j, %k) {
          %0 = affine.load %A[%i, %j] : memref<8x8xf32>
          %1 = affine.load %A[%i, %k] : memref<8x8xf32>
          %2 = affine.load %A[%k, %j] : memref<8x8xf32>
          %3 = arith.mulf %1, %2 : f32
          %4 = arith.subf %0, %3 : f32
          affine.store %4, %A[%i, %j] {hls.stmt = "S1"} : memref<8x8xf32>
        }
      } {hls.name = "j"}
    } {hls.name = "i"}
    %c = arith.constant 2.0 : f32
    %d = affine.load %A[%k, %k] : memref<8x8xf32>
    %m = arith.mulf %d, %c : f32
    affine.store %m, %A[%k, %k] {hls.stmt = "S2"} : memref<8x8xf32>
    affine.if affine_set<(d0) : (6 - d0 >= 0)>(%k) {
      %e = affine.load %A[%k + 1, %k] : memref<8x8xf32>
      %n = arith.negf %e : f32
      affine.store %n, %A[%k + 1, %k] {hls.stmt = "S3"} : memref<8x8xf32>
    }
  } {hls.name = "k"}
  return
}

// -----

// A loop of variable bounds around two others; zeros are stored in the same
// iteration, so the sum starts from them. Conditional sums are left as they are
// by hls-csim-tree.
// CHECK-LABEL: func.func @sums
// CHECK: affine.for %[[T:.*]] = 1 to 4 {
// CHECK-NEXT: affine.for %[[U:.*]] = max {{.*}}(%[[T]]) to min {{.*}}(%[[T]]) {
// CHECK-NEXT: hls.task "Z"(%{{.*}}) : memref<6xf32> {
// CHECK: hls.task "S"(%{{.*}}, %[[T]], %{{.*}}) : memref<6x24xf32>, index, memref<6xf32> {
// CHECK: %[[SUM:.*]] = hls.buffer "x_sum"
// CHECK-NEXT: arith.constant 0.0
// CHECK-NEXT: affine.store %{{.*}}, %[[SUM]][]
// CHECK: hls.task "G"(%{{.*}}, %{{.*}}, %[[U]])
// CHECK: } {hls.name = "u"}
// CHECK-NEXT: } {hls.name = "t"}
// TREE-LABEL: func.func @sums
// TREE: hls.task "G"
// TREE: affine.if
// TREE-NEXT: affine.load
// TREE-NEXT: affine.load
// TREE-NEXT: arith.addf
// TREE-NEXT: affine.store
// TREE-NOT: affine.store
// TREE: return
func.func @sums(%x: memref<6xf32> {hls.name = "x"}, %B: memref<6x24xf32> {hls.name = "B"}, %y: memref<6xf32> {hls.name = "y"})
    attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "Z", statements = ["Z"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">,
             <name = "S", statements = ["S"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>,
               <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i", accumulator = local>,
             <name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>,
               <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">],
    arrays = [<array = "x", partition = <[<cyclic, 6>]>>, <array = "B", partition = <[<none>, <cyclic, 6>]>>, <array = "y", partition = <[<none>]>>]>} {
  affine.for %t = 1 to 4 {
    affine.for %u = max affine_map<(d0) -> (d0 - 2, 0)>(%t) to min affine_map<(d0) -> (d0 + 2, 4)>(%t) {
      affine.for %i = 0 to 6 {
        %z = arith.constant 0.0 : f32
        affine.store %z, %x[%i] {hls.stmt = "Z"} : memref<6xf32>
      } {hls.name = "i"}
      affine.for %i = 0 to 6 {
        affine.for %j = 0 to 6 {
          %0 = affine.load %x[%i] : memref<6xf32>
          %1 = affine.load %B[%i, %j + 6 * %t - 6] : memref<6x24xf32>
          %2 = arith.addf %0, %1 : f32
          affine.store %2, %x[%i] {hls.stmt = "S"} : memref<6xf32>
        } {hls.name = "j"}
      } {hls.name = "i"}
      affine.for %i = 0 to 6 {
        affine.for %j = 0 to 6 {
          affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%j, %u) {
            %0 = affine.load %y[%i] : memref<6xf32>
            %1 = affine.load %x[%j] : memref<6xf32>
            %2 = arith.addf %0, %1 : f32
            affine.store %2, %y[%i] {hls.stmt = "G"} : memref<6xf32>
          }
        } {hls.name = "j"}
      } {hls.name = "i"}
    } {hls.name = "u"}
  } {hls.name = "t"}
  return
}

// -----

// Tiles that a shared loop moves, and tiles under a condition: the box of what
// would be accessed without it, loaded although it is stored.
// CHECK-LABEL: func.func @tiles
// CHECK: affine.for %[[T:.*]] = 1 to 4 {
// CHECK: hls.task "S"(%[[T]], %{{.*}}) : index, memref<6x24xf32>, memref<6xf32> {
// CHECK-NEXT: ^bb0(%[[OWN:.*]]: index, %[[B:.*]]: memref<6x24xf32>, %{{.*}}):
// CHECK: affine.for %[[I0:.*]] = 0 to 3 {
// CHECK: %[[TILE:.*]] = hls.buffer "B_S" {{.*}} memref<2x6xf32>
// CHECK-DAG: %[[ROW:.*]] = affine.apply {{.*}}(%[[I0]])
// CHECK-DAG: %[[COLUMN:.*]] = affine.apply {{.*}}(%[[OWN]])
// CHECK: hls.tile_load %[[B]][%[[ROW]], %[[COLUMN]]] to %[[TILE]]
// CHECK: hls.task "G"
// CHECK: %[[Y:.*]] = hls.buffer "y_G" {array = "y"} : memref<6xf32>
// CHECK-NEXT: hls.tile_load %[[P:.*]][] to %[[Y]]
// CHECK: affine.if
// CHECK: hls.tile_store %[[Y]] to %[[P]][]
func.func @tiles(%x: memref<6xf32> {hls.name = "x"}, %B: memref<6x24xf32> {hls.name = "B"}, %y: memref<6xf32> {hls.name = "y"})
    attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S", statements = ["S"], loops = [<name = "i", trip = 6, padded = 6, factors = [3, 2, 1]>,
               <name = "j", trip = 6, padded = 6, factors = [1, 1, 6]>], order = ["i", "j"], pipelined = "i">,
             <name = "G", statements = ["G"], loops = [<name = "i", trip = 6, padded = 6, factors = [1, 6, 1]>], order = ["i"], pipelined = "i">],
    arrays = [<array = "x", partition = <[<none>]>>, <array = "B", task = "S", define = 1, transfer = 1, partition = <[<none>, <cyclic, 6>]>>,
              <array = "y", task = "G", partition = <[<none>]>>]>} {
  affine.for %t = 1 to 4 {
    affine.for %i = 0 to 6 {
      affine.for %j = 0 to 6 {
        %0 = affine.load %x[%i] : memref<6xf32>
        %1 = affine.load %B[%i, %j + 6 * %t - 6] : memref<6x24xf32>
        %2 = arith.addf %0, %1 : f32
        affine.store %2, %x[%i] {hls.stmt = "S"} : memref<6xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
    affine.for %i = 0 to 6 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %t) {
        %0 = affine.load %x[%i] : memref<6xf32>
        affine.store %0, %y[%i] {hls.stmt = "G"} : memref<6xf32>
      }
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}
