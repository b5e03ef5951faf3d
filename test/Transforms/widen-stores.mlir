// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate=1},hls-loop-single-elements,hls-widen-stores))" --split-input-file | FileCheck %s

// A diagonal, with what was there; a row; one element.
// CHECK: #[[DIAGONAL:.*]] = affine_set<(d0, d1) : (d1 - d0 == 0)>
// CHECK: #[[ROW:.*]] = affine_set<(d0) : (d0 - 3 == 0)>
// CHECK: #[[LAST:.*]] = affine_set<(d0, d1) : (d0 - 5 == 0, d1 - 7 == 0)>
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8
// CHECK-NEXT: affine.if #[[DIAGONAL]](%[[I]], %[[J]])
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]]
// CHECK: affine.for %[[K:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[R:.*]] = 0 to 6
// CHECK-NEXT: affine.if #[[ROW]](%[[R]])
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[R]], %[[K]]]
// CHECK: affine.for %[[P:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[Q:.*]] = 0 to 8
// CHECK-NEXT: affine.if #[[LAST]](%[[P]], %[[Q]])
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x8xf32> {hls.name = "A"}) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to 6 {
    %0 = affine.load %A[%i, %i] : memref<6x8xf32>
    %1 = arith.addf %0, %one : f32
    affine.store %1, %A[%i, %i] : memref<6x8xf32>
  }
  affine.for %k = 0 to 8 {
    affine.store %one, %A[3, %k] : memref<6x8xf32>
  }
  affine.store %one, %A[5, 7] : memref<6x8xf32>
  return
}

// -----

// The condition of a nest stays.
// CHECK: #[[SET:.*]] = affine_set<(d0, d1) : (d1 - d0 == 0, d0 - 2 >= 0)>
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 6
// CHECK-NEXT: affine.if #[[SET]](%[[I]], %[[J]])
// CHECK-NEXT: affine.load
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x6xf32> {hls.name = "A"}, %x: memref<6xf32> {hls.name = "x"}) {
  affine.for %i = 0 to 6 {
    affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) {
      %0 = affine.load %x[%i] : memref<6xf32>
      affine.store %0, %A[%i, %i] : memref<6x6xf32>
    }
  }
  return
}

// -----

// The lower triangle takes what the upper one was from a copy.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "A_copy"} : memref<6x6xf32>
// CHECK: affine.store %{{.*}}, %[[COPY]][%{{.*}}, %{{.*}}] {hls.stmt = "A_in"}
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK: affine.for %[[J:.*]] = 0 to 6
// CHECK-NEXT: affine.if
// CHECK-NEXT: affine.load %[[COPY]][%[[I]], %[[J]]]
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[J]], %[[I]]]
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x6xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      affine.if affine_set<(d0, d1) : (d1 - d0 - 1 >= 0)>(%i, %j) {
        %0 = affine.load %A[%i, %j] : memref<6x6xf32>
        affine.store %0, %A[%j, %i] : memref<6x6xf32>
      }
    }
  }
  return
}

// -----

// Where an iteration reads what an earlier one has stored, nothing changes.
// CHECK-LABEL: func.func @top
// CHECK-NOT: memref.alloc
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x6xf32> {hls.name = "A"}) {
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<6x6xf32>
      affine.store %0, %A[%j, %i] : memref<6x6xf32>
    }
  }
  return
}
