// RUN: hls-opt %s --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-join-equal-nests))" --split-input-file | FileCheck %s

// Two triangles are a rectangle, though the first one begins a row later.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[K:.*]] = 0 to 39 {
// CHECK-NEXT: affine.for %[[I:.*]] = #[[NEXT:.*]](%[[K]]) to 40 {
// CHECK-NEXT: affine.for %[[J:.*]] = #[[NEXT]](%[[K]]) to 40 {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}
// CHECK-NOT: affine.store
// CHECK: return
// CHECK: func.func private @top_reference
func.func @top(%A: memref<40x40xf32>) {
  affine.for %k = 0 to 39 {
    affine.for %i = affine_map<(d0) -> (d0 + 2)>(%k) to 40 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %A[%i, %j] : memref<40x40xf32>
        %1 = affine.load %A[%i, %k] : memref<40x40xf32>
        %2 = affine.load %A[%k, %j] : memref<40x40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<40x40xf32>
      }
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 40 {
      affine.for %j = affine_map<(d0) -> (d0)>(%i) to 40 {
        %0 = affine.load %A[%i, %j] : memref<40x40xf32>
        %1 = affine.load %A[%i, %k] : memref<40x40xf32>
        %2 = affine.load %A[%k, %j] : memref<40x40xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<40x40xf32>
      }
    }
  }
  return
}

// -----

// The parts write arrays of their own, which become one: no element is in both.
// CHECK-LABEL: func.func @top
// CHECK: %[[W:.*]] = memref.alloc() {hls.name = "w"} : memref<20x20xf32>
// CHECK-NOT: memref.alloc
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 20 {
// CHECK: affine.store %{{.*}}, %[[W]][%[[I]], %[[J]]]
// CHECK: affine.for
// CHECK: affine.load %[[W]][19, %{{.*}}]
// CHECK: affine.load %[[W]][%[[K:.*]], %[[K]]]
// CHECK-COUNT-1: memref.dealloc
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x20xf32>, %x: memref<20xf32>) {
  %w = memref.alloc() {hls.name = "w"} : memref<20x19xf32>
  %v = memref.alloc() {hls.name = "v"} : memref<20x20xf32>
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %0 = affine.load %A[%i, %j] : memref<20x20xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %w[%i, %j] : memref<20x19xf32>
    }
  }
  affine.for %i = 0 to 20 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 20 {
      %0 = affine.load %A[%i, %j] : memref<20x20xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %v[%i, %j] : memref<20x20xf32>
    }
  }
  affine.for %i = 0 to 19 {
    %0 = affine.load %w[19, %i] : memref<20x19xf32>
    %1 = affine.load %v[%i, %i] : memref<20x20xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %x[%i] : memref<20xf32>
  }
  memref.dealloc %w : memref<20x19xf32>
  memref.dealloc %v : memref<20x20xf32>
  return
}

// -----

