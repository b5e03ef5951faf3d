// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-rectangularize{widen store-old}))" | FileCheck %s

// The border of A keeps its values: the statement computes there as well, and
// stores what it read. The row above the first one is read as 0.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 30 {
// CHECK-NOT: affine.if
// CHECK: %[[OLD:.*]] = affine.load %[[A:.*]][%[[I]], %[[J]]]
// CHECK: affine.load %[[B:.*]][%[[I]] - 1, %[[J]]] {hls.zero_outside = array<i64: 0>}
// CHECK: %[[NEW:.*]] = arith.addf
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi sle
// CHECK: %[[STORED:.*]] = arith.select %{{.*}}, %[[NEW]], %[[OLD]] : f32
// CHECK-NEXT: affine.store %[[STORED]], %[[A]][%[[I]], %[[J]]] {hls.stmt = "S0"}

// A sum must not go on behind its last term: its loop is no subscript.
// CHECK: affine.for %{{.*}} = 0 to 20 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 30 {
// CHECK-NEXT: affine.if
// CHECK: hls.stmt = "S1"

// Nor may a triangle be stored everywhere: its condition is no box.
// CHECK: affine.if
// CHECK: hls.stmt = "S2"

// A local array has no old values before something was stored.
// CHECK: affine.if
// CHECK: hls.stmt = "S3"
// CHECK-NOT: affine.if
// CHECK: hls.stmt = "S4"
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x30xf32>, %B: memref<20x30xf32>, %c: memref<20xf32>, %T: memref<20x20xf32>) {
  %local = memref.alloc() : memref<20xf32>
  affine.for %i = 1 to 20 {
    affine.for %j = 1 to 29 {
      %0 = affine.load %A[%i, %j] : memref<20x30xf32>
      %1 = affine.load %B[%i - 1, %j] : memref<20x30xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %A[%i, %j] : memref<20x30xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 20 {
    affine.for %j = 1 to 29 {
      %0 = affine.load %c[%i] : memref<20xf32>
      %1 = affine.load %B[%i, %j] : memref<20x30xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %c[%i] : memref<20xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 20 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 20 {
      %0 = affine.load %T[%i, %j] : memref<20x20xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %T[%i, %j] : memref<20x20xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 1 to 20 {
    %0 = affine.load %c[%i] : memref<20xf32>
    affine.store %0, %local[%i] : memref<20xf32>
  } {hls.name = "i"}
  affine.for %i = 1 to 19 {
    %0 = affine.load %T[%i, %i] : memref<20x20xf32>
    affine.store %0, %local[%i] : memref<20xf32>
  } {hls.name = "i"}
  affine.for %i = 1 to 20 {
    %0 = affine.load %local[%i] : memref<20xf32>
    affine.store %0, %c[%i] : memref<20xf32>
  } {hls.name = "i"}
  memref.dealloc %local : memref<20xf32>
  return
}
