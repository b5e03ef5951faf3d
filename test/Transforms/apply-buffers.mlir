// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/doitgen.mlir %S/Inputs/points.txt --print spread | hls-opt --hls-apply-schedule --hls-apply-buffers | FileCheck %s --check-prefix=WHOLE
// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/gemm.mlir %S/Inputs/points.txt --print tiled | hls-opt --hls-apply-schedule --hls-apply-buffers | FileCheck %s --check-prefix=TILED
// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/2mm.mlir %S/Inputs/points.txt --print whole | hls-opt --hls-apply-schedule --hls-apply-buffers | FileCheck %s --check-prefix=TMP
// RUN: hls-opt %s --hls-apply-schedule --hls-apply-buffers --hls-check-applied | FileCheck %s

// Whole arrays: buffers, loads, tasks, stores. The allocation has no transfer.
// WHOLE-LABEL: func.func @doitgen
// WHOLE-SAME: %[[A:.*]]: memref<10x8x12xf32> {hls.interface = #hls.interface<m_axi, bundle = "gmem_A", width = 128>
// WHOLE-NOT: memref.alloc
// WHOLE: %[[BA:.*]] = hls.buffer "A" {partition = #hls.partition<[<cyclic, 2>, <cyclic, 4>, <cyclic, 4>]>}
// WHOLE-NEXT: %[[BC:.*]] = hls.buffer "C4"
// WHOLE-NEXT: %[[BS:.*]] = hls.buffer "sum" {partition = #hls.partition<[<cyclic, 2>, <none>, <complete>]>}
// WHOLE-NEXT: hls.tile_load %[[A]][] to %[[BA]] beat 4
// WHOLE-NEXT: hls.tile_load %{{.*}}[] to %[[BC]] beat 1
// WHOLE-NEXT: hls.task "S0"(%[[BS]])
// WHOLE-NEXT: ^bb0
// WHOLE-NEXT: arith.constant 0.0
// WHOLE: hls.task "S1"(%[[BS]], %[[BA]], %[[BC]])
// WHOLE: hls.task "S2"(%[[BS]], %[[BA]])
// WHOLE: hls.tile_store %[[BA]] to %[[A]][] beat 4
// WHOLE-NEXT: return

// tmp is written before it is read: stored (the caller sees it), not loaded.
// TMP: %[[TMP:.*]] = hls.buffer "tmp"
// TMP-NOT: hls.tile_load {{.*}} to %[[TMP]]
// TMP: hls.tile_store %[[TMP]]

// Tiles below level-0 loops: declared, loaded and stored inside them.
// TILED-LABEL: func.func @gemm
// TILED-NOT: hls.buffer
// TILED: hls.task "S0"(%arg2, %arg1)
// TILED: ^bb0(%[[C:.*]]: memref<20x25xf32>, %{{.*}}: f32):
// TILED: affine.for %[[I0:.*]] = 0 to 4
// TILED-NEXT: %[[T:.*]] = hls.buffer "C_S0" {array = "C", partition = #hls.partition<[<cyclic, 5>, <none>]>} : memref<5x25xf32>
// TILED-NEXT: %[[O:.*]] = affine.apply {{.*}}(%[[I0]])
// TILED-NEXT: %[[Z:.*]] = arith.constant 0
// TILED-NEXT: hls.tile_load %[[C]][%[[O]], %[[Z]]] to %[[T]] beat 1
// TILED: affine.load %[[T]][%{{.*}}, %{{.*}}] : memref<5x25xf32>
// TILED: hls.tile_store %[[T]] to %[[C]][%[[O]], %[[Z]]] beat 1
// TILED-NEXT: } {hls.level = 0 : i64, hls.name = "i0"}
// TILED: hls.task "S1"
// TILED: hls.buffer "B_S1" {{.*}} : memref<3x5xf32>
// TILED-NOT: hls.tile_store {{.*}} memref<3x5xf32>
// TILED: return

// A halo: the tile holds what all accesses touch; B is written whole in every
// tile and so never loaded; x is a scalar argument, y is computed before the
// tasks and c is copied into the task.
// CHECK-LABEL: func.func @halo
// CHECK-SAME: %[[X:.*]]: f32 {hls.interface = #hls.interface<s_axilite>
// CHECK: %[[Y:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK: hls.task "T"(%{{.*}}, %[[Y]], %{{.*}})
// CHECK-NEXT: ^bb0(
// CHECK-NEXT: %[[CST:.*]] = arith.constant 3.0
// CHECK: hls.buffer "A_T" {array = "A", copies = 2 : i64, {{.*}}} : memref<5xf32>
// CHECK: hls.tile_load
// CHECK-NEXT: %[[B:.*]] = hls.buffer "B_T" {{.*}} : memref<4xf32>
// CHECK-NOT: hls.tile_load
// CHECK: affine.load %{{.*}}[%[[I:.*]]] : memref<5xf32>
// CHECK: affine.load %{{.*}}[%[[I]] + 1] : memref<5xf32>
// CHECK: hls.tile_store %[[B]]
// CHECK-NOT: hls.tile_store
func.func @halo(%x: f32, %A: memref<17xf32> {hls.name = "A"}, %B: memref<16xf32> {hls.name = "B"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "T", statements = ["S0"], loops = [<name = "i", trip = 16, padded = 16, factors = [4, 4, 1]>],
              order = ["i"], pipelined = "i">],
    arrays = [<array = "B", task = "T", define = 1, transfer = 1, partition = <[<cyclic, 2>]>, storage = lutram>,
              <array = "A", task = "T", define = 1, transfer = 1, copies = 2, partition = <[<complete>]>>]>} {
  %c = arith.constant 3.0 : f32
  %y = arith.mulf %x, %x : f32
  affine.for %i = 0 to 16 {
    %0 = affine.load %A[%i] : memref<17xf32>
    %1 = affine.load %A[%i + 1] : memref<17xf32>
    %2 = arith.addf %0, %1 : f32
    %3 = arith.mulf %2, %y : f32
    %4 = arith.mulf %3, %c : f32
    affine.store %4, %B[%i] {hls.stmt = "S0"} : memref<16xf32>
  } {hls.name = "i"}
  return
}

// A statement without loops, with its load.
// CHECK-LABEL: func.func @single
// CHECK: hls.task "S0"
// CHECK-NEXT: ^bb0(%[[P:.*]]: memref<1xf32>):
// CHECK-NEXT: %[[V:.*]] = affine.load %[[P]][0]
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[V]], %[[V]]
// CHECK-NEXT: affine.store %[[S]], %[[P]][0] {hls.stmt = "S0"}
// CHECK-NEXT: }
// CHECK-NEXT: hls.tile_store
// CHECK-NEXT: return
func.func @single(%A: memref<1xf32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "S0", statements = ["S0"], loops = []>], arrays = [<array = "A", partition = <[<none>]>>]>} {
  %0 = affine.load %A[0] : memref<1xf32>
  %1 = arith.addf %0, %0 : f32
  affine.store %1, %A[0] {hls.stmt = "S0"} : memref<1xf32>
  return
}
