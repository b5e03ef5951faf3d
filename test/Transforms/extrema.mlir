// RUN: hls-opt %s --hls-prepare=top=bounds --hls-normalize | FileCheck %s

// All four forms of two signed integers, one of unsigned ones. What compares
// other values than it selects stays, and so do floating-point numbers: with a
// NaN, or with zeros of two signs, a maximum would be another number.
// CHECK: arith.maxsi
// CHECK: hls.stmt = "S0"
// CHECK: arith.maxsi
// CHECK: hls.stmt = "S1"
// CHECK: arith.minsi
// CHECK: hls.stmt = "S2"
// CHECK: arith.minsi
// CHECK: hls.stmt = "S3"
// CHECK: arith.minui
// CHECK: hls.stmt = "S4"
// CHECK: arith.select
// CHECK: hls.stmt = "S5"
// CHECK: arith.select
// CHECK: hls.stmt = "S6"
// Promoted as in C: of the type that is stored.
// CHECK: arith.maxui {{.*}} : i16
// CHECK: hls.stmt = "S7"
// CHECK: arith.minsi {{.*}} : i8
// CHECK: hls.stmt = "S8"
// Not all of it is stored: the maximum is that of wider values.
// CHECK: arith.maxsi {{.*}} : i32
// CHECK: hls.stmt = "S9"
func.func @bounds(%x: memref<8xi32> {hls.name = "x"}, %y: memref<8xi32> {hls.name = "y"}, %z: memref<6x8xi32> {hls.name = "z"},
                  %f: memref<8xf32> {hls.name = "f"},
                  %u: memref<3x8xi16> {hls.name = "u"}, %v: memref<2x8xi8> {hls.name = "v"}) {
  affine.for %i = 0 to 8 {
    %a = affine.load %x[%i] : memref<8xi32>
    %b = affine.load %y[%i] : memref<8xi32>
    %c0 = arith.cmpi sge, %a, %b : i32
    %s0 = arith.select %c0, %a, %b : i32
    affine.store %s0, %z[0, %i] : memref<6x8xi32>
    %c1 = arith.cmpi slt, %a, %b : i32
    %s1 = arith.select %c1, %b, %a : i32
    affine.store %s1, %z[1, %i] : memref<6x8xi32>
    %c2 = arith.cmpi sle, %a, %b : i32
    %s2 = arith.select %c2, %a, %b : i32
    affine.store %s2, %z[2, %i] : memref<6x8xi32>
    %c3 = arith.cmpi sgt, %a, %b : i32
    %s3 = arith.select %c3, %b, %a : i32
    affine.store %s3, %z[3, %i] : memref<6x8xi32>
    %c4 = arith.cmpi ult, %a, %b : i32
    %s4 = arith.select %c4, %a, %b : i32
    affine.store %s4, %z[4, %i] : memref<6x8xi32>
    %one = arith.constant 1 : i32
    %c5 = arith.cmpi sgt, %a, %one : i32
    %s5 = arith.select %c5, %a, %b : i32
    affine.store %s5, %z[5, %i] : memref<6x8xi32>
    %g = affine.load %f[%i] : memref<8xf32>
    %h = affine.load %f[7 - %i] : memref<8xf32>
    %c6 = arith.cmpf oge, %g, %h : f32
    %s6 = arith.select %c6, %g, %h : f32
    affine.store %s6, %f[%i] : memref<8xf32>
    %p = affine.load %u[0, %i] : memref<3x8xi16>
    %q = affine.load %u[1, %i] : memref<3x8xi16>
    %pw = arith.extui %p : i16 to i32
    %qw = arith.extui %q : i16 to i32
    %c7 = arith.cmpi sgt, %pw, %qw : i32
    %s7 = arith.select %c7, %pw, %qw : i32
    %t7 = arith.trunci %s7 : i32 to i16
    affine.store %t7, %u[0, %i] : memref<3x8xi16>
    %k = affine.load %v[0, %i] : memref<2x8xi8>
    %l = affine.load %v[1, %i] : memref<2x8xi8>
    %kw = arith.extsi %k : i8 to i32
    %lw = arith.extsi %l : i8 to i32
    %c8 = arith.cmpi sle, %kw, %lw : i32
    %s8 = arith.select %c8, %kw, %lw : i32
    %t8 = arith.trunci %s8 : i32 to i8
    affine.store %t8, %v[0, %i] : memref<2x8xi8>
    %c9 = arith.cmpi sgt, %a, %b : i32
    %s9 = arith.select %c9, %a, %b : i32
    %t9 = arith.trunci %s9 : i32 to i16
    affine.store %t9, %u[2, %i] : memref<3x8xi16>
  }
  return
}
