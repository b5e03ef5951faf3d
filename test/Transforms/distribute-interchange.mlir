// RUN: hls-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{separate}))" | FileCheck %s
// RUN: not hls-opt %s --split-input-file \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{local-bits=-2}))" 2>&1 | FileCheck %s --check-prefix=BITS
// BITS: error: hls-distribute: local-bits is -2; it is a number of bits, 0 for no limit, or -1 for half of what one array can take on the target

// The recurrence through both arrays runs along t; i and h are parallel, move
// inside of it and are distributed there.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[T:.*]] = 0 to 127 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 4 {
// CHECK-NEXT: affine.for %[[I:.*]] = 0 to 64 {
// CHECK: hls.stmt = "S0"
// CHECK-NEXT: } {hls.name = "i"}
// CHECK-NEXT: } {hls.name = "h"}
// CHECK-NEXT: affine.for
// CHECK-NEXT: affine.for
// CHECK: hls.stmt = "S1"
// CHECK: {hls.name = "t"}
// CHECK: func.func private @top_reference
func.func @top(%A: memref<4x64x128xf32>, %B: memref<4x64x128xf32>) {
  affine.for %h = 0 to 4 {
    affine.for %i = 0 to 64 {
      // expected-remark @below {{statements S0, S1 stay together in loop 't'}}
      affine.for %t = 1 to 128 {
        %b = affine.load %B[%h, %i, %t - 1] : memref<4x64x128xf32>
        affine.store %b, %A[%h, %i, %t] : memref<4x64x128xf32>
        %a = affine.load %A[%h, %i, %t] : memref<4x64x128xf32>
        %c = affine.load %B[%h, %i, %t] : memref<4x64x128xf32>
        %d = arith.mulf %a, %c : f32
        affine.store %d, %B[%h, %i, %t] : memref<4x64x128xf32>
      } {hls.name = "t"}
    } {hls.name = "i"}
  } {hls.name = "h"}
  return
}

// -----
// A filter with a local state: expanded by i, it lets i move inward.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "state"} : memref<64xf32>
// CHECK: affine.for
// CHECK: hls.stmt = "S0"
// CHECK-NEXT: } {hls.name = "i"}
// CHECK-NEXT: affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 64 {
// CHECK: hls.stmt = "S1"
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK: hls.stmt = "S2"
// CHECK: {hls.name = "t"}
func.func @top(%x: memref<64x128xf32>, %y: memref<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %state = memref.alloc() {hls.name = "state"} : memref<f32>
  affine.for %i = 0 to 64 {
    affine.store %zero, %state[] : memref<f32>
    // expected-remark @below {{statements S1, S2 stay together in loop 't'}}
    affine.for %t = 0 to 128 {
      %s = affine.load %state[] : memref<f32>
      %a = affine.load %x[%i, %t] : memref<64x128xf32>
      %b = arith.addf %s, %a : f32
      affine.store %b, %y[%i, %t] : memref<64x128xf32>
      %c = affine.load %y[%i, %t] : memref<64x128xf32>
      affine.store %c, %state[] : memref<f32>
    } {hls.name = "t"}
  } {hls.name = "i"}
  return
}

// -----
// The bounds of t need i: it stays outside.
// CHECK-LABEL: func.func @top
// CHECK: affine.for %[[I:.*]] = 0 to 64 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to #{{.*}}(%[[I]])
func.func @top(%A: memref<64x64xf32>, %B: memref<64x65xf32>) {
  // expected-remark @below {{statements S0, S1 stay together in loop 'i'}}
  affine.for %i = 0 to 64 {
    affine.for %t = 0 to affine_map<(d0) -> (d0)>(%i) {
      %b = affine.load %B[%i, %t] : memref<64x65xf32>
      affine.store %b, %A[%i, %t] : memref<64x64xf32>
      %a = affine.load %A[%i, %t] : memref<64x64xf32>
      affine.store %a, %B[%i, %t + 1] : memref<64x65xf32>
    } {hls.name = "t"}
  } {hls.name = "i"}
  return
}

// -----
// The state of one filter is used again for another: each has its own.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "state"} : memref<64xf32>
// CHECK-NEXT: memref.alloc() {hls.name = "state_2"} : memref<128xf32>
// CHECK: affine.for %{{.*}} = 0 to 128 {
// CHECK-NEXT: affine.for %{{.*}} = 0 to 64 {
// CHECK: hls.stmt = "S1"
// CHECK: affine.for %{{.*}} = 0 to 64 {
// CHECK: hls.stmt = "S4"
func.func @top(%x: memref<64x128xf32>, %y: memref<64x128xf32>) {
  %zero = arith.constant 0.0 : f32
  %state = memref.alloc() {hls.name = "state"} : memref<f32>
  affine.for %i = 0 to 64 {
    affine.store %zero, %state[] : memref<f32>
    // expected-remark @below {{statements S1, S2 stay together in loop 't'}}
    affine.for %t = 0 to 128 {
      %s = affine.load %state[] : memref<f32>
      %a = affine.load %x[%i, %t] : memref<64x128xf32>
      %b = arith.addf %s, %a : f32
      affine.store %b, %y[%i, %t] : memref<64x128xf32>
      %c = affine.load %y[%i, %t] : memref<64x128xf32>
      affine.store %c, %state[] : memref<f32>
    } {hls.name = "t"}
  } {hls.name = "i"}
  affine.for %t = 0 to 128 {
    affine.store %zero, %state[] : memref<f32>
    // expected-remark @below {{statements S4, S5 stay together in loop 'i'}}
    affine.for %i = 0 to 64 {
      %s = affine.load %state[] : memref<f32>
      %a = affine.load %y[%i, %t] : memref<64x128xf32>
      %b = arith.mulf %s, %a : f32
      affine.store %b, %x[%i, %t] : memref<64x128xf32>
      %c = affine.load %x[%i, %t] : memref<64x128xf32>
      affine.store %c, %state[] : memref<f32>
    } {hls.name = "i"}
  } {hls.name = "t"}
  return
}

// -----
// A scalar for the rows of one iteration of k, which carries a dependence: j
// alone becomes a dimension.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "s"} : memref<64xf32>
// CHECK: affine.for %{{.*}} = 0 to 16 {
// CHECK-NEXT: affine.for %[[J:.*]] = 0 to 64 {
// CHECK: affine.store {{.*}}[%[[J]]] {hls.stmt = "S0"}
func.func @top(%x: memref<64xf32>) {
  %s = memref.alloc() {hls.name = "s"} : memref<f32>
  // expected-remark @below {{statements S0, S1 stay together in loop 'k'}}
  affine.for %k = 0 to 16 {
    affine.for %j = 0 to 64 {
      affine.for %once = 0 to 1 {
        %a = affine.load %x[%j] : memref<64xf32>
        affine.store %a, %s[] : memref<f32>
      }
      %b = affine.load %s[] : memref<f32>
      %c = arith.addf %b, %b : f32
      affine.store %c, %x[%j] : memref<64xf32>
    } {hls.name = "j"}
  } {hls.name = "k"}
  return
}
