// The schedule of a function as a script, which gives the same schedule again.
// RUN: split-file %s %t
// RUN: hls-opt %t/f.mlir --hls-print-schedule -o /dev/null | FileCheck %s
// RUN: hls-opt %t/f.mlir --hls-run-schedule="script=%t/script.mlir" -o %t/turned.mlir
// RUN: hls-opt %t/turned.mlir --hls-print-schedule -o /dev/null > %t/printed.mlir
// RUN: FileCheck %s --check-prefix=TURNED < %t/printed.mlir
// RUN: hls-opt %t/f.mlir --hls-run-schedule="script=%t/printed.mlir" -o %t/again.mlir
// RUN: diff %t/turned.mlir %t/again.mlir
// RUN: not hls-opt %t/g.mlir --hls-print-schedule -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOP

// CHECK:      module attributes {transform.with_named_sequence} {
// CHECK-NEXT:   transform.named_sequence @__transform_main(
// CHECK-NEXT:       %f: !transform.any_op {transform.readonly}) {
// CHECK-NEXT:     transform.hls.schedule #hls.schedule<[
// CHECK-NEXT:       #hls.statement_schedule<statement = "S0", time = affine_map<(d0, d1) -> (0, d0, 0, d1, 0)>, loops = [<name = "i">, <name = "j">]>]> in %f : !transform.any_op
// CHECK-NEXT:     transform.yield
// TURNED: time = affine_map<(d0, d1) -> (0, d1, 0, d0, 0)>, loops = [<name = "j">, <name = "i", unroll = <factor = 2>>], ordered = true
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
    transform.hls.unroll "S0.i" by 2 in %f : !transform.any_op
    transform.yield
  }
}
