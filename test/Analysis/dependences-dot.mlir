// RUN: hls-opt %s --hls-test-dependences=dot -o /dev/null | FileCheck %s

// CHECK: digraph "copy" {
// CHECK-NEXT: a0 [label="t", shape=ellipse, style=dashed];
// CHECK-NEXT: a1 [label="A", shape=ellipse];
// CHECK-NEXT: subgraph cluster_0 {
// CHECK-NEXT: s0 [label="S0", shape=box];
// CHECK-NEXT: }
// CHECK-NEXT: subgraph cluster_1 {
// CHECK-NEXT: s1 [label="S1", shape=box];
// CHECK-NEXT: }
// CHECK-NEXT: s0 -> a0;
// CHECK-NEXT: a0 -> s1;
// CHECK-NEXT: s1 -> a1;
// CHECK-NEXT: s0 -> s1 [label="RAW S0 -> S1 through t, distance (), loop-independent"];
// CHECK-NEXT: }
func.func @copy(%A: memref<4xf32> {hls.name = "A"}, %x: f32) {
  %t = memref.alloc() {hls.name = "t"} : memref<4xf32>
  affine.for %i = 0 to 4 {
    affine.store %x, %t[%i] : memref<4xf32>
  }
  affine.for %i = 0 to 4 {
    %0 = affine.load %t[%i] : memref<4xf32>
    affine.store %0, %A[%i] : memref<4xf32>
  }
  return
}
