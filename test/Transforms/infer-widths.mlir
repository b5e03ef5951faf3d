// RUN: hls-opt %s --pass-pipeline="builtin.module(func.func(hls-infer-widths))" --split-input-file | FileCheck %s

// A minimum and a maximum; the width of the wider factor.
// CHECK-LABEL: func.func @clamped(
// CHECK: arith.muli {{.*}} {hls.factor_bits = 11 : i64} : i32
func.func @clamped(%a: memref<8xi32>) attributes {hls.top} {
  %low = arith.constant -1000 : i32
  %high = arith.constant 1000 : i32
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xi32>
    %1 = arith.maxsi %0, %low : i32
    %2 = arith.minsi %1, %high : i32
    %3 = arith.muli %2, %2 : i32
    affine.store %3, %a[%i] : memref<8xi32>
  }
  return
}

// -----

// The same as selections, of which the inner one is a part of the outer one; an
// absolute value.
// CHECK-LABEL: func.func @selected(
// CHECK: arith.muli {{.*}} {hls.factor_bits = 11 : i64} : i32
// CHECK: arith.muli {{.*}} {hls.factor_bits = 9 : i64} : i32
func.func @selected(%a: memref<8xi32>, %b: memref<8xi8>) attributes {hls.top} {
  %low = arith.constant -1000 : i32
  %high = arith.constant 1000 : i32
  %zero = arith.constant 0 : i32
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xi32>
    %1 = arith.cmpi sgt, %0, %high : i32
    %2 = arith.select %1, %high, %0 : i32
    %3 = arith.cmpi slt, %0, %low : i32
    %4 = arith.select %3, %low, %2 : i32
    %5 = arith.muli %4, %4 : i32
    affine.store %5, %a[%i] : memref<8xi32>
  }
  affine.for %i = 0 to 8 {
    %0 = affine.load %b[%i] : memref<8xi8>
    %1 = arith.extsi %0 : i8 to i32
    %2 = arith.subi %zero, %1 : i32
    %3 = arith.cmpi slt, %1, %zero : i32
    %4 = arith.select %3, %2, %1 : i32
    %5 = arith.muli %4, %4 : i32
    affine.store %5, %a[%i] : memref<8xi32>
  }
  return
}

// -----

// A condition on another number, and one without a sign, say nothing.
// CHECK-LABEL: func.func @unrelated(
// CHECK-NOT: hls.factor_bits
// CHECK: return
func.func @unrelated(%a: memref<8xi32>, %b: memref<8xi32>) attributes {hls.top} {
  %high = arith.constant 1000 : i32
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xi32>
    %1 = affine.load %b[%i] : memref<8xi32>
    %2 = arith.cmpi sgt, %1, %high : i32
    %3 = arith.select %2, %high, %0 : i32
    %4 = arith.muli %3, %3 : i32
    affine.store %4, %a[%i] : memref<8xi32>
    %5 = arith.cmpi uge, %1, %high : i32
    %6 = arith.select %5, %high, %1 : i32
    %7 = arith.muli %6, %6 : i32
    affine.store %7, %b[%i] : memref<8xi32>
  }
  return
}

// -----

// Iterators, of a loop with bounds that vary too; a table of constants.
// CHECK-LABEL: func.func @iterators(
// CHECK: arith.muli {{.*}} {hls.factor_bits = 6 : i64} : i32
// CHECK: arith.muli {{.*}} {hls.factor_bits = 9 : i64} : i32
memref.global "private" constant @table : memref<3xi32> = dense<[1, -200, 3]>
func.func @iterators(%a: memref<20xi32>) attributes {hls.top} {
  %t = memref.get_global @table : memref<3xi32>
  affine.for %i = 0 to 20 {
    affine.for %j = affine_map<(d) -> (d)>(%i) to 20 {
      %0 = arith.index_cast %j : index to i32
      %1 = arith.muli %0, %0 : i32
      affine.store %1, %a[%i] : memref<20xi32>
    }
  }
  affine.for %i = 0 to 3 {
    %0 = affine.load %t[%i] : memref<3xi32>
    %1 = arith.muli %0, %0 : i32
    affine.store %1, %a[%i] : memref<20xi32>
  }
  return
}

// -----

// What the ops show already, what is wide, what is no part of a design.
// CHECK-NOT: hls.factor_bits
func.func @others(%a: memref<8xi8>, %b: memref<8xi32>) attributes {hls.top} {
  %most = arith.constant 131072 : i32
  affine.for %i = 0 to 8 {
    %0 = affine.load %a[%i] : memref<8xi8>
    %1 = arith.extsi %0 : i8 to i32
    %2 = arith.muli %1, %1 : i32
    affine.store %2, %b[%i] : memref<8xi32>
    %3 = affine.load %b[%i] : memref<8xi32>
    %4 = arith.minsi %3, %most : i32
    %5 = arith.muli %4, %4 : i32
    affine.store %5, %b[%i] : memref<8xi32>
  }
  return
}
func.func @not_top(%a: memref<8xi32>) {
  affine.for %i = 0 to 8 {
    %0 = arith.index_cast %i : index to i32
    %1 = arith.muli %0, %0 : i32
    affine.store %1, %a[%i] : memref<8xi32>
  }
  return
}
