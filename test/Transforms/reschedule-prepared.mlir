// RUN: hls-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate},hls-reschedule{candidate=1}))" 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t.remarks

// Paths through k: old and new values of the row and the column k, and of the
// element that is in both, are kept apart, so that all of i and j run at once.
// REMARK: remark: schedule 1 (source, 128 steps, old and new pivots)
// CHECK-LABEL: func.func @top
// CHECK-DAG: %[[ROW:.*]] = memref.alloc() {hls.name = "D_new"} : memref<32xf32>
// CHECK-DAG: %[[COLUMN:.*]] = memref.alloc() {hls.name = "D_old_2"} : memref<32xf32>
// CHECK-DAG: %[[NEW:.*]] = memref.alloc() {hls.name = "D_new_3"} : memref<f32>
// CHECK-DAG: %[[OLD:.*]] = memref.alloc() {hls.name = "D_old_3"} : memref<f32>
// CHECK: affine.for %[[K:.*]] = 0 to 32 {
// CHECK-NEXT: affine.load %{{.*}}[%[[K]], %[[K]]]
// CHECK-NEXT: affine.store %{{.*}}, %[[OLD]][] {hls.stmt = "S0_old"}
// CHECK: affine.store %{{.*}}, %[[NEW]][] {hls.stmt = "S0_new"}
// CHECK: affine.for %[[I:.*]] = 0 to 32 {
// CHECK-NEXT: %[[ELEMENT:.*]] = affine.load %{{.*}}[%[[I]], %[[K]]]
// CHECK-NEXT: affine.store %[[ELEMENT]], %[[COLUMN]][%[[I]]] {hls.stmt = "S0_old_2"}
// CHECK: hls.stmt = "S0_new_2"
// CHECK: affine.store %{{.*}}, %[[ROW]][%{{.*}}] {hls.stmt = "S0_new_3"}
// CHECK: affine.for %[[I:.*]] = 0 to 32 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 32 {
// CHECK: arith.cmpi sgt
// CHECK: arith.select
// CHECK: arith.cmpi sgt
// CHECK: affine.load %[[ROW]][%[[J]]]
// CHECK: arith.select
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}
// CHECK: func.func private @top_reference
func.func @top(%D: memref<32x32xf32> {hls.name = "D"}) {
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %0 = affine.load %D[%i, %j] : memref<32x32xf32>
        %1 = affine.load %D[%i, %k] : memref<32x32xf32>
        %2 = affine.load %D[%k, %j] : memref<32x32xf32>
        %3 = arith.addf %1, %2 : f32
        %4 = arith.minimumf %0, %3 : f32
        affine.store %4, %D[%i, %j] : memref<32x32xf32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}

// -----

// D[j][k] is read for other j as well, which no loop outside fixes, so nothing is
// copied: the statement is cut along its planes, and the parts run in turn.
// REMARK: remark: schedule 1 ({{.*}}, statements in parts)
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[K:.*]] = 0 to 32 {
// CHECK: affine.if
// CHECK: hls.stmt = "S0{{.*}}"
// CHECK: } {hls.name = "k"}
// CHECK: func.func private @top_reference
func.func @top(%D: memref<32x32xi32>) {
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 32 {
        %0 = affine.load %D[%i, %j] : memref<32x32xi32>
        %1 = affine.load %D[%i, %k] : memref<32x32xi32>
        %2 = affine.load %D[%j, %k] : memref<32x32xi32>
        %3 = arith.subi %1, %2 : i32
        %4 = arith.addi %0, %3 : i32
        affine.store %4, %D[%i, %j] : memref<32x32xi32>
      } {hls.name = "j"}
    } {hls.name = "i"}
  } {hls.name = "k"}
  return
}

// -----

