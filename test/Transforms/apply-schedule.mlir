// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/gemm.mlir %S/Inputs/points.txt --print odd | hls-opt --hls-apply-schedule | FileCheck %s
// RUN: %python %S/Inputs/execute.py hls-opt none %S/Inputs/gemm.mlir %S/Inputs/points.txt --print odd | hls-opt --hls-apply-schedule=request-ii | FileCheck %s --check-prefix=II
// RUN: hls-opt %s --hls-apply-schedule | FileCheck %s --check-prefix=HERE

// Level 0 in the point's order, the pipelined loop, level 2 with the reduction
// loop innermost; loops of trip count 1 are gone.
// CHECK-LABEL: func.func @gemm
// CHECK: affine.for %[[J0:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %[[J1:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %[[I2:.*]] = 0 to 20 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I2]], %[[J0]] * 5 + %[[J1]]]
// CHECK: {hls.stmt = "S0"}
// CHECK-NEXT: } {hls.level = 2 : i64, hls.name = "i2", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.level = 1 : i64, hls.name = "j1", hls.pipeline = #hls.pipeline}
// CHECK-NEXT: } {hls.level = 0 : i64, hls.name = "j0"}
// CHECK: affine.for %[[K0:.*]] = 0 to 10 {
// CHECK-NEXT: affine.for %[[I0:.*]] = 0 to 4 {
// CHECK-NEXT: affine.for %[[J1:.*]] = 0 to 25 {
// CHECK-NEXT: affine.for %[[I2:.*]] = 0 to 5 {
// CHECK-NEXT: affine.for %[[K2:.*]] = 0 to 3 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I0]] * 5 + %[[I2]], %[[K0]] * 3 + %[[K2]]]
// CHECK: } {hls.level = 2 : i64, hls.name = "k2", hls.reduction, hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.level = 2 : i64, hls.name = "i2", hls.unroll = #hls.unroll}
// CHECK-NEXT: } {hls.level = 1 : i64, hls.name = "j1", hls.pipeline = #hls.pipeline}
// CHECK-NEXT: } {hls.level = 0 : i64, hls.name = "i0"}
// CHECK-NEXT: } {hls.level = 0 : i64, hls.name = "k0", hls.reduction}
// CHECK-NEXT: return

// II: hls.pipeline = #hls.pipeline<ii = 1>

// A pipelined loop of trip count 1 stays, an index used as a value is rebuilt,
// and private functions are left alone.
// HERE-LABEL: func.func @index
// HERE: affine.for %[[I0:.*]] = 0 to 4 {
// HERE-NEXT: affine.for %[[I1:.*]] = 0 to 1 {
// HERE-NEXT: affine.for %[[I2:.*]] = 0 to 2 {
// HERE-NEXT: %[[I:.*]] = affine.apply {{.*}}(%[[I0]], %[[I1]], %[[I2]])
// HERE-NEXT: arith.index_cast %[[I]] : index to i32
// HERE: hls.name = "i1", hls.pipeline
func.func @index(%A: memref<8xi32> {hls.name = "A"}) attributes {hls.top, hls.design = #hls.design<
    tasks = [<name = "T", statements = ["S0"], loops = [<name = "i", trip = 8, padded = 8, factors = [4, 1, 2]>],
              order = ["i"], pipelined = "i">],
    arrays = [<array = "A", partition = <[<cyclic, 4>]>>]>} {
  affine.for %i = 0 to 8 {
    %0 = arith.index_cast %i : index to i32
    affine.store %0, %A[%i] {hls.stmt = "S0"} : memref<8xi32>
  } {hls.name = "i"}
  return
}

// HERE-LABEL: func.func private @other
// HERE: affine.for %{{.*}} = 0 to 8 {
// HERE-NOT: hls.level
func.func private @other(%A: memref<8xf32>, %x: f32) {
  affine.for %i = 0 to 8 {
    affine.store %x, %A[%i] : memref<8xf32>
  }
  return
}
