// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate=1},hls-join-elements))" --split-input-file | FileCheck %s

// A chain of steps, one of them with other names of the loops, is one nest.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[J:.*]] = 0 to 8
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 6
// CHECK-NEXT: affine.load %{{.*}}[%[[I]], %[[J]]]
// CHECK-NEXT: arith.addf
// CHECK-NEXT: arith.mulf
// CHECK-NEXT: math.sqrt
// CHECK-NEXT: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S2"}
// CHECK-NOT: affine.store
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x8xf32> {hls.name = "A"}) {
  %t = memref.alloc() {hls.name = "t"} : memref<6x8xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %A[%i, %j] : memref<6x8xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %t[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %t[%i, %j] : memref<6x8xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %A[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %j = 0 to 8 {
    affine.for %i = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<6x8xf32>
      %1 = math.sqrt %0 : f32
      affine.store %1, %A[%i, %j] : memref<6x8xf32>
    }
  }
  memref.dealloc %t : memref<6x8xf32>
  return
}

// -----

// Products and their sum.
// CHECK-LABEL: func.func @top
// CHECK-COUNT-2: affine.for
// CHECK: arith.mulf
// CHECK: arith.addf
// CHECK-NEXT: affine.store
// CHECK-NOT: affine.store
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x8xf32> {hls.name = "A"}, %x: memref<6xf32> {hls.name = "x"}) {
  %t = memref.alloc() {hls.name = "t"} : memref<6x8xf32>
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %A[%i, %j] : memref<6x8xf32>
      %1 = arith.mulf %0, %0 : f32
      affine.store %1, %t[%i, %j] : memref<6x8xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 8 {
      %0 = affine.load %x[%i] : memref<6xf32>
      %1 = affine.load %t[%i, %j] : memref<6x8xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %x[%i] : memref<6xf32>
    }
  }
  memref.dealloc %t : memref<6x8xf32>
  return
}

// -----

// Not: elements that are used several times (t), of which others see more (A),
// that the second nest reads where it stores others (B), or where the first one
// would read what the second has stored (u, C).
// CHECK-LABEL: func.func @top
// CHECK-COUNT-8: hls.stmt
// CHECK: func.func private @top_reference
func.func @top(%A: memref<6x6xf32> {hls.name = "A"}, %B: memref<6x6xf32> {hls.name = "B"}, %C: memref<6x6xf32> {hls.name = "C"}, %D: memref<6x6xf32> {hls.name = "D"}, %x: memref<6xf32> {hls.name = "x"}) {
  %t = memref.alloc() {hls.name = "t"} : memref<6xf32>
  %u = memref.alloc() {hls.name = "u"} : memref<6x6xf32>
  affine.for %i = 0 to 6 {
    %0 = affine.load %x[%i] : memref<6xf32>
    %1 = arith.addf %0, %0 : f32
    affine.store %1, %t[%i] : memref<6xf32>
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %t[%i] : memref<6xf32>
      affine.store %0, %A[%i, %j] : memref<6x6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<6x6xf32>
      affine.store %0, %D[%i, %j] : memref<6x6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %A[%i, %j] : memref<6x6xf32>
      affine.store %0, %B[%i, %j] : memref<6x6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %B[%i, %j] : memref<6x6xf32>
      affine.store %0, %B[%j, %i] : memref<6x6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %C[%j, %i] : memref<6x6xf32>
      affine.store %0, %u[%i, %j] : memref<6x6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %u[%i, %j] : memref<6x6xf32>
      affine.store %0, %C[%i, %j] : memref<6x6xf32>
    }
  }
  affine.for %i = 0 to 6 {
    %0 = affine.load %t[%i] : memref<6xf32>
    affine.store %0, %x[%i] : memref<6xf32>
  }
  memref.dealloc %t : memref<6xf32>
  memref.dealloc %u : memref<6x6xf32>
  return
}

// -----

// Nor sums along an array, each of which the next one needs.
// CHECK-LABEL: func.func @top
// CHECK: affine.store %{{.*}}, %{{.*}}[0]
// CHECK: affine.store %{{.*}}, %[[T:.*]][%{{.*}} + 1]
// CHECK: affine.store %{{.*}}, %[[T]][%{{.*}}]
// CHECK: affine.load %[[T]]
// CHECK: func.func private @top_reference
func.func @top(%x: memref<8xf32> {hls.name = "x"}, %y: memref<8xf32> {hls.name = "y"}) {
  %t = memref.alloc() {hls.name = "t"} : memref<8xf32>
  %zero = arith.constant 0.0 : f32
  affine.store %zero, %t[0] : memref<8xf32>
  affine.for %i = 1 to 8 {
    %0 = affine.load %t[%i - 1] : memref<8xf32>
    %1 = affine.load %x[%i] : memref<8xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %t[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %t[-%i + 7] : memref<8xf32>
    %1 = arith.mulf %0, %0 : f32
    affine.store %1, %t[%i] : memref<8xf32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %t[%i] : memref<8xf32>
    affine.store %0, %y[%i] : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}