// The diagonal belongs to the triangle: j = i in the second nest, which squares
// one value where the first one multiplies two.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[K:.*]] = 0 to 24 {
// CHECK-NEXT: affine.for %[[I:.*]] = #[[NEXT:.*]](%[[K]]) to 24 {
// CHECK-NEXT: affine.for %[[J:.*]] = #[[NEXT]](%[[K]]) to #[[NEXT]](%[[I]]) {
// CHECK: affine.store %{{.*}}, %{{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}
// CHECK-NOT: affine.store
// CHECK: return
// CHECK: func.func private @top_reference
func.func @top(%A: memref<24x24xf32>) {
  affine.for %k = 0 to 24 {
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 24 {
      affine.for %j = affine_map<(d0) -> (d0 + 1)>(%k) to affine_map<(d0) -> (d0)>(%i) {
        %0 = affine.load %A[%i, %j] : memref<24x24xf32>
        %1 = affine.load %A[%i, %k] : memref<24x24xf32>
        %2 = affine.load %A[%j, %k] : memref<24x24xf32>
        %3 = arith.mulf %1, %2 : f32
        %4 = arith.subf %0, %3 : f32
        affine.store %4, %A[%i, %j] : memref<24x24xf32>
      }
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 24 {
      %0 = affine.load %A[%i, %i] : memref<24x24xf32>
      %1 = affine.load %A[%i, %k] : memref<24x24xf32>
      %3 = arith.mulf %1, %1 : f32
      %4 = arith.subf %0, %3 : f32
      affine.store %4, %A[%i, %i] : memref<24x24xf32>
    }
  }
  return
}

// -----

// The second part counts from 0.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 20 {
// CHECK-NEXT: affine.load %{{.*}}[%[[I]] + 3]
// CHECK-NOT: affine.store %{{.*}} {hls.stmt = "S1"}
// CHECK: func.func private @top_reference
func.func @top(%x: memref<23xf32>, %y: memref<20xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %x[%i + 3] : memref<23xf32>
    affine.store %0, %y[%i] : memref<20xf32>
  }
  affine.for %i = 8 to 20 {
    %0 = affine.load %x[%i + 3] : memref<23xf32>
    affine.store %0, %y[%i] : memref<20xf32>
  }
  return
}

// -----

// The second nest reads what the first one writes.
// CHECK-LABEL: func.func @top
// CHECK-COUNT-3: affine.for
// CHECK: func.func private @top_reference
func.func @top(%x: memref<33xf32>) {
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %0 = affine.load %x[%i] : memref<33xf32>
      affine.store %0, %x[%i + 1] : memref<33xf32>
    }
    affine.for %i = affine_map<(d0) -> (d0)>(%k) to 32 {
      %0 = affine.load %x[%i] : memref<33xf32>
      affine.store %0, %x[%i + 1] : memref<33xf32>
    }
  }
  return
}

// -----

// The iterations are no nest's: i = k is in neither.
// CHECK-LABEL: func.func @top
// CHECK-COUNT-3: affine.for
// CHECK: func.func private @top_reference
func.func @top(%x: memref<32xf32>, %y: memref<32x32xf32>) {
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %0 = affine.load %x[%i] : memref<32xf32>
      affine.store %0, %y[%k, %i] : memref<32x32xf32>
    }
    affine.for %i = affine_map<(d0) -> (d0 + 1)>(%k) to 32 {
      %0 = affine.load %x[%i] : memref<32xf32>
      affine.store %0, %y[%k, %i] : memref<32x32xf32>
    }
  }
  return
}

// -----

// The local arrays share the elements of the diagonal.
// CHECK-LABEL: func.func @top
// CHECK-COUNT-2: memref.alloc
// CHECK-COUNT-4: affine.for
// CHECK: func.func private @top_reference
func.func @top(%x: memref<32xf32>, %y: memref<32xf32>) {
  %w = memref.alloc() {hls.name = "w"} : memref<32x32xf32>
  %v = memref.alloc() {hls.name = "v"} : memref<32x32xf32>
  affine.for %k = 0 to 32 {
    affine.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      %0 = affine.load %x[%i] : memref<32xf32>
      affine.store %0, %w[%k, %i] : memref<32x32xf32>
    }
    affine.for %i = affine_map<(d0) -> (d0)>(%k) to 32 {
      %0 = affine.load %x[%i] : memref<32xf32>
      affine.store %0, %v[%k, %i] : memref<32x32xf32>
    }
    %1 = affine.load %v[%k, %k] : memref<32x32xf32>
    affine.store %1, %w[%k, %k] : memref<32x32xf32>
  }
  affine.for %k = 0 to 32 {
    %0 = affine.load %w[%k, 0] : memref<32x32xf32>
    affine.store %0, %y[%k] : memref<32xf32>
  }
  memref.dealloc %w : memref<32x32xf32>
  memref.dealloc %v : memref<32x32xf32>
  return
}
