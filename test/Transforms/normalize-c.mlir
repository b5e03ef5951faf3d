// A program that was C is told in the words of C.
// RUN: not hls-opt %s --hls-normalize 2>&1 | FileCheck %s
// CHECK: kernel.c:3:4: error: this loop is not affine; use for and if with bounds and conditions that are sums of loop variables and constants
func.func @top(%a: memref<4xf32>) attributes {hls.top} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
  } loc("kernel.c":3:4)
  return
}
