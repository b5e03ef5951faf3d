// RUN: hls-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate}))" | FileCheck %s

// Triangular: the scaling follows the whole reduction, in its own nest.
// CHECK-LABEL: func.func @top
// CHECK: affine.for
// CHECK: affine.for
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK: } {hls.name = "i0"}
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK-NOT: affine.for
// CHECK: hls.stmt = "S1"
// CHECK: func.func private @top_reference
func.func @top(%alpha: f32, %A: memref<20x20xf32>, %B: memref<20x30xf32>) {
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      affine.for %k = affine_map<(d) -> (d + 1)>(%i) to 20 {
        %a = affine.load %A[%k, %i] : memref<20x20xf32>
        %b = affine.load %B[%k, %j] : memref<20x30xf32>
        %c = affine.load %B[%i, %j] : memref<20x30xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %B[%i, %j] : memref<20x30xf32>
      }
      %c = affine.load %B[%i, %j] : memref<20x30xf32>
      %s = arith.mulf %alpha, %c : f32
      affine.store %s, %B[%i, %j] : memref<20x30xf32>
    }
  }
  return
}

// -----
// A recurrence through both arrays stays together and is explained.
// CHECK-LABEL: func.func @top
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK-NOT: affine.for
// CHECK: hls.stmt = "S1"
// CHECK: func.func private @top_reference
func.func @top(%x: memref<64xf32>, %y: memref<64xf32>) {
  // expected-remark-re @below {{statements S0, S1 stay together in loop 'i0': RAW dependence from S0 to S1 through arg0{{.*}}; RAW dependence from S1 to S0 through arg1}}
  affine.for %i = 1 to 64 {
    %a = affine.load %y[%i - 1] : memref<64xf32>
    %b = arith.addf %a, %a : f32
    affine.store %b, %x[%i] : memref<64xf32>
    %c = affine.load %x[%i] : memref<64xf32>
    %d = arith.mulf %c, %a : f32
    affine.store %d, %y[%i] : memref<64xf32>
  }
  return
}

// -----
// The old value of x crosses a write: it goes through an array of its own,
// which is expanded so that all three statements are distributed.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "buf0"} : memref<15xf32>
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK: affine.for
// CHECK: hls.stmt = "S1"
// CHECK: affine.for
// CHECK: hls.stmt = "S2"
// CHECK: func.func private @top_reference
func.func @top(%x: memref<16xf32>, %y: memref<16xf32>) {
  affine.for %i = 0 to 15 {
    %a = affine.load %x[%i] : memref<16xf32>
    %b = affine.load %x[%i + 1] : memref<16xf32>
    affine.store %b, %x[%i] : memref<16xf32>
    affine.store %a, %y[%i] : memref<16xf32>
  }
  return
}

// -----

// Two local arrays: both are freed once, at the end.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc
// CHECK: memref.alloc
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK: affine.for
// CHECK: hls.stmt = "S1"
// CHECK: affine.for
// CHECK: hls.stmt = "S2"
// CHECK: memref.dealloc
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: return
func.func @top(%A: memref<20xf32>) {
  %t = memref.alloc() : memref<20xf32>
  %u = memref.alloc() : memref<20xf32>
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i] : memref<20xf32>
    affine.store %a, %t[%i] : memref<20xf32>
    %b = affine.load %t[%i] : memref<20xf32>
    affine.store %b, %u[%i] : memref<20xf32>
    %c = affine.load %u[%i] : memref<20xf32>
    affine.store %c, %A[%i] : memref<20xf32>
  }
  memref.dealloc %t : memref<20xf32>
  memref.dealloc %u : memref<20xf32>
  return
}
