// RUN: hls-opt %s --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=top},hls-attach-target{target=u200 tree-reduction=1},func.func(hls-normalize,hls-distribute,hls-factor-sums{partial-sums=12}))" 2> %t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks
// RUN: hls-opt %s --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=top},hls-attach-target{target=u200},func.func(hls-normalize,hls-distribute,hls-factor-sums{partial-sums=12}))" 2> %t.ordered | FileCheck %s --check-prefix=ORDERED
// RUN: FileCheck %s --check-prefix=REMARKS < %t.ordered
// RUN: not hls-opt %s --split-input-file --pass-pipeline="builtin.module(hls-prepare{top=top},hls-attach-target{target=u200},func.func(hls-factor-sums{partial-sums=0}))" 2>&1 | FileCheck %s --check-prefix=ERROR

// REMARK-COUNT-1: remark: no sum has less than 12 results, terms that may be added in another order, and a trip count with a divisor
// REMARK-NOT: remark:
// REMARKS-COUNT-2: remark: no sum has less than 12 results
// ERROR: error: partial-sums is 0; at least one must be asked for

// Three results with four parts each; what A and b hold stays where it is.
// CHECK-LABEL: func.func @top
// CHECK-SAME: memref<3x5x4xf32>
// CHECK-SAME: memref<5x4xf32>
// CHECK-SAME: memref<3xf32>
// CHECK-SAME: "hls-factor-sums{partial-sums=12}"
// CHECK: %[[PARTS:.*]] = memref.alloc() {hls.name = "s_parts"} : memref<3x4xf32>
// CHECK: affine.store %{{.*}}, %[[PARTS]][%{{.*}}, %{{.*}}] {hls.stmt = "S0_zero"}
// CHECK: affine.for %[[I:.*]] = 0 to 3
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 5
// CHECK-NEXT: affine.for %[[P:.*]] = 0 to 4
// CHECK: affine.load %{{.*}}[%[[I]], %[[K]], %[[P]]] : memref<3x5x4xf32>
// CHECK: affine.load %{{.*}}[%[[K]], %[[P]]] : memref<5x4xf32>
// CHECK: affine.store %{{.*}}, %[[PARTS]][%[[I]], %[[P]]] {hls.stmt = "S0_part"}
// CHECK: affine.for %[[I:.*]] = 0 to 3
// CHECK-NEXT: affine.for %[[P:.*]] = 0 to 4
// CHECK-NEXT: %[[TERM:.*]] = affine.load %[[PARTS]][%[[I]], %[[P]]]
// CHECK-NEXT: %[[OLD:.*]] = affine.load %{{.*}}[%[[I]]] : memref<3xf32>
// CHECK-NEXT: arith.addf %[[OLD]], %[[TERM]]
// CHECK-NEXT: affine.store %{{.*}}[%[[I]]] {hls.stmt = "S0"}
// CHECK: func.func private @top_reference
// Floating-point sums keep their order where the target asks for it.
// ORDERED-LABEL: func.func @top
// ORDERED-SAME: memref<3x20xf32>
// ORDERED-NOT: hls-factor-sums
// ORDERED: func.func private @top_reference
func.func @top(%A: memref<3x20xf32> {hls.name = "A"}, %b: memref<20xf32> {hls.name = "b"}, %s: memref<3xf32> {hls.name = "s"}) {
  affine.for %i = 0 to 3 {
    affine.for %k = 0 to 20 {
      %0 = affine.load %s[%i] : memref<3xf32>
      %1 = affine.load %A[%i, %k] : memref<3x20xf32>
      %2 = affine.load %b[%k] : memref<20xf32>
      %3 = arith.mulf %1, %2 : f32
      %4 = arith.addf %0, %3 : f32
      affine.store %4, %s[%i] : memref<3xf32>
    }
  }
  return
}

// -----

// Integers in any case; of 10 terms five parts are the most. One result at a
// constant has parts alone; the term may stand first.
// CHECK-LABEL: func.func @top
// CHECK-SAME: memref<2x5xi32>
// CHECK: memref.alloc() {hls.name = "s_parts"} : memref<5xi32>
// ORDERED-LABEL: func.func @top
// ORDERED: %[[PARTS:.*]] = memref.alloc() {hls.name = "s_parts"} : memref<5xi32>
// ORDERED: affine.for %[[P:.*]] = 0 to 5
// ORDERED: %[[TERM:.*]] = affine.load %[[PARTS]][%[[P]]]
// ORDERED-NEXT: %[[OLD:.*]] = affine.load %{{.*}}[1] : memref<2xi32>
// ORDERED-NEXT: arith.addi %[[TERM]], %[[OLD]]
// ORDERED-NEXT: affine.store %{{.*}}[1]
func.func @top(%a: memref<10xi32> {hls.name = "a"}, %s: memref<2xi32> {hls.name = "s"}) {
  affine.for %k = 0 to 10 {
    %0 = affine.load %s[1] : memref<2xi32>
    %1 = affine.load %a[%k] : memref<10xi32>
    %2 = arith.addi %1, %0 : i32
    affine.store %2, %s[1] : memref<2xi32>
  }
  return
}

// -----

// Not where there are enough results, an element of another iteration is read,
// the old value is used twice, or nothing is summed.
// CHECK-LABEL: func.func @top
// CHECK-NOT: memref.alloc
// CHECK: func.func private @top_reference
func.func @top(%a: memref<12x8xi32> {hls.name = "a"}, %s: memref<12xi32> {hls.name = "s"}, %t: memref<9xi32> {hls.name = "t"}, %u: memref<1xi32> {hls.name = "u"}) {
  affine.for %i = 0 to 12 {
    affine.for %k = 0 to 8 {
      %0 = affine.load %s[%i] : memref<12xi32>
      %1 = affine.load %a[%i, %k] : memref<12x8xi32>
      %2 = arith.addi %0, %1 : i32
      affine.store %2, %s[%i] : memref<12xi32>
    }
  }
  affine.for %k = 0 to 8 {
    %0 = affine.load %t[%k] : memref<9xi32>
    %1 = affine.load %a[0, %k] : memref<12x8xi32>
    %2 = arith.addi %0, %1 : i32
    affine.store %2, %t[%k + 1] : memref<9xi32>
  }
  affine.for %k = 0 to 8 {
    %0 = affine.load %u[0] : memref<1xi32>
    %1 = arith.addi %0, %0 : i32
    affine.store %1, %u[0] : memref<1xi32>
  }
  return
}
