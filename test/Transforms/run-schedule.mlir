// A script file on the top function; without a file nothing is done.
// RUN: split-file %s %t
// RUN: hls-opt %t/f.mlir --hls-run-schedule="script=%t/script.mlir" | FileCheck %s
// RUN: hls-opt %t/f.mlir --hls-run-schedule | FileCheck %s --check-prefix=NONE
// RUN: not hls-opt %t/g.mlir --hls-run-schedule="script=%t/script.mlir" 2>&1 | FileCheck %s --check-prefix=TOP

// CHECK: hls.scheduled = [#hls.schedule<
// CHECK: affine.for %[[J:.*]] = 0 to 6 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 8 {
// NONE-NOT: hls.schedule
// NONE: affine.for %[[I:.*]] = 0 to 8 {
// TOP: error: no function has 'hls.top'

//--- f.mlir
func.func @f(%A: memref<8x6xf32> {hls.name = "A"}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %v = affine.load %A[%i, %j] : memref<8x6xf32>
      %s = arith.addf %v, %v : f32
      affine.store %s, %A[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

//--- g.mlir
func.func @g(%A: memref<8xf32>) {
  return
}

//--- script.mlir
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    transform.hls.interchange "S0.i", "S0.j" in %f : !transform.any_op
    transform.yield
  }
}
