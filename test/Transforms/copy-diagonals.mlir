// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute,hls-copy-diagonals))" --split-input-file | FileCheck %s

// A nest over all of A stores what is read of it in a local array.
// CHECK: #[[EQUAL:.*]] = affine_set<(d0, d1) : (d1 - d0 == 0)>
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "A_copy"} : memref<6xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 8
// CHECK-NEXT: affine.if #[[EQUAL]](%[[I]], %[[J]])
// CHECK-NEXT: %[[E:.*]] = affine.load %{{.*}}[%[[I]], %[[J]]] : memref<6x8xf32>
// CHECK-NEXT: affine.store %[[E]], %[[COPY]][%[[I]]] {hls.stmt = "A_in"}
// CHECK: affine.for %[[P:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[Q:.*]] = 0 to 5
// CHECK-NEXT: affine.load %[[COPY]][%[[P]]] : memref<6xf32>
// CHECK-NEXT: affine.load %{{.*}}[%[[P]], %[[Q]]] : memref<6x5xf32>
// CHECK-NOT: affine.load
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x8xf32> {hls.name = "A"}, %B: memref<6x5xf32> {hls.name = "B"}, %x: memref<6x5xf32> {hls.name = "x"}) {
  affine.for %p = 0 to 6 {
    affine.for %q = 0 to 5 {
      %0 = affine.load %A[%p, %p] : memref<6x8xf32>
      %1 = affine.load %B[%p, %q] : memref<6x5xf32>
      %2 = arith.mulf %0, %1 : f32
      %3 = affine.load %A[%p, %p] : memref<6x8xf32>
      %4 = arith.addf %2, %3 : f32
      affine.store %4, %x[%p, %q] : memref<6x5xf32>
    }
  }
  return
}

// -----

// Of three dimensions two; a copy has the shorter one, and the order of the
// first subscripts.
// CHECK-LABEL: func.func @top
// CHECK: %[[COPY:.*]] = memref.alloc() {hls.name = "A_copy"} : memref<4x7xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 7
// CHECK-NEXT: affine.for %[[K:.*]] = 0 to 4
// CHECK: affine.store %{{.*}}, %[[COPY]][%[[K]], %[[J]]]
// CHECK: affine.if
// CHECK-NEXT: affine.load %[[COPY]][%[[P:.*]], %[[Q:.*]]] : memref<4x7xf32>
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x7x4xf32> {hls.name = "A"}, %x: memref<7x4xf32> {hls.name = "x"}) {
  affine.for %q = 0 to 7 {
    affine.for %p = 0 to 4 {
      affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%p, %q) {
        %0 = affine.load %A[%p, %q, %p] : memref<6x7x4xf32>
        affine.store %0, %x[%q, %p] : memref<7x4xf32>
      }
    }
  }
  return
}

// -----

// Neither what the nest stores, nor subscripts that are no iterators.
// CHECK-LABEL: func.func @top
// CHECK-NOT: memref.alloc
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x6xf32> {hls.name = "A"}, %B: memref<6x7xf32> {hls.name = "B"}, %x: memref<6xf32> {hls.name = "x"}) {
  affine.for %p = 0 to 6 {
    %0 = affine.load %A[%p, %p] : memref<6x6xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %A[%p, %p] : memref<6x6xf32>
  }
  affine.for %p = 0 to 6 {
    %0 = affine.load %B[%p, %p + 1] : memref<6x7xf32>
    affine.store %0, %x[%p] : memref<6xf32>
  }
  return
}

// -----

// A row, and one element of an array; where several statements share a loop
// they are read as they are.
// CHECK-DAG: #[[ROW:.*]] = affine_set<(d0) : (d0 - 2 == 0)>
// CHECK-DAG: #[[ONE:.*]] = affine_set<(d0, d1) : (d0 - 1 == 0, d1 - 3 == 0)>
// CHECK-LABEL: func.func @top
// CHECK-DAG: memref.alloc() {hls.name = "A_copy"} : memref<5xf32>
// CHECK-DAG: memref.alloc() {hls.name = "B_copy"} : memref<1xf32>
// CHECK: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 5
// CHECK-NEXT: affine.if #[[ROW]](%[[I]])
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]] : memref<6x5xf32>
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[J]]]
// CHECK: affine.if #[[ONE]]
// CHECK-NEXT: affine.load
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[0]
// CHECK: affine.for %[[K:.*]] = 0 to 5
// CHECK-NEXT: affine.load %{{.*}}[%[[K]]] : memref<5xf32>
// CHECK-NEXT: affine.load %{{.*}}[0] : memref<1xf32>
// CHECK: affine.load %{{.*}}[2, %{{.*}}] : memref<6x5xf32>
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x5xf32> {hls.name = "A"}, %B: memref<4x4xf32> {hls.name = "B"}, %x: memref<5xf32> {hls.name = "x"}, %y: memref<5xf32> {hls.name = "y"}) {
  affine.for %k = 0 to 5 {
    %0 = affine.load %A[2, %k] : memref<6x5xf32>
    %1 = affine.load %B[1, 3] : memref<4x4xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %x[%k] : memref<5xf32>
  }
  affine.for %i = 0 to 5 {
    affine.for %k = 0 to 5 {
      %0 = affine.load %A[2, %k] : memref<6x5xf32>
      %1 = affine.load %y[%k] : memref<5xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %y[%k] : memref<5xf32>
    }
    affine.for %k = 0 to 5 {
      %0 = affine.load %y[%k] : memref<5xf32>
      %1 = affine.load %x[%k] : memref<5xf32>
      %2 = arith.mulf %0, %1 : f32
      affine.store %2, %x[%k] : memref<5xf32>
    }
  }
  return
}
