// Passes and pipelines by the names that they have in ScaleHLS.
// RUN: split-file %s %t
// RUN: hls-opt %t/imperfect.mlir --affine-loop-perfectization | FileCheck %s --check-prefix=PERFECT
// RUN: hls-opt %t/sum.mlir --affine-loop-order-opt | FileCheck %s --check-prefix=ORDER
// RUN: hls-opt %t/sum.mlir --affine-loop-order-opt=perm-map=1,0 | FileCheck %s --check-prefix=ORDER
// RUN: hls-opt %t/imperfect.mlir --remove-variable-bound | FileCheck %s --check-prefix=BOUND
// RUN: hls-opt %t/condition.mlir --simplify-affine-if | FileCheck %s --check-prefix=IF
// RUN: hls-opt %t/twice.mlir --affine-store-forward | FileCheck %s --check-prefix=FORWARD
// RUN: hls-opt %t/twice.mlir --simplify-memref-access | FileCheck %s --check-prefix=FORWARD
// RUN: hls-opt %t/sum.mlir --loop-pipelining=target-ii=2 | FileCheck %s --check-prefix=PIPELINE
// RUN: hls-opt %t/sum.mlir --func-pipelining | FileCheck %s --check-prefix=FUNCTION
// RUN: hls-opt %t/sum.mlir --array-partition=part-factors=A=4x0 | FileCheck %s --check-prefix=PARTITION

// PERFECT: affine.for %{{.*}} = 0 to 8 {
// PERFECT-NOT: affine.for
// PERFECT: hls.stmt = "S0"
// PERFECT: affine.for %[[I:.*]] = 0 to 8 {
// PERFECT-NEXT: affine.for %{{.*}} = 0 to #{{.*}}(%[[I]]) {
// PERFECT-NEXT: affine.load

// The loop that carries the sum is outside.
// ORDER: affine.for %[[J:.*]] = 0 to 6 {
// ORDER-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// ORDER: affine.store %{{.*}}[%[[I]]]

// BOUND: hls.stmt = "S0"
// BOUND: affine.for %[[I:.*]] = 0 to 8 {
// BOUND-NEXT: affine.for %[[J:.*]] = 0 to 8 {
// BOUND-NEXT: affine.if #{{.*}}(%{{.*}}, %{{.*}}) {

// IF-NOT: affine.if
// IF: %[[ONE:.*]] = arith.constant 1
// IF: affine.for
// IF-NEXT: affine.store %[[ONE]]
// IF-NEXT: }

// FORWARD: affine.load
// FORWARD-NOT: affine.load
// FORWARD: return

// PIPELINE: } {hls.pipeline = #hls.pipeline<ii = 2>}
// PIPELINE-NEXT: }
// FUNCTION: } {hls.unroll = #hls.unroll}
// FUNCTION-NEXT: } {hls.unroll = #hls.unroll}
// PARTITION: hls.pins = ["A.partition0=4"]

//--- imperfect.mlir
func.func @imperfect(%A: memref<8x8xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    %zero = arith.constant 0.0 : f32
    affine.store %zero, %x[%i] {hls.stmt = "S0"} : memref<8xf32>
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %a = affine.load %A[%i, %j] : memref<8x8xf32>
      %s = affine.load %x[%i] : memref<8xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %x[%i] {hls.stmt = "S1"} : memref<8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

//--- sum.mlir
func.func @sum(%A: memref<8x6xf32> {hls.name = "A"}, %x: memref<8xf32> {hls.name = "x"}) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %a = affine.load %A[%i, %j] : memref<8x6xf32>
      %s = affine.load %x[%i] : memref<8xf32>
      %t = arith.addf %s, %a : f32
      affine.store %t, %x[%i] : memref<8xf32>
    }
  }
  return
}

//--- condition.mlir
func.func @condition(%x: memref<8xf32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  affine.for %i = 0 to 8 {
    affine.if affine_set<(d0) : (d0 >= 0, 7 - d0 >= 0)>(%i) {
      affine.store %one, %x[%i] : memref<8xf32>
      affine.if affine_set<(d0) : (d0 - 9 >= 0)>(%i) {
        affine.store %two, %x[%i] : memref<8xf32>
      }
    } else {
      affine.store %two, %x[%i] : memref<8xf32>
    }
  }
  return
}

//--- twice.mlir
func.func @twice(%x: memref<8xf32>, %y: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xf32>
    affine.store %a, %y[%i] : memref<8xf32>
    %b = affine.load %y[%i] : memref<8xf32>
    %c = arith.addf %a, %b : f32
    affine.store %c, %y[%i] : memref<8xf32>
  }
  return
}
