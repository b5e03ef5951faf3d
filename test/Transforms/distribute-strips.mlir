// RUN: hls-opt %s --split-input-file --verify-diagnostics \
// RUN:   --pass-pipeline="builtin.module(hls-prepare{top=top},func.func(hls-normalize,hls-distribute{local-bits=6400 separate}))" | FileCheck %s

// Expanded by i and j the sum would take 20 x 30 x 32 bits: the outermost loop
// runs in four strips of five. The nest of y, which does not need it, runs in strips of its own.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "sum"} : memref<5x30xf32>
// CHECK: affine.for %[[STRIP:.*]] = 0 to 4
// CHECK: affine.for %[[I:.*]] = 0 to 5
// CHECK: affine.for %[[J:.*]] = 0 to 30
// CHECK-NEXT: affine.store {{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}
// CHECK: affine.for %[[I:.*]] = 0 to 5
// CHECK: affine.for %[[J:.*]] = 0 to 30
// CHECK: affine.for %[[K:.*]] = 0 to #{{.*}}(%[[STRIP]], %[[I]])
// CHECK: affine.load {{.*}}[%[[STRIP]] * 5 + %[[I]], %[[K]]] : memref<20x20xf32>
// CHECK: {hls.stmt = "S1"}
// CHECK: {hls.name = "i_strip"}
// CHECK: affine.for {{.*}} = 0 to 4
// CHECK-NEXT: affine.for {{.*}} = 0 to 5
// CHECK-NEXT: affine.for {{.*}} = 0 to 30
// CHECK: {hls.stmt = "S3"}
// CHECK: func.func private @top_reference
func.func @top(%A: memref<20x20xf32>, %x: memref<20x30xf32>, %y: memref<20x30xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() {hls.name = "sum"} : memref<f32>
  // expected-remark @below {{loop 'i' runs in 4 strips of 5 around its nest, so that the expanded arrays 'sum' take 4800 bits (at most 6400)}}
  // expected-remark @below {{statements S0, S1, S2 stay together in loop 'i_strip': RAW dependence from S0 to S1 through sum}}
  affine.for %i = 0 to 20 {
    affine.for %j = 0 to 30 {
      affine.store %zero, %sum[] : memref<f32>
      affine.for %k = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        %a = affine.load %A[%i, %k] : memref<20x20xf32>
        %s = affine.load %sum[] : memref<f32>
        %p = arith.addf %s, %a : f32
        affine.store %p, %sum[] : memref<f32>
      }
      %s = affine.load %sum[] : memref<f32>
      affine.store %s, %x[%i, %j] : memref<20x30xf32>
      affine.store %zero, %y[%i, %j] : memref<20x30xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----
// One iteration of i is too much already: j, which may move outward, is cut.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "sum"} : memref<2x100xf32>
// CHECK: affine.for %[[STRIP:.*]] = 0 to 3
// CHECK: affine.for %[[I:.*]] = 0 to 2
// CHECK: affine.for %[[J:.*]] = 0 to 100
// CHECK: affine.store {{.*}}[%[[I]], %[[J]]] {hls.stmt = "S0"}
// CHECK: affine.load {{.*}}[%[[I]], %[[STRIP]] * 100 + %[[J]]]
// CHECK: {hls.stmt = "S1"}
// CHECK: {hls.name = "j_strip"}
func.func @top(%x: memref<2x300xf32>, %y: memref<2x300xf32>) {
  %t = memref.alloc() {hls.name = "sum"} : memref<f32>
  affine.for %i = 0 to 2 {
    // expected-remark @below {{statements S0, S1, S2 stay together in loop 'j_strip'}}
    // expected-remark @below {{loop 'j' runs in 3 strips of 100 around its nest, so that the expanded arrays 'sum' take 6400 bits (at most 6400)}}
    affine.for %j = 0 to 300 {
      affine.for %once = 0 to 1 {
        %a = affine.load %x[%i, %j] : memref<2x300xf32>
        affine.store %a, %t[] : memref<f32>
      }
      %b = affine.load %t[] : memref<f32>
      %c = affine.load %x[%i, %j] : memref<2x300xf32>
      %d = arith.addf %b, %c : f32
      affine.store %d, %y[%i, %j] : memref<2x300xf32>
      %e = affine.load %t[] : memref<f32>
      affine.store %e, %x[%i, %j] : memref<2x300xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----
// The iterations of j in strips would run those of i in another order: y[i - 1]
// [j + 1] is read. The array stays as it is.
// CHECK-LABEL: func.func @top
// CHECK: memref.alloc() {hls.name = "sum"} : memref<f32>
func.func @top(%x: memref<3x300xf32>, %y: memref<3x301xf32>) {
  %t = memref.alloc() {hls.name = "sum"} : memref<f32>
  // expected-remark @below {{the arrays 'sum' are not expanded: they would take more than 6400 bits, and no loop that they need can run in strips around this nest}}
  // expected-remark @below {{statements S0, S1, S2 stay together in loop 'i'}}
  affine.for %i = 1 to 3 {
    affine.for %j = 0 to 300 {
      affine.for %once = 0 to 1 {
        %a = affine.load %x[%i, %j] : memref<3x300xf32>
        affine.store %a, %t[] : memref<f32>
      }
      %b = affine.load %t[] : memref<f32>
      %c = affine.load %y[%i - 1, %j + 1] : memref<3x301xf32>
      %d = arith.addf %b, %c : f32
      affine.store %d, %y[%i, %j] : memref<3x301xf32>
      %e = affine.load %t[] : memref<f32>
      affine.store %e, %x[%i, %j] : memref<3x300xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}