// The argument %s serves the rows one after the other; a local array has a
// row for each of them, and the last one is copied to the argument.
// REMARK: remark: schedule 1 ({{.*}}, private arrays)
// CHECK-LABEL: func.func @top
// CHECK: %[[OWN:.*]] = memref.alloc() {hls.name = "s_own"} : memref<24x40xf32>
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[K:.*]] = 0 to 40 {
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 24 {
// CHECK-NEXT: affine.for %[[P:.*]] = 0 to 40 {
// CHECK: affine.store %{{.*}}, %[[OWN]][%[[R]], %[[P]]] {hls.stmt = "S1"}
// CHECK: hls.stmt = "S2"
// CHECK: affine.store {{.*}} {hls.stmt = "s_out"}
// CHECK: func.func private @top_reference
func.func @top(%A: memref<24x40xf32>, %C: memref<40x40xf32>, %s: memref<40xf32> {hls.name = "s"}) {
  %zero = arith.constant 0.0 : f32
  affine.for %r = 0 to 24 {
    affine.for %p = 0 to 40 {
      affine.store %zero, %s[%p] : memref<40xf32>
      affine.for %k = 0 to 40 {
        %0 = affine.load %s[%p] : memref<40xf32>
        %1 = affine.load %A[%r, %k] : memref<24x40xf32>
        %2 = affine.load %C[%k, %p] : memref<40x40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.addf %0, %3 : f32
        affine.store %4, %s[%p] : memref<40xf32>
      } {hls.name = "k"}
    } {hls.name = "p"}
    affine.for %q = 0 to 40 {
      %0 = affine.load %s[%q] : memref<40xf32>
      affine.store %0, %A[%r, %q] : memref<24x40xf32>
    } {hls.name = "q"}
  } {hls.name = "r"}
  return
}

// -----

// Along the wavefronts 2 i + j of a relaxation in place a subscript depends
// on two loops; in the array that is laid out along them, on one.
// CHECK-LABEL: func.func @top
// CHECK: %[[B:.*]] = memref.alloc() {hls.name = "A_skewed"} : memref<20x58xf32>
// CHECK: hls.stmt = "A_in"
// CHECK: affine.for %[[W:.*]] = 0 to 52 {
// CHECK: affine.for %[[I:.*]] =
// CHECK-NEXT: affine.load %[[B]][%[[I]], %[[W]]]
// CHECK: hls.stmt = "S0"
// CHECK: hls.stmt = "A_out"
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x20xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 18 {
    affine.for %j = 0 to 18 {
      %0 = affine.load %A[%i, %j] : memref<20x20xf32>
      %1 = affine.load %A[%i, %j + 2] : memref<20x20xf32>
      %2 = affine.load %A[%i + 1, %j + 2] : memref<20x20xf32>
      %3 = affine.load %A[%i, %j + 2] : memref<20x20xf32>
      %4 = affine.load %A[%i + 1, %j] : memref<20x20xf32>
      %5 = arith.addf %0, %1 : f32
      %6 = arith.addf %5, %2 : f32
      %7 = arith.addf %6, %3 : f32
      %8 = arith.addf %7, %4 : f32
      affine.store %8, %A[%i + 1, %j + 1] : memref<20x20xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The loop of %j has another trip count in every row, yet its iterator is from
// 0 to 23: the scalar becomes an array of 24 x 24, and k is outermost.
// REMARK: remark: schedule 1 ({{.*}}, private arrays)
// CHECK-LABEL: func.func @top
// CHECK: %[[W:.*]] = memref.alloc() {hls.name = "w"} : memref<24x24xf32>
// CHECK: hls.stmt = "S0"
// CHECK: affine.for %[[K:.*]] = 0 to 24 {
// CHECK: affine.load %[[W]][%{{.*}}, %[[K]]]
// CHECK: hls.stmt = "S2"
// CHECK: affine.for %[[I:.*]] =
// CHECK-NEXT: affine.for %[[J:.*]] =
// CHECK: affine.store %{{.*}}, %[[W]][%[[I]], %[[J]]] {hls.stmt = "S1"}
// CHECK: func.func private @top_reference
func.func @top(%L: memref<24x24xf32>) {
  %w = memref.alloc() {hls.name = "w"} : memref<f32>
  affine.for %i = 0 to 24 {
    affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
      %0 = affine.load %L[%i, %j] : memref<24x24xf32>
      affine.store %0, %w[] : memref<f32>
      affine.for %k = 0 to affine_map<(d0) -> (d0)>(%j) {
        %1 = affine.load %w[] : memref<f32>
        %2 = affine.load %L[%i, %k] : memref<24x24xf32>
        %3 = affine.load %L[%j, %k] : memref<24x24xf32>
        %4 = arith.mulf %2, %3 : f32
        %5 = arith.subf %1, %4 : f32
        affine.store %5, %w[] : memref<f32>
      } {hls.name = "k"}
      %6 = affine.load %w[] : memref<f32>
      affine.store %6, %L[%i, %j] : memref<24x24xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
