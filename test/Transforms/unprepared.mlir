// What no pass has prepared is not taken for done.
// RUN: hls-opt %s --hls-apply-schedule --verify-diagnostics
// RUN: hls-opt %s --hls-apply-buffers --verify-diagnostics
// RUN: hls-opt %s --hls-check-applied --verify-diagnostics

// hls-opt says so in one line, without the program behind it.
// RUN: not hls-opt %s --hls-apply-schedule 2>&1 | FileCheck %s --implicit-check-not="see current operation"
// CHECK: unprepared.mlir:[[#@LINE + 8]]:1: error: 'f' is not prepared for hls-apply-schedule: it has no 'hls.top'; run hls-prepare with the name of the top function first
// RUN: not hls-opt %s --hls-apply-schedule --mlir-print-op-on-diagnostic 2>&1 | FileCheck %s --check-prefix=WHOLE
// WHOLE: see current operation

func.func private @g(%A: memref<4xf32>) {
  return
}
// expected-error@below {{'f' is not prepared for hls-}}
func.func @f(%A: memref<4xf32>) {
  %cst = arith.constant 1.0 : f32
  affine.for %i = 0 to 4 {
    affine.store %cst, %A[%i] : memref<4xf32>
  }
  return
}
