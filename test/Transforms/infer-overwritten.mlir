// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-infer-overwritten))" --split-input-file | FileCheck %s

// The shared loop k fills q column by column, and reads a column only then.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME: {hls.name = "a"},
// CHECK-SAME: {hls.name = "q", hls.overwritten}) attributes
func.func @columns(%a: memref<8x6xf32> {hls.name = "a"},
                   %q: memref<8x5xf32> {hls.name = "q"}) attributes {hls.top} {
  affine.for %k = 0 to 5 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%i, %k] : memref<8x6xf32>
      %1 = arith.addf %0, %0 : f32
      affine.store %1, %q[%i, %k] {hls.stmt = "S0"} : memref<8x5xf32>
    } {hls.name = "i0"}
    affine.for %i = 0 to 8 {
      %0 = affine.load %q[%i, %k] : memref<8x5xf32>
      affine.store %0, %a[%i, %k + 1] {hls.stmt = "S1"} : memref<8x6xf32>
    } {hls.name = "i1"}
  } {hls.name = "k"}
  return
}

// -----

// The last column keeps its value, and q is stored whole.
// CHECK-LABEL: func.func @left_out(
// CHECK-NOT: hls.overwritten
func.func @left_out(%a: memref<8x6xf32> {hls.name = "a"},
                    %q: memref<8x6xf32> {hls.name = "q"}) attributes {hls.top} {
  affine.for %k = 0 to 5 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%i, %k] : memref<8x6xf32>
      affine.store %0, %q[%i, %k] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "i0"}
    affine.for %i = 0 to 8 {
      %0 = affine.load %q[%i, %k] : memref<8x6xf32>
      affine.store %0, %a[%i, %k + 1] {hls.stmt = "S1"} : memref<8x6xf32>
    } {hls.name = "i1"}
  } {hls.name = "k"}
  return
}

// -----

// All is written, but the column that comes next is read before.
// CHECK-LABEL: func.func @read_before(
// CHECK-NOT: hls.overwritten
func.func @read_before(%a: memref<8x6xf32> {hls.name = "a"},
                       %q: memref<8x6xf32> {hls.name = "q"}) attributes {hls.top} {
  affine.for %k = 0 to 6 {
    affine.for %i = 0 to 8 {
      %0 = affine.load %a[%i, %k] : memref<8x6xf32>
      affine.store %0, %q[%i, %k] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "i0"}
    affine.for %i = 0 to 8 {
      affine.if affine_set<(d0) : (4 - d0 >= 0)>(%k) {
        %0 = affine.load %q[%i, %k + 1] : memref<8x6xf32>
        affine.store %0, %a[%i, %k + 1] {hls.stmt = "S1"} : memref<8x6xf32>
      }
    } {hls.name = "i1"}
  } {hls.name = "k"}
  return
}

// -----

// What one nest writes whole needs no note: q is not loaded anyway.
// CHECK-LABEL: func.func @nest(
// CHECK-NOT: hls.overwritten
func.func @nest(%a: memref<8x6xf32> {hls.name = "a"},
                %q: memref<8x6xf32> {hls.name = "q"}) attributes {hls.top} {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 6 {
      %0 = affine.load %a[%i, %j] : memref<8x6xf32>
      affine.store %0, %q[%i, %j] {hls.stmt = "S0"} : memref<8x6xf32>
    } {hls.name = "j"}
  } {hls.name = "i"}
  return
}

// -----

// The region may write one element of q, and S0 reads all of them.
func.func private @part(%q: memref<8xf32>, %n: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %0 = memref.load %n[%c0] : memref<1xi32>
  %1 = arith.index_cast %0 : i32 to index
  memref.store %f, %q[%1] : memref<8xf32>
  return
}
// CHECK-LABEL: func.func @region(
// CHECK-NOT: hls.overwritten
func.func @region(%q: memref<8xf32> {hls.name = "q"}, %n: memref<1xi32> {hls.name = "n"},
                  %r: memref<8xf32> {hls.name = "r"}) attributes {hls.top} {
  call @part(%q, %n) {hls.access = [#hls.access<write>, #hls.access<read>], hls.stmt = "R0"} : (memref<8xf32>, memref<1xi32>) -> ()
  affine.for %i = 0 to 8 {
    %0 = affine.load %q[%i] : memref<8xf32>
    affine.store %0, %r[%i] {hls.stmt = "S0"} : memref<8xf32>
  } {hls.name = "i"}
  %f = arith.constant 2.0 : f32
  affine.for %i = 0 to 8 {
    affine.store %f, %q[%i] {hls.stmt = "S1"} : memref<8xf32>
  } {hls.name = "i1"}
  return
}

// -----

// A function that is no top has no nests to look at.
// CHECK-LABEL: func.func @other(
// CHECK-NOT: hls.overwritten
func.func @other(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xf32>
    affine.store %0, %a[%i] : memref<8xf32>
    affine.store %0, %a[7 - %i] : memref<8xf32>
  }
  return
}
