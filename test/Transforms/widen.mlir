// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-rectangularize{widen}))" --split-input-file | FileCheck %s

// Loops that leave out the borders of an array run over all of it, so that
// their iterators are the subscripts of what is written; the conditions say
// where the statement runs.
// CHECK-DAG: #[[INNER:.*]] = affine_set<(d0, d1) : (d0 - 1 >= 0, -d0 + 18 >= 0, d1 - 1 >= 0, -d1 + 28 >= 0)>
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 30 {
// CHECK-NEXT: affine.if #[[INNER]](%[[I]], %[[J]])
// CHECK: affine.load %{{.*}}[%[[I]] - 1, %[[J]]]
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}

// A loop over half of a dimension stays what it is.
// CHECK: affine.for %{{.*}} = 0 to 10 {
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store {{.*}} {hls.stmt = "S1"}

// What counts down: rows 19 to 0.
// CHECK: affine.for %[[D:.*]] = 0 to 20 {
// CHECK: affine.store %{{.*}}, %{{.*}}[-%[[D]] + 19, 0] {hls.stmt = "S2"}
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x30xf32>, %B: memref<20x30xf32>, %c: memref<20xf32>) {
  affine.for %i = 1 to 19 {
    affine.for %j = 1 to 29 {
      %0 = affine.load %A[%i - 1, %j] : memref<20x30xf32>
      %1 = affine.load %A[%i, %j - 1] : memref<20x30xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %B[%i, %j] : memref<20x30xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  affine.for %i = 0 to 10 {
    %0 = affine.load %B[%i, 3] : memref<20x30xf32>
    affine.store %0, %c[%i] : memref<20xf32>
  } {hls.name = "i"}
  affine.for %i = 0 to 18 {
    %0 = affine.load %A[-%i + 17, 0] : memref<20x30xf32>
    affine.store %0, %B[-%i + 18, 0] : memref<20x30xf32>
  } {hls.name = "i"}
  return
}

// -----

// A condition says nothing that follows from the rest of it: i <= 8 of i < j,
// where j <= 9.
// CHECK: #[[ABOVE:.*]] = affine_set<(d0, d1) : (-d0 + d1 - 1 >= 0)>
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 10
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 10
// CHECK-NEXT: affine.if #[[ABOVE]](%[[I]], %[[J]])
// CHECK: func.func private @top_reference
func.func @top(%A: memref<10x10xf32> {hls.name = "A"}, %x: f32 {hls.name = "x"}) {
  affine.for %i = 0 to 9 {
    affine.for %j = affine_map<(d0) -> (d0 + 1)>(%i) to 10 {
      affine.store %x, %A[%i, %j] : memref<10x10xf32>
    }
  }
  return
}
