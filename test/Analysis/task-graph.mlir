// RUN: hls-opt %s --hls-test-task-graph --split-input-file -o /dev/null 2>&1 | FileCheck %s

// A picture is smoothed along its rows, some of its points are moved by a
// table, and the edges of the result are taken: three statements with a part
// between them that is not affine.
// CHECK-DAG: remark: array x off chip, loaded{{$}}
// CHECK-DAG: remark: array table off chip, loaded{{$}}
// CHECK-DAG: remark: array y off chip, loaded, stored
// CHECK-DAG: remark: array smooth on chip{{$}}
// CHECK-DAG: remark: compute task S0, statement S0 i:8 j:6, reads x, writes smooth
// CHECK-DAG: remark: opaque task R0, reads table, updates smooth
// CHECK-DAG: remark: compute task S1, statement S1 r:8 c:5, writes y, reads smooth
// CHECK-DAG: remark: flow S0 -> R0 through smooth, from (8x6, 1x6, 1x1) to (8x6)
// CHECK-DAG: remark: output S0 -> R0 through smooth
// CHECK-DAG: remark: flow R0 -> S1 through smooth, from (8x6) to (8x6, 1x6, 1x2)
// CHECK-NOT: S0 -> S1
func.func private @move(memref<16xi32>, memref<8x6xf32>)
func.func @edges(%x: memref<8x8xf32> {hls.name = "x"}, %table: memref<16xi32> {hls.name = "table"}, %y: memref<8x6xf32> {hls.name = "y"}) {
  %smooth = memref.alloc() {hls.name = "smooth"} : memref<8x6xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %x[%i, %j] : memref<8x8xf32>
      %1 = affine.load %x[%i, %j + 2] : memref<8x8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %smooth[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  func.call @move(%table, %smooth) {hls.access = [#hls.access<read>, #hls.access<readwrite>], hls.stmt = "R0"} : (memref<16xi32>, memref<8x6xf32>) -> ()
  affine.for %r = 0 to 8 {
    affine.for %c = 0 to 5 {
      %0 = affine.load %smooth[%r, %c + 1] : memref<8x6xf32>
      %1 = affine.load %smooth[%r, %c] : memref<8x6xf32>
      %2 = arith.subf %0, %1 : f32
      affine.store %2, %y[%r, %c] {hls.stmt = "S1"} : memref<8x6xf32>
    } {hls.name = "c"}
  } {hls.name = "r"}
  return
}

// -----

// Two statements that follow each other in time: each awaits the other one, so
// there are edges both ways. The sum reads one element of each iteration.
// CHECK-DAG: remark: compute task S0, statement S0 i:8, in t, writes v, reads e
// CHECK-DAG: remark: compute task S1, statement S1 k:8, in t, reads v, updates e
// CHECK-DAG: remark: flow S0 -> S1 through v, from (8, 1) to (8, 1)
// CHECK-DAG: remark: flow S1 -> S0 through e, from (1, 1) to (1, 1)
// CHECK-DAG: remark: anti S1 -> S0 through v, from (8, 1) to (8, 1)
func.func @damped(%v: memref<8xf32> {hls.name = "v"}, %e: memref<1xf32> {hls.name = "e"}) {
  affine.for %t = 0 to 4 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %e[0] : memref<1xf32>
      affine.store %0, %v[%i] {hls.stmt = "S0"} : memref<8xf32>
    } {hls.name = "i"}
    affine.for %k = 0 to 8 {
      %0 = affine.load %v[%k] : memref<8xf32>
      %1 = affine.load %e[0] : memref<1xf32>
      %2 = arith.addf %1, %0 : f32
      affine.store %2, %e[0] {hls.stmt = "S1"} : memref<1xf32>
    } {hls.name = "k"}
  } {hls.name = "t"}
  return
}
