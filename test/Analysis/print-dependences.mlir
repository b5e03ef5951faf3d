// The dependence graph for people: coarse and fine, as text and for Graphviz.
// RUN: hls-opt %s --hls-print-dependences -o /dev/null | FileCheck %s
// RUN: hls-opt %s --hls-print-dependences=dot -o /dev/null | FileCheck %s --check-prefix=DOT
// RUN: not hls-opt %S/Inputs/not-affine.mlir --hls-print-dependences -o /dev/null 2>&1 | FileCheck %s --check-prefix=ERROR

// CHECK:      function chain
// CHECK-NEXT: arrays:
// CHECK-NEXT:   A, written by S0, read by S0, S1
// CHECK-NEXT:   B, read by S1
// CHECK-NEXT:   D, written by S1, read by S1
// CHECK-NEXT: nests:
// CHECK-NEXT:   nest 0:
// CHECK-NEXT:     S0 in (i, j), 32 instances
// CHECK-NEXT:   nest 1:
// CHECK-NEXT:     S1 in (i, j, k), 256 instances, reduction (add) over k
// CHECK-NEXT: between nests:
// CHECK-NEXT:   nest 0 -> nest 1: RAW through A
// CHECK-NEXT: between statements:
// CHECK-NEXT:   RAW S0 -> S1 through A, in the order of the text
// CHECK-NEXT:   RAW S1 -> S1 through D: distance (0, 0, 1), direction (=, =, <) over (i, j, k), carried by k, a reduction
// CHECK:      function wave
// CHECK:        RAW S0 -> S0 through A: distance (1, -1..1), direction (<, *) over (t, i), carried by t
// DOT: digraph "chain" {
// ERROR: error:

func.func @chain(%A: memref<4x8xf32> {hls.name = "A"}, %B: memref<8x8xf32> {hls.name = "B"}, %D: memref<4x8xf32> {hls.name = "D"}) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      %a = affine.load %A[%i, %j] : memref<4x8xf32>
      %s = arith.addf %a, %a : f32
      affine.store %s, %A[%i, %j] : memref<4x8xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 8 {
      affine.for %k = 0 to 8 {
        %a = affine.load %A[%i, %k] : memref<4x8xf32>
        %b = affine.load %B[%k, %j] : memref<8x8xf32>
        %d = affine.load %D[%i, %j] : memref<4x8xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %d, %p : f32
        affine.store %s, %D[%i, %j] : memref<4x8xf32>
      } {hls.name = "k"}
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

func.func @wave(%A: memref<8x18xf32> {hls.name = "A"}) {
  affine.for %t = 1 to 8 {
    affine.for %i = 1 to 17 {
      %l = affine.load %A[%t - 1, %i - 1] : memref<8x18xf32>
      %r = affine.load %A[%t - 1, %i + 1] : memref<8x18xf32>
      %s = arith.addf %l, %r : f32
      affine.store %s, %A[%t, %i] : memref<8x18xf32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}
